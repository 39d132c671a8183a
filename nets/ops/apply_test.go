package ops

import (
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// blend is y = Σ w·x·m over all values, m being data.
type blend struct{}

func (blend) Forward(y, x []float32, params [][]float32) error {
	y[0] = 0
	for i, v := range x {
		y[0] += params[0][i] * v * params[1][i]
	}
	return nil
}

func (blend) Backward(g Gradients, x, _, dy []float32, params [][]float32) error {
	w, m := params[0], params[1]
	for i, v := range x {
		g.X[i] = dy[0] * w[i] * m[i]
		g.Params[0][i] = dy[0] * v * m[i]
	}
	if g.Params[1] != nil {
		panic("a gradient of data is wanted")
	}
	return nil
}

func vector(g *gorgonia.ExprGraph, name string, values ...float32) *gorgonia.Node {
	return gorgonia.NewVector(g, tensor.Float32, gorgonia.WithShape(len(values)), gorgonia.WithName(name),
		gorgonia.WithValue(tensor.New(tensor.WithBacking(values))))
}

// Two equal operations over the same nodes are two, gradients of both add up, and the
// caller's memory has the gradients.
func TestApply(t *testing.T) {
	g := gorgonia.NewGraph()
	x, w, m := vector(g, "x", 1, 2, 3), vector(g, "w", 4, 5, 6), vector(g, "m", 1, 0, 2)
	own := make([]float32, 3)
	apply := func(o Operation) *gorgonia.Node {
		o.Name, o.Function, o.Data = "blend", blend{}, []bool{false, false, true}
		return gorgonia.Must(Apply(o, x, w, m))
	}
	a := apply(Operation{Gradients: Gradients{Params: [][]float32{own}}})
	b := apply(Operation{})
	three := gorgonia.NewConstant(float32(3))
	cost := gorgonia.Must(gorgonia.Add(a, gorgonia.Must(gorgonia.Mul(three, b))))
	grads, err := gorgonia.Grad(cost, x, w)
	if err != nil {
		t.Fatal(err)
	}
	machine := gorgonia.NewTapeMachine(g)
	defer machine.Close()
	for range 2 {
		if err := machine.RunAll(); err != nil {
			t.Fatal(err)
		}
		machine.Reset()
		if got := cost.Value().Data().(float32); got != 4*(4+36) {
			t.Errorf("value %v, want 160", got)
		}
		for i, want := range [][]float32{{16, 0, 48}, {4, 0, 24}} {
			if got := grads[i].Value().Data().([]float32); distance(got, want) != 0 {
				t.Errorf("gradient %d is %v, want %v", i, got, want)
			}
		}
		if want := []float32{1, 0, 6}; distance(own, want) != 0 {
			t.Errorf("the caller's memory has %v, want %v", own, want)
		}
	}
	if _, err := gorgonia.Grad(a, m); err == nil {
		t.Error("gorgonia finds a gradient of data")
	}
}

func TestApplyRefuses(t *testing.T) {
	g := gorgonia.NewGraph()
	x := vector(g, "x", 1, 2)
	o := Operation{Name: "sum", Function: blend{}, Shape: tensor.Shape{3}, Result: make([]float32, 2)}
	if _, err := Apply(o, x); err == nil || !strings.Contains(err.Error(), "memory of 2 floats for a result of 3") {
		t.Errorf("error %v", err)
	}
	if _, err := Apply(Operation{Name: "sum", Function: blend{}}, x, nil); err == nil || !strings.Contains(err.Error(), "argument 1 is nil") {
		t.Errorf("error %v", err)
	}
	y := gorgonia.Must(Apply(Operation{Name: "blend", Function: blend{}, Gradients: Gradients{X: make([]float32, 3)}}, x, x, x))
	if _, err := gorgonia.Grad(y, x); err == nil || !strings.Contains(err.Error(), "memory of 3 floats for the gradient of argument 0") {
		t.Errorf("error %v", err)
	}
}

// gorgonia's solvers see the gradients of one run, not of all runs so far: the steps of
// its plain descent are those by hand.
func TestSolversSeeGradientsOfOneRun(t *testing.T) {
	const rate = 0.01
	rng := rand.New(rand.NewPCG(1, 2))
	g := gorgonia.NewGraph()
	input := func(name string, shape ...int) *gorgonia.Node {
		v := tensor.New(tensor.WithShape(shape...), tensor.WithBacking(normal(rng, tensor.Shape(shape).TotalSize())))
		return gorgonia.NewTensor(g, tensor.Float32, len(shape), gorgonia.WithShape(shape...), gorgonia.WithName(name), gorgonia.WithValue(v))
	}
	x, w, b := input("x", 2, 3, 6, 7), input("w", 4, 3, 3, 3), input("b", 4)
	y := gorgonia.Must(Conv2d(x, w, b, ReLU, NoInputGradient))
	cost := gorgonia.Must(gorgonia.Mean(gorgonia.Must(gorgonia.Square(y))))
	grads, err := gorgonia.Grad(cost, w, b)
	if err != nil {
		t.Fatal(err)
	}
	machine := gorgonia.NewTapeMachine(g, gorgonia.BindDualValues(w, b))
	defer machine.Close()
	solver := gorgonia.NewVanillaSolver(gorgonia.WithLearnRate(rate))
	last := math.Inf(1)
	for step := range 5 {
		var want [][]float32
		if err := machine.RunAll(); err != nil {
			t.Fatal(err)
		}
		for i, n := range []*gorgonia.Node{w, b} {
			next := append([]float32(nil), n.Value().Data().([]float32)...)
			for j, d := range grads[i].Value().Data().([]float32) {
				next[j] -= rate * d
			}
			want = append(want, next)
		}
		if err := solver.Step(gorgonia.NodesToValueGrads(gorgonia.Nodes{w, b})); err != nil {
			t.Fatal(err)
		}
		machine.Reset()
		for i, n := range []*gorgonia.Node{w, b} {
			if d := distance(n.Value().Data().([]float32), want[i]); d > 1e-6 {
				t.Errorf("step %d: %s is off by %.2g", step, n.Name(), d)
			}
		}
		now := float64(cost.Value().Data().(float32))
		if now >= last {
			t.Errorf("step %d: cost %v after %v", step, now, last)
		}
		last = now
	}
}

// The result does not depend on the number of threads.
func TestConv2dDoesNotDependOnThreads(t *testing.T) {
	s := sizes[len(sizes)-1]
	compute := func(threads int) made {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
		return run(t, s, ours(ReLU))
	}
	one, many := compute(1), compute(4)
	for what, pair := range map[string][2][]float32{
		"value": {one.y, many.y}, "dx": {one.dx, many.dx}, "dw": {one.dw, many.dw}, "db": {one.db, many.db},
	} {
		for i, v := range pair[0] {
			if v != pair[1][i] {
				t.Fatalf("%s[%d] is %v by one thread, %v by four", what, i, v, pair[1][i])
			}
		}
	}
}

func TestCutsCoverImages(t *testing.T) {
	for height := 1; height < 50; height++ {
		for width := 1; width < 50; width += 3 {
			for reach := range 3 {
				board, rows, cols := cuts(height, width, reach)
				for _, axis := range []struct {
					length int
					list   []cut
				}{{height, rows}, {width, cols}} {
					list := axis.list
					at := 0
					for i, c := range list {
						inside := (i == 0 || c.from-c.start >= reach) && (i == len(list)-1 || c.start+board-c.to >= reach)
						if c.from != at || c.to <= c.from || c.to > c.start+board || !inside {
							t.Fatalf("%d×%d, reach %d: boards of %d at %+v", height, width, reach, board, list)
						}
						at = c.to
					}
					if at != axis.length {
						t.Fatalf("%d×%d, reach %d: boards of %d end at %d", height, width, reach, board, at)
					}
				}
			}
		}
	}
}
