package inside

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/search/gostate"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// rolloutJSON is a rollout from the position to the end of the game.
type rolloutJSON struct {
	Seed    uint64   `json:"seed"`
	Playout string   `json:"playout"`
	ToMove  string   `json:"to_move"`
	Moves   []string `json:"moves"`
	Final   string   `json:"final"` // the board at the end, as points
	Lead    float64  `json:"lead"`  // of Black, after komi
	Owners  string   `json:"owners"`
	Black   int      `json:"black"` // points by area
	White   int      `json:"white"`
}

// rolloutStepJSON is the position after some of the moves, and how likely the next ones are.
type rolloutStepJSON struct {
	Step    int          `json:"step"`
	Points  string       `json:"points"`
	ToMove  string       `json:"to_move"`
	Last    string       `json:"last"`
	Next    string       `json:"next"`    // the move that the rollout plays; "" at its end
	Chances []float64    `json:"chances"` // of each point
	Likely  []likelyJSON `json:"likely"`  // the likeliest moves, and the one that is played
}

// likelyJSON is a move with the reasons for its chance.
type likelyJSON struct {
	Point   string       `json:"point"`
	Chance  float64      `json:"chance"`
	Reasons []reasonJSON `json:"reasons"`
}

// reasonJSON is a feature of a rollout policy with its weight, or a rule with the chance that it gives the move.
type reasonJSON struct {
	Name   string  `json:"name"`
	Number int     `json:"number"`
	Weight float64 `json:"weight"`
	Chance float64 `json:"chance"`
}

// rolledOut is a rollout that was played.
type rolledOut struct {
	start *gostate.State
	shown rolloutJSON
	moves []board.Point
}

// rollout plays a rollout of a seed, or has it still.
func (l *look) rollout(q url.Values) (*rolloutJSON, error) {
	r, err := l.rolledOf(q)
	if err != nil {
		return nil, err
	}
	return &r.shown, nil
}

func (l *look) rolledOf(q url.Values) (*rolledOut, error) {
	seed, err := strconv.ParseUint(cmp.Or(q.Get("seed"), "1"), 10, 64)
	if err != nil {
		return nil, wire.Refused("seed %.20q: want a whole number", q.Get("seed"))
	}
	l.mu.Lock()
	r, state := l.rolled, l.state
	l.mu.Unlock()
	if r != nil && r.shown.Seed == seed {
		return r, nil
	}
	if r, err = l.roll(state, seed); err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.state == state {
		l.rolled = r
	}
	return r, nil
}

// roll plays a rollout as the search does.
func (l *look) roll(state *gostate.State, seed uint64) (*rolledOut, error) {
	plays, err := l.plays()
	if err != nil {
		return nil, err
	}
	size := state.Position().Size()
	g := gostate.NewPlayout(plays, size)
	r := &rolledOut{start: state, shown: rolloutJSON{
		Seed: seed, Playout: l.playout, ToMove: state.Position().ToMove().String(), Moves: []string{},
	}}
	end, margin := state.Clone().(*gostate.State), state.Margin()
	chance := board.NewRand(seed)
	_, trace := g.Playout(end, &chance, nil)
	for _, m := range trace {
		r.moves = append(r.moves, board.Point(m))
		r.shown.Moves = append(r.shown.Moves, board.Point(m).Vertex(size))
	}
	pos := end.Position()
	owners := make([]board.Color, size*size)
	pos.Owners(owners, nil)
	text := make([]byte, size*size)
	for i, c := range owners {
		text[i] = ".XO"[c%3]
	}
	r.shown.Final, r.shown.Owners = points(pos), string(text)
	r.shown.Black, r.shown.White = pos.Area(nil)
	r.shown.Lead = float64(pos.Lead()) - margin // as the search counts
	return r, nil
}

// plays is what plays rollouts.
func (l *look) plays() (rollout.Playout, error) {
	if l.playout != byPolicy {
		return rollout.NewPlayout(l.playout)
	}
	return rollout.NewSoftmax(rollout.NewTables(l.policy), rollout.SoftmaxConfig{})
}

