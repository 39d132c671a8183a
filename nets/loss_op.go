package nets

import (
	"fmt"
	"math"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"github.com/tengen-go/tengen/internal/kernel"
)

// criterion judges the output of one sample.
type criterion interface {
	// judge returns the loss of the output y of sample b of the slice against its target,
	// and how many answers y puts before the target: none if the two agree. It writes the
	// gradient of y to slope.
	judge(b int, slope, y []float32, target float32) (loss float64, before int, err error)
}

// lossOp is the loss of a slice of a batch: outputs y, [batch][outputs], targets,
// [batch], and a weight for each sample, [batch]:
//
//	loss = 1/n · Σ weight[b] · criterion(y[b], target[b])
type lossOp struct {
	op
	criterion
	batch, outputs int
	n              float64   // what the sum is divided by: the positions of the whole batch, of which this graph may see a slice, or 1
	slope          []float32 // [batch][outputs], of the criterion

	// Of the last run: the loss in full precision, samples whose output agreed with
	// the target, and those where it put at most four answers before the target.
	loss              float64
	correct, topFives int
}

func newLossOp(name string, c criterion, batch, outputs, n int) *lossOp {
	o := &lossOp{criterion: c, batch: batch, outputs: outputs, n: float64(n), slope: kernel.Aligned(batch * outputs)}
	o.op = op{name: name, dims: []int{2, 1, 1}, result: tensor.New(tensor.FromScalar(float32(0)))}
	return o
}

func (o *lossOp) Do(in ...gorgonia.Value) (gorgonia.Value, error) {
	y, targets, weights := floats(in[0]), floats(in[1]), floats(in[2])
	o.loss, o.correct, o.topFives = 0, 0, 0
	for b := range o.batch {
		from, to := b*o.outputs, (b+1)*o.outputs
		loss, before, err := o.judge(b, o.slope[from:to], y[from:to], targets[b])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o.name, err)
		}
		o.loss += float64(weights[b]) * loss / o.n
		if before == 0 {
			o.correct++
		}
		if before < 5 {
			o.topFives++
		}
	}
	return gorgonia.NewF32(float32(o.loss)), nil
}

// DiffWRT: targets and weights are given.
func (o *lossOp) DiffWRT(int) []bool { return []bool{true, false, false} }

func (o *lossOp) SymDiff(in gorgonia.Nodes, _, grad *gorgonia.Node) (gorgonia.Nodes, error) {
	back := &lossBackOp{op: newOp(o.name+".back", []int{2, 1, 1, 0}, kernel.Aligned(o.batch*o.outputs), o.batch, o.outputs), fwd: o}
	node, err := gorgonia.ApplyOp(back, in[0], in[1], in[2], grad)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.name, err)
	}
	return gorgonia.Nodes{node, nil, nil}, nil
}

// lossBackOp is the gradient of the outputs, upstream · weight[b]/n · slope[b].
type lossBackOp struct {
	op
	fwd *lossOp
}

func (o *lossBackOp) Do(in ...gorgonia.Value) (gorgonia.Value, error) {
	f := o.fwd
	weights := floats(in[2])
	upstream, ok := in[3].Data().(float32)
	if !ok {
		return nil, fmt.Errorf("gradient of the loss is a %T, want a float32", in[3].Data())
	}
	dy := floats(o.result)
	for b := range f.batch {
		g := float32(float64(upstream) * float64(weights[b]) / f.n)
		row := dy[b*f.outputs : (b+1)*f.outputs]
		for i, s := range f.slope[b*f.outputs : (b+1)*f.outputs] {
			row[i] = s * g
		}
	}
	return o.result, nil
}

// crossEntropyLoss is −log softmax(y)[target], the loss of a policy: y are the logits
// of the points, target is the move played (an index, exact in float32). While drawn is
// set, it is the loss of moves that were drawn, as [Drawn] tells.
//
// Weights of 1 give the supervised objective; the signed outcome of the game as
// weight gives REINFORCE. gorgonia's own SoftMax is no alternative: it shifts
// every row by the maximum of another one, and log(0)·0 makes NaN of the loss.
type crossEntropyLoss struct{ drawn *drawnSlice }

func (c *crossEntropyLoss) judge(b int, slope, y []float32, target float32) (float64, int, error) {
	move := int(target)
	if move < 0 || move >= len(y) {
		return 0, 0, fmt.Errorf("target %d of %d points", move, len(y))
	}
	if c.drawn != nil {
		return c.drawn.judge(b, slope, y, move), 0, nil
	}
	largest, log := softmax(slope, y)
	slope[move]--
	return log - (float64(y[move]) - largest), place(y, move), nil
}

// squaredErrorLoss is ½(tanh(y) − target)², the loss of a value network: its
// gradient is the (z − v)·∂v/∂θ of Silver et al. 2016 (Methods, "Value network:
// regression"), so that their rates are ours, and so are their errors of 0.226 and
// 0.234, half the mean squared error of outcomes ±1.
type squaredErrorLoss struct{}

func (squaredErrorLoss) judge(_ int, slope, y []float32, target float32) (float64, int, error) {
	v, z := math.Tanh(float64(y[0])), float64(target)
	slope[0] = float32((v - z) * (1 - v*v))
	wrong := 1
	if v*z > 0 {
		wrong = 0
	}
	return (v - z) * (v - z) / 2, wrong, nil
}
