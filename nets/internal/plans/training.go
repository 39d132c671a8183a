package plans

import (
	"fmt"
	"math"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
	"github.com/tengen-go/tengen/nets/internal/layers"
)

// The programs of a training, with [Load]. A plan without sums has Step alone.
const (
	Step       = "step"       // the loss of the batch, its gradient, the optimiser's step
	Accumulate = "accumulate" // the loss of drawn moves, its gradient, added to the sums
	Norm       = "norm"       // the squares of the sums, added up: a number for each parameter, in Norms
	Apply      = "apply"      // the optimiser's step on the sums, which it empties
	Forget     = "forget"     // empties the sums
)

// Loss is how outputs are judged.
type Loss interface {
	record(t *trainingRecorder, program string) gpu.Call
}

// CrossEntropy is the loss of policies, on the points of a board. Its targets are uint32. There are sums.
type CrossEntropy struct{}

// SquaredError is the loss of values. Its targets are float32.
type SquaredError struct {
	// Owners is the weight with which the plane of the network learns the owners of points; 0: there are none.
	Owners float64
}

// Training is a network that learns on a card.
type Training struct {
	Plan   *gpu.Plan
	Params *Arrays            // in the order of the network's
	Slots  map[string]*Arrays // the memory of the optimiser; its layouts are those of SlotParams
	// SlotParams are the parameters that a slot has arrays for.
	SlotParams map[string][]int
	Grads      *Arrays // the gradients of the last step
	Sums       *Arrays // of the gradients, nil if there are none
	Norms      []int   // buffers of one number each

	Outputs []int // buffers of the layers' outputs

	points int // of a batch

	// Buffers that the caller writes before a program, and the result, which it reads. Allowed is for
	// Accumulate, Owners for a loss that gives them a weight. All, the points that are allowed otherwise, and Average,
	// a step buffer that turns sums over the points of a batch into means, are written once: see Constants.
	Bits, Targets, Owners, Weights, Allowed, All, Average, Values, Flag, Result int
}

// Constants write the buffers that keep their values.
func (t *Training) Constants() []gpu.Transfer {
	average := make([]float32, kernels.StepSize)
	average[kernels.StepInverse] = 1 / float32(t.points)
	out := []gpu.Transfer{{Buffer: t.Average, Data: gpu.Bytes(average)}}
	if t.Sums != nil {
		all := make([]uint32, t.Plan.Buffers[t.All].Size)
		for i := range all {
			all[i] = math.MaxUint32
		}
		out = append(out, gpu.Transfer{Buffer: t.All, Data: gpu.Bytes(all)})
	}
	return out
}

// trainingRecorder records a training.
type trainingRecorder struct {
	*recorder
	Training
	frozen   int // the first layers that keep their weights
	rule     Rule
	loss     Loss
	slope    int                 // buffer: the gradient of the last layer's output
	part     int                 // buffer: parts of the gradient of weights
	small    int                 // buffer: parts of the gradients of biases, or of the filter of a plane
	splits   int                 // of the rows, in these parts
	means    map[int]int         // buffers: the mean inputs by channel, by the parameter with the filters
	rows     alternating         // buffers: gradients on the row grid
	slopes   []int               // buffers: gradients of the outputs of stages that are not on the grid
	matrices map[int]muonBuffers // by parameter, made at their first use
}

// rowsOfSplit is about how many rows are added up in one part of a gradient. With fewer, small batches would fill
// larger devices, and cost memory.
const rowsOfSplit = 512

// maxSplits bounds the memory for parts: 85 MB for the paper's network and 19×19. Where layers are small, only splits
// fill a large card: a 3×3 layer of 64 filters has 9 groups of threads for each.
const maxSplits = 64

