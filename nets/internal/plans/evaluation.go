package plans

import (
	"fmt"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/nets/internal/layers"
)

// Load is the program that runs after new weights were written.
const Load = "load"

// Evaluation is the forward pass of a network.
type Evaluation struct {
	Plan   *gpu.Plan
	Params *Arrays // in the order of the network's
	Bits   int     // buffer of the planes, as kernels.Expand has them
	Out    int     // buffer of the last layer's outputs, [board][output]
	sizes  []int   // numbers of boards that there are programs for, ascending
}

// NewEvaluation records the network for inputs of so many planes, which may be more than its own.
// It computes at most so many boards at once.
func NewEvaluation(net *layers.Network, planes, boards int, grade gpu.Grade) (*Evaluation, error) {
	r, err := newRecorder(net, planes, boards, grade)
	if err != nil {
		return nil, err
	}
	rows := alternating{recorder: r, name: "rows"}
	for i := range r.stages {
		s := &r.stages[i]
		if s.onGrid {
			s.y = rows.of(i, s.out)
			continue
		}
		s.y = r.output(s, fmt.Sprintf("output %d", i))
	}
	e := &Evaluation{Params: &r.params, Bits: r.bits, Out: r.stages[len(r.stages)-1].y}
	r.Programs = []gpu.Program{{Name: Load, Calls: r.load()}}
	for n := 1; ; n *= 2 {
		n = min(n, boards)
		e.sizes = append(e.sizes, n)
		r.Programs = append(r.Programs, gpu.Program{Name: program(n), Calls: r.forward(n)})
		if n == boards {
			break
		}
	}
	e.Plan = &r.Plan
	return e, e.Plan.Validate()
}

// Program is the one for n boards, or the next larger number.
func (e *Evaluation) Program(n int) string {
	for _, size := range e.sizes {
		if size >= n {
			return program(size)
		}
	}
	panic(fmt.Sprintf("plans: %d boards of %d", n, e.sizes[len(e.sizes)-1]))
}

func program(boards int) string { return fmt.Sprintf("evaluate %d", boards) }
