package kernel

import (
	"fmt"
	"math"
	"testing"
)

// TestNaN: a NaN among the inputs, weights, biases or gradients reaches the results,
// ReLU or not, by way of tiles and of the table, so that a broken training run is seen.
func TestNaN(t *testing.T) {
	const (
		in  = 8  // enough planes for the table to pay
		out = 45 // a whole block of channels and one of 16
	)
	nan := float32(math.NaN())
	everyKernel(t, func(t *testing.T) {
		// The boards and filters of every tile.
		for _, layer := range [][2]int{{4, 1}, {4, 3}, {5, 3}, {10, 3}, {4, 5}, {5, 5}, {10, 5}} {
			board, filter := layer[0], layer[1]
			centre := board/2*board + board/2
			for _, place := range []string{"x", "w", "bias", "dy"} {
				for _, relu := range []bool{false, true} {
					t.Run(fmt.Sprintf("board %d, filter %d, %s, relu %v", board, filter, place, relu), func(t *testing.T) {
						c, err := NewConv(Shape{Board: board, In: in, Out: out, Filter: filter})
						if err != nil {
							t.Fatal(err)
						}
						x, y, dy := Aligned(c.InSize()), Aligned(c.OutSize()), Aligned(c.OutSize())
						w, bias := Aligned(c.Weights()), Aligned(out)
						for i := range w {
							w[i] = 1
						}
						x[centre*Pad(in)] = 1 // boards of 0 and 1, for the table
						dy[centre*Pad(out)+1] = 1
						switch place {
						case "x":
							x[centre*Pad(in)] = nan
						case "w": // the middle tap
							w[(filter*filter/2*in)*out+1] = nan
						case "bias":
							for i := range bias {
								bias[i] = nan
							}
						case "dy":
							dy[centre*Pad(out)+1] = nan
						}
						c.SetWeights(w, true)
						var s Scratch
						c.Forward(&s, y, x, bias, 1, relu)
						if v := y[centre*Pad(out)+1]; (v == v) != (place == "dy") {
							t.Errorf("output %g", v)
						}
						if place == "bias" {
							for i, v := range y {
								if padding := i%Pad(out) >= out; (v == v) != padding {
									t.Fatalf("channel %d of point %d is %g", i%Pad(out), i/Pad(out), v)
								}
							}
						}
						if place != "x" && place != "dy" {
							return
						}
						dw, db := Aligned(c.Weights()), Aligned(out)
						c.Backward(&s, nil, dw, db, x, nil, dy, 1)
						if v := dw[(filter*filter/2*in)*out+1]; v == v {
							t.Errorf("gradient of a weight %g", v)
						}
						if v := db[1]; (v == v) != (place == "x") {
							t.Errorf("gradient of a bias %g", v)
						}
					})
				}
			}
		}
	})
}
