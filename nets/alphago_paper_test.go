package nets

import (
	"slices"
	"testing"
)

// "The first hidden layer zero pads the input into a 23 × 23 image, then
// convolves k filters of kernel size 5 × 5 […]. Each of the subsequent hidden
// layers 2 to 12 zero pads […] then convolves k filters of kernel size 3 × 3
// […]. The final layer convolves 1 filter of kernel size 1 × 1 with stride 1,
// with a different bias for each position. […] The match version of AlphaGo
// used k = 192 filters." Silver et al. 2016, Methods, "Neural network
// architecture".
func TestPaperArchitecture(t *testing.T) {
	p, err := NewPolicy(Paper(), 1)
	if err != nil {
		t.Fatal(err)
	}
	params := p.Params()
	if len(params) != 2*13 {
		t.Fatalf("%d parameters, want weight and bias of 13 layers", len(params))
	}
	weights := 0
	for layer := 1; layer <= 13; layer++ {
		weight, bias := params[2*layer-2], params[2*layer-1]
		weights += len(weight.Data) + len(bias.Data)
		shape, biases := []int{3, 3, 192, 192}, 192
		switch layer {
		case 1:
			shape = []int{5, 5, 48, 192}
		case 13:
			shape, biases = []int{192}, 361
		}
		if !slices.Equal(weight.Shape, shape) || len(bias.Data) != biases {
			t.Errorf("layer %d: weight %v, %d biases; want %v, %d", layer, weight.Shape, len(bias.Data), shape, biases)
		}
	}
	// 25·48·192 + 11·9·192·192 + 192 weights, 12·192 + 361 biases.
	if want := 230_400 + 3_649_536 + 192 + 2_304 + 361; weights != want {
		t.Errorf("%d parameters, want %d", weights, want)
	}
	if got := float64(Paper().MultiplyAdds()); got < 1.395e9 || got > 1.405e9 {
		t.Errorf("%.4g multiplications a position, want 1.40e9", got)
	}
}
