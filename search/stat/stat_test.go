package stat

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Both players' rewards for one outcome are a visit each, and add up to one win.
func TestStat(t *testing.T) {
	for _, v := range []float32{-1, -0.5, 0, 0.25, 1} {
		a, b := Reward(v, 0), Reward(v, 1)
		if a.N() != 1 || b.N() != 1 || math.Abs(float64(a.Sum()+b.Sum()-1)) > 1.0/512 {
			t.Errorf("rewards of %v: %v and %v", v, a.Sum(), b.Sum())
		}
		if got := 2*a.Mean() - 1; math.Abs(float64(got-v)) > 1.0/512 {
			t.Errorf("value %v is kept as %v", v, got)
		}
		if got, want := float64(Squared(a))/(1<<20), float64(a.Mean())*float64(a.Mean()); got != want {
			t.Errorf("square of %v is kept as %v", a.Mean(), got)
		}
	}
	// As many visits as there can be do not spill over, nor do virtual losses.
	s := Of(MaxVisits, 1)
	s.Add(3 * One)
	s.Add(Reward(1, 0) - 3*One)
	if s.N() != MaxVisits+1 || s.Sum() != MaxVisits+1 {
		t.Errorf("%d visits, %v won", s.N(), s.Sum())
	}
}

// Shares add up to the whole, wherever it is divided, and no reward of a share is above 1.
func TestSharesAddUp(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 10000 {
		n := 1 + r.IntN(1<<r.IntN(countBits-1))
		sum := r.Uint64N(uint64(n)<<RewardBits + 1)
		whole := Stat(n)<<SumBits + Stat(sum)
		for _, of := range []int{1, 2, 3, 1 + r.IntN(100)} {
			added := Stat(0)
			for k := range of {
				s := ShareOf(sum, n, k, of)
				if s&SumMask > Stat(s.N())<<RewardBits {
					t.Fatalf("share %d of %d of %d visits with %d: %d visits with %d", k, of, n, sum, s.N(), s&SumMask)
				}
				added += s
			}
			if added != whole {
				t.Fatalf("%d shares of %d visits with %d are %d visits with %d", of, n, sum, added.N(), added&SumMask)
			}
		}
	}
}

// Spread is n·Σx² − (Σx)² of whole rewards, also where the products need more than 64 bits.
func TestSpread(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		var s Stat
		squares, mean := uint64(0), 0.0
		var rewards []float64
		for range 1 + r.IntN(50) {
			reward := Reward(float32(r.Float64()*2-1), r.IntN(2))
			s += reward
			squares += Squared(reward)
			x := float64(reward&SumMask) / (1 << RewardBits)
			rewards = append(rewards, x)
			mean += x
		}
		n := float64(len(rewards))
		mean /= n
		variance := 0.0
		for _, x := range rewards {
			variance += (x - mean) * (x - mean) / n
		}
		// The same rewards many times over have the same variance.
		for _, times := range []uint64{1, 1000, 1 << 20} {
			k := uint64(s.N()) * times
			got := Spread(k, uint64(s&SumMask)*times, squares*times) / float64(k) / float64(k)
			if d := got - variance; d > 1e-9 || d < -1e-9 {
				t.Fatalf("%d times %v: variance %v, want %v", times, rewards, got, variance)
			}
		}
	}
	if Spread(2, 2048, 1) != 0 {
		t.Error("squares of fewer rewards than their sum")
	}
}
