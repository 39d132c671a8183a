package measure

import "github.com/tengen-go/tengen/internal/interval"

// Weight is the weight of the playouts with which their mean and the value network together come nearest
// to the outcomes.
type Weight struct {
	// Best is λ, 0 to 1, of the mix (1−λ)v + λz̄ with the smallest squared error, and its 95% interval over
	// games. Where both always agree every λ is as good: then it is ½, and the interval is everything.
	Best interval.Estimate
	// MSE is the squared error of the mix at this λ, on the positions from which it was computed.
	MSE float64
}

// weigher gathers the residuals of both judges. With the mean squared residuals σv² and σr² and the mean
// product σvr, λ = (σv² − σvr) / (σv² + σr² − 2σvr) is best: the usual weights of two estimators, with
// covariance (Bates and Granger 1969, The combination of forecasts). It is a ratio of two sums over games.
type weigher struct {
	ratio                 Clusters // Σ ev(ev−er) over Σ (ev−er)², game by game
	game                  int32
	n                     int
	gain, spread          float64 // the two sums of the game
	value, product, apart float64 // of all games: Σ ev² and the two sums
	positions             int
}

// pair is what both judges say of a position.
type pair struct{ value, playouts judgement }

func (w *weigher) add(p pair) {
	if w.n > 0 && p.value.game != w.game {
		w.flush()
	}
	w.game = p.value.game
	w.n++
	ev := float64(p.value.z) - float64(p.value.v)
	d := float64(p.playouts.v) - float64(p.value.v) // ev − er
	w.gain += ev * d
	w.spread += d * d
	w.value += ev * ev
}

func (w *weigher) flush() {
	if w.n == 0 {
		return
	}
	w.ratio.count, w.ratio.sum = append(w.ratio.count, w.spread), append(w.ratio.sum, w.gain)
	w.product += w.gain
	w.apart += w.spread
	w.positions += w.n
	w.n, w.gain, w.spread = 0, 0, 0
}

// weight is the best one.
func (w *weigher) weight() Weight {
	w.flush()
	best := interval.Estimate{Value: 0.5, Lo: 0, Hi: 1, N: w.ratio.Len()}
	if w.apart > 0 {
		best = w.ratio.Interval(level)
		best.Value = min(max(best.Value, 0), 1)
		best.Lo, best.Hi = min(max(best.Lo, 0), 1), min(max(best.Hi, 0), 1)
	}
	l := best.Value
	return Weight{Best: best, MSE: (w.value - 2*l*w.product + l*l*w.apart) / float64(w.positions)}
}

// weights are the best weights over all positions and in the bins of ValueScore.ByMove.
func weights(values, playouts []judgement, width int) (all Weight, byMove []Weight) {
	pairs := make([]pair, len(values))
	for i := range values {
		pairs[i] = pair{values[i], playouts[i]}
	}
	one, bins := share(pairs, width, func(p pair) int { return int(p.value.move) }, (*weigher).add)
	for b := range bins {
		bins[b].flush()
		if bins[b].positions > 0 {
			byMove = append(byMove, bins[b].weight())
		}
	}
	return one.weight(), byMove
}
