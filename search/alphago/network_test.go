package alphago

import (
	"math"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/gostate"
)

// The priors are those of the moves given, to the power 1/β, and sum to 1.
func TestPriorsAreMaskedAndSumToOne(t *testing.T) {
	e := tiny(t, true, true)
	q := newQueue(t, e, QueueConfig{Evaluations: 1, Batch: 1, Orientation: OneOrientation})
	for _, c := range []NetworkConfig{
		{Temperature: 1, Pass: 0.1},
		{Temperature: 0.67},
		{Temperature: 2, Pass: 1e-3},
		{Temperature: 0.05, Pass: 0.5},
	} {
		n := newNetwork(t, q, c)
		passes := 0
		for _, s := range wandered(t, 50) {
			moves := s.Moves(nil)
			priors := make([]float32, len(moves))
			if _, err := n.Evaluate(s, moves, priors); err != nil {
				t.Fatal(err)
			}
			raw, _ := alone(t, e, s.Position(), 0)
			power := func(m search.Move) float64 {
				return math.Pow(float64(raw[board.Point(m).Index(5)]), 1/c.Temperature)
			}
			sum, total, share := 0.0, 0.0, 1.0
			pass := slices.Index(moves, search.Move(board.Pass))
			for i, m := range moves {
				sum += float64(priors[i])
				if i != pass {
					total += power(m)
				}
			}
			if math.Abs(sum-1) > 1e-5 {
				t.Fatalf("%+v: the priors sum to %v", c, sum)
			}
			if pass >= 0 {
				passes++
				share = 1 - c.Pass
				if want := c.Pass; len(moves) > 1 && math.Abs(float64(priors[pass])-want) > 1e-6 || len(moves) == 1 && priors[pass] != 1 {
					t.Fatalf("%+v: a pass has %v", c, priors[pass])
				}
			}
			for i, m := range moves {
				if i != pass && math.Abs(float64(priors[i])-share*power(m)/total) > 1e-5 {
					t.Fatalf("%+v: move %d has prior %v, want %v", c, i, priors[i], share*power(m)/total)
				}
			}
		}
		if passes == 0 {
			t.Fatal("no position had a pass")
		}
	}
}

// A network that gives none of the moves a chance leaves them equal.
func TestPriorsWithoutAChance(t *testing.T) {
	n := newNetwork(t, newQueue(t, tiny(t, true, false), DefaultQueueConfig()), DefaultNetworkConfig())
	moves := []search.Move{search.Move(board.XY(0, 0)), search.Move(board.Pass), search.Move(board.XY(4, 4))}
	priors := make([]float32, 3)
	n.spread(make([]float32, 25), moves, priors)
	if want := []float32{0.495, 0.01, 0.495}; !slices.Equal(priors, want) {
		t.Errorf("%v, want %v", priors, want)
	}
}

// swapped is the position with the colours exchanged.
func swapped(t testing.TB, s *gostate.State) *gostate.State {
	t.Helper()
	out := empty(t, s.Position().Size())
	pos := out.Position()
	for i := range pos.Size() * pos.Size() {
		p := board.FromIndex(i, pos.Size())
		if c := s.Position().At(p); c != board.Empty {
			pos.Put(p, c.Opponent())
		}
	}
	pos.SetToMove(s.Position().ToMove().Opponent())
	return out
}

// A network that does not know the colours says the same of both sides, so Black's value
// turns round when the colours do; what it says is said of the player to move.
func TestValueIsThePlayersToMove(t *testing.T) {
	value, err := nets.NewValue(nets.ValueConfig{Board: 5, Planes: 4, Filters: 8, Layers: 3, Hidden: 8}, 3)
	if err != nil {
		t.Fatal(err)
	}
	e, err := nets.NewEvaluator(nets.Model{Value: value}, 1)
	if err != nil {
		t.Fatal(err)
	}
	q := newQueue(t, e, QueueConfig{Evaluations: 1, Batch: 1, Orientation: OneOrientation})
	n := newNetwork(t, q, DefaultNetworkConfig())
	leaf := &apvLeaf{apv: &APV{Network: n}}
	judge := func(s *gostate.State) float32 {
		v, err := leaf.judge(s)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for _, s := range wandered(t, 20) {
		_, want := alone(t, e, s.Position(), 0)
		got, err := n.Evaluate(s, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got != want || want == 0 {
			t.Fatalf("the player to move has %v, want %v", got, want)
		}
		if s.Player() == 1 {
			want = -want
		}
		if black := judge(s); black != want || judge(swapped(t, s)) != -want {
			t.Fatalf("Black has %v, want %v; with colours exchanged %v", black, want, judge(swapped(t, s)))
		}
	}
}
