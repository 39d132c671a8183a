package near

import (
	"fmt"

	"github.com/tengen-go/tengen/search/stat"
)

// Position is what a tree knows of a position near its root. Its slices have an entry for each move. They are empty
// for statistics that the rule does not keep.
type Position struct {
	Moves    []int16     `json:"moves"`
	Outcomes []stat.Stat `json:"outcomes"` // virtual experience included
	Rave     []stat.Stat `json:"rave,omitempty"`
	Values   []stat.Stat `json:"values,omitempty"`
	Squares  []uint64    `json:"squares,omitempty"` // of rewards, in steps of 1/1024²
	// Experience is how many of the visits are virtual.
	Experience []uint16 `json:"experience,omitempty"`
	// After are the positions behind some of the moves, in the order of the moves.
	After []After `json:"after,omitempty"`
}

// After is the position behind the move of an index.
type After struct {
	Index int `json:"index"`
	Position
}

// Report is what a tree says after a search.
type Report struct {
	// Playouts is how many it made.
	Playouts int `json:"playouts"`
	Position
}

// Remote is a tree on another machine. The end of a search does not interrupt it, so it is asked for few playouts at a
// time. One that returns an error is not asked again.
type Remote interface {
	// Grow makes a number of playouts, fewer if time is over. The report has the root (depth 1), and positions up to
	// depth-1 moves from there.
	Grow(playouts, depth int) (Report, error)
	// Adopt replaces what the tree knows. It has made no playout since its last report.
	Adopt(p Position) error
	// Lose says that a report was wrong. The tree is not asked again.
	Lose(err error)
}

// Kept are the statistics that a tree keeps besides outcomes.
type Kept struct{ Rave, Values, Squares, Experience bool }

// Check says what is wrong with statistics from elsewhere of a tree that keeps these.
func (p Position) Check(kept Kept) error {
	for _, list := range []struct {
		name string
		kept bool
		long int
	}{
		{"outcomes", true, len(p.Outcomes)},
		{"RAVE outcomes", kept.Rave, len(p.Rave)},
		{"values", kept.Values, len(p.Values)},
		{"squares", kept.Squares, len(p.Squares)},
		{"virtual experience", kept.Experience, len(p.Experience)},
	} {
		want := 0
		if list.kept {
			want = len(p.Moves)
		}
		if list.long != want {
			return fmt.Errorf("%d %s of %d moves: want %d", list.long, list.name, len(p.Moves), want)
		}
	}
	for i, o := range p.Outcomes {
		switch {
		case excessive(o) || kept.Rave && excessive(p.Rave[i]) || kept.Values && excessive(p.Values[i]):
			return fmt.Errorf("rewards above 1 of move %d", p.Moves[i])
		case kept.Squares && p.Squares[i] > uint64(o.N())<<(2*stat.RewardBits):
			return fmt.Errorf("squares above 1 of move %d", p.Moves[i])
		case kept.Experience && int(p.Experience[i]) > o.N():
			return fmt.Errorf("%d of %d visits of move %d are virtual", p.Experience[i], o.N(), p.Moves[i])
		}
	}
	if n := p.Visits(); n > stat.MaxVisits {
		return fmt.Errorf("%d visits of a position: want at most %d", n, stat.MaxVisits)
	}
	last := -1
	for _, a := range p.After {
		if a.Index <= last || a.Index >= len(p.Moves) {
			return fmt.Errorf("a position after move number %d of %d", a.Index, len(p.Moves))
		}
		last = a.Index
		if err := a.Check(kept); err != nil {
			return err
		}
	}
	return nil
}

// excessive says that rewards are above 1.
func excessive(s stat.Stat) bool { return s&stat.SumMask > stat.Stat(s.N())<<stat.RewardBits }

// Unknown stands for a number of visits.
const Unknown = -1

// Check says what is wrong with a report from elsewhere, of a tree that had some visits at its root before and was
// asked for some playouts.
func (r Report) Check(kept Kept, before, asked int) error {
	if err := r.Position.Check(kept); err != nil {
		return err
	}
	if r.Playouts < 0 || r.Playouts > asked {
		return fmt.Errorf("%d playouts, of which %d were asked for", r.Playouts, asked)
	}
	if n := r.Visits(); before != Unknown && n != before+r.Playouts {
		return fmt.Errorf("%d visits: there were %d, and then %d playouts", n, before, r.Playouts)
	}
	return nil
}

// Visits is how many there are of all moves.
func (p Position) Visits() (n int) {
	for _, o := range p.Outcomes {
		n += o.N()
	}
	return n
}

// Size is how many positions and moves there are all in all.
func (p Position) Size() (positions, moves int) {
	positions, moves = 1, len(p.Moves)
	for _, a := range p.After {
		n, m := a.Size()
		positions, moves = positions+n, moves+m
	}
	return positions, moves
}
