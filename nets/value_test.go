package nets

import (
	"math"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/nets/internal/layers"
)

// "The input to the value network is also a 19 × 19 × 48 image stack, with an
// additional binary feature plane describing the current colour to play. Hidden
// layers 2 to 11 are identical to the policy network, hidden layer 12 is an
// additional convolution layer, hidden layer 13 convolves 1 filter of kernel size
// 1 × 1 with stride 1, and hidden layer 14 is a fully connected linear layer with
// 256 rectifier units. The output layer is a fully connected linear layer with a
// single tanh unit." Silver et al. 2016, Methods, "Neural network architecture".
func TestPaperValueArchitecture(t *testing.T) {
	params := layers.Params(PaperValue().layers())
	if len(params) != 2*15 {
		t.Fatalf("%d parameters, want weight and bias of 15 layers", len(params))
	}
	for layer := 1; layer <= 15; layer++ {
		weight, bias := params[2*layer-2], params[2*layer-1]
		shape, biases := []int{3, 3, 192, 192}, 192
		switch layer {
		case 1:
			shape = []int{5, 5, 49, 192}
		case 13:
			shape, biases = []int{192}, 1
		case 14:
			shape, biases = []int{361, 256}, 256
		case 15:
			shape, biases = []int{256}, 1
		}
		if !slices.Equal(weight.Shape, shape) || bias.Size() != biases {
			t.Errorf("layer %d: weight %v, %d biases; want %v, %d", layer, weight.Shape, bias.Size(), shape, biases)
		}
	}
	policy, value := float64(Paper().MultiplyAdds()), float64(PaperValue().MultiplyAdds())
	if r := value / policy; r < 1 || r > 1.002 {
		t.Errorf("%.4f times the multiplications of the policy network, want about as many", r)
	}
}

func TestValueEqualsReference(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		for i, cfg := range valueShapes() {
			v := newValue(t, cfg, uint64(i))
			b := newBatch(v, 6, uint64(i))
			r := NewValueReference(v)
			for j, got := range values(t, v, b) {
				if want := r.Value(b.reference(v, j)); math.Abs(float64(got)-want) > 1e-5 {
					t.Errorf("%+v position %d: %v, want %v", cfg, j, got, want)
				}
			}
		}
	})
}

// Of a policy the first half of the layers are taken over. However large their
// activations, those of the value network keep their size, and the layers' function is the
// same up to a factor.
func TestSetTrunk(t *testing.T) {
	cfg := ValueConfig{Board: 5, Planes: 49, Filters: 8, Layers: 6, Hidden: 16}
	fresh, v := newValue(t, cfg, 1), newValue(t, cfg, 1)
	p := newPolicy(t, PolicyConfig{Board: 5, Planes: 48, Filters: 8, Layers: 6}, 2)
	err := p.Update(func(params []Param) error {
		for i := range 10 {
			for j := range params[i].Data {
				params[i].Data[j] *= 5
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	b := newBatch(v, 9, 1)
	if err := v.SetTrunk(p, b.planes, 9); err != nil {
		t.Fatal(err)
	}
	const taken = 2 // of 5 below the head
	was, err := fresh.inference.activation(b.planes, 9, taken)
	if err != nil {
		t.Fatal(err)
	}
	is, err := v.inference.activation(b.planes, 9, taken)
	if err != nil || math.Abs(is/was-1) > 1e-4 {
		t.Errorf("activations of %v, before %v, error %v", is, was, err)
	}
	wide := p.inference.of(49)
	for n := range 9 { // one position has the factor of all
		in := b.planes[n*25*v.Stride():]
		theirs, err := wide.activation(in, 1, taken)
		if err != nil {
			t.Fatal(err)
		}
		all, err := wide.activation(b.planes, 9, taken)
		if err != nil {
			t.Fatal(err)
		}
		ours, err := v.inference.activation(in, 1, taken)
		if err != nil || math.Abs(ours/theirs*all/is-1) > 1e-4 {
			t.Errorf("position %d: %v of %v, of all %v of %v, error %v", n, ours, theirs, is, all, err)
		}
	}
	for i, q := range v.Params() {
		if i >= 2*taken && !slices.Equal(q.Data, fresh.Params()[i].Data) {
			t.Errorf("%s has changed", q.Name)
		}
	}
}

func TestBodyServesAnotherBoard(t *testing.T) {
	small := ValueConfig{Board: 5, Planes: 49, Filters: 8, Layers: 3, Hidden: 6}
	large := small
	large.Board = 7
	from, err := NewValue(small, 1)
	if err != nil {
		t.Fatal(err)
	}
	v, err := NewValue(large, 2)
	if err != nil {
		t.Fatal(err)
	}
	before := v.Weights()
	if err := v.SetBody(from); err != nil {
		t.Fatal(err)
	}
	for i, q := range v.Weights() {
		want := before[i].Data // the fully connected layers are for the large board
		if i < 6 {
			want = from.Weights()[i].Data // two convolutions and the one to a plane, with biases
		}
		scale := float32(1)
		if q.Name == "value.weight" {
			scale = 10
		}
		for j, w := range q.Data {
			if math.Abs(float64(w*scale-want[j])) > 1e-6 {
				t.Fatalf("%s[%d] is %v, want %v", q.Name, j, w*scale, want[j])
			}
		}
	}
	small.Filters = 9
	other, err := NewValue(small, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := v.SetBody(other); err == nil {
		t.Fatal("a body of 9 filters was taken for one of 8")
	}
}
