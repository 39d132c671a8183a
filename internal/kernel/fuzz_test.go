package kernel

import (
	"math/rand/v2"
	"testing"
)

// FuzzLayer holds layers of any shape against the reference and the ways to share them
// out against the way of one goroutine.
func FuzzLayer(f *testing.F) {
	f.Add(uint8(0), uint8(19), uint8(3), uint8(5), uint8(3), uint8(1), true, uint8(0), uint64(1))
	f.Add(uint8(0), uint8(9), uint8(48), uint8(15), uint8(5), uint8(2), true, uint8(20), uint64(2))
	f.Add(uint8(1), uint8(2), uint8(65), uint8(40), uint8(1), uint8(9), false, uint8(0), uint64(3))
	f.Add(uint8(1), uint8(10), uint8(33), uint8(70), uint8(3), uint8(1), true, uint8(0), uint64(4))
	f.Add(uint8(2), uint8(5), uint8(20), uint8(35), uint8(5), uint8(3), false, uint8(9), uint64(5))
	before := Name()
	f.Cleanup(func() {
		if err := Use(before); err != nil {
			f.Error(err)
		}
	})
	f.Fuzz(func(t *testing.T, kernel, board, in, out, filter, batch uint8, relu bool, kinds uint8, seed uint64) {
		shape := Shape{Board: int(board), In: int(in), Out: int(out), Filter: int(filter)}
		if shape.Validate() != nil || batch == 0 || int(batch)*shape.Board*shape.Board*shape.Weights() > 3_000_000/lightWork {
			t.Skip()
		}
		if err := Use(Names()[int(kernel)%len(Names())]); err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(seed, 0))
		var s Scratch
		var l *layer
		byTable := kinds > 0 && shape.hasPlanes()
		if byTable {
			l = newPlanes(rng, shape, int(batch), int(kinds), relu)
			l.checkPlanes(t, &s)
		} else {
			l = newLayer(rng, shape, int(batch), relu)
			l.check(t, &s)
		}
		split := &splitLayer{
			c: l.conv(t, true), x: widen(l.x, l.In), bias: float32s(l.bias), dy: widen(l.dy, l.Out),
			batch: l.batch, relu: relu, first: byTable,
		}
		split.compute()
		for _, team := range []*Team{NewTeam(2), NewTeam(3)} {
			split.check(t, team, &s)
		}
	})
}
