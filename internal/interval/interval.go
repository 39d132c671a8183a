// Package interval has estimates with confidence intervals: a number, its interval, how both are
// written, and the interval of a share of games won.
package interval

import "math"

// Z95 is how many standard deviations a two-sided 95% interval of the normal distribution
// reaches to either side.
const Z95 = 1.959963984540054

// Wilson is the 95% interval of a share of points out of n games (Wilson 1927); 0 to 1
// without games. Draws, half a point each, which make results vary less than wins and
// losses do, make it a little too wide.
func Wilson(points float64, n int) (lo, hi float64) {
	if n == 0 {
		return 0, 1
	}
	m := float64(n)
	p := points / m
	centre := p + Z95*Z95/(2*m)
	half := Z95 * math.Sqrt(p*(1-p)/m+Z95*Z95/(4*m*m))
	scale := 1 / (1 + Z95*Z95/m)
	lo, hi = max(0, (centre-half)*scale), min(1, (centre+half)*scale)
	if points <= 0 { // exactly, where rounding would leave a finite Elo
		lo = 0
	}
	if points >= m {
		hi = 1
	}
	return lo, hi
}
