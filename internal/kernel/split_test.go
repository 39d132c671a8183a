package kernel

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// splitLayer is a layer to be computed in both ways.
type splitLayer struct {
	c       *Conv
	x, bias []float32
	dy      []float32
	batch   int
	relu    bool
	first   bool // no dx is wanted
	want    []float32
	grads   [3][]float32 // dx, dw and db as they should be
}

// newSplitLayer draws a layer. kinds limits the different points of boards of 0 and 1;
// with 0 the input is any number.
func newSplitLayer(t rapid.TB, rng *rand.Rand, s Shape, batch, kinds int, relu bool) *splitLayer {
	t.Helper()
	c, err := NewConv(s)
	if err != nil {
		t.Fatal(err)
	}
	c.SetWeights(float32s(normal(rng, s.Weights(), 0.1)), true)
	l := &splitLayer{c: c, bias: float32s(normal(rng, s.Out, 0.5)), batch: batch, relu: relu, first: kinds > 0}
	x := normal(rng, batch*s.Board*s.Board*s.In, 1)
	if kinds > 0 {
		for p := range batch * s.Board * s.Board {
			kind := rng.IntN(kinds)
			for i := range s.In {
				x[p*s.In+i] = float64((kind >> (i % 8)) & 1)
			}
		}
	}
	l.x = widen(x, s.In)
	l.dy = widen(normal(rng, batch*s.Board*s.Board*s.Out, 1), s.Out)
	l.compute()
	return l
}

// compute finds what is wanted by one goroutine.
func (l *splitLayer) compute() {
	var s Scratch
	l.want = Aligned(l.batch * l.c.OutSize())
	l.c.Forward(&s, l.want, l.x, l.bias, l.batch, l.relu)
	l.grads = l.backward(func(dx, dw, db []float32) {
		l.c.Backward(&s, dx, dw, db, l.x, l.mask(), l.dy, l.batch)
	})
}

// mask is y as Backward wants it.
func (l *splitLayer) mask() []float32 {
	if l.relu {
		return l.want
	}
	return nil
}

// backward calls f with room for the gradients.
func (l *splitLayer) backward(f func(dx, dw, db []float32)) [3][]float32 {
	g := [3][]float32{nil, guarded(l.c.Weights()), guarded(l.c.Out)}
	if !l.first {
		g[0] = guarded(l.batch * l.c.InSize())
	}
	for _, d := range g {
		for i := range d {
			d[i] = guard
		}
	}
	f(g[0], g[1], g[2])
	return g
}

func (l *splitLayer) check(t rapid.TB, team *Team, s *Scratch) {
	t.Helper()
	y := guarded(l.batch * l.c.OutSize())
	for i := range y {
		y[i] = guard
	}
	l.c.ForwardSplit(team, s, y, l.x, l.bias, l.batch, l.relu)
	if !same(y, l.want) {
		t.Errorf("%+v, batch %d, team of %d: differs from Forward", l.c.Shape, l.batch, team.Size())
	}
	checkGuards(t, "y", y)
	checkGuards(t, "x", l.x)
	got := l.backward(func(dx, dw, db []float32) {
		l.c.BackwardSplit(team, s, dx, dw, db, l.x, l.mask(), l.dy, l.batch)
	})
	for i, name := range []string{"dx", "dw", "db"} {
		if got[i] == nil {
			continue
		}
		if !same(got[i], l.grads[i]) {
			t.Errorf("%+v, batch %d, team of %d: %s differs from Backward", l.c.Shape, l.batch, team.Size(), name)
		}
		checkGuards(t, name, got[i])
	}
	checkGuards(t, "dy", l.dy)
}

// TestSplit: forward and backward, every board, filter and batch by teams of every size gives what one
// goroutine computes, to the bit.
func TestSplit(t *testing.T) {
	withProcs(t, 4)
	channels := []int{1, 3, 16, 17, 31, 32, 33, 48, 49, 64, 65, 96, 100, 130}
	everyKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(21, 22))
		var teams []*Team
		for n := 1; n <= 4; n++ {
			teams = append(teams, eager(n))
		}
		var s Scratch
		i := 0
		for board := 2; board <= 19; board++ {
			for _, filter := range []int{1, 3, 5} {
				shape := Shape{Board: board, Filter: filter, In: channels[(i*5+3)%len(channels)], Out: channels[(i*3+7)%len(channels)]}
				i++
				most := 6_000_000 / lightWork
				if Name() == "portable" {
					most /= 10
				}
				if board*board*shape.Weights() > most {
					continue
				}
				for batch := 1; batch <= 5; batch++ {
					l := newSplitLayer(t, rng, shape, batch, i%2*20, i%3 != 0)
					for _, team := range teams {
						l.check(t, team, &s)
					}
				}
			}
		}
	})
}

// TestSplitChoosesByBoard: boards that go by the table together with some that do not.
func TestSplitChoosesByBoard(t *testing.T) {
	withProcs(t, 3)
	everyKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(23, 24))
		l := newSplitLayer(t, rng, Shape{Board: 7, In: 20, Out: 70, Filter: 5}, 5, 20, true)
		size := l.c.InSize()
		for _, b := range []int{1, 4} {
			copy(l.x[b*size:(b+1)*size], widen(normal(rng, 7*7*20, 1), 20))
		}
		l.compute()
		var s Scratch
		for n := 1; n <= 4; n++ {
			l.check(t, eager(n), &s)
		}
	})
}

