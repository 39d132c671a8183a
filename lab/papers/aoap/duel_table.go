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
// it has. Its games against itself cancel out.
func netWin(p pairings, policy, of int) lab.Estimate {
	return balance(p, of, func(player int) int {
		if player == policy {
			return 1
		}
		return 0
	})
}

// netLead is the net win of one policy less the net win of another. The rounds between these two count twice.
func netLead(p pairings, policy, other, of int) lab.Estimate {
	return balance(p, of, func(player int) int {
		switch player {
		case policy:
			return 1
		case other:
			return -1
		}
		return 0
	})
}

// balance is the sum of all policies' net wins, each as often as times says. The interval takes the rounds of a pair to
// be independent.
func balance(p pairings, of int, times func(policy int) int) lab.Estimate {
	sum, variance, n := 0.0, 0.0, 0
	for first := range p {
		for second, o := range p[first] {
			counts := float64(times(first) - times(second))
			if counts == 0 {
				continue
			}
			rounds := float64(o.rounds())
			weight := counts
			if of > 0 {
				weight *= float64(of) / rounds
			}
			mean := float64(o[0]-o[2]) / rounds
			variance += weight * weight * rounds * (float64(o[0]+o[2])/rounds - mean*mean)
			sum += weight * float64(o[0]-o[2])
			n += o.rounds()
		}
	}
	half := interval.Z95 * math.Sqrt(variance)
	return lab.Estimate{Value: sum, Lo: sum - half, Hi: sum + half, N: n}
}