// NewTraining records the training of a network on batches of so many positions. Its first layers, so many as are
// frozen, keep their weights.
func NewTraining(
	net *layers.Network, frozen, planes, boards int, loss Loss, rule Rule, grade gpu.Grade,
) (*Training, error) {
	r, err := newRecorder(net, planes, boards, grade)
	if err != nil {
		return nil, err
	}
	if grade.Float16() {
		r.relu = kernels.BoundedReLU
	}
	t := &trainingRecorder{
		recorder: r, frozen: frozen, rule: rule, loss: loss, matrices: map[int]muonBuffers{}, means: map[int]int{},
		Training: Training{
			Plan: &r.Plan, Params: &r.params, Grads: &Arrays{}, Bits: r.bits,
			Slots: map[string]*Arrays{}, SlotParams: map[string][]int{},
		},
	}
	for i := range r.stages {
		s := &r.stages[i]
		s.y = r.output(s, fmt.Sprintf("output %d", i))
		t.Outputs = append(t.Outputs, s.y)
		if c, ok := s.layer.(layers.Conv); ok && c.Linear {
			return nil, fmt.Errorf("record %s: a graphics device trains convolutions with ReLU only", c.Name)
		}
	}
	t.buffers()
	r.Programs = []gpu.Program{{Name: Load, Calls: r.load()}}
	r.Programs = append(r.Programs, gpu.Program{Name: Step, Calls: t.step()})
	if _, sums := loss.(CrossEntropy); sums {
		t.sums()
	}
	return &t.Training, r.Validate()
}

// buffers adds those of the backward pass.
func (t *trainingRecorder) buffers() {
	points := t.board * t.board
	t.points = t.boards * points
	targets := kernels.Float32
	if _, policy := t.loss.(CrossEntropy); policy {
		targets = kernels.Uint32
		t.All = t.buffer("all points", kernels.Packed, t.boards*kernels.Words(points))
		t.Allowed = t.buffer("allowed", kernels.Packed, t.boards*kernels.Words(points))
	}
	t.Targets = t.buffer("targets", targets, t.boards)
	if t.owners() > 0 {
		t.Owners = t.buffer("owners", kernels.Float32, t.points)
	}
	t.Weights = t.buffer("sample weights", kernels.Float32, t.boards)
	t.Values = t.buffer("step", kernels.Float32, kernels.StepSize)
	t.Average = t.buffer("average", kernels.Float32, kernels.StepSize)
	t.Flag = t.buffer("flag", kernels.Uint32, 1)
	t.Result = t.buffer("result", kernels.Float32, t.boards*kernels.ResultSize)
	t.splits = max(1, min(maxSplits, t.boards*kernels.BoardRows(t.board)/rowsOfSplit))
	weights, small := 0, 0
	for i := range t.stages {
		s := &t.stages[i]
		slope := -1
		if s.onGrid {
			weights = max(weights, t.params.Layouts[s.first].Size())
			small = max(small, s.in, s.out)
			if i >= t.frozen && t.rule.means(t.net.Params[s.first]) {
				t.means[s.first] = t.buffer(fmt.Sprintf("mean inputs %d", i), kernels.Float32, s.in)
			}
		} else {
			slope = t.buffer(fmt.Sprintf("gradient of output %d", i), kernels.Float32, t.boards*s.out)
		}
		t.slopes = append(t.slopes, slope)
	}
	t.part = t.buffer("parts", kernels.Float32, t.splits*weights)
	t.small = t.buffer("small parts", kernels.Float32, t.splits*small)
	t.rows = alternating{recorder: t.recorder, name: "gradient rows"}
	t.slope = t.slopes[len(t.slopes)-1]
	for i, l := range t.params.Layouts {
		l.Buffer = t.buffer("gradient of "+t.net.Params[i].Name, kernels.Float32, l.Size())
		t.Grads.add(l)
	}
	for _, name := range t.rule.slots() {
		t.Slots[name] = &Arrays{}
		for i, l := range t.params.Layouts {
			if !t.rule.keeps(name, t.net.Params[i]) {
				continue
			}
			l.Buffer = t.buffer(name+" of "+t.net.Params[i].Name, kernels.Float32, l.Size())
			t.Slots[name].add(l)
			t.SlotParams[name] = append(t.SlotParams[name], i)
		}
	}
}

