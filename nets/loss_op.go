package nets

import (
	"fmt"

	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"

	"github.com/tengen-go/tengen/internal/kernel"
)

// lossOp is the cross-entropy of the softmax of logits, [batch][point], with
// the moves played, [batch] (indices, exact in float32), and a weight for each
// sample, [batch]:
//
//	loss = 1/n · Σ weight[b] · (log Σ exp(logits[b]) − logits[b][target[b]])
//
// Weights of 1 give the supervised objective; the signed outcome of the game as
// weight gives REINFORCE. gorgonia's own SoftMax is no alternative: it shifts
// every row by the maximum of another one, and log(0)·0 makes NaN of the loss.
type lossOp struct {
	op
	batch, points int
	n             float64   // positions that the mean is over: the whole batch, of which this graph may see a slice
	probs         []float32 // softmax of the logits, for the gradient

	loss    float64 // of the last run, in full precision
	correct int     // samples whose largest logit was the target
}

func newLossOp(name string, batch, points, n int) *lossOp {
	o := &lossOp{batch: batch, points: points, n: float64(n), probs: kernel.Aligned(batch * points)}
	o.op = op{name: name, dims: []int{2, 1, 1}, result: tensor.New(tensor.FromScalar(float32(0)))}
	return o
}

func (o *lossOp) Do(in ...gorgonia.Value) (gorgonia.Value, error) {
	y, targets, weights := floats(in[0]), floats(in[1]), floats(in[2])
	o.loss, o.correct = 0, 0
	for b := range o.batch {
		row, p := y[b*o.points:(b+1)*o.points], o.probs[b*o.points:(b+1)*o.points]
		target := int(targets[b])
		if target < 0 || target >= o.points {
			return nil, fmt.Errorf("target %d of %d points", target, o.points)
		}
		largest, log := softmax(p, row)
		o.loss += float64(weights[b]) * (log - (float64(row[target]) - largest)) / o.n
		if argmax(row) == target {
			o.correct++
		}
	}
	return gorgonia.NewF32(float32(o.loss)), nil
}

// DiffWRT: moves and weights are given.
func (o *lossOp) DiffWRT(int) []bool { return []bool{true, false, false} }

func (o *lossOp) SymDiff(in gorgonia.Nodes, _, grad *gorgonia.Node) (gorgonia.Nodes, error) {
	back := &lossBackOp{op: newOp(o.name+".back", []int{2, 1, 1, 0}, kernel.Aligned(o.batch*o.points), o.batch, o.points), fwd: o}
	node, err := gorgonia.ApplyOp(back, in[0], in[1], in[2], grad)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.name, err)
	}
	return gorgonia.Nodes{node, nil, nil}, nil
}

// lossBackOp is the gradient of the logits,
// upstream · weight[b]/n · (softmax(logits[b]) − onehot(target[b])).
type lossBackOp struct {
	op
	fwd *lossOp
}

func (o *lossBackOp) Do(in ...gorgonia.Value) (gorgonia.Value, error) {
	f := o.fwd
	targets, weights := floats(in[1]), floats(in[2])
	upstream, ok := in[3].Data().(float32)
	if !ok {
		return nil, fmt.Errorf("gradient of the loss is a %T, want a float32", in[3].Data())
	}
	dy := floats(o.result)
	for b := range f.batch {
		g := float32(float64(upstream) * float64(weights[b]) / f.n)
		row := dy[b*f.points : (b+1)*f.points]
		for i, p := range f.probs[b*f.points : (b+1)*f.points] {
			row[i] = p * g
		}
		row[int(targets[b])] -= g
	}
	return o.result, nil
}
