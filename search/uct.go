package search

import "math"

// byOutcomes is the mean of a rule that knows outcomes only.
type byOutcomes struct{}

// Mean implements Rule.
func (byOutcomes) Mean(e *Edges, i int) float32 { return e.Outcome(i).Mean() }

// UCT treats every node as a bandit (Kocsis and Szepesvári 2006):
//
//	argmax_a Q(s,a) + 2·Cp·sqrt(ln N(s) / (2·N(s,a))) = Q(s,a) + Cp·sqrt(2·ln N(s) / N(s,a))
//
// with rewards from 0 to 1 and N(s) the sum of N(s,a). Each move is tried once first, unless FirstPlay says
// otherwise. Untried moves and ties are taken from a random place on (Rule). Some texts print twice as much,
// 2·Cp·sqrt(2·ln N(s) / N(s,a)): that is the same rule with twice the Cp.
type UCT struct {
	byOutcomes
	// Cp scales exploration; 1/√2 satisfies the bound for rewards from 0 to 1.
	Cp float64
	// FirstPlay is the score of a move that was never tried (Gelly and Wang 2006): with 1.1 the others are tried
	// before it while they score more. 0 tries every move first.
	FirstPlay float64
	// Criticality w adds w·κ to the Cp·sqrt(2·ln N(s)) of a move of criticality κ (Edges.Criticality), but never
	// below 0. 0 leaves criticality out.
	Criticality float64
}

// NewUCT has the default of the literature.
func NewUCT() UCT { return UCT{Cp: math.Sqrt2 / 2} }

// Needs implements Rule.
func (u UCT) Needs() Needs { return Needs{Owners: u.Criticality != 0} }

// Select implements Rule.
func (u UCT) Select(e *Edges, r *Rand) int {
	best, top := 0, float32(-1)
	c := float32(u.Cp * math.Sqrt(2*math.Log(float64(max(e.Visits, 1)))))
	trust := e.trust(u.Criticality)
	// From a random start: see Rule.
	for k, i := e.Len(), r.IntN(e.Len()); k > 0; k, i = k-1, i+1 {
		if i == e.Len() {
			i = 0
		}
		q := e.Outcome(i)
		n := q.N()
		if n == 0 {
			if u.FirstPlay == 0 {
				return i
			}
			if score := float32(u.FirstPlay); score > top {
				best, top = i, score
			}
			continue
		}
		explore := c
		if trust > 0 {
			explore = max(0, c+trust*e.Criticality(i))
		}
		if score := q.Mean() + explore/sqrt(float32(n)); score > top {
			best, top = i, score
		}
	}
	return best
}

func sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }
