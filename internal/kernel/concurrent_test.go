package kernel

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
)

// TestConcurrentUse lets goroutines share a layer with weights that have just been set:
// the first layer transforms its filters when the first of them asks.
func TestConcurrentUse(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		for _, filter := range []int{3, 5} {
			t.Run(fmt.Sprint("filter ", filter), func(t *testing.T) {
				l := newLayer(rand.New(rand.NewPCG(7, 8)), Shape{Board: 7, In: 9, Out: 18, Filter: filter}, 3, true)
				c := l.conv(t, true)
				x, bias, dy, w := widen(l.x, l.In), float32s(l.bias), widen(l.dy, l.Out), float32s(l.w)
				pass := func(s *Scratch) [4][]float32 {
					y, dx := Aligned(l.batch*l.OutSize()), Aligned(len(x))
					dw, db := Aligned(len(l.w)), Aligned(l.Out)
					c.Forward(s, y, x, bias, l.batch, true)
					c.Backward(s, dx, dw, db, x, y, dy, l.batch)
					return [4][]float32{y, dx, dw, db}
				}
				var s Scratch
				want := pass(&s)
				for range 3 {
					c.SetWeights(w, true)
					var wg sync.WaitGroup
					for range 8 {
						wg.Go(func() {
							var s Scratch
							for range 2 {
								for i, got := range pass(&s) {
									if !same(got, want[i]) {
										t.Errorf("result %d differs between goroutines", i)
									}
								}
							}
						})
					}
					wg.Wait()
				}
			})
		}
	})
}

// TestNewWeights: a layer forgets the weights it had, in whatever form it keeps them.
func TestNewWeights(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(31, 32))
		var s Scratch
		for _, kinds := range []int{0, 6} { // by tiles, by the table
			for _, filter := range []int{1, 3, 5} {
				if kinds > 0 && filter != 5 {
					continue
				}
				shape := Shape{Board: 6, In: 5, Out: 35, Filter: filter}
				l, other := newLayer(rng, shape, 2, true), newLayer(rng, shape, 2, true)
				if kinds > 0 {
					l = newPlanes(rng, shape, 2, kinds, true)
				}
				x, dy, bias := widen(l.x, l.In), widen(l.dy, l.Out), float32s(l.bias)
				pass := func(c *Conv) (y, dx []float32) {
					y, dx = Aligned(l.batch*l.OutSize()), Aligned(len(x))
					c.Forward(&s, y, x, bias, l.batch, true)
					c.Backward(&s, dx, Aligned(len(l.w)), Aligned(l.Out), x, y, dy, l.batch)
					return y, dx
				}
				c := other.conv(t, true)
				oldY, _ := pass(c)
				c.SetWeights(float32s(l.w), true)
				y, dx := pass(c)
				wantY, wantX := pass(l.conv(t, true))
				if same(y, oldY) || !same(y, wantY) || !same(dx, wantX) {
					t.Errorf("filter %d, %d kinds: results of weights that were replaced", filter, kinds)
				}
			}
		}
	})
}
