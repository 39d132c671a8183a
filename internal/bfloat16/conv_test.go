package bfloat16

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/tengen-go/tengen/internal/kernel"
)

// everyLoops runs f with each set of loops of this CPU, and says if it lacks the tiles.
func everyLoops(t *testing.T, f func(t *testing.T, l *loops)) {
	t.Helper()
	t.Run("amx", func(t *testing.T) {
		l, err := available()
		if err != nil {
			t.Skipf("NOT TESTED: %v", err)
		}
		f(t, l)
	})
	t.Run("portable", func(t *testing.T) { f(t, &portable) })
}

// rounded is numbers that a bfloat16 can hold: products of them are exact.
func rounded(rng *rand.Rand, n int, scale float64) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = widen(round(float32(rng.NormFloat64() * scale)))
	}
	return x
}

// padded lays out points of true channels with zeros between.
func padded(x []float32, channels int) []float32 {
	p := kernel.Pad(channels)
	y := make([]float32, len(x)/channels*p)
	for i, v := range x {
		y[i/channels*p+i%channels] = v
	}
	return y
}

// problem is one layer with numbers that are bfloat16 already, and its gradients by the definition, in float64.
type problem struct {
	kernel.Shape
	batch          int
	relu           bool
	x, w, bias, dy []float32
}

// How large the weights and the bias of a problem are, in the mean square. All other numbers are of size 1.
const ofWeights, ofBias = 0.1, 0.5

func newProblem(rng *rand.Rand, s kernel.Shape, batch int, relu bool) *problem {
	points := batch * s.Board * s.Board
	return &problem{
		Shape: s, batch: batch, relu: relu,
		x: rounded(rng, points*s.In, 1), w: rounded(rng, s.Weights(), ofWeights), bias: rounded(rng, s.Out, ofBias),
		dy: rounded(rng, points*s.Out, 1),
	}
}

// taps calls f for each point of the output, tap and point of the input that meet.
func (p *problem) taps(f func(out, tap, in int)) {
	n, half := p.Board, p.Filter/2
	for i := range p.batch * n * n {
		row, col := i/n%n, i%n
		for tap := range p.Filter * p.Filter {
			r, c := row+tap/p.Filter-half, col+tap%p.Filter-half
			if r >= 0 && c >= 0 && r < n && c < n {
				f(i, tap, i/(n*n)*n*n+r*n+c)
			}
		}
	}
}

func (p *problem) forward() []float64 {
	y := make([]float64, p.batch*p.Board*p.Board*p.Out)
	for i := range y {
		y[i] = float64(p.bias[i%p.Out])
	}
	p.taps(func(out, tap, in int) { addProducts(y[out*p.Out:][:p.Out], p.x[in*p.In:][:p.In], p.w[tap*p.In*p.Out:]) })
	for i := range y {
		if p.relu {
			y[i] = max(y[i], 0)
		}
	}
	return y
}

// addProducts adds the vector x times the matrix w to y.
//
//go:norace
func addProducts(y []float64, x, w []float32) {
	for i, v := range x {
		for o := range y {
			y[o] += float64(v) * float64(w[i*len(y)+o])
		}
	}
}

// addGradients adds what one pair of points gives.
//
//go:norace
func addGradients(dx, dw, d []float64, x, w []float32) {
	for i, v := range x {
		for o, g := range d {
			dx[i] += g * float64(w[i*len(d)+o])
			dw[i*len(d)+o] += float64(v) * g
		}
	}
}

// backward is the gradients where y, the layer's output with padding, is positive.
func (p *problem) backward(y []float32) (dx, dw, db []float64) {
	dx, dw, db = make([]float64, len(p.x)), make([]float64, len(p.w)), make([]float64, p.Out)
	d := make([]float64, len(p.dy))
	for i, v := range p.dy {
		if !p.relu || y[i/p.Out*kernel.Pad(p.Out)+i%p.Out] > 0 {
			d[i] = float64(v)
			db[i%p.Out] += d[i]
		}
	}
	p.taps(func(out, tap, in int) {
		w := tap * p.In * p.Out
		addGradients(dx[in*p.In:][:p.In], dw[w:], d[out*p.Out:][:p.Out], p.x[in*p.In:][:p.In], p.w[w:])
	})
	return dx, dw, db
}

// compare holds numbers with padding against exact ones, each a sum of up to so many terms of this mean square. The
// square of such a sum is terms·square on average. An addition is off by at most 2⁻²⁴ of the sum so far, and by 1/√3 of
// that in the mean square. So all of them make 2⁻²⁴·√(terms/6) of the sum. The mean over few sums may be larger.
func compare(t rapid.TB, name string, got []float32, channels, stride int, want []float64, terms int, square float64) {
	t.Helper()
	var e float64
	for i, v := range want {
		d := float64(got[i/channels*stride+i%channels]) - v
		e += d * d
	}
	n, few := float64(terms), 1+5/math.Sqrt(float64(len(want)))
	limit := few * 0x1p-24 * math.Sqrt(n/6) * math.Sqrt(n*square)
	if rms := math.Sqrt(e / float64(len(want))); !(rms <= limit) {
		t.Errorf("%s: rms error %.2g, want at most %.2g", name, rms, limit)
	}
	for i, v := range got {
		if i%stride >= channels && v != 0 {
			t.Fatalf("%s: channel %d, which is not there, is %g", name, i%stride, v)
		}
	}
}

