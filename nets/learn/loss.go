package learn

import (
	"fmt"
	"math"

	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/nets/internal/layers"
	"github.com/tengen-go/tengen/nets/ops"
)

// criterion judges the output of one sample.
type criterion interface {
	// judge returns the loss of the output y of sample b of the slice against its labels,
	// and how many answers y puts before them: none if the two agree. It writes the
	// gradient of y to slope.
	judge(b int, slope, y, labels []float32) (loss float64, before int, err error)
}

// loss is the loss of a slice of a batch as a function of a graph, of the outputs y,
// [batch][outputs], the targets, [batch][label], and a weight for each sample, [batch]:
//
//	loss = 1/n · Σ weight[b] · criterion(y[b], targets[b])
type loss struct {
	criterion
	batch, outputs int
	// what the sum is divided by: the positions of the whole batch, though this graph may see only a
	// slice of them, or 1
	n     float64
	slope []float32 // [batch][outputs], of the criterion

	// Of the last run: the loss in full precision, the samples with an output that agreed
	// with the target, and the samples with at most four answers before the target.
	sum               float64
	correct, topFives int
}

func newLoss(c criterion, batch, outputs, n int) *loss {
	return &loss{criterion: c, batch: batch, outputs: outputs, n: float64(n), slope: kernel.Aligned(batch * outputs)}
}

func (l *loss) Forward(result, y []float32, params [][]float32) error {
	targets, weights := params[0], params[1]
	l.sum, l.correct, l.topFives = 0, 0, 0
	labels := len(targets) / l.batch
	for b := range l.batch {
		from, to := b*l.outputs, (b+1)*l.outputs
		loss, before, err := l.judge(b, l.slope[from:to], y[from:to], targets[b*labels:(b+1)*labels])
		if err != nil {
			return err
		}
		l.sum += float64(weights[b]) * loss / l.n
		if before == 0 {
			l.correct++
		}
		if before < 5 {
			l.topFives++
		}
	}
	result[0] = float32(l.sum)
	return nil
}

// Backward computes the gradient of the outputs, upstream · weight[b]/n · slope[b].
func (l *loss) Backward(g ops.Gradients, _, _, upstream []float32, params [][]float32) error {
	weights := params[1]
	for b := range l.batch {
		f := float32(float64(upstream[0]) * float64(weights[b]) / l.n)
		row := g.X[b*l.outputs : (b+1)*l.outputs]
		for i, s := range l.slope[b*l.outputs : (b+1)*l.outputs] {
			row[i] = s * f
		}
	}
	return nil
}

// crossEntropyLoss is −log softmax(y)[target], the loss of a policy: y are the logits
// of the points, target is the move played (an index, exact in float32). While drawn is
// set, it is the loss of moves that were drawn, as [Drawn] says.
//
// Weights of 1 give the supervised objective; the signed outcome of the game as
// weight gives REINFORCE. gorgonia's own SoftMax is no alternative: it shifts
// every row by the maximum of another one, and log(0)·0 makes NaN of the loss.
type crossEntropyLoss struct{ drawn *drawnSlice }

func (c *crossEntropyLoss) judge(b int, slope, y, labels []float32) (float64, int, error) {
	move := int(labels[0])
	if move < 0 || move >= len(y) {
		return 0, 0, fmt.Errorf("target %d of %d points", move, len(y))
	}
	if c.drawn != nil {
		return c.drawn.judge(b, slope, y, move), 0, nil
	}
	largest, log := layers.Softmax(slope, y)
	slope[move]--
	return log - (float64(y[move]) - largest), place(y, move), nil
}

// squaredErrorLoss is ½(tanh(y) − target)², the loss of a value network: its
// gradient is the (z − v)·∂v/∂θ of Silver et al. 2016 (Methods, "Value network:
// regression"), so that their rates are ours, and so are their errors of 0.226 and
// 0.234, half the mean squared error of outcomes ±1.
type squaredErrorLoss struct{}

func (squaredErrorLoss) judge(_ int, slope, y, labels []float32) (float64, int, error) {
	v, z := math.Tanh(float64(y[0])), float64(labels[0])
	slope[0] = float32((v - z) * (1 - v*v))
	wrong := 1
	if v*z > 0 {
		wrong = 0
	}
	return (v - z) * (v - z) / 2, wrong, nil
}
