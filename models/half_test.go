package models

import (
	"bytes"
	"math"
	"strings"
	"testing"
)

// halfValue is what binary16 says of 16 bits, by its definition.
func halfValue(h uint16) float64 {
	e, m := int(h>>10&31), float64(h&0x3ff)
	v := math.Ldexp(1+m/1024, e-15)
	switch {
	case e == 0:
		v = math.Ldexp(m/1024, -14)
	case e == 31 && m == 0:
		v = math.Inf(1)
	case e == 31:
		v = math.NaN()
	}
	if h&0x8000 != 0 {
		v = -v
	}
	return v
}

// All 65,536 halves have their value, and come back to the bit; so do the payloads of NaNs.
func TestEveryHalf(t *testing.T) {
	for i := range 1 << 16 {
		h := uint16(i)
		got, want := fromHalf(h), halfValue(h)
		if float64(got) != want && !(math.IsNaN(want) && got != got) || math.Signbit(float64(got)) != (h&0x8000 != 0) {
			t.Fatalf("%#04x is %v, want %v", h, got, want)
		}
		if back := toHalf(got); back != h {
			t.Fatalf("%#04x is %v, which is %#04x", h, got, back)
		}
	}
}

// Between each half and the next above it: what is nearer to one goes there, the middle to
// the even one. That is all of rounding, subnormals and overflow with it, since 65536 would
// be the next after 65504.
func TestHalfRoundsToNearestEven(t *testing.T) {
	for low := range uint16(0x7c00) {
		high := low + 1
		above := halfValue(high)
		if high == 0x7c00 {
			above = 65536
		}
		middle := float32((halfValue(low) + above) / 2)
		even := low
		if low&1 == 1 {
			even = high
		}
		for v, want := range map[float32]uint16{
			math.Nextafter32(middle, 0): low, middle: even, math.Nextafter32(middle, math.MaxFloat32): high,
			math.Nextafter32(fromHalf(low), math.MaxFloat32): low,
		} {
			if got := toHalf(v); got != want {
				t.Fatalf("%v is %#04x, want %#04x", v, got, want)
			}
			if got := toHalf(-v); got != want|0x8000 {
				t.Fatalf("%v is %#04x, want %#04x", -v, got, want|0x8000)
			}
		}
	}
	for v, want := range map[float32]uint16{
		math.MaxFloat32: 0x7c00, float32(math.Inf(-1)): 0xfc00, math.SmallestNonzeroFloat32: 0,
		math.Float32frombits(0x7f800001): 0x7e00, math.Float32frombits(0xffc00000): 0xfe00,
	} {
		if got := toHalf(v); got != want {
			t.Errorf("%v is %#04x, want %#04x", v, got, want)
		}
	}
}

// A file may hold tensors of both precisions; what half precision cannot hold is refused
// rather than made infinite.
func TestHalfTensors(t *testing.T) {
	in := []Tensor{
		{"exact", []int{2}, []float32{1 << 20, 0.1}, false},
		{"half", []int{3}, []float32{1, -2, 0.1}, true},
		{"last", nil, []float32{3}, false},
	}
	var b bytes.Buffer
	if err := Write(&b, in, nil); err != nil {
		t.Fatal(err)
	}
	if n := b.Len(); n%8 != (8+6+4)%8 || !strings.Contains(b.String(), `"half":{"dtype":"F16","shape":[3],"data_offsets":[8,14]}`) {
		t.Errorf("%d bytes: %q", n, b.String())
	}
	out, _, err := Read(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	in[1].Data = []float32{1, -2, 0.0999755859375}
	sameTensors(t, out, in)
	for _, v := range []float32{65520, -1e9} {
		err := Write(new(bytes.Buffer), []Tensor{{"w", nil, []float32{v}, true}}, nil)
		if err == nil || !strings.Contains(err.Error(), "half precision") {
			t.Errorf("%v in half precision: error %v", v, err)
		}
	}
}
