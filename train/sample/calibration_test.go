package sample_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/train/sample"
	"github.com/tengen-go/tengen/train/traintest"
)

// A world in which searches are wrong in a known way: where one says v after so many moves, the mean outcome is
// tanh(truth·artanh v).
func world(games, moves int, truth func(ply int) float64) *record.Set {
	const size = 5
	random := rand.New(rand.NewPCG(3, 4))
	var set record.Set
	for i := range games {
		g := record.Game{Size: size, First: board.Black, Komi: 0.5}
		g.Result = record.Result{Winner: board.Black, Ending: record.Score, Margin: 1}
		if i%2 > 0 {
			g.Result.Winner = board.White
		}
		c := board.Black
		for ply := range moves {
			m := record.NewMove(c, board.FromIndex(ply, size), size)
			z := float64(sample.Outcome(g.Result.Winner, c))
			// An expected outcome at which this one comes about.
			expected := 2*random.Float64() - 1
			for 2*random.Float64()-1 > expected*z {
				expected = 2*random.Float64() - 1
			}
			g.Moves = append(g.Moves, m)
			g.Thoughts = append(g.Thoughts, record.Thought{
				Value:  float32(math.Tanh(math.Atanh(expected) / truth(ply))),
				Visits: []record.Visit{{Move: m, Count: 1}},
			})
			c = c.Opponent()
		}
		set.Add(g)
	}
	return &set
}

// learned calls f for some positions with the value of the search and the target, if only searches count.
func learned(t *testing.T, set *record.Set, f func(game, ply int, v, target float64)) {
	t.Helper()
	data := traintest.ValueData(t, set, sample.ValueConfig{Which: sample.All, SearchShare: 1})
	s := data.NewSampler(56)
	for n := range min(400, data.Len()) {
		l, err := s.Sample(make([]float32, 25*56), data.Len()-1-n, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		f(l.Game, l.Move, float64(set.Game(l.Game).Thoughts[l.Move].Value), float64(l.Target))
	}
}

// Searches that are too cautious in one stage of the game and too sure in another are put right in each: what a
// network learns of them alone is the outcome to be expected.
func TestValuesAreCalibratedByStage(t *testing.T) {
	truth := func(ply int) float64 { // moves 0 to 9 are the first three stages
		if ply < 10 {
			return 2
		}
		return 0.6
	}
	learned(t, world(4000, 19, truth), func(_, ply int, v, target float64) {
		want := math.Tanh(truth(ply) * math.Atanh(max(-0.99, min(0.99, v))))
		if math.Abs(target-want) > 0.03 {
			t.Errorf("after %d moves a search says %v: the target is %v, want %v", ply, v, target, want)
		}
	})
}

// A stage that few games reach has the calibration of all stages, and few games have none.
func TestCalibrationOfFewGames(t *testing.T) {
	const few = 150
	set := world(4000, 10, func(int) float64 { return 2 })
	long := world(few, 20, func(int) float64 { return 0.4 })
	for i := range few {
		set.Add(long.Game(i))
	}
	tried := 0
	learned(t, set, func(_, ply int, v, target float64) {
		if ply < 13 || math.Abs(v) < 0.1 || math.Abs(v) > 0.9 {
			return
		}
		tried++
		if a := math.Atanh(target) / math.Atanh(v); a < 1.6 || a > 2.1 {
			t.Errorf("after %d moves a value of %v is sharpened by %v", ply, v, a)
		}
	})
	if tried < 50 {
		t.Errorf("only %d values of late moves", tried)
	}
	learned(t, long, func(_, ply int, v, target float64) {
		if want := max(-0.99, min(0.99, v)); math.Abs(target-want) > 1e-6 {
			t.Errorf("few games, after %d moves: the target is %v, the search says %v", ply, target, v)
		}
	})
}

// A search that is always sure, and often wrong, is believed less.
func TestSureSearchesAreCalibrated(t *testing.T) {
	set := world(1000, 10, func(int) float64 { return 1 })
	var sure record.Set
	for i := range set.Len() {
		g := set.Game(i)
		for ply := range g.Thoughts {
			v := sample.Outcome(g.Result.Winner, g.Moves[ply].Color())
			if i%5 == 0 {
				v = -v
			}
			g.Thoughts[ply].Value = v
		}
		sure.Add(g)
	}
	learned(t, &sure, func(_, ply int, v, target float64) {
		if want := 0.6 * v; math.Abs(target-want) > 0.08 {
			t.Errorf("after %d moves: the target is %v, want %v", ply, target, want)
		}
	})
}
