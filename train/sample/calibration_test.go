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

// Searches that are too cautious in one stage of the game and too sure in another are put right in each: what a
// network learns of them alone is the outcome to be expected.
func TestValuesAreCalibratedByStage(t *testing.T) {
	const (
		size, moves, games = 5, 19, 4000
		cautious, sure     = 2.0, 0.6
	)
	truth := func(ply int) float64 { // moves 0 to 9 are the first three stages, 10 to 18 the others
		if ply < 10 {
			return cautious
		}
		return sure
	}
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
	data := traintest.ValueData(t, &set, sample.ValueConfig{Which: sample.All, SearchShare: 1})
	s := data.NewSampler(56)
	for n := range int64(20 * moves) {
		l, err := s.Sample(make([]float32, size*size*56), n, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		v := float64(set.Game(l.Game).Thoughts[l.Move].Value)
		want := math.Tanh(truth(l.Move) * math.Atanh(v))
		if math.Abs(float64(l.Target)-want) > 0.03 {
			t.Errorf("after %d moves a search says %v: the target is %v, want %v", l.Move, v, l.Target, want)
		}
	}
}
