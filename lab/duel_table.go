package lab

import (
	"math"

	"github.com/tengen-go/tengen/internal/interval"
)

// pairings are the rounds of every player 1 (rows) against every player 2 (columns), both in
// the order of treePolicies.
type pairings = [5][5]outcomes

// netWin is what Zhang, Peng and Xu call the net win of a policy: its wins less its losses, as
// player 1 and as player 2 together. Its games against itself cancel out. The interval takes
// the rounds of a pair to be independent.
func netWin(p pairings, policy int) Estimate {
	sum, variance, n := 0.0, 0.0, 0
	for other := range p {
		if other == policy {
			continue
		}
		for k, o := range []outcomes{p[policy][other], p[other][policy]} {
			rounds := float64(o.rounds())
			mean := float64(o[0]-o[2]) / rounds
			variance += rounds * (float64(o[0]+o[2])/rounds - mean*mean)
			sum += float64(1-2*k) * float64(o[0]-o[2])
			n += o.rounds()
		}
	}
	half := interval.Z95 * math.Sqrt(variance)
	return Estimate{Value: sum, Lo: sum - half, Hi: sum + half, N: n}
}
