package rollout

import "github.com/tengen-go/tengen/board"

// Feature is a feature of a policy, as Extended Data Table 4 calls it.
type Feature struct {
	// Name is the row of the table: response, save atari, neighbour, nakade, response pattern, 3x3 pattern,
	// self-atari, last move distance, the move before distance, 12-point pattern.
	Name string
	// Number tells the features of one row apart, from 0.
	Number int
	// Weight is what a move with the feature has more: its probability is proportional to
	// the exponential of the sum.
	Weight float32
}

// Feature says what a feature number, as of Candidates, means.
func (p *Policy) Feature(number int32) Feature {
	b, n := p.book, int(number)
	first := []struct {
		name string
		from int
	}{
		{"response", featureResponse},
		{"save atari", featureSaveAtari},
		{"neighbour", featureNeighbour},
		{"nakade", featureNakade},
		{"response pattern", firstPattern},
		{"3x3 pattern", firstPattern + len(b.patterns.Responses)},
		{"self-atari", int(b.firstOfTree())},
		{"last move distance", int(b.distanceFeature(0, 0))},
		{"the move before distance", int(b.distanceFeature(1, 0))},
		{"12-point pattern", int(b.firstOfTree()) + treeFeatures},
	}
	f := Feature{Weight: p.weights[number]}
	for _, row := range first {
		if n >= row.from {
			f.Name, f.Number = row.name, n-row.from
		}
	}
	return f
}

// RuleMoves are the moves that a rule of a playout has in a position.
type RuleMoves struct {
	// Rule is atari, save, vital point, two liberties, pattern, capture, or any move.
	Rule string
	// Chance is how likely the rule is used when its turn comes.
	Chance float64
	// Moves are its moves, Shares how likely it takes each of them.
	Moves  []board.Point
	Shares []float64
}

// Ruled is a Playout that asks rules in order; the first that is used and has a move gives it.
type Ruled interface {
	Playout
	// Rules are the rules that have moves for the side to move, in order. A playout that kept replies may
	// play one of them before.
	Rules(pos *board.Position) []RuleMoves
}

// Chances are how likely a playout by rules plays each of the moves; what is left is a pass.
func Chances(rules []RuleMoves) map[board.Point]float64 {
	chances, left := map[board.Point]float64{}, 1.0
	for _, r := range rules {
		for i, p := range r.Moves {
			chances[p] += left * r.Chance * r.Shares[i]
		}
		left *= 1 - r.Chance
	}
	return chances
}

// ruleList collects rules.
type ruleList []RuleMoves

// add adds a rule that takes each of its moves as likely as the others.
func (l *ruleList) add(rule string, chance float64, moves []board.Point) {
	if len(moves) == 0 || chance == 0 {
		return
	}
	r := RuleMoves{Rule: rule, Chance: chance, Moves: append([]board.Point(nil), moves...)}
	for range moves {
		r.Shares = append(r.Shares, 1/float64(len(moves)))
	}
	*l = append(*l, r)
}

// anyMove is the rule for the moves that no other rule gives.
const anyMove = "any move"

// sound are the legal points that are no own eyes.
func sound(pos *board.Position) (moves []board.Point) {
	c := pos.ToMove()
	for i := range pos.EmptyCount() {
		if p := pos.EmptyAt(i); !pos.OwnEye(p, c) && pos.Legal(p, c) {
			moves = append(moves, p)
		}
	}
	return moves
}

// Rules implements Ruled.
func (Uniform) Rules(pos *board.Position) []RuleMoves {
	var l ruleList
	l.add(anyMove, 1, sound(pos))
	return l
}

// Rules implements Ruled.
func (m *MoGo) Rules(pos *board.Position) []RuleMoves {
	var l ruleList
	m.ataris.reset(pos)
	if last := pos.Recent(0); last > 0 {
		l.add("save", 1, m.saves(pos, last))
		l.add("pattern", 1, m.patterns(pos, last))
	}
	l.add("capture", 1, m.captures(pos))
	l.add(anyMove, 1, sound(pos))
	return l
}

// Rules implements Ruled.
func (f *Informed) Rules(pos *board.Position) []RuleMoves {
	var l ruleList
	f.ataris.reset(pos)
	if last := pos.Recent(0); last > 0 {
		l.add("atari", f.config.Atari, f.localAtari(pos, last))
		if p := vitalPoint(pos, last); p != board.NoPoint && pos.Legal(p, pos.ToMove()) {
			l.add("vital point", f.config.Nakade, []board.Point{p})
		}
		l.add("two liberties", f.config.TwoLiberties, f.twoLiberties(pos, last))
		l.add("pattern", f.config.Pattern, f.patterns(pos, last))
	}
	l.add("capture", f.config.Take, f.ataris.takes(f.moves[:0], pos))
	if moves := sound(pos); len(moves) > 0 {
		l = append(l, RuleMoves{Rule: anyMove, Chance: 1, Moves: moves, Shares: f.shares(pos, moves)})
	}
	return l
}

// shares are how likely random takes each of the moves. It goes through them in random order
// and passes over each senseless self-atari with a chance s. So one of B such moves among N comes
// k-th, after others of them only, with the chance (B−1)!/(B−k)! · (N−k)!/N!, and then all before
// it were passed over. What is left is the others'.
func (f *Informed) shares(pos *board.Position, moves []board.Point) []float64 {
	shares, bad := make([]float64, len(moves)), make([]bool, len(moves))
	count := 0
	for i, p := range moves {
		if bad[i] = badSelfAtari(pos, p, pos.ToMove()); bad[i] {
			count++
		}
	}
	s, n := f.config.SelfAtari, float64(len(moves))
	term, each := (1-s)/n, 0.0
	for k := range count {
		each += term
		term *= s * float64(count-1-k) / max(n-1-float64(k), 1)
	}
	others := (1 - float64(count)*each) / max(n-float64(count), 1)
	for i := range shares {
		if shares[i] = others; bad[i] {
			shares[i] = each
		}
	}
	return shares
}
