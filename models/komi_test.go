package models

import (
	"maps"
	"testing"
)

// One komi and several go through a model's figures unchanged, and cover what lies between.
func TestKomi(t *testing.T) {
	for _, c := range []struct {
		komi    Komi
		figures map[string]float64
		said    string
		in, out float64
	}{
		{Komi{7.5, 7.5}, map[string]float64{"komi": 7.5}, "7.5", 7.5, 7},
		{Komi{7, 7.5}, map[string]float64{"komi_low": 7, "komi_high": 7.5}, "7 to 7.5", 7, 6.5},
		{Komi{0, 0}, map[string]float64{"komi": 0}, "0", 0, 0.5},
	} {
		figures := map[string]float64{}
		c.komi.Put(figures)
		if got, ok := KomiOf(figures); !ok || got != c.komi || !maps.Equal(figures, c.figures) {
			t.Errorf("%v became %v and %v (%v)", c.komi, figures, got, ok)
		}
		if c.komi.String() != c.said || !c.komi.Covers(c.in) || c.komi.Covers(c.out) {
			t.Errorf("%v: said as %q, covers %v: %v, %v: %v", c.komi, c.komi, c.in, c.komi.Covers(c.in), c.out, c.komi.Covers(c.out))
		}
	}
	for _, figures := range []map[string]float64{nil, {"komi_low": 7}, {"komi_high": 7.5}, {"mse": 1}} {
		if k, ok := KomiOf(figures); ok {
			t.Errorf("%v has komi %v", figures, k)
		}
	}
}
