package kernel

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// newPlanes is newLayer for a board of 0 and 1: so many different words, at most,
// are dealt out to the points of each board.
func newPlanes(rng *rand.Rand, s Shape, batch, kinds int, relu bool) *layer {
	l := newLayer(rng, s, batch, relu)
	words := make([]uint64, kinds)
	for i := range words[1:] { // the first stays 0
		words[i+1] = rng.Uint64() & rng.Uint64() & rng.Uint64() & (1<<s.In - 1)
	}
	for p := range batch * s.Board * s.Board {
		word := words[rng.IntN(kinds)]
		for i := range s.In {
			l.x[p*s.In+i] = float64(word >> i & 1)
		}
	}
	l.y = l.forward(l.x, batch)
	return l
}

// checkPlanes compares the layer with the reference, forward and backward without dx.
func (l *layer) checkPlanes(t rapid.TB, s *Scratch) {
	t.Helper()
	c := l.conv(t, false)
	x, bias, dy := widen(l.x, l.In), float32s(l.bias), widen(l.dy, l.Out)
	y, dw, db := guarded(l.batch*l.OutSize()), guarded(len(l.w)), guarded(l.Out)
	for _, d := range [][]float32{y, dw, db} {
		for i := range d {
			d[i] = guard
		}
	}
	c.Forward(s, y, x, bias, l.batch, l.relu)
	got := narrow(t, "y", y, l.Out)
	checkError(t, "y", got, l.y, 1)
	mask := y
	if !l.relu {
		mask = nil
	}
	c.Backward(s, nil, dw, db, x, mask, dy, l.batch)
	_, wantW, wantB := l.backward(l.x, got, l.dy, l.batch)
	scale := math.Sqrt(float64(l.batch * l.Board * l.Board))
	checkError(t, "dw", float64s(dw), wantW, scale/4)
	checkError(t, "db", float64s(db), wantB, scale/2)
	for name, b := range map[string][]float32{"x": x, "y": y, "bias": bias, "dw": dw, "db": db, "dy": dy} {
		checkGuards(t, name, b)
	}
}

func TestPlanesLayer(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		var s Scratch // one for all: layers must not disturb each other
		rng := rand.New(rand.NewPCG(3, 4))
		for board := 2; board <= 19; board++ {
			for _, size := range []struct{ in, out, batch, kinds int }{
				{48, 33, 1, 20},
				{1, 1, 1, 2},
				{9, 17, 9, 12},
				{64, 16, 1, 5},
				{4, 40, 17, 8},
			} {
				shape := Shape{Board: board, In: size.in, Out: size.out, Filter: 5}
				if size.batch*board*board*shape.Weights() > 60_000_000/lightWork {
					continue
				}
				t.Run(fmt.Sprintf("%+v", shape), func(t *testing.T) {
					l := newPlanes(rng, shape, size.batch, size.kinds, board%3 != 0)
					l.checkPlanes(t, &s)
				})
			}
		}
	})
}

func TestPlanesOfAnyShape(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		var s Scratch
		rapid.Check(t, func(t *rapid.T) {
			shape := Shape{
				Board: rapid.IntRange(2, 11).Draw(t, "board"), Filter: 5,
				In: rapid.IntRange(1, 64).Draw(t, "in"), Out: rapid.IntRange(1, 70).Draw(t, "out"),
			}
			rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
			l := newPlanes(rng, shape, rapid.IntRange(1, 12).Draw(t, "batch"), rapid.IntRange(1, 60).Draw(t, "kinds"), rapid.Bool().Draw(t, "relu"))
			l.checkPlanes(t, &s)
		})
	})
}

// Boards of 0 and 1 go by the table and others do not, whatever their neighbours in
// the batch; each yields what it yields alone, to the bit.
func TestPlanesChooseByBoard(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(5, 6))
		shape := Shape{Board: 9, In: 48, Out: 48, Filter: 5}
		l := newPlanes(rng, shape, 12, 10, true)
		points := shape.Board * shape.Board * shape.In
		for _, b := range []int{2, 7, 8} {
			copy(l.x[b*points:(b+1)*points], normal(rng, points, 1))
		}
		for i := range points { // 0 and 1, but no two points alike
			l.x[4*points+i] = float64(rng.IntN(2))
		}
		l.x[11*points-1] = 0.5
		l.y = l.forward(l.x, l.batch)
		l.checkPlanes(t, &Scratch{})

		c := l.conv(t, false)
		x, bias := widen(l.x, l.In), float32s(l.bias)
		y := make([]float32, l.batch*l.OutSize())
		var s, alone Scratch
		c.Forward(&s, y, x, bias, l.batch, true)
		for b := range l.batch {
			one := make([]float32, l.OutSize())
			board := x[b*l.InSize():][:l.InSize()]
			c.Forward(&alone, one, board, bias, 1, true)
			if !same(one, y[b*l.OutSize():][:l.OutSize()]) {
				t.Errorf("board %d depends on its batch", b)
			}
			byTable := c.words(&alone.planes, board, 1) == 1
			if want := b != 2 && b != 4 && b != 7 && b != 8 && b != 10; byTable != want {
				t.Errorf("board %d by the table: %v, want %v", b, byTable, want)
			}
		}
	})
}

// TestPlanesChoiceOfEqualCost: a board with a table that costs as much as the other way goes by
// the table and one of a plane more does not, also if its words are in the table already
// for the sake of another board.
func TestPlanesChoiceOfEqualCost(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		// 16 tiles of 36 points for 50 channels, as additions of 25 taps: 1152 = 2·544 + 64.
		shape := Shape{Board: 8, In: 50, Out: 32, Filter: 5}
		const each, most = 16, 544 / 16 // planes of a word, words of a board
		c, err := NewConv(shape)
		if err != nil {
			t.Fatal(err)
		}
		board := func(kinds int) []float32 {
			x := Aligned(c.InSize())
			for p := range shape.Board * shape.Board {
				for i := range each {
					// Word k has the planes k, k+1, …: as many different words as planes.
					x[p*Pad(shape.In)+(p%kinds+i)%shape.In] = 1
				}
			}
			return x
		}
		for _, want := range []struct{ kinds, second, boards int }{
			{most, most, 2},
			{most + 1, most, 0},
			{most, most + 1, 1},
			{20, most + 1, 1},
		} {
			x := append(board(want.kinds), board(want.second)...)
			var s planes
			if n := c.words(&s, x, 2); n != want.boards {
				t.Errorf("boards of %d and %d words: %d by the table, want %d", want.kinds, want.second, n, want.boards)
			}
		}
	})
}
