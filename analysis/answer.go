package analysis

import (
	"math"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/player"
)

// answer is what is reported of a position, as KataGo writes it.
type answer struct {
	ID                 string     `json:"id"`
	IsDuringSearch     bool       `json:"isDuringSearch"`
	TurnNumber         int        `json:"turnNumber"`
	NoResults          bool       `json:"noResults,omitempty"`
	MoveInfos          []moveInfo `json:"moveInfos,omitzero"`
	RootInfo           *rootInfo  `json:"rootInfo,omitempty"`
	Ownership          []float64  `json:"ownership,omitempty"`
	OwnershipDeviation []float64  `json:"ownershipStdev,omitempty"`
	Policy             []float64  `json:"policy,omitempty"`
}

// value is what is known of a position, or of a move.
type value struct {
	Visits        int     `json:"visits"`
	Weight        float64 `json:"weight"`
	Winrate       float64 `json:"winrate"`
	ScoreLead     float64 `json:"scoreLead"`
	ScoreSelfplay float64 `json:"scoreSelfplay"`
	ScoreStdev    float64 `json:"scoreStdev"`
	Utility       float64 `json:"utility"`
	LCB           float64 `json:"lcb"`
}

type moveInfo struct {
	Move string `json:"move"`
	value
	ScoreMean          float64   `json:"scoreMean"`
	UtilityLCB         float64   `json:"utilityLcb"`
	EdgeVisits         int       `json:"edgeVisits"`
	EdgeWeight         float64   `json:"edgeWeight"`
	PlaySelectionValue float64   `json:"playSelectionValue"`
	Prior              float64   `json:"prior"`
	Order              int       `json:"order"`
	PV                 []string  `json:"pv"`
	PVVisits           []int     `json:"pvVisits,omitempty"`
	PVEdgeVisits       []int     `json:"pvEdgeVisits,omitempty"`
	Ownership          []float64 `json:"ownership,omitempty"`
	OwnershipDeviation []float64 `json:"ownershipStdev,omitempty"`
}

type rootInfo struct {
	value
	CurrentPlayer string `json:"currentPlayer"`
	ThisHash      string `json:"thisHash"`
	SymHash       string `json:"symHash"`
}

// view is what all reports of a position share.
type view struct {
	query     *query
	turn      int
	game      *board.Game
	color     board.Color // to move
	side      board.Color // whose figures are reported
	judgement *judgement
	seed      uint64
	before    []player.MoveAnalysis // all moves before the search, if it leaves some out

	this, symmetric string // the position's hashes
}

func newView(q *query, turn int, g *board.Game, c board.Color, seed uint64) *view {
	v := &view{query: q, turn: turn, game: g, color: c, side: q.settings.Perspective, seed: seed}
	v.judgement = judge(g, seed)
	if v.side == board.Empty {
		v.side = c
	}
	v.this, v.symmetric = hashes(g.Position(), c)
	return v
}

// value is a win rate of the side to move as it is reported, with what follows from it. The lead
// belongs to another win rate, careful.
func (v *view) value(winrate, lcb, careful float64, visits int) value {
	black := careful
	if v.color == board.White {
		black = 1 - careful
	}
	lead := v.judgement.lead(black)
	if v.side != v.color {
		winrate, lcb = 1-winrate, 1-lcb
	}
	if v.side == board.White {
		lead = -lead
	}
	return value{
		Visits: visits, Weight: float64(visits),
		Winrate: round(winrate), LCB: round(lcb), Utility: round(2*winrate - 1),
		ScoreLead: round(lead), ScoreSelfplay: round(lead), ScoreStdev: round(v.judgement.deviation()),
	}
}

// owners is who owns which point as it is reported: 1 the side's whose figures they are.
func (v *view) owners(black []float64) []float64 {
	owners := make([]float64, len(black))
	for i, x := range black {
		if v.side == board.White {
			x = -x
		}
		owners[i] = round(x)
	}
	return owners
}

// deviations are the standard deviations of the owners over games of which these are the means.
func deviations(owners []float64) []float64 {
	if owners == nil {
		return nil
	}
	out := make([]float64, len(owners))
	for i, x := range owners {
		out[i] = round(math.Sqrt(max(0, 1-x*x)))
	}
	return out
}

// report is the answer for what the player sees now.
func (v *view) report(a *player.Analysis) *answer {
	q := v.query
	out := &answer{ID: q.id, TurnNumber: v.turn, IsDuringSearch: !a.Ended, MoveInfos: []moveInfo{}}
	v.judgement.see(a.Ownership, a.Visits)
	owners := v.judgement.owners
	for i := range a.Moves {
		if a.Moves[i].Visits > 0 {
			out.MoveInfos = append(out.MoveInfos, v.move(&a.Moves[i], a, len(out.MoveInfos), owners))
		}
	}
	v.root(out, a.Winrate, a.Visits)
	v.points(out, owners)
	if q.policy {
		out.Policy = v.policy(a.Moves)
	}
	return out
}

