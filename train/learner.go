package train

import (
	"context"

	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/nets/learn"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/sample"
)

// learner is a network in training: all that a run must know of its kind.
type learner interface {
	kind() string // its name in a model
	Points() int
	Stride() int
	Weights() []models.Tensor
	SetWeights(tensors []models.Tensor) error
	// State and SetState are the optimiser's memory.
	State() []models.Tensor
	SetState(tensors []models.Tensor) error
	// Settle brings the weights of the steps so far to the network, and the optimiser's memory to State.
	Settle() error
	// Labels is how many labels a sample has.
	Labels() int
	// begin begins to train on a batch, with a weight for each sample (nil: all 1). End has the result. So many
	// steps may be under way as Ahead says.
	begin(planes, labels, weights []float32, rate float64) error
	End() (learn.StepResult, error)
	Ahead() int
	// Close frees the memory of a graphics device. It is the last call, and one on no learner does nothing.
	Close()
	// known counts the positions, of n, for which the network finds the label. It wants settled weights.
	known(planes, labels []float32, n int) (int, error)
	// guard watches the loss of this kind of network.
	guard(after int64) guard
	// knows says what the share of positions is that are known.
	knows() string
	// trained fills in the figures of a line of metrics from the figures of its steps.
	trained(m *measure.Metric, w *measure.Window)
	// measure does so by measuring on held-out positions. It wants settled weights.
	measure(ctx context.Context, m *measure.Metric, data sample.Source, cfg measure.Config) error
	// keepsBest says whether the model at the end has the weights of the best measurement
	// and not the last ones.
	keepsBest() bool
	// better says whether one measurement is better than another.
	better(a, b *measure.Metric) bool
	// figures are what a manifest says of the last measurement and of the best.
	figures(last, best *measure.Metric) map[string]float64
	// save puts the network into the model in dir.
	save(dir string, t models.Training) error
}

// policyLearner is a policy network.
type policyLearner struct {
	*nets.Policy
	*learn.Trainer
	targets []int32 // scratch
}

func newPolicyLearner(cfg Learning) (*policyLearner, error) {
	p, err := nets.NewPolicy(PolicyConfig{cfg}.Network(), cfg.Seed)
	if err != nil {
		return nil, err
	}
	p.SetDevice(cfg.Device)
	t, err := learn.NewTrainer(p, cfg.trainer())
	if err != nil {
		return nil, err
	}
	return &policyLearner{Policy: p, Trainer: t}, nil
}

func (l *policyLearner) Close() {
	if l != nil {
		l.Trainer.Close()
	}
}

func (l *policyLearner) kind() string { return models.Policy }

// network is the network, nil before there is one.
func (l *policyLearner) network() *nets.Policy {
	if l == nil {
		return nil
	}
	return l.Policy
}

func (l *policyLearner) begin(planes, labels, weights []float32, rate float64) error {
	l.targets = l.targets[:0]
	for _, p := range labels {
		l.targets = append(l.targets, int32(p))
	}
	return l.Begin(planes, l.targets, weights, rate)
}

func (l *policyLearner) known(planes, labels []float32, n int) (int, error) {
	points := l.Points()
	logs := make([]float32, n*points)
	if err := l.LogProbs(logs, planes, n); err != nil {
		return 0, err
	}
	correct := 0
	for i := range n {
		if measure.Rank(logs[i*points:(i+1)*points], int(labels[i])) == 0 {
			correct++
		}
	}
	return correct, nil
}

func (l *policyLearner) guard(after int64) guard { return newGuard(l.Points(), after) }

func (l *policyLearner) knows() string { return "top-1" }

func (l *policyLearner) trained(m *measure.Metric, w *measure.Window) {
	m.SetMoves(w)
}

func (l *policyLearner) measure(ctx context.Context, m *measure.Metric, data sample.Source, cfg measure.Config) error {
	score, err := measure.Evaluate(ctx, l.Policy, data, cfg)
	if err != nil {
		return err
	}
	m.SetFigures(score.Figures)
	return nil
}

// keepsBest: as the rate falls the last is the best, apart from noise.
func (l *policyLearner) keepsBest() bool { return false }

func (l *policyLearner) better(a, b *measure.Metric) bool { return a.Known() > b.Known() }

func (l *policyLearner) figures(last, best *measure.Metric) map[string]float64 {
	f := map[string]float64{
		"top5": last.Moves.Top5, "nll": last.Loss.Value, "best_top1": best.Known(), "best_step": float64(best.Step),
	}
	interval.Put(f, "top1", last.Moves.Top1)
	return f
}

func (l *policyLearner) save(dir string, t models.Training) error {
	return nets.PutPolicy(dir, l.Policy, t)
}
