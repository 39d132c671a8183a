package kernel

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"pgregory.net/rapid"
)

// tolerance is the greatest root mean square error allowed of a layer, relative to
// that of the exact result.
const tolerance = 5e-6

// everyKernel runs f with each kernel of this CPU and says which it lacks.
func everyKernel(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	before := Name()
	t.Cleanup(func() {
		if err := Use(before); err != nil {
			t.Error(err)
		}
	})
	names := []string{"avx512", "avx2", "portable"}
	if testing.Short() {
		names = names[2:] // the race detector sees Go, and no assembly
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			if err := Use(name); err != nil {
				t.Skipf("NOT TESTED: %v", err)
			}
			f(t)
		})
	}
}

func normal(rng *rand.Rand, n int, scale float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(float32(rng.NormFloat64() * scale))
	}
	return x
}

// widen lays true channels out with padding.
func widen(x []float64, channels int) []float32 {
	p := Pad(channels)
	y := guarded(len(x) / channels * p)
	for i, v := range x {
		y[i/channels*p+i%channels] = float32(v)
	}
	return y
}

// narrow is the inverse of widen; it fails if the padding is not zero.
func narrow(t rapid.TB, name string, x []float32, channels int) []float64 {
	t.Helper()
	p := Pad(channels)
	y := make([]float64, len(x)/p*channels)
	for i, v := range x {
		if c := i % p; c < channels {
			y[i/p*channels+c] = float64(v)
		} else if v != 0 {
			t.Fatalf("%s: padded channel %d of point %d is %g, want 0", name, c, i/p, v)
		}
	}
	return y
}

func float32s(x []float64) []float32 {
	y := guarded(len(x))
	for i, v := range x {
		y[i] = float32(v)
	}
	return y
}

func float64s(x []float32) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = float64(v)
	}
	return y
}

// guards are the bands on both sides of every slice of a test.
const guards = 64

var guard = float32(math.Float32frombits(0x4b3c2d1e))

// guarded returns n floats between two bands that nobody may touch.
func guarded(n int) []float32 {
	b := Aligned(n + 2*guards)
	for i := range b {
		if i < guards || i >= n+guards {
			b[i] = guard
		}
	}
	return b[guards : n+guards : n+guards]
}

func checkGuards(t rapid.TB, name string, x []float32) {
	t.Helper()
	all := unsafe.Slice((*float32)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(x)), -4*guards)), len(x)+2*guards)
	for i, v := range all {
		if (i < guards || i >= len(x)+guards) && v != guard {
			t.Fatalf("%s: float %d of %d overwritten with %g", name, i-guards, len(x), v)
		}
	}
}

// checkError compares a result with the exact one. scale is the size that its values
// have on average: a result of few values may happen to be much smaller, when sums
// cancel, and is not expected to be more exact for that.
func checkError(t rapid.TB, name string, got, want []float64, scale float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d values, want %d", name, len(got), len(want))
	}
	var e, n float64
	for i, v := range want {
		e += (got[i] - v) * (got[i] - v)
		n += v * v
	}
	n = max(n, scale*scale*float64(len(want)))
	if !(e <= tolerance*tolerance*n) {
		t.Errorf("%s: relative rms error %.3g, want at most %g", name, math.Sqrt(e/n), tolerance)
	}
}

// layer is one random problem and its exact answer.
type layer struct {
	reference
	tile     tile
	batch    int
	x, y, dy []float64
}

func newLayer(rng *rand.Rand, s Shape, batch int, relu bool) *layer {
	n := s.Board * s.Board
	l := &layer{reference: reference{
		Shape: s, relu: relu,
		w:    normal(rng, s.Weights(), math.Sqrt(2/float64(s.Filter*s.Filter*s.In))),
		bias: normal(rng, s.Out, 0.5),
	}, tile: tileFor(s), batch: batch}
	l.x, l.dy = normal(rng, batch*n*s.In, 1), normal(rng, batch*n*s.Out, 1)
	l.y = l.forward(l.x, batch)
	return l
}

func (l *layer) conv(t rapid.TB, train bool) *Conv {
	t.Helper()
	if err := l.Validate(); err != nil {
		t.Fatal(err)
	}
	c := newConv(l.Shape, l.tile)
	w := float32s(l.w)
	c.SetWeights(w, train)
	checkGuards(t, "weights", w)
	return c
}

