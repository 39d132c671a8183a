package ranking

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/internal/wyrand"
)

// TTTS selects as often as drawing in the plainest way does.
func TestTTTSIsTopTwo(t *testing.T) {
	const draws = 20000
	r := rand.New(rand.NewPCG(7, 8))
	for range 12 {
		e := randomNode(r, 1)
		k, rule := e.Len(), newTTTS()
		m, s := make([]float64, k), make([]float64, k)
		for i := range k {
			n, mean, variance := e.Moments(i)
			m[i], s[i], _ = rule.Posterior(int(n), mean, variance)
			s[i] = math.Sqrt(s[i])
		}
		top := func() (best, second int) {
			best, second = -1, -1
			x := make([]float64, k)
			for i := range x {
				x[i] = m[i] + s[i]*r.NormFloat64()
				switch {
				case best < 0 || x[i] > x[best]:
					best, second = i, best
				case second < 0 || x[i] > x[second]:
					second = i
				}
			}
			return best, second
		}
		plain, got := make([]int, k), make([]int, k)
		rand := wyrand.New(r.Uint64())
		for range draws {
			best, other := top()
			for range 10 {
				if i, _ := top(); i != best {
					other = i
					break
				}
			}
			if k == 1 || r.IntN(2) == 0 {
				other = best
			}
			plain[other]++
			got[rule.Select(e, &rand)]++
		}
		for i := range k {
			// Five standard deviations of a difference of two counts.
			if d := math.Abs(float64(got[i] - plain[i])); d > 5*math.Sqrt(float64(got[i]+plain[i]))+1 {
				t.Errorf("edge %d of %d selected %d times, plainly %d times", i, k, got[i], plain[i])
			}
		}
	}
}
