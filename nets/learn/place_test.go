package learn

import "testing"

func TestPlace(t *testing.T) {
	x := []float32{3, 5, 3, -1, 5, 3}
	for i, want := range []int{2, 0, 3, 5, 1, 4} {
		if got := place(x, i); got != want {
			t.Errorf("place of %d in %v is %d, want %d", i, x, got, want)
		}
	}
}