// check compares one layer with the reference, forward and backward.
func (l *layer) check(t rapid.TB, s *Scratch) {
	t.Helper()
	c := l.conv(t, true)
	x, y, bias := widen(l.x, l.In), guarded(l.batch*l.OutSize()), float32s(l.bias)
	for i := range y {
		y[i] = guard
	}
	c.Forward(s, y, x, bias, l.batch, l.relu)
	got := narrow(t, "y", y, l.Out)
	checkError(t, "y", got, l.y, 1)

	// The mask is taken from the kernel's own y: where the exact sum is a hair from
	// zero the two may differ, which is no error.
	dx, dw, db := guarded(len(x)), guarded(len(l.w)), guarded(l.Out)
	for _, d := range [][]float32{dx, dw, db} {
		for i := range d {
			d[i] = guard
		}
	}
	dy := widen(l.dy, l.Out)
	mask := y
	if !l.relu {
		mask = nil
	}
	c.Backward(s, dx, dw, db, x, mask, dy, l.batch)
	wantX, wantW, wantB := l.backward(l.x, got, l.dy, l.batch)
	perWeight := math.Sqrt(float64(l.batch*l.Board*l.Board) / 2)
	checkError(t, "dx", narrow(t, "dx", dx, l.In), wantX, math.Sqrt(float64(l.Out)/float64(l.In)))
	// The weights of one pair of channels come out of the same few sums, by one transform,
	// and are off together: 2e-6 in the median, but with a pair or two sometimes 8e-6, by every
	// kernel alike (960 layers of 19×19). Many pairs even out.
	few := 1 + 3/float64(l.In*l.Out)
	checkError(t, "dw", float64s(dw), wantW, perWeight*few)
	checkError(t, "db", float64s(db), wantB, perWeight)
	for name, b := range map[string][]float32{"x": x, "y": y, "bias": bias, "dx": dx, "dw": dw, "db": db, "dy": dy} {
		checkGuards(t, name, b)
	}

	// Without dx the others are the same to the bit, and so is a second run.
	dw2, db2 := guarded(len(dw)), guarded(len(db))
	c.Backward(s, nil, dw2, db2, x, mask, dy, l.batch)
	if !same(dw, dw2) || !same(db, db2) {
		t.Error("gradients of the weights depend on whether that of the input is wanted")
	}
}

// same tells whether two slices hold the same bits.
func same(a, b []float32) bool {
	raw := func(x []float32) []byte {
		return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(x))), 4*len(x))
	}
	return bytes.Equal(raw(a), raw(b))
}

// TestConv compares layers of every board, odd and even channel counts, all filters
// and many batches with loops in float64.
func TestConv(t *testing.T) {
	channels := []int{1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 20, 31, 32, 33, 40, 47, 48, 49, 63, 64, 65, 80, 96}
	everyKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 2))
		var s Scratch // shared by all layers, as a network does
		i := 0
		for board := 2; board <= 19; board++ {
			for _, filter := range []int{1, 3, 5} {
				shape := Shape{Board: board, Filter: filter}
				// The dearest layers stay within some four million multiplications.
				shape.In = channels[(i*5+3)%len(channels)]
				shape.Out = channels[(i*7+11)%len(channels)]
				batch := 1 + i%9
				for batch > 1 && batch*board*board*filter*filter*shape.In*shape.Out > 4e6/lightWork {
					batch--
				}
				relu := i%3 != 0
				i++
				if board*board*filter*filter*shape.In*shape.Out > 5e7/lightWork {
					continue
				}
				t.Run(fmt.Sprintf("%+v x%d relu=%v", shape, batch, relu), func(t *testing.T) {
					newLayer(rng, shape, batch, relu).check(t, &s)
				})
			}
		}
		for _, c := range []struct {
			Shape
			batch int
		}{
			{Shape{9, 3, 5, 3}, 65},
			{Shape{19, 2, 3, 3}, 33},
			{Shape{19, 2, 3, 5}, 17},
			{Shape{5, 16, 32, 3}, 64},
			{Shape{10, 192, 8, 3}, 2}, // the longest sums that the least exact tile is used for
			{Shape{10, 8, 192, 3}, 2},
			{Shape{19, 1, 1, 5}, 5},
		} {
			t.Run(fmt.Sprintf("%+v x%d", c.Shape, c.batch), func(t *testing.T) {
				newLayer(rng, c.Shape, c.batch, true).check(t, &s)
			})
		}
	})
}

