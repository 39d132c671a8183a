package nets

import "testing"

// inBFloat16 runs f with each way to compute in bfloat16, and says if this processor has no tiles.
func inBFloat16(t *testing.T, f func(t *testing.T, device Device)) {
	t.Helper()
	t.Run("plain", func(t *testing.T) { f(t, PlainBFloat16()) })
	t.Run("tiles", func(t *testing.T) {
		device, err := NewBFloat16()
		if err != nil {
			t.Skipf("NOT TESTED: %v", err)
		}
		f(t, device)
	})
}

// In bfloat16 the processor answers as the reference does, up to rounding. The error must be larger than in float32:
// else the tiles were not used.
func TestBFloat16EqualsReference(t *testing.T) { inBFloat16(t, testBFloat16EqualsReference) }

func testBFloat16EqualsReference(t *testing.T, device Device) {
	const least, most = 1e-4, 1e-2
	for i, cfg := range shapes() {
		p := newPolicy(t, cfg, uint64(i))
		p.SetDevice(device)
		r, points := NewReference(p), p.Points()
		for _, n := range []int{1, 5} {
			b := newBatch(p, n, uint64(i))
			y := make([]float32, n*points)
			if err := p.Logits(y, b.planes, n); err != nil {
				t.Fatal(err)
			}
			for j := range n {
				d := distance(y[j*points:(j+1)*points], r.Logits(b.reference(p, j)))
				if tiles := cfg.Layers > 2; d > most || tiles && d < least {
					t.Errorf("%+v, position %d of %d: logits are off by %.2g", cfg, j, n, d)
				}
			}
		}
	}
	for i, cfg := range smallValues {
		v := newValue(t, cfg, uint64(i))
		v.SetDevice(device)
		b := newBatch(v, 3, uint64(i))
		got, want := make([]float32, 3), make([]float32, 3)
		if err := v.Evaluate(got, b.planes, 3); err != nil {
			t.Fatal(err)
		}
		v.SetDevice(CPU{})
		if err := v.Evaluate(want, b.planes, 3); err != nil {
			t.Fatal(err)
		}
		for j := range want {
			if d := got[j] - want[j]; d > most || d < -most || d == 0 && cfg.Layers > 2 {
				t.Errorf("%+v: value %v, in float32 %v", cfg, got[j], want[j])
			}
		}
	}
}

// Threads do not share the layers of one position, which they could not.
func TestBFloat16IsNotShared(t *testing.T) {
	p := newPolicy(t, PolicyConfig{Board: 19, Planes: 48, Filters: 64, Layers: 4}, 1)
	for _, c := range []struct {
		device Device
		shared bool
	}{{CPU{}, true}, {PlainBFloat16(), false}} {
		p.SetDevice(c.device)
		n, err := p.inference.current()
		if err != nil {
			t.Fatal(err)
		}
		if got := n.splitTime(2, 1); (got < 1) != c.shared {
			t.Errorf("%s: one position takes two threads %v times as long as one", c.device.Name(), got)
		}
	}
}