// check compares a layer with its definition, twice: a scratch that was used gives the same.
func (p *problem) check(t rapid.TB, l *loops, s *Scratch) {
	t.Helper()
	c := newConv(p.Shape, l)
	c.SetWeights(p.w, true)
	x, dy := padded(p.x, p.In), padded(p.dy, p.Out)
	fill := func(n int) []float32 {
		y := make([]float32, n)
		for i := range y {
			y[i] = 1e9
		}
		return y
	}
	y := fill(p.batch * p.OutSize())
	c.Forward(s, y, x, p.bias, p.batch, p.relu)
	points, taps := p.batch*p.Board*p.Board, p.Filter*p.Filter
	products := float64(taps * p.In)
	compare(t, "y", y, p.Out, kernel.Pad(p.Out), p.forward(), taps*p.In+1,
		(products*ofWeights*ofWeights+ofBias*ofBias)/(products+1))
	var mask []float32
	if p.relu {
		mask = y
	}
	dx, dw, db := fill(len(x)), fill(len(p.w)), fill(p.Out)
	c.Backward(s, dx, dw, db, x, mask, dy, p.batch)
	wantX, wantW, wantB := p.backward(y)
	compare(t, "dx", dx, p.In, kernel.Pad(p.In), wantX, taps*p.Out, ofWeights*ofWeights)
	compare(t, "dw", dw, p.Out, p.Out, wantW, points, 1)
	compare(t, "db", db, p.Out, p.Out, wantB, points, 1)
	again, weights, bias := fill(len(y)), fill(len(dw)), fill(len(db))
	c.Forward(s, again, x, p.bias, p.batch, p.relu)
	c.Backward(s, nil, weights, bias, x, mask, dy, p.batch)
	for i, pair := range [][2][]float32{{y, again}, {dw, weights}, {db, bias}} {
		for j := range pair[0] {
			if pair[0][j] != pair[1][j] {
				t.Fatalf("result %d differs the second time: number %d is %g, was %g", i, j, pair[1][j], pair[0][j])
			}
		}
	}
}

// Layers of the networks in use, and odd ones, are the sums that they are defined as.
func TestConv(t *testing.T) {
	everyLoops(t, func(t *testing.T, l *loops) {
		rng := rand.New(rand.NewPCG(1, 2))
		var s Scratch
		for _, p := range []struct {
			shape kernel.Shape
			batch int
		}{
			{kernel.Shape{Board: 19, In: 96, Out: 64, Filter: 3}, 2},
			{kernel.Shape{Board: 9, In: 64, Out: 32, Filter: 3}, 6},
			{kernel.Shape{Board: 13, In: 32, Out: 96, Filter: 3}, 1},
			{kernel.Shape{Board: 19, In: 48, Out: 32, Filter: 5}, 1},
			{kernel.Shape{Board: 9, In: 20, Out: 40, Filter: 3}, 5},
			{kernel.Shape{Board: 7, In: 33, Out: 1, Filter: 1}, 3},
			{kernel.Shape{Board: 2, In: 1, Out: 17, Filter: 5}, 9},
		} {
			for _, relu := range []bool{true, false} {
				t.Run(fmt.Sprintf("%v/%t", p.shape, relu), func(t *testing.T) {
					newProblem(rng, p.shape, p.batch, relu).check(t, l, &s)
				})
			}
		}
	})
}

// So are random ones.
func TestConvShapes(t *testing.T) {
	everyLoops(t, func(t *testing.T, l *loops) {
		var s Scratch
		rapid.Check(t, func(t *rapid.T) {
			shape := kernel.Shape{
				Board: rapid.IntRange(2, 19).Draw(t, "board"), In: rapid.IntRange(1, 70).Draw(t, "in"),
				Out: rapid.IntRange(1, 70).Draw(t, "out"), Filter: rapid.SampledFrom([]int{1, 3, 5}).Draw(t, "filter"),
			}
			if shape.Board > 9 {
				shape.In, shape.Out = min(shape.In, 40), min(shape.Out, 40)
			}
			rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
			batch := rapid.IntRange(1, 5).Draw(t, "batch")
			newProblem(rng, shape, batch, rapid.Bool().Draw(t, "relu")).check(t, l, &s)
		})
	})
}

