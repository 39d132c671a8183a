package lab

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/tengen-go/tengen/internal/interval"
)

// Estimate is a number with its 95% interval.
type Estimate = interval.Estimate

// Exact is a number without an interval.
func Exact(value float64) Estimate { return interval.Exact(value) }

// Share is points out of n, from 0 to 1, with Wilson's interval.
func Share(points float64, n int) Estimate { return interval.Share(points, n) }

// Minus is the difference of two estimates from different games (Newcombe 1998, method 10): its interval is
// narrower than the sum of the two. N counts the games of both.
func Minus(a, b Estimate) Estimate {
	d := Estimate{Value: a.Value - b.Value, N: a.N + b.N}
	d.Lo = d.Value - math.Hypot(a.Value-a.Lo, b.Hi-b.Value)
	d.Hi = d.Value + math.Hypot(a.Hi-a.Value, b.Value-b.Lo)
	return d
}

// Moments are the count, mean and sum of squared deviations of a sample (Welford 1962). The
// moments of two samples make the moments of both together.
type Moments struct {
	N    int     `json:"n"`
	Mean float64 `json:"mean"`
	M2   float64 `json:"m2"`
}

// Add takes one more number in.
func (m *Moments) Add(x float64) {
	m.N++
	d := x - m.Mean
	m.Mean += d / float64(m.N)
	m.M2 += d * (x - m.Mean)
}

// Merge takes another sample in (Chan, Golub and LeVeque 1979).
func (m *Moments) Merge(o Moments) {
	if o.N == 0 {
		return
	}
	n, d := m.N+o.N, o.Mean-m.Mean
	m.M2 += o.M2 + d*d*float64(m.N)*float64(o.N)/float64(n)
	m.Mean += d * float64(o.N) / float64(n)
	m.N = n
}

// Variance is the unbiased one, 0 of fewer than two numbers.
func (m Moments) Variance() float64 {
	if m.N < 2 {
		return 0
	}
	return m.M2 / float64(m.N-1)
}

// Estimate is the mean with the interval of Student's distribution, which of two numbers or
// more has 95%; one number has none.
func (m Moments) Estimate() Estimate {
	if m.N < 2 {
		return Estimate{Value: m.Mean, Lo: m.Mean, Hi: m.Mean, N: m.N}
	}
	quantile := distuv.StudentsT{Sigma: 1, Nu: float64(m.N - 1)}.Quantile(0.975)
	half := quantile * math.Sqrt(m.Variance()/float64(m.N))
	return Estimate{Value: m.Mean, Lo: m.Mean - half, Hi: m.Mean + half, N: m.N}
}
