package ops

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// size is a convolution.
type size struct{ batch, channels, filters, height, width, side int }

// sizes are images that are one board, many boards, no squares, a single row and a
// single point.
var sizes = []size{
	{2, 3, 5, 9, 9, 3},
	{1, 1, 1, 1, 1, 3},
	{3, 2, 4, 1, 30, 5},
	{2, 17, 33, 19, 19, 3},
	{2, 3, 4, 20, 20, 3},
	{1, 4, 3, 28, 41, 5},
	{2, 3, 2, 40, 7, 3},
	{2, 5, 6, 23, 11, 1},
	{1, 70, 64, 12, 12, 3},
}

// made has the values and gradients of one convolution.
type made struct{ y, dx, dw, db []float32 }

func normal(rng *rand.Rand, n int) []float32 {
	out := make([]float32, n)
	for i := range out {
		out[i] = float32(rng.NormFloat64())
	}
	return out
}

// run computes Σ y·u for fixed u, and its gradients, by the given convolution.
func run(t testing.TB, s size, build func(x, w, b *gorgonia.Node) (*gorgonia.Node, error)) made {
	t.Helper()
	m, values := prepare(t, s, build)
	defer m.Close()
	if err := m.RunAll(); err != nil {
		t.Fatal(err)
	}
	at := func(n *gorgonia.Node) []float32 { return append([]float32(nil), n.Value().Data().([]float32)...) }
	return made{at(values[0]), at(values[1]), at(values[2]), at(values[3])}
}

// prepare builds the graph of run, whose values are y, dx, dw and db.
func prepare(t testing.TB, s size, build func(x, w, b *gorgonia.Node) (*gorgonia.Node, error)) (gorgonia.VM, gorgonia.Nodes) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, uint64(s.height)))
	g := gorgonia.NewGraph()
	node := func(name string, shape ...int) *gorgonia.Node {
		v := tensor.New(tensor.WithShape(shape...), tensor.WithBacking(normal(rng, tensor.Shape(shape).TotalSize())))
		return gorgonia.NewTensor(g, tensor.Float32, len(shape), gorgonia.WithShape(shape...), gorgonia.WithName(name), gorgonia.WithValue(v))
	}
	x := node("x", s.batch, s.channels, s.height, s.width)
	w := node("w", s.filters, s.channels, s.side, s.side)
	b := node("b", s.filters)
	u := node("u", s.batch, s.filters, s.height, s.width)
	y, err := build(x, w, b)
	if err != nil {
		t.Fatal(err)
	}
	cost := gorgonia.Must(gorgonia.Sum(gorgonia.Must(gorgonia.HadamardProd(y, u))))
	grads, err := gorgonia.Grad(cost, x, w, b)
	if err != nil {
		t.Fatal(err)
	}
	return gorgonia.NewTapeMachine(g), append(gorgonia.Nodes{y}, grads...)
}

func ours(options ...Option) func(x, w, b *gorgonia.Node) (*gorgonia.Node, error) {
	return func(x, w, b *gorgonia.Node) (*gorgonia.Node, error) { return Conv2d(x, w, b, options...) }
}

// stock is gorgonia's own convolution with a bias and ReLU.
func stock(s size, relu bool) func(x, w, b *gorgonia.Node) (*gorgonia.Node, error) {
	return func(x, w, b *gorgonia.Node) (*gorgonia.Node, error) {
		y, err := gorgonia.Conv2d(x, w, tensor.Shape{s.side, s.side}, []int{s.side / 2, s.side / 2}, []int{1, 1}, []int{1, 1})
		if err != nil {
			return nil, err
		}
		wide, err := gorgonia.Reshape(b, tensor.Shape{1, s.filters, 1, 1})
		if err != nil {
			return nil, err
		}
		if y, err = gorgonia.BroadcastAdd(y, wide, nil, []byte{0, 2, 3}); err != nil || !relu {
			return y, err
		}
		return gorgonia.Rectify(y)
	}
}

