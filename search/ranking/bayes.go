package ranking

import (
	"fmt"
	"math"

	"github.com/tengen-go/tengen/search"
)

// Bayes is what is believed of a move's mean reward before and after its playouts, which are
// taken to be normal with the variance that they show (Zhang, Peng and Xu, §2 and §3).
// Rewards are from 0 to 1 for the player who moves.
type Bayes struct {
	// Mean is Q⁰, the mean of the prior, −1e6 to 1e6.
	Mean float64
	// Deviation is σ⁰, its standard deviation, 1e-6 to 1e6.
	Deviation float64
	// Epsilon is ε, 1e-12 to 1: the variance of playouts that all ended alike.
	Epsilon float64
	// Sample takes the sample variance for σ̂², with 1/(n−1) as in §2 of the paper. Otherwise σ̂² is
	// the mean squared distance from the mean, with 1/n as in its recursion (11).
	Sample bool
}

// NewBayes has the constants of the paper's experiment 1.1: Q⁰ = 0, σ⁰ = 10, ε = 1e-5. AOAP, TTTS and
// HighestPosterior are made of it.
func NewBayes() Bayes { return Bayes{Mean: 0, Deviation: 10, Epsilon: 1e-5} }

// Validate refuses what no prior can be, and what squares would lose.
func (b Bayes) Validate() error {
	if !(b.Deviation >= 1e-6 && b.Deviation <= 1e6) || !(math.Abs(b.Mean) <= 1e6) {
		return fmt.Errorf("prior of mean %g and deviation %g: want −1e6 to 1e6, and 1e-6 to 1e6", b.Mean, b.Deviation)
	}
	return validEpsilon(b.Epsilon)
}

// validEpsilon refuses what no variance of equal rewards can be.
func validEpsilon(epsilon float64) error {
	if !(epsilon >= 1e-12 && epsilon <= 1) {
		return fmt.Errorf("epsilon %g: want 1e-12 to 1", epsilon)
	}
	return nil
}

// Posterior is what n playouts of the given mean and variance make of the prior:
//
//	v  = 1 / (1/σ⁰² + n/σ̂²)
//	m  = v · (Q⁰/σ⁰² + n·Q̄/σ̂²)
//	v⁺ = 1 / (1/σ⁰² + (n+1)/σ̂²)
//
// with σ̂² made of the variance, the mean squared distance of the rewards from their mean, or ε if
// that is 0. v⁺ is the variance after one playout more.
func (b Bayes) Posterior(n int, mean, variance float64) (m, v, vPlus float64) {
	tau := 1 / (b.Deviation * b.Deviation)
	variance = b.estimate(float64(n), variance)
	m, v = b.posterior(tau, float64(n), mean, variance)
	return m, v, after(tau, float64(n), variance)
}

// estimate is σ̂² of n playouts of the given variance.
func (b *Bayes) estimate(n, variance float64) float64 {
	if variance <= 0 {
		return b.Epsilon
	}
	if b.Sample && n > 1 {
		variance *= n / (n - 1)
	}
	return variance
}

// posterior is Posterior for τ = 1/σ⁰² and a variance above 0, multiplied out.
func (b *Bayes) posterior(tau, n, mean, variance float64) (m, v float64) {
	prior := variance * tau
	over := 1 / (prior + n)
	return (prior*b.Mean + n*mean) * over, variance * over
}

// after is v⁺.
func after(tau, n, variance float64) float64 { return variance / (variance*tau + n + 1) }

// arm is an edge as a rule saw it in one look.
type arm struct {
	n, mean, variance float64 // of the playouts; variance at least ε
	m, v              float64 // posterior
}

// look sets the arms of e to its edges; the arms of the posterior only if asked for.
func (b *Bayes) look(e *search.Edges, posterior bool) []arm {
	arms := search.Scratch[arm](e, e.Len())
	tau := 1 / (b.Deviation * b.Deviation)
	for i := range arms {
		a := &arms[i]
		a.n, a.mean, a.variance = e.Moments(i)
		a.variance = b.estimate(a.n, a.variance)
		if posterior {
			a.m, a.v = b.posterior(tau, a.n, a.mean, a.variance)
		}
	}
	return arms
}

// rarer says whether a has the larger v/N.
func (a *arm) rarer(b *arm) bool { return a.v*b.n > b.v*a.n }
