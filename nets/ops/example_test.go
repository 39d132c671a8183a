package ops_test

import (
	"fmt"
	"log"
	"math/rand/v2"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"github.com/tengen-go/tengen/nets/ops"
)

// A network learns the rules of Conway's Game of Life from random boards: three
// convolutions of this package, a loss of stock operations, gorgonia's Adam.
func ExampleConv2d() {
	const batch, height, width = 4, 12, 20
	rng := rand.New(rand.NewPCG(1, 2))
	g := gorgonia.NewGraph()
	images := func(name string, channels int) *gorgonia.Node {
		return gorgonia.NewTensor(g, tensor.Float32, 4, gorgonia.WithShape(batch, channels, height, width), gorgonia.WithName(name))
	}
	var learnables gorgonia.Nodes
	convolve := func(x *gorgonia.Node, channels, filters, side int, options ...ops.Option) *gorgonia.Node {
		weights := make([]float32, filters*channels*side*side)
		for i := range weights {
			weights[i] = float32(rng.NormFloat64()) * 0.4
		}
		w := gorgonia.NewTensor(g, tensor.Float32, 4, gorgonia.WithShape(filters, channels, side, side),
			gorgonia.WithName(fmt.Sprintf("w%d", filters)),
			gorgonia.WithValue(tensor.New(tensor.WithShape(filters, channels, side, side), tensor.WithBacking(weights))))
		b := gorgonia.NewVector(g, tensor.Float32, gorgonia.WithShape(filters),
			gorgonia.WithName(fmt.Sprintf("b%d", filters)), gorgonia.WithInit(gorgonia.Zeroes()))
		learnables = append(learnables, w, b)
		y, err := ops.Conv2d(x, w, b, options...)
		if err != nil {
			log.Fatal(err)
		}
		return y
	}

	now, next := images("now", 1), images("next", 1)
	x := convolve(now, 1, 16, 3, ops.ReLU, ops.NoInputGradient)
	x = convolve(x, 16, 8, 1, ops.ReLU)
	y := convolve(x, 8, 1, 1)
	loss := gorgonia.Must(gorgonia.Mean(gorgonia.Must(gorgonia.Square(gorgonia.Must(gorgonia.Sub(y, next))))))
	if _, err := gorgonia.Grad(loss, learnables...); err != nil {
		log.Fatal(err)
	}
	machine := gorgonia.NewTapeMachine(g, gorgonia.BindDualValues(learnables...))
	defer machine.Close()
	solver := gorgonia.NewAdamSolver(gorgonia.WithLearnRate(0.01))

	var wrong int
	for range 1000 {
		before, after := make([]float32, batch*height*width), make([]float32, batch*height*width)
		for i := range before {
			before[i] = float32(rng.IntN(2))
		}
		for i := range batch {
			life(after[i*height*width:], before[i*height*width:], height, width)
		}
		shape := tensor.WithShape(batch, 1, height, width)
		gorgonia.Let(now, tensor.New(shape, tensor.WithBacking(before)))
		gorgonia.Let(next, tensor.New(shape, tensor.WithBacking(after)))
		if err := machine.RunAll(); err != nil {
			log.Fatal(err)
		}
		wrong = 0
		for i, v := range y.Value().Data().([]float32) {
			if v > 0.5 != (after[i] == 1) {
				wrong++
			}
		}
		if err := solver.Step(gorgonia.NodesToValueGrads(learnables)); err != nil {
			log.Fatal(err)
		}
		machine.Reset()
	}
	fmt.Printf("%d of %d cells are wrong\n", wrong, batch*height*width)
	// Output: 0 of 960 cells are wrong
}

// life computes the next generation.
func life(after, before []float32, height, width int) {
	for row := range height {
		for col := range width {
			n := 0
			for r := max(0, row-1); r <= min(height-1, row+1); r++ {
				for c := max(0, col-1); c <= min(width-1, col+1); c++ {
					n += int(before[r*width+c])
				}
			}
			alive := before[row*width+col] == 1
			if n == 3 || alive && n == 4 { // the cell itself counts
				after[row*width+col] = 1
			}
		}
	}
}