// finished is the answer for a position in which there is nothing to read, such as after two passes:
// random games say who is ahead, and the only move is to pass.
func (v *view) finished() *answer {
	q, j := v.query, v.judgement
	winrate := j.random.Wins[v.color] + j.random.Wins[board.Empty]/2
	if j.decided {
		margin := j.exact
		if v.color == board.White {
			margin = -margin
		}
		winrate = 0.5
		if margin != 0 {
			winrate = max(0, math.Copysign(1, margin))
		}
	}
	out := &answer{ID: q.id, TurnNumber: v.turn}
	pass := player.MoveAnalysis{
		Point: board.Pass, Visits: positionGames, Winrate: winrate, LCB: winrate, Prior: 1,
		Variation: []board.Point{board.Pass}, Along: []int{positionGames},
	}
	out.MoveInfos = []moveInfo{v.move(&pass, nil, 0, j.owners)}
	v.root(out, winrate, positionGames)
	v.points(out, j.owners)
	if q.policy {
		out.Policy = v.policy([]player.MoveAnalysis{pass})
	}
	return out
}

func (v *view) root(out *answer, winrate float64, visits int) {
	out.RootInfo = &rootInfo{
		value: v.value(winrate, winrate, winrate, visits), CurrentPlayer: letter(v.color),
		ThisHash: v.this, SymHash: v.symmetric,
	}
}

// points adds the owners of the points, if they are asked for.
func (v *view) points(out *answer, owners []float64) {
	if v.query.ownership {
		out.Ownership = v.owners(owners)
	}
	if v.query.ownershipDeviation {
		out.OwnershipDeviation = deviations(owners)
	}
}

// serious is how many times fewer visits than the best move's a move may have, for random games
// to be played after it. Of others the position's own owners are reported.
const serious = 20

// few is how many visits of the position's own win rate the win rate behind a move's lead has. Without
// them one lost playout of a move that was hardly read would be a loss of twenty points, and programs
// that choose by points would choose at random.
const few = 8

// move is what is reported of a move.
func (v *view) move(m *player.MoveAnalysis, a *player.Analysis, order int, owners []float64) moveInfo {
	q, size, careful := v.query, v.game.Size(), m.Winrate
	if a != nil {
		careful = (m.Winrate*float64(m.Visits) + few*a.Winrate) / float64(m.Visits+few)
	}
	out := moveInfo{
		Move: m.Point.Vertex(size), value: v.value(m.Winrate, m.LCB, careful, m.Visits), EdgeVisits: m.Visits,
		EdgeWeight: float64(m.Visits), PlaySelectionValue: float64(m.Visits), Prior: round(v.prior(m)), Order: order,
	}
	out.ScoreMean, out.UtilityLCB = out.ScoreLead, round(2*out.LCB-1)
	line := m.Variation[:min(int64(len(m.Variation)), q.settings.PVLength+1)]
	out.PV = make([]string, len(line))
	for i, p := range line {
		out.PV[i] = p.Vertex(size)
	}
	if q.pvVisits && len(m.Along) >= len(line) {
		out.PVVisits, out.PVEdgeVisits = m.Along[:len(line)], m.Along[:len(line)]
	}
	if q.movesOwnership || q.movesOwnershipDeviation {
		if a != nil && a.Ended && serious*m.Visits >= a.Moves[0].Visits {
			if next := after(v.game, board.Move{Point: m.Point, Color: v.color}, v.seed); next != nil {
				owners = next
			}
		}
		if q.movesOwnership {
			out.Ownership = v.owners(owners)
		}
		if q.movesOwnershipDeviation {
			out.OwnershipDeviation = deviations(owners)
		}
	}
	return out
}

// prior is the probability of a move before any reading, among all moves.
func (v *view) prior(m *player.MoveAnalysis) float64 {
	for _, b := range v.before {
		if b.Point == m.Point {
			return b.Prior
		}
	}
	return m.Prior
}

// policy is the probability of every point and of the pass before any reading, −1 where the move is
// not allowed. Of a player without priors it is the same for all moves that are allowed.
func (v *view) policy(moves []player.MoveAnalysis) []float64 {
	if v.before != nil {
		moves = v.before
	}
	size := v.game.Size()
	policy := make([]float64, size*size+1)
	sum := 0.0
	for i := range moves {
		at := len(policy) - 1
		if moves[i].Point != board.Pass {
			at = moves[i].Point.Index(size)
		}
		policy[at] = moves[i].Prior
		sum += moves[i].Prior
	}
	legal := 1
	for i := range size * size {
		if v.game.Legal(board.FromIndex(i, size), v.color) != nil {
			policy[i] = -1
		} else {
			legal++
		}
	}
	for i, p := range policy {
		switch {
		case p < 0:
		case sum > 0:
			policy[i] = round(p / sum)
		default:
			policy[i] = round(1 / float64(legal))
		}
	}
	return policy
}

// letter is a colour as KataGo writes it.
func letter(c board.Color) string {
	if c == board.White {
		return "W"
	}
	return "B"
}

// round keeps the digits that say something. What is no number becomes 0, because JSON has no
// other.
func round(x float64) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	return math.Round(x*1e6)/1e6 + 0 // −0 becomes 0
}