// slot is the buffer of a slot for a parameter.
func (t *trainingRecorder) slot(name string, param int) int {
	for j, i := range t.SlotParams[name] {
		if i == param {
			return t.Slots[name].Layouts[j].Buffer
		}
	}
	panic(fmt.Sprintf("plans: parameter %d has no %s", param, name))
}

// step is the program Step.
func (t *trainingRecorder) step() []gpu.Call {
	calls := append(t.forward(t.boards), t.loss.record(t, Step))
	calls = append(calls, t.backward()...)
	return append(calls, t.update(t.Grads)...)
}

// sums adds the programs on the sums of gradients.
func (t *trainingRecorder) sums() {
	t.Sums = &Arrays{}
	for i, l := range t.params.Layouts {
		l.Buffer = t.buffer("sum of "+t.net.Params[i].Name, kernels.Float32, l.Size())
		t.Sums.add(l)
	}
	first := t.learns()
	accumulate := append(t.forward(t.boards), t.loss.record(t, Accumulate))
	accumulate = append(accumulate, t.backward()...)
	var norm, forget []gpu.Call
	for i, l := range t.Sums.Layouts[first:] {
		i += first
		square := t.buffer("norm of "+t.net.Params[i].Name, kernels.Float32, 1)
		t.Norms = append(t.Norms, square)
		norm = append(norm, gpu.Call{
			Kernel: kernels.Squares, Buffers: []int{l.Buffer, square}, Args: shape(l.Size()),
		})
		accumulate = append(accumulate, gpu.Call{
			Kernel: kernels.AddTo, Buffers: []int{t.Grads.Layouts[i].Buffer, t.Flag, l.Buffer}, Args: shape(l.Size()),
		})
		forget = append(forget, gpu.Call{Kernel: kernels.Clear, Buffers: []int{l.Buffer}, Args: shape(l.Size())})
	}
	apply := append(t.update(t.Sums), forget...)
	t.Programs = append(t.Programs,
		gpu.Program{Name: Accumulate, Calls: accumulate}, gpu.Program{Name: Norm, Calls: norm},
		gpu.Program{Name: Apply, Calls: apply}, gpu.Program{Name: Forget, Calls: forget})
}

func (CrossEntropy) record(t *trainingRecorder, program string) gpu.Call {
	allowed := t.All
	if program == Accumulate {
		allowed = t.Allowed
	}
	z := t.stages[len(t.stages)-1].y
	return gpu.Call{
		Kernel:  kernels.CrossEntropy,
		Buffers: []int{z, t.Targets, t.Weights, allowed, t.Values, t.slope, t.Result},
		Shape:   shape(t.board * t.board), Args: shape(t.boards),
	}
}

func (SquaredError) record(t *trainingRecorder, _ string) gpu.Call {
	y := t.stages[len(t.stages)-1].y
	return gpu.Call{
		Kernel:  kernels.SquaredError,
		Buffers: []int{y, t.Targets, t.Weights, t.Values, t.slope, t.Result}, Args: shape(t.boards),
	}
}

// owners is the weight of the owners of points.
func (t *trainingRecorder) owners() float64 {
	loss, _ := t.loss.(SquaredError)
	return loss.Owners
}

// learns is the number of the first parameter that learns. All after it do.
func (t *trainingRecorder) learns() int { return t.stages[t.frozen].first }

