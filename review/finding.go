package review

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/ownership"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/record"
)

// Position is a position to look at.
type Position struct {
	Game   *board.Game
	ToMove board.Color
	// Result is what the record says of the game that ends here, or with one more pass; the zero value elsewhere.
	Result record.Result
}

// Finding is what a player found in a position, in the units that people see. Its JSON is what Findings
// keeps.
type Finding struct {
	// Visits is how many playouts were made. 0 says that random games alone judged, or the record's count.
	Visits int `json:"visits"`
	// Partial says that the player was interrupted: the position is not done.
	Partial bool `json:"partial,omitempty"`
	// Weights are those that the player read, as player.WeightsText has them; "" for none, or not known.
	Weights string `json:"weights,omitempty"`
	// Black is Black's win rate, 0 to 1. Rollouts and Value are the same by playouts and by the value
	// network alone, where the player keeps them apart.
	Black    float64  `json:"black"`
	Rollouts *float64 `json:"rollouts,omitempty"`
	Value    *float64 `json:"value,omitempty"`
	// Turn is the colour that moves, B or W; "" in findings of older versions.
	Turn string `json:"turn,omitempty"`
	// Moves are the moves that it read, the best first; none where the game is over.
	Moves []Candidate `json:"moves"`
	// Policy is the probability of each point before reading, per mille, row by row from the top left.
	Policy []int `json:"policy,omitempty"`
	// Owner is who owns each point at the end, percent, 100 Black to −100 White.
	Owner []int `json:"owner,omitempty"`
}

// Candidate is a move that a player read.
type Candidate struct {
	Point  string   `json:"point"`
	Visits int      `json:"visits"`
	Share  float64  `json:"share"` // the win rate of whoever moves, 0 to 1
	Prior  float64  `json:"prior"` // the probability of the move before reading
	Line   []string `json:"line,omitempty"`
}

// What a finding keeps at most.
const (
	findingMoves = 20
	findingLine  = 20
)

// Look has a player read a position as long as one of its moves takes. The result depends on the seed, and
// on no position that the player read before.
func (q Position) Look(ctx context.Context, p player.Analyst, seed uint64) (*Finding, error) {
	policy, err := q.begin(p, seed)
	if err != nil {
		return nil, err
	}
	a, err := look(ctx, p, q, seed, player.AnalyzeOptions{Ownership: true})
	if err != nil {
		return nil, err
	}
	return q.finding(a, policy, q.owner(a, nil, seed)), nil
}

// Watch has a player read a position until ctx ends, which is no error, and reports so often. Who
// calls it again with the same position and seed goes on where the player stopped.
func (q Position) Watch(
	ctx context.Context, p player.Analyst, seed uint64, every time.Duration, report func(*Finding),
) error {
	policy, err := q.begin(p, 0)
	if err != nil {
		return err
	}
	if q.Game.Over() {
		a := q.estimate(seed)
		report(q.finding(a, policy, q.owner(a, nil, seed)))
		return nil
	}
	var owner []float64
	options := player.AnalyzeOptions{Interval: every, MaxMoves: findingMoves, Ownership: true}
	return p.Analyze(ctx, q.ToMove, options, func(a *player.Analysis) {
		if a.Visits > 0 {
			owner = q.owner(a, owner, seed)
			f := q.finding(a, policy, owner)
			f.Partial = true
			report(f)
		}
	})
}

// begin gives a player the position; nil for a policy that the player does not show. With seed 0 the player
// may go on with what it knows.
func (q Position) begin(p player.Analyst, seed uint64) (policy []float32, err error) {
	if r, ok := p.(player.Reseeder); ok && seed != 0 {
		r.Reseed(seed)
	}
	if err := p.NewGame(game.Of(q.Game)); err != nil {
		return nil, err
	}
	adviser, ok := p.(player.Adviser)
	if !ok {
		return nil, nil
	}
	policy = make([]float32, q.Game.Size()*q.Game.Size())
	if err := adviser.Advise(policy, q.ToMove); err != nil {
		return nil, nil // the player has no policy network: what else it finds is worth as much
	}
	return policy, nil
}

// owner is who owns each point by an analysis, or as it was known before; by random games of their own if
// the player makes no playouts.
func (q Position) owner(a *player.Analysis, before []float64, seed uint64) []float64 {
	switch {
	case slices.ContainsFunc(a.Ownership, func(v float64) bool { return v != 0 }):
		return a.Ownership
	case before != nil:
		return before
	}
	return ownership.Estimate(q.Game, ownership.Playouts, seed).Owner
}

// finding puts an analysis into the units of people.
func (q Position) finding(a *player.Analysis, policy []float32, owner []float64) *Finding {
	size := q.Game.Size()
	black := func(share float64) float64 {
		if a.ToMove == board.White {
			share = 1 - share
		}
		return short(share)
	}
	f := &Finding{Visits: a.Visits, Black: black(a.Winrate), Turn: record.Letter(a.ToMove)}
	if a.Values > 0 {
		rollouts, value := black(a.Rollouts), black(a.Value)
		f.Rollouts, f.Value = &rollouts, &value
	}
	for _, m := range a.Moves[:min(len(a.Moves), findingMoves)] {
		c := Candidate{Point: m.Point.Vertex(size), Visits: m.Visits, Share: short(m.Winrate), Prior: short(m.Prior)}
		for _, p := range m.Variation[:min(len(m.Variation), findingLine)] {
			c.Line = append(c.Line, p.Vertex(size))
		}
		f.Moves = append(f.Moves, c)
	}
	for _, p := range policy {
		f.Policy = append(f.Policy, int(math.Round(1000*float64(p))))
	}
	for _, v := range owner {
		f.Owner = append(f.Owner, int(math.Round(100*v)))
	}
	return f
}

