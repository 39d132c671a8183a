package gostate

import (
	"math"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/search"
)

// likelihoods are priors by the distance from a point.
type likelihoods struct{ favourite board.Point }

func (l likelihoods) Priors(_ *board.Position, moves []board.Point, dst []float32) {
	for i, m := range moves {
		switch m {
		case l.favourite:
			dst[i] = 0.64
		case board.Pass:
			dst[i] = 0.2
		default:
			dst[i] = 0.01
		}
	}
}

// By hand: the favourite wins all but the even visits; of a move an 1/64 as likely, the square root of that share
// is won; a pass as the first one loses, as an answer to one it is even.
func TestPolicyExperience(t *testing.T) {
	g, err := board.NewGame(5, board.Chinese())
	if err != nil {
		t.Fatal(err)
	}
	favourite, err := board.ParseVertex("C3", 5)
	if err != nil {
		t.Fatal(err)
	}
	for passes := range 2 {
		if passes == 1 {
			if err := g.Play(board.Pass, board.Black); err != nil {
				t.Fatal(err)
			}
		}
		state := New(g)
		moves := state.Moves(nil)
		about := make([]search.Experience, len(moves))
		h := NewPolicy(likelihoods{favourite})
		h.Visits, h.RaveVisits = 0, 2
		h.Experience(&search.Visit{State: state, Moves: moves}, about)
		share := float32(0.125) // sqrt(1/64)
		other := search.Experience{RaveVisits: 2 * (10 + 40*share + 20*(1-share))}
		other.RaveMean = 2 * (5 + 40*share) / other.RaveVisits
		pass := search.Experience{RaveVisits: 60, RaveMean: 10.0 / 60}
		if passes == 1 {
			pass = search.Experience{RaveVisits: 20, RaveMean: 0.5}
		}
		for i, m := range moves {
			want := other
			switch board.Point(m) {
			case favourite:
				want = search.Experience{RaveVisits: 100, RaveMean: 0.9}
			case board.Pass:
				want = pass
			}
			got := about[i]
			if got.Visits != 0 || math.Abs(float64(got.RaveVisits-want.RaveVisits)) > 1e-4 ||
				math.Abs(float64(got.RaveMean-want.RaveMean)) > 1e-5 {
				t.Errorf("%v: %+v, want %+v", board.Point(m).Vertex(5), got, want)
			}
		}
		if n := testing.AllocsPerRun(20, func() {
			clear(about)
			h.Experience(&search.Visit{State: state, Moves: moves}, about)
		}); n != 0 {
			t.Errorf("%v allocations", n)
		}
	}
}
