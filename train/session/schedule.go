package session

import (
	"fmt"
	"math"
)

// Progress says how far a run has come.
type Progress struct {
	Step     int64   // steps done before this one
	Fraction float64 // of the planned steps or time, in [0, 1]
}

// Schedule gives the learning rate of a step.
type Schedule struct {
	// Kind is "halve" (the paper's), "cosine", "linear" or "constant".
	Kind string
	// Peak is the rate after warm-up.
	Peak float64
	// HalveEvery is the number of steps between halvings, for "halve".
	HalveEvery int64
	// WarmUp is the fraction of the run in which the rate rises in a straight line
	// to Peak. A few per cent keep the first, largest gradients of momentum and Adam
	// from wrecking the initial weights.
	WarmUp float64
	// Floor is the final rate of "cosine" and "linear" as a fraction of Peak.
	Floor float64
}

// Rate is the learning rate of the step that follows p.
//
//	halve     peak · 2^−⌊step / HalveEvery⌋            (Silver et al. 2016, Methods)
//	cosine    peak · (floor + (1−floor)(1 + cos πx)/2)  x = fraction after warm-up
//	linear    peak · (floor + (1−floor)(1 − x))
//	constant  peak
//
// During warm-up the rate is multiplied by the part of the warm-up that is done;
// the first step of all gets a positive rate, since the fraction of the first
// step's end is not known yet.
func (s Schedule) Rate(p Progress) float64 {
	f := min(max(p.Fraction, 0), 1)
	rate := s.Peak
	x := f
	if s.WarmUp > 0 && s.WarmUp < 1 {
		x = max(0, f-s.WarmUp) / (1 - s.WarmUp)
	}
	switch s.Kind {
	case "halve":
		if s.HalveEvery > 0 {
			rate = math.Ldexp(s.Peak, -int(min(p.Step/s.HalveEvery, 1000)))
		}
	case "cosine":
		rate *= s.Floor + (1-s.Floor)*(1+math.Cos(math.Pi*x))/2
	case "linear":
		rate *= s.Floor + (1-s.Floor)*(1-x)
	}
	if f < s.WarmUp {
		rate *= max(f/s.WarmUp, 0.01)
	}
	return rate
}

// Validate says which field is wrong.
func (s Schedule) Validate() error {
	switch s.Kind {
	case "halve", "cosine", "linear", "constant":
	default:
		return fmt.Errorf("schedule %q: want halve, cosine, linear or constant", s.Kind)
	}
	if !(s.Peak > 0) || math.IsInf(s.Peak, 0) {
		return fmt.Errorf("rate %v: must be positive", s.Peak)
	}
	if s.Kind == "halve" && s.HalveEvery < 0 {
		return fmt.Errorf("halve-every %d: must not be negative", s.HalveEvery)
	}
	if !(s.WarmUp >= 0 && s.WarmUp < 1) {
		return fmt.Errorf("warm-up %v: must be a fraction of the run, at least 0 and below 1", s.WarmUp)
	}
	if !(s.Floor >= 0 && s.Floor <= 1) {
		return fmt.Errorf("floor %v: must be a fraction of the rate, from 0 to 1", s.Floor)
	}
	return nil
}