// analysis is a finding as a player reports it.
func (f *Finding) analysis(size int, toMove board.Color) *player.Analysis {
	a := &player.Analysis{ToMove: toMove, Visits: f.Visits, Winrate: f.Black}
	if toMove == board.White {
		a.Winrate = 1 - f.Black
	}
	for _, c := range f.Moves {
		m := player.MoveAnalysis{Visits: c.Visits, Winrate: c.Share, Prior: c.Prior}
		m.Point, _ = board.ParseVertex(c.Point, size)
		for _, v := range c.Line {
			p, err := board.ParseVertex(v, size)
			if err != nil {
				break
			}
			m.Variation = append(m.Variation, p)
		}
		a.Moves = append(a.Moves, m)
	}
	return a
}

// Reads notes which weights a player reads from now on. What it found with others stays until it finds something
// again, but these positions are not done any more.
func (s *Study) Reads(player, weights string) { s.weights[player] = weights }

// Set keeps what a player, named by its string, found at a node, unless more playouts with the same weights are
// known. A position that was done once stays so.
func (s *Study) Set(id int, player string, f *Finding) error {
	p, err := s.at(id)
	if err != nil {
		return err
	}
	best := *f
	best.Weights = s.weights[player]
	if old := s.Current(id, player); old != nil {
		if old.Visits > f.Visits {
			best = *old
		}
		best.Partial = old.Partial && f.Partial
	}
	if best.Moves == nil { // an empty list in JSON, for those who go through it
		best.Moves = []Candidate{}
	}
	p.found[player] = &best
	return nil
}

// Finding is what a player found at a node; nil if nothing. It belongs to the study.
func (s *Study) Finding(id int, player string) *Finding {
	if p := s.places[id]; p != nil {
		return p.found[player]
	}
	return nil
}

// Current is Finding, but nil if the player found it with other weights than it reads now.
func (s *Study) Current(id int, player string) *Finding {
	f := s.Finding(id, player)
	if now, known := s.weights[player]; f != nil && known && f.Weights != now {
		return nil
	}
	return f
}

// Players are those who found something, in the order of their strings.
func (s *Study) Players() []string {
	all := map[string]bool{}
	for _, p := range s.places {
		for name := range p.found {
			all[name] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// Next is the first node of the main line that a player has not done, 0 if there is none; and how many it has
// done, of how many.
func (s *Study) Next(player string) (id, done, of int) {
	line := s.MainLine()
	for _, n := range line {
		if f := s.Current(n, player); f != nil && !f.Partial {
			done++
		} else if id == 0 {
			id = n
		}
	}
	return id, done, len(line)
}

// Judgement is what a player thinks of the move that leads to a node.
type Judgement struct {
	ID int
	// Loss is the win rate of the best move, as the player saw it before, less that after the move, 0 to 1.
	Loss float64
	// Better is the best move, "" if it was this one.
	Better string
	// Prior is the policy network's probability of the move; −1 if it is not known.
	Prior float64
}

// Judge judges the move that leads to a node; false if the player has not been at both ends, or read the
// other colour's moves there.
func (s *Study) Judge(id int, player string) (Judgement, bool) {
	p := s.places[id]
	if p == nil || p.before == nil {
		return Judgement{}, false
	}
	m, ok := s.moveOf(p.node)
	before, after := p.before.found[player], p.found[player]
	if !ok || before == nil || after == nil || s.turn(p.before, before) != m.Color {
		return Judgement{}, false
	}
	point := m.Point.Vertex(s.size)
	j := Judgement{ID: id, Prior: -1}
	if m.Point != board.Pass && m.Point != board.NoPoint && len(before.Policy) > 0 {
		j.Prior = float64(before.Policy[m.Point.Index(s.size)]) / 1000
	}
	if len(before.Moves) == 0 || before.Moves[0].Point == point {
		return j, true
	}
	// Two networks: their win rates say nothing about the move. Findings of older versions do not name theirs.
	if before.Weights != "" && after.Weights != "" && before.Weights != after.Weights {
		return Judgement{}, false
	}
	if m.Point == board.Pass && after.Visits == 0 { // it ends the game, and seldom costs anything: see Reviewed.Loss
		q, err := s.Position(id)
		if err != nil || !q.Result.Counted() || before.Moves[0].Share <= 0.5 {
			return j, true
		}
	}
	share := after.Black
	if m.Color == board.White {
		share = 1 - share
	}
	j.Better = before.Moves[0].Point
	j.Loss = short(min(max(before.Moves[0].Share-share, 0), 1))
	return j, true
}

// turn is who moves next in a finding. One of an older version does not say it: then whoever moves next in the record.
func (s *Study) turn(p *place, f *Finding) board.Color {
	switch f.Turn {
	case record.Letter(board.Black):
		return board.Black
	case record.Letter(board.White):
		return board.White
	}
	for _, child := range p.node.Children {
		if m, ok := s.moveOf(child); ok {
			return m.Color
		}
	}
	return board.Empty
}

// Worst are the moves of the main line that lost at least so much, the worst first.
func (s *Study) Worst(player string, least float64) (worst []Judgement) {
	for _, id := range s.MainLine() {
		if j, ok := s.Judge(id, player); ok && j.Loss > 0 && j.Loss >= least {
			worst = append(worst, j)
		}
	}
	slices.SortStableFunc(worst, func(a, b Judgement) int { return cmp.Compare(b.Loss, a.Loss) })
	return worst
}
