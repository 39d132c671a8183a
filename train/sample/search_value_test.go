package sample_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/train/sample"
	"github.com/tengen-go/tengen/train/traintest"
)

// thinking is games in which a search chose most moves of every other game and said what it expected.
func thinking(t *testing.T) *record.Set {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	var set record.Set
	plain := traintest.Decided(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 20, 4), true))
	for i := range plain.Len() {
		g := plain.Game(i)
		for _, m := range g.Moves {
			if i%2 > 0 {
				break
			}
			var thought record.Thought
			if random.Float64() < 0.8 {
				z := sample.Outcome(g.Result.Winner, m.Color())
				thought.Value = 0.3*z + 0.6*(2*random.Float32()-1)
				thought.Visits = []record.Visit{{Move: m, Count: 1}}
			}
			g.Thoughts = append(g.Thoughts, thought)
		}
		set.Add(g)
	}
	return &set
}

// The target is the sum that defines a λ-return: each search from the position on counts a share of what those before
// it left, and the outcome the rest. (These games are too few to sharpen the values.)
func TestTargetsFromSearchesAreLambdaReturns(t *testing.T) {
	set := thinking(t)
	for _, share := range []float64{0, 0.1, 0.7, 1} {
		data := traintest.ValueData(t, set, sample.ValueConfig{Which: sample.All, SearchShare: share})
		s := data.NewSampler(56)
		outcomes := 0
		for n := range data.Len() {
			l, err := s.Sample(make([]float32, 25*56), n, 0, 0)
			if err != nil {
				t.Fatal(err)
			}
			g := set.Game(l.Game)
			mover := g.Moves[l.Move].Color()
			want, left := 0.0, 1.0
			for i := l.Move; i < len(g.Thoughts); i++ {
				if thought := g.Thoughts[i]; len(thought.Visits) > 0 {
					value := float64(thought.Value)
					if g.Moves[i].Color() != mover {
						value = -value
					}
					want += left * share * value
					left *= 1 - share
				}
			}
			z := -1.0
			if g.Result.Winner == mover {
				z = 1
			}
			want += left * z
			if math.Abs(float64(l.Target)-want) > 1e-6 {
				t.Fatalf("share %v, game %d after %d moves: target %v, want %v", share, l.Game, l.Move, l.Target, want)
			}
			if float64(l.Target) == z {
				outcomes++
			}
		}
		switch all := int(data.Len()); {
		case share == 0 && (outcomes != all || data.Searched() != 0):
			t.Errorf("without searches: %d outcomes of %d, %d games searched", outcomes, all, data.Searched())
		case share > 0 && (outcomes < all/4 || outcomes > all*3/4 || data.Searched() != set.Len()/2):
			t.Errorf("share %v: %d outcomes of %d, %d games searched of %d",
				share, outcomes, all, data.Searched(), set.Len())
		}
	}
}

// What searches expected decides the samples, so it tells runs apart.
func TestSearchesAreInTheFingerprint(t *testing.T) {
	of := func(set *record.Set, share float64) string {
		return traintest.ValueData(t, set, sample.ValueConfig{Which: sample.All, SearchShare: share}).Fingerprint()
	}
	set, other := thinking(t), new(record.Set)
	for i := range set.Len() {
		g := set.Game(i)
		if i == 0 {
			g.Thoughts = slices.Clone(g.Thoughts) // a view into the set
			g.Thoughts[len(g.Thoughts)-1] = record.Thought{Value: 0.25, Visits: []record.Visit{{
				Move: record.NewMove(board.Black, 0, 5), Count: 1,
			}}}
		}
		other.Add(g)
	}
	base := of(set, 0.1)
	if of(set, 0.1) != base {
		t.Error("the same games have another fingerprint")
	}
	if of(set, 0.2) == base || of(set, 0) == base || of(other, 0.1) == base {
		t.Error("another share, or another value, has the same fingerprint")
	}
	if of(set, 0) != of(other, 0) {
		t.Error("values that do not count change the fingerprint")
	}
	for _, share := range []float64{-0.1, 1.1, math.NaN()} {
		if _, err := sample.NewValueData(set, sample.ValueConfig{
			Which: sample.All, Planes: 49, SearchShare: share,
		}); err == nil {
			t.Errorf("share %v is taken", share)
		}
	}
}
