package aoap

import (
	"math"

	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/lab"
)

// pairings are the rounds of every player 1 (rows) against every player 2 (columns), both in
// the order of treePolicies.
type pairings = [5][5]outcomes

// netWin is what Zhang, Peng and Xu call the net win of a policy: its wins less its losses, as
// player 1 and as player 2 together, as if each pair had played so many rounds; 0 is as many as
// it has. Its games against itself cancel out. The interval takes the rounds of a pair to be
// independent.
func netWin(p pairings, policy, of int) lab.Estimate {
	sum, variance, n := 0.0, 0.0, 0
	for other := range p {
		if other == policy {
			continue
		}
		for k, o := range []outcomes{p[policy][other], p[other][policy]} {
			rounds := float64(o.rounds())
			weight := 1.0
			if of > 0 {
				weight = float64(of) / rounds
			}
			mean := float64(o[0]-o[2]) / rounds
			variance += weight * weight * rounds * (float64(o[0]+o[2])/rounds - mean*mean)
			sum += weight * float64(1-2*k) * float64(o[0]-o[2])
			n += o.rounds()
		}
	}
	half := interval.Z95 * math.Sqrt(variance)
	return lab.Estimate{Value: sum, Lo: sum - half, Hi: sum + half, N: n}
}
