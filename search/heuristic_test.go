package search

import (
	"math"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/search/stat"
)

func TestExperienceAdds(t *testing.T) {
	var x Experience
	x.Add(1, 10, 30)
	x.Add(0.5, 0, 0)
	x.Add(0, 30, 10)
	if x != (Experience{Mean: 0.25, Visits: 40, RaveMean: 0.75, RaveVisits: 40}) {
		t.Errorf("%+v", x)
	}
}

// The grandfather heuristic is Q(s_t,a) = Q(s_t−2,a), with M visits (Gelly and Silver 2011, §5):
// two plies down, a move has the value it had.
func TestGrandfatherGivesTheValueOfTwoPliesBefore(t *testing.T) {
	var tree *Tree
	// asItWas is what is known of a move two plies before, found by going the way there from the root.
	asItWas := func(v *Visit, m Move) Stat {
		if len(v.w.path) < 2 {
			return 0
		}
		s, node := tree.store, tree.root
		edgeOf := func(m Move) uint32 {
			first := s.first[node]
			return first + uint32(slices.Index(s.moves[first:first+uint32(s.count[node])], m))
		}
		for _, p := range v.w.path[:len(v.w.path)-2] {
			node = s.childOf(edgeOf(s.moves[p.edge]))
		}
		return s.outcomes[edgeOf(m)]
	}
	seen, deep := 0, 0
	spy := func(v *Visit, about []Experience) {
		for i, m := range v.Moves {
			s := asItWas(v, m)
			if got := v.Grandfather(m); got != s {
				t.Fatalf("depth %d: the grandfather of move %d is %d visits of mean %v, want %d of %v",
					len(v.w.path), m, got.N(), got.Mean(), s.N(), s.Mean())
			}
			if s.N() > 0 {
				seen++
				deep = max(deep, len(v.w.path))
				if about[i].Mean-s.Mean() > 1e-6 || s.Mean()-about[i].Mean > 1e-6 || about[i].Visits != 7 || about[i].RaveVisits != 3 {
					t.Fatalf("%+v of a move with mean %v", about[i], s.Mean())
				}
			} else if about[i] != (Experience{}) {
				t.Fatalf("%+v of a move never tried", about[i])
			}
		}
	}
	h := func() Heuristic { return spied{Grandfather{Visits: 7, RaveVisits: 3}, spy} }
	tree, err := New(small(1), Parts{Rule: NewMCRave(), Leaf: random, Heuristic: h}, emptyTicTacToe())
	if err != nil {
		t.Fatal(err)
	}
	search(t, tree, 500)
	if seen == 0 || deep < 3 {
		t.Errorf("%d grandfathers were known, the deepest %d plies down", seen, deep)
	}
	if got := tree.Root().Visits; got != 500 {
		t.Errorf("%d visits with virtual ones, want the 500 playouts", got)
	}
}

// spied is a heuristic that somebody looks at.
type spied struct {
	Heuristic
	look func(*Visit, []Experience)
}

func (s spied) Experience(v *Visit, about []Experience) {
	s.Heuristic.Experience(v, about)
	s.look(v, about)
}

// The even-game heuristic is Q(s,a) = 0.5 for every move, with M visits of both kinds (Gelly
// and Silver 2011, §5).
func TestEvenGameGivesEveryMoveOneHalf(t *testing.T) {
	v := &Visit{Moves: []Move{3, 1, 4}}
	all := make([]Experience, len(v.Moves))
	EvenGame{Visits: 5, RaveVisits: 50}.Experience(v, all)
	for i, x := range all {
		if x != (Experience{0.5, 5, 0.5, 50}) {
			t.Errorf("move %d: %+v", i, x)
		}
	}
}

func TestEvenGameInATree(t *testing.T) {
	h := func() Heuristic { return EvenGame{Visits: 5, RaveVisits: 50} }
	tree := grown(t, small(1), Parts{Rule: NewMCRave(), Leaf: random, Heuristic: h}, emptyTicTacToe(), 100)
	sum := 0
	for _, m := range tree.Root().Moves {
		sum += m.Visits
		if m.RaveVisits < 50 || m.RaveVisits > 150 {
			t.Errorf("%+v", m)
		}
	}
	if sum != 100 {
		t.Errorf("%d visits", sum)
	}
}

// What people see of a move is what its playouts said: a heuristic believed in 20 visits, most of them won, and
// of 30 playouts 3 were won.
func TestPlayedLeavesExperienceOut(t *testing.T) {
	tree := &Tree{parts: Parts{Rule: NewUCT()}}
	e := &Edges{
		Moves:      []Move{1, 2, 3},
		outcomes:   []Stat{stat.Of(20, 0.9) + stat.Of(30, 0.1), stat.Of(30, 0.1), stat.Of(20, 0.9)},
		experience: []belief{believed(20, 0.9), 0, believed(20, 0.9)},
	}
	for i, want := range []MoveStat{
		{Visits: 30, Experience: 20, Mean: 2*(20*0.9+30*0.1)/50 - 1, Played: -0.8},
		{Visits: 30, Mean: -0.8, Played: -0.8},
		{Experience: 20},
	} {
		got := tree.moveStat(e, i)
		if got.Visits != want.Visits || got.Experience != want.Experience ||
			math.Abs(got.Mean-want.Mean) > 1e-4 || math.Abs(got.Played-want.Played) > 1e-4 {
			t.Errorf("move %d: %+v, want %+v", i, got, want)
		}
	}
}
