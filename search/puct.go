package search

// PUCT is the selection of Silver et al. 2016, "Searching with policy and value networks":
//
//	argmax_a Q(s,a) + u(s,a)
//	u(s,a) = c_puct · P(s,a) · sqrt(Σ_b N_r(s,b)) / (1 + N_r(s,a))
//	Q(s,a) = (1−λ)·W_v(s,a)/N_v(s,a) + λ·W_r(s,a)/N_r(s,a)
//
// with values from −1 to 1. Where only one of the two means exists yet, it stands for both.
// Ties go to the larger prior, of equal ones from a random place on (Rule).
type PUCT struct {
	// C is c_puct; 5 in the paper.
	C float64
	// Lambda is λ, the share of the playouts' mean; 0.5 in the paper.
	Lambda float64
	// Stages, if not empty, is λ by the number of moves before the node (Edges.Ply), in place of
	// Lambda. The last one stands for all later nodes.
	Stages []float32
	// Reduction, if not 0, makes Q of a move without visits the node's mean less Reduction,
	// −1 at least. Without it that is 0, as in the paper.
	Reduction float64
	// Separate keeps evaluations apart from playouts (N_v, W_v). Without it Q is W_r/N_r:
	// only outcomes count, whatever the Leaf makes them of.
	Separate bool
}

// NewPUCT has the constants of the paper's Extended Data Table 5.
func NewPUCT() PUCT { return PUCT{C: 5, Lambda: 0.5, Separate: true} }

// Needs implements Rule.
func (p PUCT) Needs() Needs {
	return Needs{Priors: true, Values: p.Separate, Mean: p.Reduction != 0}
}

// Mean implements Rule.
func (p PUCT) Mean(e *Edges, i int) float32 { return p.mix(e, i, e.Outcome(i), p.lambdaAt(e.Ply)) }

// lambdaAt is λ at a node after so many moves.
func (p PUCT) lambdaAt(ply int) float32 {
	if last := len(p.Stages) - 1; last >= 0 {
		return p.Stages[max(0, min(ply, last))]
	}
	return float32(p.Lambda)
}

// mix is (Q+1)/2 of an edge with the given outcomes, at least one, and the node's λ.
func (p PUCT) mix(e *Edges, i int, outcome Stat, l float32) float32 {
	if !p.Separate {
		return outcome.Mean()
	}
	value := e.Value(i)
	switch {
	case value.N() == 0:
		return outcome.Mean()
	case l == 0:
		return value.Mean()
	}
	return (1-l)*value.Mean() + l*outcome.Mean()
}

// Terms implements scored. Select takes the largest sum: it does the same without a call for each edge.
func (p PUCT) Terms(e *Edges, i int) (q, u float32) {
	outcome := e.Outcome(i)
	switch n := outcome.N(); {
	case n > 0:
		q = 2*p.mix(e, i, outcome, p.lambdaAt(e.Ply)) - 1
	case p.Reduction != 0:
		q = max(2*e.Mean-1-float32(p.Reduction), -1)
	}
	return q, float32(p.C) * sqrt(float32(e.Visits)) * e.Prior(i) / float32(1+outcome.N())
}

// Select implements Rule.
func (p PUCT) Select(e *Edges, r *Rand) int {
	c := float32(p.C) * sqrt(float32(e.Visits))
	first, l := float32(0), p.lambdaAt(e.Ply)
	if p.Reduction != 0 {
		first = max(2*e.Mean-1-float32(p.Reduction), -1)
	}
	best, top, likeliest := 0, float32(-2), float32(-1)
	for k, i := e.Len(), r.IntN(e.Len()); k > 0; k, i = k-1, i+1 {
		if i == e.Len() {
			i = 0
		}
		outcome, prior := e.Outcome(i), e.Prior(i)
		q, n := first, outcome.N()
		if n > 0 {
			q = 2*p.mix(e, i, outcome, l) - 1
		}
		score := q + c*prior/float32(1+n)
		// At the first visit u is 0 for all: the likeliest move leads.
		if score > top || score == top && prior > likeliest {
			best, top, likeliest = i, score, prior
		}
	}
	return best
}