// TestTiles computes layers of every board with each of the tiles, not only with the
// one that is chosen for it.
func TestTiles(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(11, 12))
		var s Scratch
		for board := 2; board <= 19; board++ {
			for _, tile := range []tile{tile5, tile4, tile3, tile2} {
				t.Run(fmt.Sprintf("board=%d %+v", board, tile), func(t *testing.T) {
					l := newLayer(rng, Shape{Board: board, In: 1 + board, Out: 20 - board, Filter: tile.filter}, 2, board%2 == 0)
					l.tile = tile
					l.check(t, &s)
				})
			}
		}
	})
}

// TestTranspose turns matrices of every size around, whole squares of the kernels or
// not.
func TestTranspose(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(13, 14))
		for _, rows := range []int{1, 7, 8, 9, 16, 31, 64} {
			for _, cols := range []int{1, 5, 8, 15, 24, 33} {
				width := (rows + 31) &^ 31
				src, dst := float32s(normal(rng, rows*cols, 1)), guarded(cols*width)
				c := &Conv{k: active.Load()}
				c.transpose(dst, src, rows, cols, width)
				for i, v := range dst {
					want := float32(0)
					if r := i % width; r < rows {
						want = src[r*cols+i/width]
					}
					if v != want {
						t.Fatalf("%d×%d: float %d is %g, want %g", rows, cols, i, v, want)
					}
				}
				checkGuards(t, "transpose", dst)
			}
		}
	})
}

// TestTileFor holds the choice for every board.
func TestTileFor(t *testing.T) {
	want := map[int]tile{
		2: tile3, 3: tile3, 4: tile4, 5: tile3, 6: tile3, 7: tile4, 8: tile4, 9: tile3, 10: tile5, 11: tile4,
		12: tile4, 13: tile5, 14: tile5, 15: tile5, 16: tile4, 17: tile5, 18: tile5, 19: tile5,
	}
	for board := 2; board <= 19; board++ {
		for _, filter := range []int{1, 3} {
			if got := tileFor(Shape{board, 192, 192, filter}); got != want[board] {
				t.Errorf("board %d, filter %d: tile %+v, want %+v", board, filter, got, want[board])
			}
			if got := tileFor(Shape{board, 193, 16, filter}); got == tile5 {
				t.Errorf("board %d, filter %d: a layer of 193 channels has the least exact tile", board, filter)
			}
		}
		if got := tileFor(Shape{board, 48, 16, 5}); got != tile2 {
			t.Errorf("board %d, filters of side 5: tile %+v", board, got)
		}
	}
}

// TestConvShapes lets chance choose the layer.
func TestConvShapes(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		rapid.Check(t, func(rt *rapid.T) {
			shape := Shape{
				Board:  rapid.IntRange(2, 19).Draw(rt, "board"),
				In:     rapid.IntRange(1, 40).Draw(rt, "in"),
				Out:    rapid.IntRange(1, 40).Draw(rt, "out"),
				Filter: rapid.SampledFrom([]int{1, 3, 5}).Draw(rt, "filter"),
			}
			work := shape.Board * shape.Board * shape.Weights()
			batch := rapid.IntRange(1, max(1, min(9, 1_000_000/work))).Draw(rt, "batch")
			relu := rapid.Bool().Draw(rt, "relu")
			seed := rapid.Uint64().Draw(rt, "seed")
			if work > 3_000_000/lightWork {
				rt.Skip("too much for the reference")
			}
			var s Scratch
			newLayer(rand.New(rand.NewPCG(seed, 0)), shape, batch, relu).check(rt, &s)
		})
	})
}