// backward computes the gradients of all parameters that learn from the gradient of the outputs, and looks whether they
// are finite.
func (t *trainingRecorder) backward() []gpu.Call {
	var calls []gpu.Call
	add := func(k kernels.Name, shape, args []uint32, buffers ...int) {
		calls = append(calls, gpu.Call{Kernel: k, Buffers: buffers, Shape: shape, Args: args})
	}
	boards, g := shape(t.boards), t.slope
	for i := len(t.stages) - 1; i >= t.frozen; i-- {
		s := &t.stages[i]
		x := t.input
		below, relu := -1, 0 // buffer of the gradient of x
		if i > 0 {
			x, relu = t.stages[i-1].y, number(s.followsRelu)
		}
		if i > t.frozen {
			if below = t.slopes[i-1]; t.stages[i-1].onGrid {
				below = t.rows.of(i, t.stages[i-1].out)
			}
		}
		dw, db := t.Grads.Layouts[s.first].Buffer, t.Grads.Layouts[s.first+1].Buffer
		switch l := s.layer.(type) {
		case layers.Conv:
			add(kernels.ConvWeights, shape(s.in, s.out, s.side, t.board), shape(t.boards, t.splits), x, g, t.part)
			add(kernels.ChannelSums, shape(s.out, t.board), shape(t.boards, t.splits), g, t.small)
			add(kernels.Reduce, nil, shape(t.params.Layouts[s.first].Size(), t.splits), t.part, t.Values, dw)
			add(kernels.Reduce, nil, shape(s.out, t.splits), t.small, t.Values, db)
			if mean, ok := t.means[s.first]; ok {
				add(kernels.ChannelSums, shape(s.in, t.board), shape(t.boards, t.splits), x, t.small)
				add(kernels.Reduce, nil, shape(s.in, t.splits), t.small, t.Average, mean)
			}
			if i > t.frozen {
				add(kernels.ConvData, shape(s.out, s.in, s.side, t.board), boards, g, s.turned, x, below)
			}
		case layers.Plane:
			if w := t.owners(); w > 0 {
				factor := kernels.Bits(float32(w / float64(l.Points)))
				add(kernels.Owners, shape(l.Points), []uint32{uint32(t.boards), factor},
					g, s.y, t.Owners, t.Weights, t.Values)
			}
			add(kernels.PlaneWeights, shape(s.in, t.board), shape(t.boards, t.splits), g, x, t.small)
			add(kernels.Reduce, nil, shape(s.in, t.splits), t.small, t.Values, dw)
			add(kernels.Bias, shape(l.Points, l.Biases), boards, g, t.Values, db)
			if i > t.frozen {
				add(kernels.PlaneData, shape(s.in, t.board), boards, g, s.weight, x, below)
			}
		default: // Dense and Unit
			add(kernels.DenseWeights, shape(s.in, s.out), boards, x, g, t.Values, dw)
			add(kernels.Bias, shape(s.out, s.out), boards, g, t.Values, db)
			if i > t.frozen {
				add(kernels.DenseData, shape(s.in, s.out, relu), boards, g, s.weight, x, below)
			}
		}
		g = below
	}
	return append(calls, t.finite(t.Grads)...)
}

// finite looks at arrays and at the result.
func (t *trainingRecorder) finite(arrays *Arrays) []gpu.Call {
	calls := []gpu.Call{{
		Kernel: kernels.Finite, Buffers: []int{t.Result, t.Flag}, Args: shape(t.boards * kernels.ResultSize),
	}}
	for _, l := range arrays.Layouts[t.learns():] {
		calls = append(calls, gpu.Call{Kernel: kernels.Finite, Buffers: []int{l.Buffer, t.Flag}, Args: shape(l.Size())})
	}
	return calls
}

// update takes the optimiser's step on gradients and renews the copies of weights. The parameters' calls
// alternate: the card has the first call of each before any second one, and need not wait between them.
func (t *trainingRecorder) update(grads *Arrays) []gpu.Call {
	steps := make([][]gpu.Call, len(grads.Layouts))
	longest := 0
	for i := t.learns(); i < len(steps); i++ {
		steps[i] = t.rule.record(t, i, grads)
		longest = max(longest, len(steps[i]))
	}
	var calls []gpu.Call
	for n := range longest {
		for _, s := range steps {
			if n < len(s) {
				calls = append(calls, s[n])
			}
		}
	}
	return append(calls, t.load()...)
}