// direct is the convolution and its gradients in plain loops of float64.
func direct(s size, relu bool) (out struct{ y, dx, dw, db []float64 }) {
	rng := rand.New(rand.NewPCG(1, uint64(s.height)))
	x := normal(rng, s.batch*s.channels*s.height*s.width)
	w := normal(rng, s.filters*s.channels*s.side*s.side)
	b := normal(rng, s.filters)
	u := normal(rng, s.batch*s.filters*s.height*s.width)
	out.y, out.dx = make([]float64, len(u)), make([]float64, len(x))
	out.dw, out.db = make([]float64, len(w)), make([]float64, len(b))
	taps := func(k, row, col int, f func(at, weight int)) { // of image 0
		for c := range s.channels {
			for i := range s.side {
				for j := range s.side {
					r, q := row+i-s.side/2, col+j-s.side/2
					if r >= 0 && r < s.height && q >= 0 && q < s.width {
						f((c*s.height+r)*s.width+q, ((k*s.channels+c)*s.side+i)*s.side+j)
					}
				}
			}
		}
	}
	for n := range s.batch {
		first := n * s.channels * s.height * s.width
		for k := range s.filters {
			for p := range s.height * s.width {
				y, at := float64(b[k]), (n*s.filters+k)*s.height*s.width+p
				taps(k, p/s.width, p%s.width, func(i, j int) { y += float64(x[first+i]) * float64(w[j]) })
				if relu && y <= 0 {
					continue
				}
				out.y[at] = y
				d := float64(u[at])
				out.db[k] += d
				taps(k, p/s.width, p%s.width, func(i, j int) {
					out.dx[first+i] += d * float64(w[j])
					out.dw[j] += d * float64(x[first+i])
				})
			}
		}
	}
	return out
}

func distance[T float32 | float64](got []float32, want []T) float64 {
	if len(got) != len(want) {
		return math.Inf(1)
	}
	var d, w float64
	for i, v := range want {
		d += (float64(got[i]) - float64(v)) * (float64(got[i]) - float64(v))
		w += float64(v) * float64(v)
	}
	return math.Sqrt(d / max(w, 1e-30))
}

// Value and all three gradients against plain loops, for images of all proportions.
func TestConv2dEqualsLoops(t *testing.T) {
	for _, s := range sizes {
		for _, relu := range []bool{false, true} {
			var options []Option
			if relu {
				options = append(options, ReLU)
			}
			got, want := run(t, s, ours(options...)), direct(s, relu)
			for what, d := range map[string]float64{
				"value": distance(got.y, want.y), "dx": distance(got.dx, want.dx),
				"dw": distance(got.dw, want.dw), "db": distance(got.db, want.db),
			} {
				if !(d < 1e-5) {
					t.Errorf("%+v, ReLU %v: %s is off by %.2g", s, relu, what, d)
				}
			}
		}
	}
}

// gorgonia's own convolution, bias and ReLU.
func TestConv2dEqualsStock(t *testing.T) {
	for _, s := range sizes[:6] {
		if s.height == 1 {
			continue // gorgonia takes an axis of one for none
		}
		for _, relu := range []bool{false, true} {
			var options []Option
			if relu {
				options = append(options, ReLU)
			}
			got, want := run(t, s, ours(options...)), run(t, s, stock(s, relu))
			for what, d := range map[string]float64{
				"value": distance(got.y, want.y), "dx": distance(got.dx, want.dx),
				"dw": distance(got.dw, want.dw), "db": distance(got.db, want.db),
			} {
				if !(d < 1e-5) {
					t.Errorf("%+v, ReLU %v: %s is off by %.2g", s, relu, what, d)
				}
			}
		}
	}
}