// TestReferenceGradient checks the reference itself: its gradients against
// differences of its output.
func TestReferenceGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, filter := range []int{1, 3, 5} {
		for _, relu := range []bool{false, true} {
			l := newLayer(rng, Shape{Board: 4, In: 3, Out: 2, Filter: filter}, 2, relu)
			dx, dw, db := l.backward(l.x, l.y, l.dy, l.batch)
			loss := func() float64 {
				sum := 0.0
				for i, v := range l.forward(l.x, l.batch) {
					sum += v * l.dy[i]
				}
				return sum
			}
			for _, p := range []struct {
				name    string
				v, grad []float64
			}{{"x", l.x, dx}, {"w", l.w, dw}, {"bias", l.bias, db}} {
				for i := range p.v {
					const h = 1e-6
					old := p.v[i]
					p.v[i] = old + h
					up := loss()
					p.v[i] = old - h
					down := loss()
					p.v[i] = old
					if want := (up - down) / (2 * h); math.Abs(p.grad[i]-want) > 1e-6*(1+math.Abs(want)) {
						t.Errorf("filter %d, relu %v: gradient of %s[%d] is %g, by differences %g", filter, relu, p.name, i, p.grad[i], want)
					}
				}
			}
		}
	}
}

// TestBatchInvariance: what a board yields does not depend on the others, to the bit.
func TestBatchInvariance(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(5, 6))
		for _, shape := range []Shape{{19, 20, 33, 3}, {19, 20, 33, 5}, {9, 48, 32, 3}, {13, 16, 16, 3}, {5, 7, 9, 5}, {2, 3, 4, 3}} {
			const most = 11
			l := newLayer(rng, Shape{shape.Board, shape.In, shape.Out, 1}, most, true) // only x is used
			l.Shape, l.tile = shape, tileFor(shape)
			l.w = normal(rng, shape.Weights(), 0.1)
			c := l.conv(t, false)
			x, bias := widen(l.x, l.In), float32s(l.bias)
			var s Scratch
			single := Aligned(most * l.OutSize())
			for b := range most {
				c.Forward(&s, single[b*l.OutSize():], x[b*l.InSize():], bias, 1, true)
			}
			for batch := 1; batch <= most; batch++ {
				start := most - batch // the same boards in other places
				y := Aligned(batch * l.OutSize())
				c.Forward(&s, y, x[start*l.InSize():], bias, batch, true)
				if !same(y, single[start*l.OutSize():]) {
					t.Fatalf("%+v: batch %d differs from single boards", shape, batch)
				}
			}
		}
	})
}

// TestNoAllocation: a scratch that has met the layer serves it without garbage.
func TestNoAllocation(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		l := newLayer(rand.New(rand.NewPCG(9, 10)), Shape{Board: 9, In: 5, Out: 7, Filter: 5}, 4, true)
		c := l.conv(t, true)
		x, bias, dy := widen(l.x, l.In), float32s(l.bias), widen(l.dy, l.Out)
		y, dx, w := Aligned(l.batch*l.OutSize()), Aligned(len(x)), float32s(l.w)
		dw, db := Aligned(len(l.w)), Aligned(l.Out)
		var s Scratch
		if n := testing.AllocsPerRun(3, func() {
			c.SetWeights(w, true)
			c.Forward(&s, y, x, bias, l.batch, true)
			c.Backward(&s, dx, dw, db, x, y, dy, l.batch)
		}); n != 0 {
			t.Errorf("%g allocations a step, want none", n)
		}
	})
}

func TestShapeErrors(t *testing.T) {
	for _, s := range []Shape{
		{Board: 1, In: 1, Out: 1, Filter: 3},
		{Board: 20, In: 1, Out: 1, Filter: 3},
		{Board: 9, In: 0, Out: 1, Filter: 3},
		{Board: 9, In: 1, Out: -1, Filter: 3},
		{Board: 9, In: 1 << 40, Out: 1, Filter: 3},
		{Board: 9, In: 1, Out: 1, Filter: 4},
	} {
		if _, err := NewConv(s); err == nil {
			t.Errorf("%+v accepted", s)
		}
	}
}

func TestUse(t *testing.T) {
	before := Name()
	if err := Use("abacus"); err == nil || Name() != before {
		t.Errorf("Use of an unknown kernel: error %v, kernel %s, want an error and %s", err, Name(), before)
	}
}
