package kernels

import "strings"

// order is the kernels as they are listed, signatures what they take.
var order, signatures = table()

// table declares the kernels, one a row: buffers (name:kind, with * if it is written, + if atomically), shape and
// arguments, and how many elements each buffer must have. Kinds: f float32, u uint32, b packed
// bits, x activation.
func table() ([]Name, map[Name]Signature) {
	var order []Name
	all := map[Name]Signature{}
	kinds := map[string]Kind{"f": Float32, "u": Uint32, "b": Packed, "x": Activation}
	add := func(k Name, buffers, shape, args string, need func(v Constants) []int) {
		s := Signature{Kernel: k, Shape: strings.Fields(shape), Args: strings.Fields(args)}
		for _, text := range strings.Fields(buffers) {
			name, kind, _ := strings.Cut(text, ":")
			kind, atomic := strings.CutSuffix(kind, "+")
			kind, write := strings.CutSuffix(kind, "*")
			s.Buffers = append(s.Buffers, Operand{name, kinds[kind], write || atomic, atomic})
		}
		s.need = func(v Constants) ([]int, error) {
			if err := v.within(); err != nil {
				return nil, err
			}
			return need(v), nil
		}
		order, all[k] = append(order, k), s
	}
	rows := func(v Constants, channels string) int { return size(Rows(v["board"], v["boards"]), v[channels]) }
	points := func(v Constants) int { return v["board"] * v["board"] }
	weights := func(v Constants) int { return size(v["side"]*v["side"], v["channels"], v["filters"]) }

	add(Expand, "planes:b x:x*", "planes channels board", "boards", func(v Constants) []int {
		return []int{size(v["boards"], Words(points(v)*v["planes"])), rows(v, "channels")}
	})
	add(Conv, "x:x w:x bias:f y:x*", "channels filters side board relu", "boards", func(v Constants) []int {
		return []int{rows(v, "channels"), weights(v), v["filters"], rows(v, "filters")}
	})
	add(ConvData, "g:x turned:x x:x d:x*", "filters below side board", "boards", func(v Constants) []int {
		below := rows(v, "below")
		return []int{rows(v, "filters"), size(v["side"]*v["side"], v["below"], v["filters"]), below, below}
	})
	add(ConvWeights, "x:x g:x part:f*", "channels filters side board", "boards splits", func(v Constants) []int {
		return []int{rows(v, "channels"), rows(v, "filters"), size(weights(v), v["splits"])}
	})
	add(Winograd, "x:x w:x bias:f y:x*", "channels filters board relu", "boards", func(v Constants) []int {
		return []int{rows(v, "channels"), size(9, v["channels"], v["filters"]), v["filters"], rows(v, "filters")}
	})
	add(WinogradData, "g:x turned:x x:x d:x*", "filters below board", "boards", func(v Constants) []int {
		below := rows(v, "below")
		return []int{rows(v, "filters"), size(9, v["below"], v["filters"]), below, below}
	})
	add(Reduce, "part:f step:f d:f*", "", "size splits", func(v Constants) []int {
		return []int{size(v["size"], v["splits"]), StepSize, v["size"]}
	})
	add(ChannelSums, "x:x part:f*", "channels board", "boards splits", func(v Constants) []int {
		return []int{rows(v, "channels"), size(v["channels"], v["splits"])}
	})
	add(Copies, "w:f copy:x* turned:x*", "channels filters side", "", func(v Constants) []int {
		return []int{weights(v), weights(v), weights(v)}
	})

	add(Plane, "x:x w:f bias:f z:f*", "filters board biases", "boards", func(v Constants) []int {
		return []int{rows(v, "filters"), v["filters"], v["biases"], size(v["boards"], points(v))}
	})
	add(PlaneData, "dz:f w:f x:x g:x*", "filters board", "boards", func(v Constants) []int {
		return []int{size(v["boards"], points(v)), v["filters"], rows(v, "filters"), rows(v, "filters")}
	})
	add(PlaneWeights, "dz:f x:x part:f*", "filters board", "boards splits", func(v Constants) []int {
		return []int{size(v["boards"], points(v)), rows(v, "filters"), size(v["filters"], v["splits"])}
	})
	add(Bias, "dz:f step:f d:f*", "columns biases", "rows", func(v Constants) []int {
		return []int{size(v["rows"], v["columns"]), StepSize, v["biases"]}
	})
	add(Dense, "x:f w:f bias:f y:f*", "inputs units relu", "boards", func(v Constants) []int {
		x, y := size(v["boards"], v["inputs"]), size(v["boards"], v["units"])
		return []int{x, size(v["inputs"], v["units"]), v["units"], y}
	})
	add(DenseData, "dy:f w:f x:f dx:f*", "inputs units relu", "boards", func(v Constants) []int {
		in := size(v["boards"], v["inputs"])
		return []int{size(v["boards"], v["units"]), size(v["inputs"], v["units"]), in, in}
	})
	add(DenseWeights, "x:f dy:f step:f d:f*", "inputs units", "boards", func(v Constants) []int {
		return []int{
			size(v["boards"], v["inputs"]), size(v["boards"], v["units"]), StepSize, size(v["inputs"], v["units"]),
		}
	})

	add(CrossEntropy, "z:f target:u weight:f allowed:b step:f dz:f* result:f*", "points", "boards",
		func(v Constants) []int {
			n, z := v["boards"], size(v["boards"], v["points"])
			return []int{z, n, n, size(n, Words(v["points"])), StepSize, z, ResultSize * n}
		})
	add(SquaredError, "z:f target:f weight:f step:f dz:f* result:f*", "", "boards", func(v Constants) []int {
		n := v["boards"]
		return []int{n, n, n, StepSize, n, ResultSize * n}
	})
	add(Owners, "dz:f* z:f owner:f weight:f step:f", "points", "boards factor", func(v Constants) []int {
		z := size(v["boards"], v["points"])
		return []int{z, z, z, v["boards"], StepSize}
	})

	add(Clear, "x:f*", "", "size", func(v Constants) []int { return []int{v["size"]} })
	add(Finite, "x:f flag:u+", "", "size", func(v Constants) []int { return []int{v["size"], 1} })
	add(AddTo, "x:f flag:u sum:f*", "", "size", func(v Constants) []int { return []int{v["size"], 1, v["size"]} })

	each := func(n int) func(v Constants) []int { // n arrays, the step buffer, the flag
		return func(v Constants) []int {
			var out []int
			for range n {
				out = append(out, v["size"])
			}
			return append(out, StepSize, 1)
		}
	}
	add(SGD, "w:f* g:f step:f flag:u", "", "size factor decay", each(2))
	add(Momentum, "w:f* v:f* g:f step:f flag:u", "", "size momentum decay", each(3))
	add(Adam, "w:f* m:f* v:f* g:f step:f flag:u", "", "size beta1 beta2 epsilon decay", each(4))
	add(LookAhead, "m:f* y:f* g:f step:f flag:u", "", "size momentum", each(3))

	matrix := func(v Constants) int { return size(v["rows"], v["columns"]) }
	add(Centre, "x:f*", "", "rows columns padded real", func(v Constants) []int { return []int{matrix(v)} })
	add(MeanGradient, "g:f* d:f mean:f", "", "rows columns padded", func(v Constants) []int {
		return []int{matrix(v), v["columns"], v["padded"]}
	})
	add(MeanStep, "b:f* y:f w:f mean:f step:f flag:u", "", "rows columns padded factor decay",
		func(v Constants) []int { return []int{v["columns"], matrix(v), matrix(v), v["padded"], StepSize, 1} })
	add(Squares, "x:f sum:f*", "", "size", func(v Constants) []int { return []int{v["size"], 1} })
	add(Normalize, "x:f sum:f y:f*", "", "size", func(v Constants) []int { return []int{v["size"], 1, v["size"]} })
	add(Gram, "x:f y:f*", "", "rows columns", func(v Constants) []int {
		return []int{size(v["rows"], v["columns"]), size(v["columns"], v["columns"])}
	})
	add(Product, "a:f b:f y:f*", "", "rows inner columns", func(v Constants) []int {
		return []int{size(v["rows"], v["inner"]), size(v["inner"], v["columns"]), size(v["rows"], v["columns"])}
	})
	add(Polynomial, "a:f t:f q:f*", "", "side_length a b c", func(v Constants) []int {
		n := size(v["side_length"], v["side_length"])
		return []int{n, n, n}
	})
	return order, all
}