// mostLikely is how many moves of a rollout's step are explained.
const mostLikely = 6

// rolloutStep is a position of a rollout.
func (l *look) rolloutStep(step string, q url.Values) (*rolloutStepJSON, error) {
	r, err := l.rolledOf(q)
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(step)
	if err != nil || n < 0 || n > len(r.moves) {
		return nil, wire.Refused("step %.20q: this rollout has %d moves", step, len(r.moves))
	}
	pos := *r.start.Position()
	size := pos.Size()
	out := &rolloutStepJSON{Step: n, Chances: make([]float64, size*size), Likely: []likelyJSON{}}
	for _, p := range r.moves[:n] {
		pos.Play(p, pos.ToMove())
		out.Last = p.Vertex(size)
	}
	out.Points, out.ToMove = points(&pos), pos.ToMove().String()
	if n == len(r.moves) {
		return out, nil
	}
	next := r.moves[n]
	out.Next = next.Vertex(size)
	likely, err := l.likely(&pos)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(likely, func(a, b likelyMove) int { return cmp.Compare(b.chance, a.chance) })
	for i, m := range likely {
		if m.point != board.Pass {
			out.Chances[m.point.Index(size)] = round(m.chance)
		}
		if i < mostLikely || m.point == next {
			out.Likely = append(out.Likely, likelyJSON{m.point.Vertex(size), round(m.chance), m.reasons})
		}
	}
	return out, nil
}

// likelyMove is a move of a rollout with its chance.
type likelyMove struct {
	point   board.Point
	chance  float64
	reasons []reasonJSON
}

// likely are the moves of a position with their chances in a rollout, which sum to 1.
func (l *look) likely(pos *board.Position) ([]likelyMove, error) {
	if l.playout == byPolicy {
		return l.likelyByPolicy(pos), nil
	}
	plays, err := l.plays()
	if err != nil {
		return nil, err
	}
	ruled, ok := plays.(rollout.Ruled)
	if !ok {
		return nil, fmt.Errorf("playouts %s do not say by which rules they play", l.playout)
	}
	return likelyByRules(ruled.Rules(pos)), nil
}

// likelyByRules takes the rules in their order.
func likelyByRules(rules []rollout.RuleMoves) (list []likelyMove) {
	at := map[board.Point]int{}
	left, passing := 1.0, 1.0
	for _, r := range rules {
		for i, p := range r.Moves {
			if _, known := at[p]; !known {
				at[p] = len(list)
				list = append(list, likelyMove{point: p})
			}
			m, chance := &list[at[p]], left*r.Chance*r.Shares[i]
			m.chance += chance
			m.reasons = append(m.reasons, reasonJSON{Name: r.Rule, Chance: round(chance)})
			passing -= chance
		}
		left *= 1 - r.Chance
	}
	if len(list) == 0 || passing > 1e-9 {
		list = append(list, likelyMove{point: board.Pass, chance: passing, reasons: []reasonJSON{}})
	}
	return list
}

// likelyByPolicy scores the moves by their features.
func (l *look) likelyByPolicy(pos *board.Position) []likelyMove {
	var moves []board.Point
	for _, p := range pos.LegalMoves(nil) {
		if !pos.OwnEye(p, pos.ToMove()) {
			moves = append(moves, p)
		}
	}
	if len(moves) == 0 {
		return []likelyMove{{point: board.Pass, chance: 1, reasons: []reasonJSON{}}}
	}
	chances := make([]float32, len(moves))
	rollout.NewPrior(l.policy).Priors(pos, moves, chances)
	var c rollout.Candidates
	rollout.NewReader(l.policy).ReadMoves(pos, moves, &c)
	list := make([]likelyMove, len(moves))
	for i, p := range moves {
		list[i] = likelyMove{point: p, chance: float64(chances[i]), reasons: []reasonJSON{}}
		for _, number := range c.Of(i) {
			f := l.policy.Feature(number)
			reason := reasonJSON{Name: f.Name, Number: f.Number, Weight: round(float64(f.Weight))}
			list[i].reasons = append(list[i].reasons, reason)
		}
	}
	return list
}
