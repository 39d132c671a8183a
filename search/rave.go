package search

import "math"

// Schedule is the weight β of a move's RAVE value: 1 without visits, then less and less.
type Schedule interface {
	// Beta is the weight at a node of so many visits for a move with n visits of its own and
	// m RAVE visits.
	Beta(visits int, n, m float32) float32
}

// HandSelected is β = sqrt(k / (3·N(s) + k)): at N(s) = k the two means weigh alike (Gelly
// and Silver 2011, §4.5). A move without visits of its own goes by its RAVE value alone.
type HandSelected struct{ K float64 }

// Beta implements Schedule.
func (h HandSelected) Beta(visits int, n, m float32) float32 {
	switch {
	case m == 0:
		return 0
	case n == 0:
		return 1
	}
	return float32(math.Sqrt(h.K / (3*float64(visits) + h.K)))
}

// OwnVisits is β = sqrt(k / (3·N(s,a) + k)): HandSelected with the visits of the move instead of
// the position's. So a move is not judged by its first few outcomes alone because other moves had
// many. Gelly and Silver print another formula; docs/lab.md, "Which β", compares the two.
type OwnVisits struct{ K float64 }

// Beta implements Schedule.
func (o OwnVisits) Beta(_ int, n, m float32) float32 {
	if m == 0 {
		return 0
	}
	return sqrt(float32(o.K) / (3*n + float32(o.K)))
}

// MinimumMSE is β = ñ / (n + ñ + 4·n·ñ·b²), which makes the expected squared error of the
// mixture least if RAVE values are off by b (Gelly and Silver 2011, §4.6).
type MinimumMSE struct{ Bias float64 }

// Beta implements Schedule.
func (s MinimumMSE) Beta(_ int, n, m float32) float32 {
	if m == 0 {
		return 0
	}
	b := float32(s.Bias)
	return m / (n + m + 4*n*m*b*b)
}

// Rave mixes the mean of a move's own playouts with the mean of all playouts in which its
// player made the move later (Gelly and Silver 2011, §4):
//
//	argmax_a (1−β)·Q(s,a) + β·Q̃(s,a) + C·sqrt(ln N(s) / N(s,a))
//
// C = 0 is MC-RAVE, C > 0 UCT-RAVE, where a move not tried yet counts as tried once. Ties are
// taken from a random place on (Rule).
type Rave struct {
	byOutcomes
	// Schedule is β.
	Schedule Schedule
	// C scales exploration.
	C float64
	// FirstPlay is the reward, 0 to 1, that a move with neither visits nor RAVE visits is
	// taken to have.
	FirstPlay float64
	// Criticality w adds w·|κ| of its RAVE visits to a move of criticality κ (Edges.Criticality): won ones if κ is
	// positive, else lost ones, as Pachi does. 0 leaves criticality out.
	Criticality float64
}

// NewMCRave has the schedule that Gelly and Silver chose by hand, k = 1000.
func NewMCRave() Rave { return Rave{Schedule: HandSelected{K: 1000}, FirstPlay: 0.5} }

// Needs implements Rule.
func (v Rave) Needs() Needs { return Needs{Rave: true, Owners: v.Criticality != 0} }

// Select implements Rule.
func (v Rave) Select(e *Edges, r *Rand) int {
	explore := float32(0)
	if v.C > 0 {
		explore = float32(v.C * math.Sqrt(math.Log(float64(max(e.Visits, 1)))))
	}
	// The loop below is the package's hottest: what is the same for all moves is worked out
	// here, and the schedules are no calls.
	hand, isHand := v.Schedule.(HandSelected)
	own, isOwn := v.Schedule.(OwnVisits)
	mse, isMSE := v.Schedule.(MinimumMSE)
	shared := float32(0)
	if isHand {
		shared = hand.Beta(e.Visits, 1, 1)
	}
	k := float32(own.K)
	bias := 4 * float32(mse.Bias) * float32(mse.Bias)

	trust := e.trust(v.Criticality)
	outcomes := e.outcomes
	rave := e.rave[:len(outcomes)]
	best, top := 0, float32(-1)
	for left, i := len(outcomes), r.IntN(len(outcomes)); left > 0; left, i = left-1, i+1 {
		if i == len(outcomes) {
			i = 0
		}
		q, a := outcomes[i].Load(), rave[i].Load()
		n, m, w := float32(q.N()), float32(a.N()), a.Sum()
		if trust > 0 && m > 0 {
			extra := trust * e.Criticality(i) * m
			w += max(extra, 0)
			m += max(extra, -extra)
		}
		var score float32
		switch {
		case m == 0 && n == 0:
			score = float32(v.FirstPlay)
		case m == 0:
			score = q.Sum() / n
		case n == 0:
			score = w / m
		case isHand:
			score = q.Sum() / n
			score += shared * (w/m - score)
		case isOwn:
			score = q.Sum() / n
			score += sqrt(k/(3*n+k)) * (w/m - score)
		case isMSE:
			score = q.Sum() / n
			score += m / (n + m + bias*n*m) * (w/m - score)
		default:
			score = q.Sum() / n
			score += v.Schedule.Beta(e.Visits, n, m) * (w/m - score)
		}
		if explore > 0 {
			score += explore / sqrt(max(n, 1))
		}
		if score > top {
			best, top = i, score
		}
	}
	return best
}
