package measure

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/tengen-go/tengen/internal/interval"
)

// Clusters sums a figure over positions, game by game. The positions of one game
// resemble each other, so a game and not a position is the unit that was drawn at
// random; an interval that took positions as independent would be too narrow.
type Clusters struct {
	count []float64 // positions of each game
	sum   []float64 // sum of the figure over them
}

// Add appends a game with count positions over which the figure sums to sum.
// Games without positions are left out.
func (c *Clusters) Add(count int, sum float64) {
	if count > 0 {
		c.count = append(c.count, float64(count))
		c.sum = append(c.sum, sum)
	}
}

// Len is the number of games.
func (c *Clusters) Len() int { return len(c.count) }

// Interval is the mean over positions with its two-sided confidence interval at
// the given level (0.95, say), by the cluster-robust standard error of a ratio:
//
//	p = Σ s_g / Σ n_g,   se² = G/(G−1) · Σ (s_g − p·n_g)² / (Σ n_g)²,
//
// where s_g is the sum and n_g the count of game g of G, and the quantile is
// Student's with G−1 degrees of freedom (Cochran, Sampling Techniques, 3rd ed.
// 1977, §6.3 and §9A). With fewer than two games the interval is unbounded. N is the number of games.
func (c *Clusters) Interval(level float64) interval.Estimate {
	var n, s float64
	for i := range c.count {
		n += c.count[i]
		s += c.sum[i]
	}
	if n == 0 {
		return interval.Estimate{Value: math.NaN(), Lo: math.Inf(-1), Hi: math.Inf(1)}
	}
	mean := s / n
	games := float64(len(c.count))
	if games < 2 {
		return interval.Estimate{Value: mean, Lo: math.Inf(-1), Hi: math.Inf(1), N: 1}
	}
	var ss float64
	for i := range c.count {
		d := c.sum[i] - mean*c.count[i]
		ss += d * d
	}
	se := math.Sqrt(games/(games-1)*ss) / n
	half := se * distuv.StudentsT{Mu: 0, Sigma: 1, Nu: games - 1}.Quantile((1+level)/2)
	return interval.Estimate{Value: mean, Lo: mean - half, Hi: mean + half, N: len(c.count)}
}

// Share is Interval for a share of positions: cut to [0, 1]. Where all positions of all games agree
// there is no variance to go by. Then the interval is the interval of Clopper and Pearson (1934) for
// as many trials as games, all with one result: to ((1−level)/2)^(1/G) from the end.
func (c *Clusters) Share(level float64) interval.Estimate {
	i := c.Interval(level)
	i.Lo, i.Hi = max(0, i.Lo), min(1, i.Hi)
	far := math.Pow((1-level)/2, 1/float64(max(1, len(c.count))))
	switch {
	case len(c.count) < 2:
	case i.Value == 1:
		i.Lo = far
	case i.Value == 0:
		i.Hi = 1 - far
	}
	return i
}
