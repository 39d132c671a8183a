package nets

import (
	"math"
	"testing"
)

// A network carried over and back is the same network, and on a larger board it answers in the middle of an
// empty region what it answered on the smaller one, up to the biases.
func TestCarryKeepsTheConvolutions(t *testing.T) {
	p, err := NewPolicy(PolicyConfig{Board: 9, Planes: 4, Filters: 5, Layers: 3}, 7)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Update(func(params []Param) error {
		bias := params[len(params)-1].Data
		for i := range bias {
			bias[i] = float32(i) / 100
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	large, err := p.Carry(13)
	if err != nil {
		t.Fatal(err)
	}
	back, err := large.Carry(9)
	if err != nil {
		t.Fatal(err)
	}
	for i, q := range back.Params() {
		for k, x := range q.Data {
			if x != p.Params()[i].Data[k] {
				t.Fatalf("%s, value %d: %v became %v", q.Name, k, p.Params()[i].Data[k], x)
			}
		}
	}
	// The corner of 5×5 points sees 5×5 and 3×3 points only: nothing that depends on the size of the board.
	small, wide := make([]float32, 81*p.Stride()), make([]float32, 169*p.Stride())
	for row := range 9 {
		for col := range 9 {
			x := float32((row*7+col*3)%5) / 4
			small[(row*9+col)*p.Stride()], wide[(row*13+col)*p.Stride()] = x, x
		}
	}
	a, b := make([]float32, 81), make([]float32, 169)
	if err := p.Logits(a, small, 1); err != nil {
		t.Fatal(err)
	}
	if err := large.Logits(b, wide, 1); err != nil {
		t.Fatal(err)
	}
	for row := range 5 {
		for col := range 5 {
			if x, y := a[row*9+col], b[row*13+col]; math.Abs(float64(x-y)) > 1e-4 {
				t.Errorf("row %d, column %d: %v on 9×9, %v on 13×13", row, col, x, y)
			}
		}
	}
	if _, err := p.Carry(20); err == nil {
		t.Error("a board of 20 was accepted")
	}
}

// Biases keep their distances to the edges.
func TestCarriedBiases(t *testing.T) {
	for _, c := range []struct {
		from, to int
		want     []int
	}{
		{5, 5, []int{0, 1, 2, 3, 4}}, {5, 8, []int{0, 1, 2, 2, 2, 2, 3, 4}}, {5, 3, []int{0, 1, 4}}, {4, 6, []int{0, 1, 1, 2, 2, 3}},
	} {
		for i, want := range c.want {
			if got := counterpart(i, c.from, c.to); got != want {
				t.Errorf("line %d of %d is line %d of %d, want %d", i, c.to, got, c.from, want)
			}
		}
	}
}