// The gradients of the whole graph against finite differences of its value, through
// two convolutions with stock operations between them.
func TestGradientsByFiniteDifferences(t *testing.T) {
	const height, width = 5, 21
	rng := rand.New(rand.NewPCG(5, 6))
	data := map[string]*tensor.Dense{}
	add := func(name string, shape ...int) {
		data[name] = tensor.New(tensor.WithShape(shape...), tensor.WithBacking(normal(rng, tensor.Shape(shape).TotalSize())))
	}
	add("x", 2, 2, height, width)
	add("w1", 3, 2, 5, 5)
	add("b1", 3)
	add("w2", 2, 3, 3, 3)
	add("b2", 2)
	names := []string{"x", "w1", "b1", "w2", "b2"}
	g := gorgonia.NewGraph()
	nodes := map[string]*gorgonia.Node{}
	var all gorgonia.Nodes
	for _, name := range names {
		v := data[name]
		nodes[name] = gorgonia.NewTensor(g, tensor.Float32, v.Dims(), gorgonia.WithShape(v.Shape()...),
			gorgonia.WithName(name), gorgonia.WithValue(v))
		all = append(all, nodes[name])
	}
	h := gorgonia.Must(Conv2d(nodes["x"], nodes["w1"], nodes["b1"]))
	h = gorgonia.Must(gorgonia.Tanh(h)) // smooth, where a ReLU has corners
	y := gorgonia.Must(Conv2d(h, nodes["w2"], nodes["b2"]))
	cost := gorgonia.Must(gorgonia.Mean(gorgonia.Must(gorgonia.Square(y))))
	grads, err := gorgonia.Grad(cost, all...)
	if err != nil {
		t.Fatal(err)
	}
	m := gorgonia.NewTapeMachine(g)
	defer m.Close()
	value := func() float64 {
		if err := m.RunAll(); err != nil {
			t.Fatal(err)
		}
		m.Reset()
		return float64(cost.Value().Data().(float32))
	}
	value()
	slopes := map[string][]float32{}
	for i, name := range names {
		slopes[name] = append([]float32(nil), grads[i].Value().Data().([]float32)...)
	}
	for _, name := range names {
		w := data[name].Data().([]float32)
		var got, want []float32
		for range 12 {
			i := rng.IntN(len(w))
			old := w[i]
			const step = 1e-2
			w[i] = old + step
			up := value()
			w[i] = old - step
			down := value()
			w[i] = old
			got, want = append(got, slopes[name][i]), append(want, float32((up-down)/(2*step)))
		}
		if d := distance(got, want); !(d < 5e-3) {
			t.Errorf("gradient of %s is off by %.2g: %v, by differences %v", name, d, got, want)
		}
	}
}