// The result differs from that in float32 by rounding alone. Each factor keeps two to three decimal digits.
func TestErrorOfRounding(t *testing.T) {
	everyLoops(t, func(t *testing.T, l *loops) {
		shape, rng := kernel.Shape{Board: 9, In: 64, Out: 64, Filter: 3}, rand.New(rand.NewPCG(3, 4))
		random := func(n int) []float32 {
			x := make([]float32, n)
			for i := range x {
				x[i] = float32(rng.NormFloat64())
			}
			return x
		}
		const batch = 4
		x, w, bias := random(batch*shape.InSize()), random(shape.Weights()), random(shape.Out)
		c, want := newConv(shape, l), make([]float32, batch*shape.OutSize())
		exact, err := kernel.NewConv(shape)
		if err != nil {
			t.Fatal(err)
		}
		c.SetWeights(w, false)
		exact.SetWeights(w, false)
		got := make([]float32, len(want))
		c.Forward(new(Scratch), got, x, bias, batch, false)
		exact.Forward(new(kernel.Scratch), want, x, bias, batch, false)
		var e, n float64
		for i, v := range want {
			d := float64(got[i] - v)
			e += d * d
			n += float64(v) * float64(v)
		}
		// A factor is off by 2⁻⁹ at most and, evenly spread, by 0.0017 in the mean square; two of them by 0.0024.
		if r := math.Sqrt(e / n); r < 1.5e-3 || r > 3e-3 {
			t.Errorf("relative rms error %.2g", r)
		}
	})
}

// A board's result does not depend on its batch, and nothing is allocated once there is room.
func TestBoardsByThemselves(t *testing.T) {
	everyLoops(t, func(t *testing.T, l *loops) {
		p := newProblem(rand.New(rand.NewPCG(5, 6)), kernel.Shape{Board: 9, In: 32, Out: 48, Filter: 3}, 5, true)
		c := newConv(p.Shape, l)
		c.SetWeights(p.w, true)
		x, y, one := padded(p.x, p.In), make([]float32, p.batch*p.OutSize()), make([]float32, p.OutSize())
		var s Scratch
		c.Forward(&s, y, x, p.bias, p.batch, true)
		for b := range p.batch {
			c.Forward(&s, one, x[b*p.InSize():], p.bias, 1, true)
			for i, v := range one {
				if v != y[b*p.OutSize()+i] {
					t.Fatalf("board %d by itself: number %d is %g, in a batch %g", b, i, v, y[b*p.OutSize()+i])
				}
			}
		}
		dy, dx := padded(p.dy, p.Out), make([]float32, len(x))
		dw, db := make([]float32, p.Weights()), make([]float32, p.Out)
		c.Backward(&s, dx, dw, db, x, y, dy, p.batch)
		if n := testing.AllocsPerRun(2, func() {
			c.SetWeights(p.w, true)
			c.Forward(&s, y, x, p.bias, p.batch, true)
			c.Backward(&s, dx, dw, db, x, y, dy, p.batch)
		}); n != 0 {
			t.Errorf("%v allocations", n)
		}
	})
}

// What is no number stays none.
func TestNotANumber(t *testing.T) {
	everyLoops(t, func(t *testing.T, l *loops) {
		p := newProblem(rand.New(rand.NewPCG(7, 8)), kernel.Shape{Board: 5, In: 32, Out: 32, Filter: 3}, 1, true)
		p.x[(2*5+2)*32] = float32(math.NaN())
		c := newConv(p.Shape, l)
		c.SetWeights(p.w, false)
		y := make([]float32, p.OutSize())
		c.Forward(new(Scratch), y, p.x, p.bias, 1, true)
		for point := range 25 {
			near := max(point/5-2, 2-point/5) <= 1 && max(point%5-2, 2-point%5) <= 1
			if v := y[point*32]; (v != v) != near {
				t.Errorf("point %d is %g", point, v)
			}
		}
	})
}

// A scratch brings nothing from one layer to another, also where only the true channels differ.
func TestLayersInTurn(t *testing.T) {
	everyLoops(t, func(t *testing.T, l *loops) {
		rng, s := rand.New(rand.NewPCG(9, 9)), new(Scratch)
		wide := newProblem(rng, kernel.Shape{Board: 5, In: 32, Out: 32, Filter: 3}, 1, true)
		for i := range wide.x {
			wide.x[i] = float32(math.Inf(1))
		}
		c := newConv(wide.Shape, l)
		c.SetWeights(wide.w, true)
		y := make([]float32, wide.OutSize())
		c.Forward(s, y, wide.x, wide.bias, 1, true)
		for i := range wide.dy {
			wide.dy[i] = float32(math.NaN())
		}
		dx, dw, db := make([]float32, len(wide.x)), make([]float32, len(wide.w)), make([]float32, 32)
		c.Backward(s, dx, dw, db, wide.x, nil, wide.dy, 1)
		newProblem(rng, kernel.Shape{Board: 5, In: 16, Out: 16, Filter: 3}, 2, true).check(t, l, s)
	})
}

func TestErrors(t *testing.T) {
	if _, err := NewConv(kernel.Shape{Board: 20, In: 1, Out: 1, Filter: 3}); err == nil {
		t.Error("a board of 20 is no error")
	}
	_, err := NewConv(kernel.Shape{Board: 19, In: 1, Out: 1, Filter: 3})
	if none := Err(); (err == nil) != (none == nil) || none != nil && !errors.Is(none, ErrNone) {
		t.Errorf("%v, %v", err, none)
	}
}
