package measure

import (
	"math"
	"math/rand/v2"
	"testing"
)

// judged makes what two judges say of games whose positions have one outcome. Their errors grow with
// the given factors.
func judged(games, moves int, value, playouts float64) (v, p []judgement) {
	random := rand.New(rand.NewPCG(7, 11))
	for g := range games {
		z := float32(1 - 2*random.IntN(2))
		luck := random.NormFloat64() // both see the game wrongly in the same way
		for m := range moves {
			off := func(size float64) float32 {
				return z * float32(max(-1, 1-size*math.Abs(random.NormFloat64()+luck/2)))
			}
			v = append(v, judgement{z: z, v: off(value), game: int32(g), move: int32(m)})
			p = append(p, judgement{z: z, v: off(playouts), game: int32(g), move: int32(m)})
		}
	}
	return v, p
}

// errorAt is the squared error of a mix, computed for each position.
func errorAt(v, p []judgement, l float64) (sum float64) {
	for i := range v {
		d := float64(v[i].z) - (1-l)*float64(v[i].v) - l*float64(p[i].v)
		sum += d * d
	}
	return sum / float64(len(v))
}

// The best weight is where a search over all weights finds the smallest error.
func TestWeightIsTheMinimum(t *testing.T) {
	for _, c := range [][2]float64{{0.9, 0.9}, {0.6, 1.1}, {1.2, 0.3}, {0.1, 1.5}, {1.5, 0.1}} {
		v, p := judged(200, 12, c[0], c[1])
		w, bins := weights(v, p, 5)
		best, least := 0.0, math.Inf(1)
		for k := range 10001 {
			if e := errorAt(v, p, float64(k)/10000); e < least {
				best, least = float64(k)/10000, e
			}
		}
		if math.Abs(w.Best.Value-best) > 1e-4 || math.Abs(w.MSE-least) > 1e-6 {
			t.Errorf("errors %v: weight %v with error %v, a search finds %v with %v", c, w.Best.Value, w.MSE, best, least)
		}
		if !(w.Best.Lo <= w.Best.Value && w.Best.Value <= w.Best.Hi) || w.Best.N != 200 || len(bins) != 3 {
			t.Errorf("errors %v: %+v, %d bins", c, w, len(bins))
		}
		for b := range bins {
			var bv, bp []judgement
			for i := range v {
				if int(v[i].move)/5 == b {
					bv, bp = append(bv, v[i]), append(bp, p[i])
				}
			}
			if alone, _ := weights(bv, bp, 0); alone != bins[b] {
				t.Errorf("errors %v, bin %d: %+v, alone %+v", c, b, bins[b], alone)
			}
		}
	}
}

// The interval is as wide as leaving out one game after the other says (the jackknife).
func TestWeightIntervalByGame(t *testing.T) {
	const games, moves = 150, 10
	v, p := judged(games, moves, 0.9, 0.8)
	w, _ := weights(v, p, 0)
	var sum, squares float64
	for g := range games {
		keep := func(all []judgement) []judgement {
			return append(append([]judgement(nil), all[:g*moves]...), all[(g+1)*moves:]...)
		}
		left, _ := weights(keep(v), keep(p), 0)
		sum += left.Best.Value
		squares += left.Best.Value * left.Best.Value
	}
	n := float64(games)
	se := math.Sqrt((n - 1) / n * (squares - sum*sum/n))
	if half := (w.Best.Hi - w.Best.Lo) / 2; math.Abs(half/(1.976*se)-1) > 0.1 {
		t.Errorf("half the interval is %v, by the jackknife %v", half, 1.976*se)
	}
}

// Where both say the same nothing is known of the weight.
func TestWeightOfEqualJudges(t *testing.T) {
	v, _ := judged(5, 4, 0.5, 0.5)
	w, _ := weights(v, v, 0)
	if w.Best.Value != 0.5 || w.Best.Lo != 0 || w.Best.Hi != 1 || math.Abs(w.MSE-errorAt(v, v, 0.3)) > 1e-9 {
		t.Errorf("%+v", w)
	}
}