// The weights are those of the node, also after it was given others by Let.
func TestConv2dReadsItsNode(t *testing.T) {
	s := sizes[0]
	rng := rand.New(rand.NewPCG(1, 2))
	g := gorgonia.NewGraph()
	x := gorgonia.NewTensor(g, tensor.Float32, 4, gorgonia.WithShape(s.batch, s.channels, s.height, s.width))
	w := gorgonia.NewTensor(g, tensor.Float32, 4, gorgonia.WithShape(s.filters, s.channels, s.side, s.side))
	b := gorgonia.NewVector(g, tensor.Float32, gorgonia.WithShape(s.filters), gorgonia.WithInit(gorgonia.Zeroes()))
	y := gorgonia.Must(Conv2d(x, w, b, ReLU))
	m := gorgonia.NewTapeMachine(g)
	defer m.Close()
	ask := func(weights []float32) []float32 {
		t.Helper()
		for _, err := range []error{
			gorgonia.Let(x, tensor.New(tensor.WithShape(x.Shape()...), tensor.WithBacking(normal(
				rand.New(rand.NewPCG(3, 4)), x.Shape().TotalSize())))),
			gorgonia.Let(w, tensor.New(tensor.WithShape(w.Shape()...), tensor.WithBacking(weights))),
			m.RunAll(),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
		m.Reset()
		return append([]float32(nil), y.Value().Data().([]float32)...)
	}
	first := normal(rng, w.Shape().TotalSize())
	double := append([]float32(nil), first...)
	for i := range double {
		double[i] *= 2
	}
	one, two, again := ask(first), ask(double), ask(first)
	for i := range one {
		if math.Abs(float64(two[i]-2*one[i])) > 1e-4 || one[i] != again[i] {
			t.Fatalf("point %d: %v, with weights twice as large %v, with the first again %v", i, one[i], two[i], again[i])
		}
	}
}

// x may be a transposed view: its memory is not in the order of its shape.
func TestConv2dOfTransposed(t *testing.T) {
	g := gorgonia.NewGraph()
	rng := rand.New(rand.NewPCG(1, 2))
	input := func(shape ...int) *gorgonia.Node {
		v := tensor.New(tensor.WithShape(shape...), tensor.WithBacking(normal(rng, tensor.Shape(shape).TotalSize())))
		return gorgonia.NewTensor(g, tensor.Float32, len(shape), gorgonia.WithShape(shape...),
			gorgonia.WithName(fmt.Sprint(shape)), gorgonia.WithValue(v))
	}
	x, w, b := input(2, 3, 6, 7), input(4, 3, 3, 3), input(4)
	plain := gorgonia.Must(Conv2d(x, w, b))
	// Both axes of the image exchanged, and those of the filters.
	y := gorgonia.Must(Conv2d(gorgonia.Must(gorgonia.Transpose(x, 0, 1, 3, 2)), gorgonia.Must(gorgonia.Transpose(w, 0, 1, 3, 2)), b))
	m := gorgonia.NewTapeMachine(g)
	defer m.Close()
	if err := m.RunAll(); err != nil {
		t.Fatal(err)
	}
	p, q := plain.Value().Data().([]float32), y.Value().Data().([]float32)
	for n := range 8 {
		for row := range 6 {
			for col := range 7 {
				if a, b := p[(n*6+row)*7+col], q[(n*7+col)*6+row]; math.Abs(float64(a-b)) > 1e-4 {
					t.Fatalf("image %d, %d, %d: %v, transposed %v", n, row, col, a, b)
				}
			}
		}
	}
}

func TestConv2dRefuses(t *testing.T) {
	g := gorgonia.NewGraph()
	input := func(shape ...int) *gorgonia.Node {
		return gorgonia.NewTensor(g, tensor.Float32, len(shape), gorgonia.WithShape(shape...), gorgonia.WithName(fmt.Sprint(shape)))
	}
	x, w, b := input(2, 3, 9, 9), input(4, 3, 3, 3), input(4)
	double := gorgonia.NewTensor(g, tensor.Float64, 4, gorgonia.WithShape(2, 3, 9, 9), gorgonia.WithName("double"))
	for _, c := range []struct {
		want    string
		x, w, b *gorgonia.Node
	}{
		{"x is nil", nil, w, b},
		{"x of shape (3, 9, 9), want", input(3, 9, 9), w, b},
		{"w of shape (4, 3), want", x, input(4, 3), b},
		{"reads 2 channels", x, input(4, 2, 3, 3), b},
		{"filters of 3×5, want", x, input(4, 3, 3, 5), b},
		{"filters of 7×7, want", x, input(4, 3, 7, 7), b},
		{"b of shape (5), want [4]", x, w, input(5)},
		{"of float64, want float32", double, w, b},
	} {
		if _, err := Conv2d(c.x, c.w, c.b); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want one with %q", err, c.want)
		}
	}
}

// Value and all gradients of a layer of 64 filters on 16 images of 19×19.
func BenchmarkConv2d(b *testing.B) {
	s := size{16, 64, 64, 19, 19, 3}
	for name, build := range map[string]func(x, w, b *gorgonia.Node) (*gorgonia.Node, error){"ours": ours(ReLU), "stock": stock(s, true)} {
		b.Run(name, func(b *testing.B) {
			m, _ := prepare(b, s, build)
			defer m.Close()
			b.ReportAllocs()
			for b.Loop() {
				if err := m.RunAll(); err != nil {
					b.Fatal(err)
				}
				m.Reset()
			}
		})
	}
}
