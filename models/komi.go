package models

import "fmt"

// KomiFigure is the figure for the komi of the games from which a value network or local shapes have learned, if all
// had the same.
const KomiFigure = "komi"

// The figures for the lowest and the highest komi, if the games had several.
const (
	lowKomi  = "komi_low"
	highKomi = "komi_high"
)

// Komi is the lowest and the highest komi of the games of a training. What learned from them does not see the komi.
type Komi struct{ Low, High float64 }

// KomiOf is the komi among the figures of a training; ok says whether it was noted.
func KomiOf(figures map[string]float64) (k Komi, ok bool) {
	if one, ok := figures[KomiFigure]; ok {
		return Komi{one, one}, true
	}
	low, ok := figures[lowKomi]
	if !ok {
		return k, false
	}
	high, ok := figures[highKomi]
	return Komi{low, high}, ok
}

// Put adds the figures that KomiOf reads.
func (k Komi) Put(figures map[string]float64) {
	if k.Low == k.High {
		figures[KomiFigure] = k.Low
		return
	}
	figures[lowKomi], figures[highKomi] = k.Low, k.High
}

// Covers is whether a komi is one of those, or between them.
func (k Komi) Covers(komi float64) bool { return k.Low <= komi && komi <= k.High }

// String is 7.5, or 7 to 7.5.
func (k Komi) String() string {
	if k.Low == k.High {
		return fmt.Sprint(k.Low)
	}
	return fmt.Sprintf("%v to %v", k.Low, k.High)
}
