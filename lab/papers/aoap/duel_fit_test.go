package aoap

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/lab"
)

// drawn is a sample of so many rounds a pair from the shares of a table.
func drawn(from pairings, rounds int, chance *rand.Rand) (p pairings) {
	for i := range from {
		for j, o := range from[i] {
			for range rounds {
				switch x := chance.IntN(o.rounds()); {
				case x < o[0]:
					p[i][j][0]++
				case x < o[0]+o[1]:
					p[i][j][1]++
				default:
					p[i][j][2]++
				}
			}
		}
	}
	return p
}

// The fit does not depend on the number of rounds: of samples of one truth it is 0 in the mean, of
// two truths what they differ by, and its interval is as wide as it varies.
func TestFitIsWithoutChance(t *testing.T) {
	const repetitions = 200
	chance := rand.New(rand.NewPCG(1, 2))
	apart := 0.0
	for i := range table1.rounds {
		for j := range table1.rounds[i] {
			a, b := table1.rounds[i][j], table2.rounds[i][j]
			for k := range a {
				d := float64(a[k])/float64(a.rounds()) - float64(b[k])/float64(b.rounds())
				apart += d * d / 75
			}
		}
	}
	for _, c := range []struct {
		truth  pairings
		rounds int
		want   float64
	}{{table1.rounds, 50, 0}, {table1.rounds, 1000, 0}, {table2.rounds, 50, apart}, {table2.rounds, 1000, apart}} {
		var m lab.Moments
		variance := 0.0
		for range repetitions {
			f := newFit(drawn(table1.rounds, c.rounds, chance), drawn(c.truth, 1000, chance))
			m.Add(f.square)
			variance += f.variance / repetitions
		}
		if off := math.Abs(m.Mean - c.want); off > 4*math.Sqrt(m.Variance()/repetitions) {
			t.Errorf("%d rounds: mean square %v, want %v", c.rounds, m.Mean, c.want)
		}
		if ratio := variance / m.Variance(); ratio < 0.6 || ratio > 1.7 {
			t.Errorf("%d rounds: variance %v, but the squares have %v", c.rounds, variance, m.Variance())
		}
	}
}
