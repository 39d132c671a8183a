package train

import (
	"context"
	"fmt"
	"math"

	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/nets/learn"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/sample"
)

// ValueInput is what a value network learns from.
type ValueInput struct {
	// Train are the games to learn from, HeldOut those to measure on, which may be nil.
	Train, HeldOut *sample.ValueData
	// Start is the weights to begin with.
	Start ValueStart
}

// ValueParts are the games of two sets that pass a filter as a value network learns from them and as
// it is measured on them. What is learned is as cfg says, with the filter's positions; what is measured is the outcome.
// learned and measured say what was left out of each, and notes is learned for the model's manifest.
func ValueParts(
	learn, heldOut *record.Set, filter sample.ValueFilter, cfg sample.ValueConfig,
) (in ValueInput, learned, measured sample.ValueReport, notes string, err error) {
	cfg.Which = filter.Which
	learn, learned = filter.Keep(learn)
	heldOut, measured = filter.Keep(heldOut)
	if in.Train, err = sample.NewValueData(learn, cfg); err != nil {
		return in, learned, measured, "", err
	}
	cfg.Owners, cfg.SearchShare = false, 0
	if filter.Which == sample.One {
		cfg.Draws = 8 // of few games, several positions each
	}
	in.HeldOut, err = sample.NewValueData(heldOut, cfg)
	return in, learned, measured, learned.Notes(learn), err
}

// ValueResult is what a finished or interrupted training of a value network has come to.
type ValueResult struct {
	Result
	Value *nets.Value // with the weights of Best, once the run is done
}

// Value trains a value network to predict the outcomes of games by the squared error. It leaves in
// opt.Dir what [Policy] does, with value.safetensors, and has its guarantees. The model has the
// weights of the best measurement, which are not the last ones if the network began to learn games
// by heart.
func Value(ctx context.Context, cfg ValueConfig, in ValueInput, opt Options) (ValueResult, error) {
	if in.Start == nil {
		return ValueResult{}, errNoStart
	}
	if wanted := cfg.Owners > 0; in.Train.Owners() != wanted {
		return ValueResult{}, fmt.Errorf("train a value network: owners %v, but the samples have owners: %v",
			cfg.Owners, in.Train.Owners())
	}
	if n := opt.Training.Notes; n != "" {
		opt.Training.Notes = "; " + n
	}
	opt.Training.Notes = cfg.method() + "; positions: " + in.Train.Targets() + opt.Training.Notes
	r := &run[ValueConfig, *valueLearner]{cfg: cfg.Learning, opt: opt, train: in.Train, start: in.Start.startValue}
	r.state.Config, r.state.Init = cfg, in.Start.hash()
	r.fresh = func(l Learning) (*valueLearner, error) {
		return newValueLearner(ValueConfig{l, cfg.Hidden, cfg.Owners}, in.Train)
	}
	if in.HeldOut != nil {
		r.heldOut = in.HeldOut
	}
	result, err := r.do(ctx)
	return ValueResult{result, r.learner.network()}, err
}

// valueLearner is a value network in training.
type valueLearner struct {
	*nets.Value
	*learn.ValueTrainer
	data *sample.ValueData // of the training
	seed uint64            // of the run
}

func newValueLearner(cfg ValueConfig, data *sample.ValueData) (*valueLearner, error) {
	v, err := nets.NewValue(cfg.Network(), cfg.Seed)
	if err != nil {
		return nil, err
	}
	v.SetDevice(cfg.Device)
	t, err := learn.NewValueTrainer(v, cfg.trainer())
	if err != nil {
		return nil, err
	}
	return &valueLearner{Value: v, ValueTrainer: t, data: data, seed: cfg.Seed}, nil
}

func (l *valueLearner) Close() {
	if l != nil {
		l.ValueTrainer.Close()
	}
}

func (l *valueLearner) kind() string { return models.Value }

// network is the network, nil before there is one.
func (l *valueLearner) network() *nets.Value {
	if l == nil {
		return nil
	}
	return l.Value
}

func (l *valueLearner) begin(planes, labels, weights []float32, rate float64) error {
	return l.Begin(planes, labels, weights, rate)
}

func (l *valueLearner) known(planes, labels []float32, n int) (int, error) {
	values := make([]float32, n)
	if err := l.Evaluate(values, planes, n); err != nil {
		return 0, err
	}
	right := 0
	for i, v := range values {
		if v*labels[i] > 0 || math.Abs(float64(v-labels[i])) < 0.1 { // a search may expect next to nothing
			right++
		}
	}
	return right, nil
}

func (l *valueLearner) guard(after int64) guard {
	return newValueGuard(l.data.Mean(), l.data.Square(), after)
}

func (l *valueLearner) knows() string { return "winner right" }

func (l *valueLearner) trained(m *measure.Metric, w *measure.Window) {
	m.SetOutcomes(w)
}

func (l *valueLearner) measure(ctx context.Context, m *measure.Metric, data sample.Source, cfg measure.Config) error {
	score, err := measure.EvaluateValue(ctx, l.Value, data, cfg)
	if err != nil {
		return err
	}
	m.SetValueFigures(score.ValueFigures)
	return nil
}

// keepsBest: a network that begins to learn games by heart gets worse, and much so.
func (l *valueLearner) keepsBest() bool { return true }

func (l *valueLearner) better(a, b *measure.Metric) bool { return a.Loss.Value < b.Loss.Value }

func (l *valueLearner) figures(last, best *measure.Metric) map[string]float64 {
	o := best.Outcomes
	f := map[string]float64{
		"mse_half": o.MSE.Value / 2, "mse_unit": o.MSE.Value / 4,
		"sign":         o.Sign,
		"constant_mse": o.Constant,
		"last_mse":     last.Outcomes.MSE.Value,
		"last_step":    float64(last.Step),
	}
	interval.Put(f, "mse", o.MSE)
	return f
}

// save also notes the komi of the games. It is no measurement: a run without games held out has it, too.
func (l *valueLearner) save(dir string, t models.Training) error {
	if low, high, ok := l.data.Komi(); ok {
		models.Komi{Low: low, High: high}.Put(t.Figures)
	}
	return nets.PutValue(dir, l.Value, t)
}