// TestSplitShapes lets chance choose, with helpers that come and go.
func TestSplitShapes(t *testing.T) {
	withProcs(t, 3)
	everyKernel(t, func(t *testing.T) {
		teams := []*Team{eager(2), impatient(3), impatient(7)}
		var s Scratch
		rapid.Check(t, func(rt *rapid.T) {
			shape := Shape{
				Board:  rapid.IntRange(2, 12).Draw(rt, "board"),
				In:     rapid.IntRange(1, 70).Draw(rt, "in"),
				Out:    rapid.IntRange(1, 140).Draw(rt, "out"),
				Filter: rapid.SampledFrom([]int{1, 3, 5}).Draw(rt, "filter"),
			}
			batch := rapid.IntRange(1, 5).Draw(rt, "batch")
			kinds := rapid.SampledFrom([]int{0, 20}).Draw(rt, "kinds")
			rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
			if batch*shape.Board*shape.Board*shape.Weights() > 5e6/lightWork {
				rt.Skip("too much")
			}
			l := newSplitLayer(rt, rng, shape, batch, kinds, true)
			for _, team := range teams {
				l.check(rt, team, &s)
			}
		})
	})
}

// TestSplitConcurrently: teams of several goroutines share a layer.
func TestSplitConcurrently(t *testing.T) {
	withProcs(t, 4)
	for _, shape := range []Shape{{9, 20, 70, 3}, {9, 20, 70, 5}} {
		l := newSplitLayer(t, rand.New(rand.NewPCG(25, 26)), shape, 1, 30, true)
		var wg sync.WaitGroup
		for g := range 4 {
			wg.Go(func() {
				team := eager(1 + g)
				if g%2 == 1 {
					team = impatient(1 + g)
				}
				var s Scratch
				for range 50 {
					l.check(t, team, &s)
				}
			})
		}
		wg.Wait()
	}
}

// TestSplitOfManyBoards: more parts than a team can count at a time.
func TestSplitOfManyBoards(t *testing.T) {
	withProcs(t, 2)
	shape := Shape{Board: 2, In: 1, Out: 33, Filter: 3}
	const batch = maxParts/2 + 2
	c, err := NewConv(shape)
	if err != nil {
		t.Fatal(err)
	}
	c.SetWeights(float32s(normal(rand.New(rand.NewPCG(29, 30)), c.Weights(), 1)), false)
	x, bias := Aligned(batch*c.InSize()), Aligned(c.Out)
	for i := 0; i < len(x); i += Pad(c.In) {
		x[i] = float32(i)
	}
	y, want := Aligned(batch*c.OutSize()), Aligned(batch*c.OutSize())
	var s Scratch
	c.Forward(&s, want, x, bias, batch, true)
	c.ForwardSplit(eager(2), &s, y, x, bias, batch, true)
	if !same(y, want) {
		t.Error("differs from Forward")
	}
}

// TestSplitNoAllocation: layers that the members have met are computed without
// garbage, helpers starting and ending included.
func TestSplitNoAllocation(t *testing.T) {
	withProcs(t, 2)
	for _, filter := range []int{3, 5} {
		t.Run(fmt.Sprint("filter ", filter), func(t *testing.T) {
			l := newSplitLayer(t, rand.New(rand.NewPCG(27, 28)), Shape{9, 20, 70, filter}, 1, 30, true)
			team, y := eager(2), Aligned(l.c.OutSize())
			dw, db := Aligned(l.c.Weights()), Aligned(l.c.Out)
			var s Scratch
			least := uint64(1 << 63)
			const calls = 100
			for range 20 {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				for range calls {
					l.c.ForwardSplit(team, &s, y, l.x, l.bias, 1, true)
					l.c.BackwardSplit(team, &s, nil, dw, db, l.x, y, l.dy, 1)
				}
				runtime.ReadMemStats(&after)
				least = min(least, after.Mallocs-before.Mallocs)
			}
			if least >= calls/10 {
				t.Errorf("%d allocations in %d calls, want none", least, calls)
			}
		})
	}
}

// TestGrids: how boards are cut up, by what the tiles and channels allow.
func TestGrids(t *testing.T) {
	for _, test := range []struct {
		Shape
		tile
		members, boards int
		want            grid
	}{
		{Shape{19, 192, 192, 3}, tile4, 2, 1, grid{1, 2}},
		{Shape{19, 192, 192, 3}, tile4, 2, 2, grid{1, 1}}, // a board each
		{Shape{19, 192, 192, 3}, tile4, 2, 3, grid{1, 2}},
		{Shape{19, 192, 192, 3}, tile4, 6, 1, grid{1, 6}},
		{Shape{19, 192, 192, 3}, tile4, 1, 1, grid{1, 1}},
		{Shape{19, 64, 64, 3}, tile4, 2, 1, grid{1, 2}},
		{Shape{19, 64, 64, 3}, tile4, 8, 1, grid{5, 1}},
		{Shape{19, 32, 32, 3}, tile4, 2, 1, grid{2, 1}}, // one block of channels
		{Shape{13, 64, 64, 3}, tile4, 2, 1, grid{2, 1}}, // four rows of tiles
		{Shape{9, 64, 64, 3}, tile3, 2, 1, grid{1, 2}},
		{Shape{9, 32, 32, 3}, tile3, 16, 1, grid{1, 1}}, // else the parts are too small
		{Shape{5, 16, 16, 3}, tile3, 2, 1, grid{1, 1}},
	} {
		c := newConv(test.Shape, test.tile)
		if got := c.cut(test.members, test.boards, leastWork); got != test.want {
			t.Errorf("%+v, %d members, %d boards: %+v, want %+v", test.Shape, test.members, test.boards, got, test.want)
		}
	}
}
