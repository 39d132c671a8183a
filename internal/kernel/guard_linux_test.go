package kernel

import (
	"fmt"
	"math/rand/v2"
	"os"
	"syscall"
	"testing"
	"unsafe"
)

// fenced returns n floats that touch a page which faults on any access: the page
// behind them, or the one before them.
func fenced(t *testing.T, n int, before bool) []float32 {
	t.Helper()
	page := os.Getpagesize()
	size := (4*n + page - 1) / page * page
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
		body = body[size-4*n:]
	}
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(body))), n)
}

// TestFences runs layers with every buffer, those of the scratch and of the layer
// included, next to a page that faults: no kernel reads or writes a float outside.
func TestFences(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		for _, before := range []bool{false, true} {
			for _, shape := range []Shape{{2, 1, 1, 3}, {5, 20, 33, 3}, {9, 48, 32, 5}, {19, 16, 48, 3}, {7, 5, 70, 1}} {
				t.Run(fmt.Sprintf("%+v before=%v", shape, before), func(t *testing.T) {
					fence := func(x []float32) []float32 {
						y := fenced(t, len(x), before)
						copy(y, x)
						return y
					}
					l := newLayer(rand.New(rand.NewPCG(1, 1)), shape, 3, true)
					c := l.conv(t, true)
					x, bias, dy, w := fence(widen(l.x, l.In)), fence(float32s(l.bias)), fence(widen(l.dy, l.Out)), fence(float32s(l.w))
					pass := func(s *Scratch) [4][]float32 {
						y, dx := fence(make([]float32, l.batch*l.OutSize())), fence(make([]float32, len(x)))
						dw, db := fence(make([]float32, len(w))), fence(make([]float32, l.Out))
						c.SetWeights(w, true)
						c.Forward(s, y, x, bias, l.batch, true)
						c.Backward(s, dx, dw, db, x, y, dy, l.batch)
						return [4][]float32{y, dx, dw, db}
					}
					var s Scratch
					want := pass(&s)
					for _, p := range []*[]float32{
						&s.v, &s.m, &s.dv, &s.du, &s.dw, &s.tile, &s.bias, &s.in.data, &s.grad.data, &s.out.data, &s.dx.data,
						&c.u, &c.back, &c.padded, &c.turned, &c.scratch,
					} {
						if *p != nil {
							*p = fence(*p)
						}
					}
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
