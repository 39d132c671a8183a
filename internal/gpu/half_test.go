package gpu

import (
	"math"
	"testing"
)

// Every half, and every border between two neighbours, rounds as its definition says.
func TestHalves(t *testing.T) {
	value := func(h uint16) float64 { // by the definition of IEEE 754
		e, f := int(h>>10&31), float64(h&1023)
		if e == 0 {
			return math.Ldexp(f, -24)
		}
		return math.Ldexp(1024+f, e-25)
	}
	for h := uint16(0); h < 0x7c00; h++ {
		v := value(h)
		if got := float64(FromHalf(h)); got != v {
			t.Fatalf("half %#x is %v, want %v", h, got, v)
		}
		if got := FromHalf(h | 0x8000); float64(got) != -v || !math.Signbit(float64(got)) {
			t.Fatalf("half %#x is %v, want −%v", h|0x8000, got, v)
		}
		middle := float32((v + value(h+1)) / 2) // exact in float32
		even := h + h&1
		for _, c := range []struct {
			f    float32
			want uint16
		}{
			{float32(v), h},
			{math.Nextafter32(middle, 0), h},
			{middle, even},
			{math.Nextafter32(middle, 1e9), h + 1},
		} {
			if got := ToHalf(c.f); got != c.want {
				t.Fatalf("%v becomes half %#x, want %#x", c.f, got, c.want)
			}
			if got := ToHalf(-c.f); got != c.want|0x8000 {
				t.Fatalf("−%v becomes half %#x, want %#x", c.f, got, c.want|0x8000)
			}
		}
	}
	inf := float32(math.Inf(1))
	if ToHalf(inf) != 0x7c00 || ToHalf(-inf) != 0xfc00 || ToHalf(math.MaxFloat32) != 0x7c00 {
		t.Error("infinity, or what is too large, does not become infinity")
	}
	if h := ToHalf(float32(math.NaN())); FromHalf(h) == FromHalf(h) {
		t.Errorf("not a number becomes half %#x", h)
	}
	if FromHalf(0x7c00) != inf || FromHalf(0xfc00) != -inf {
		t.Error("infinities of halves are not those of floats")
	}
}
