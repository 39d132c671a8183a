package kernel

import (
	"fmt"
	"math/rand/v2"
	"os"
	"syscall"
	"testing"
	"unsafe"
)

// fenced returns a copy of x that touches a page which faults on any access: the page
// behind it, or the one before it.
func fenced[T float32 | int32 | uint64](t *testing.T, x []T, before bool) []T {
	t.Helper()
	page, length := os.Getpagesize(), len(x)*int(unsafe.Sizeof(x[0]))
	size := (length + page - 1) / page * page
	m, err := syscall.Mmap(-1, 0, size+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Munmap(m); err != nil {
			t.Error(err)
		}
	})
	for _, fence := range [][]byte{m[:page], m[page+size:]} {
		if err := syscall.Mprotect(fence, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	body := m[page : page+size]
	if !before {
		body = body[size-length:]
	}
	y := unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(body))), len(x))
	copy(y, x)
	return y
}

// fence replaces a buffer by a fenced copy.
func fence[T float32 | int32 | uint64](t *testing.T, x *[]T, before bool) {
	t.Helper()
	if len(*x) > 0 {
		*x = fenced(t, *x, before)
	}
}

// TestFences runs layers with every buffer, those of the scratch and of the layer
// included, next to a page that faults: no kernel reads or writes a float outside.
func TestFences(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		for _, before := range []bool{false, true} {
			for _, c := range []struct {
				Shape
				kinds int // of words of 0 and 1; 0: any floats
			}{
				{Shape{2, 1, 1, 3}, 0},
				{Shape{5, 20, 33, 3}, 0},
				{Shape{9, 48, 32, 5}, 0},
				{Shape{9, 33, 17, 3}, 0},
				{Shape{19, 16, 48, 3}, 0},
				{Shape{7, 5, 70, 1}, 0},
				{Shape{9, 48, 40, 5}, 9},
				{Shape{2, 1, 1, 5}, 2},
				{Shape{19, 49, 32, 5}, 30},
			} {
				shape, kinds := c.Shape, c.kinds
				t.Run(fmt.Sprintf("%+v kinds=%d before=%v", shape, kinds, before), func(t *testing.T) {
					fenced := func(x []float32) []float32 { return fenced(t, x, before) }
					rng := rand.New(rand.NewPCG(1, 1))
					l := newLayer(rng, shape, 3, true)
					if kinds > 0 {
						l = newPlanes(rng, shape, 3, kinds, true)
					}
					c := l.conv(t, true)
					x, bias, dy, w := fenced(widen(l.x, l.In)), fenced(float32s(l.bias)), fenced(widen(l.dy, l.Out)), fenced(float32s(l.w))
					pass := func(s *Scratch) [4][]float32 {
						y, dx := fenced(make([]float32, l.batch*l.OutSize())), fenced(make([]float32, len(x)))
						dw, db := fenced(make([]float32, len(w))), fenced(make([]float32, l.Out))
						c.SetWeights(w, true)
						c.Forward(s, y, x, bias, l.batch, true)
						if kinds > 0 {
							dx = nil
						}
						c.Backward(s, dx, dw, db, x, y, dy, l.batch)
						return [4][]float32{y, dx, dw, db}
					}
					var s Scratch
					want := pass(&s)
					for _, p := range []*[]float32{
						&s.v, &s.m, &s.dv, &s.du, &s.dw, &s.tile, &s.bias, &s.zeros, &s.waste,
						&s.planes.table, &s.planes.picture, &s.planes.sum, &s.planes.dw,
						&c.u, &c.rows, &c.back, &c.padded, &c.turned, &c.scratch,
					} {
						fence(t, p, before)
					}
					// A team's parts are bands, which have smaller planes.
					split, team := new(Scratch), eager(3)
					y := fenced(want[0])
					for range 2 {
						clear(y)
						c.ForwardSplit(team, split, y, x, bias, l.batch, true)
						if !same(y, want[0]) {
							t.Error("shared out, the output differs between fenced and other memory")
						}
						for _, s := range []*Scratch{split, team.members[1].scratch, team.members[2].scratch} {
							for _, p := range []*[]float32{&s.v, &s.m, &s.tile, &s.zeros, &s.waste} {
								fence(t, p, before)
							}
						}
					}
					fence(t, &s.planes.words, before)
					fence(t, &s.planes.at, before)
					fence(t, &s.planes.list, before)
					for i, got := range pass(&s) {
						if !same(got, want[i]) {
							t.Errorf("result %d differs between fenced and other memory", i)
						}
					}
				})
			}
		}
	})
}

// TestFlatFences does the same with the loops over whole arrays.
func TestFlatFences(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(35, 36))
		for _, n := range lengths[1:] {
			for _, before := range []bool{false, true} {
				var x [4][]float32
				for i := range x {
					x[i] = float32s(normal(rng, n, 1))
					for j, v := range x[i] {
						x[i][j] = max(v, -v) // mean squares have no sign
					}
				}
				pass := func(w, m, v, g []float32) {
					Axpy(w, g, Dot(m, v))
					SGD(w, g, 0.1, 0.01)
					Momentum(w, m, g, 0.1, 0.9, 0.01)
					Adam(w, m, v, g, AdamRule{Rate: 0.1, Beta1: 0.9, Beta2: 0.99, Epsilon: 1e-8, Decay: 0.01, Step: 2})
				}
				y := x
				for i := range y {
					fence(t, &y[i], before)
				}
				pass(x[0], x[1], x[2], x[3])
				pass(y[0], y[1], y[2], y[3])
				for i := range y {
					if !same(x[i], y[i]) {
						t.Errorf("length %d: array %d differs between fenced and other memory", n, i)
					}
				}
			}
		}
	})
}

// TestOrthogonalFences does it with the products of matrices.
func TestOrthogonalFences(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(37, 38))
		for _, size := range [][2]int{{9, 1}, {27, 3}, {75, 32}, {201, 33}} {
			for _, before := range []bool{false, true} {
				g := fenced(t, float32s(normal(rng, size[0]*size[1], 1)), before)
				want, got := make([]float32, len(g)), fenced(t, g, before)
				var s Scratch
				Orthogonal(&s, want, g, size[0], size[1])
				for _, p := range []*[]float32{&s.v, &s.m, &s.du} {
					fence(t, p, before)
				}
				Orthogonal(&s, got, g, size[0], size[1])
				if !same(got, want) {
					t.Errorf("%v: differs between fenced and other memory", size)
				}
			}
		}
	})
}
