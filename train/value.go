package train

import (
	"context"
	"errors"
	"fmt"

	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/nets/learn"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/sample"
)

// PaperValue is the run of Silver et al. 2016, Methods, "Value network: regression": the
// policy's training on 49 planes, with 50 million minibatches of 32 positions.
func PaperValue() Config {
	c := Paper()
	c.Planes, c.Hidden = 49, 256
	c.Batch, c.Steps = 32, 50_000_000
	return c
}

// PracticalValue is Practical for a value network, whose weight decay was measured at this value
// only.
func PracticalValue() Config {
	c := Practical()
	c.Planes, c.Hidden = 49, 256
	c.WeightDecay = 1e-4
	return c
}

// ValueInput is what a value network learns from.
type ValueInput struct {
	// Train are the games to learn from, HeldOut those to measure on, which may be nil.
	Train, HeldOut *sample.ValueData
	// Init holds weights to begin with instead of random ones; nil for none. Of a network for
	// another board the convolutions are taken, see [nets.Value.SetBody].
	Init *nets.Value
	// Trunk is a policy network with the first half of whose convolutions the network begins
	// (nets.Value.SetTrunk); nil for none.
	Trunk *nets.Policy
	// InitSHA256 is the hash of the file of the weights to begin with.
	InitSHA256 string
}

// ValueParts are the games of two sets that pass a filter as a value network learns from them and as
// it is measured on them. report says what was left out of those to learn from, and notes is the same
// for the model's manifest.
func ValueParts(learn, heldOut *record.Set, filter sample.ValueFilter, planes features.Planes, seed uint64) (in ValueInput, report sample.ValueReport, notes string, err error) {
	cfg := sample.ValueConfig{Which: filter.Which, Planes: planes, Seed: seed}
	learn, report = filter.Keep(learn)
	if in.Train, err = sample.NewValueData(learn, cfg); err != nil {
		return in, report, "", err
	}
	if filter.Which == sample.One {
		cfg.Draws = 8 // of few games, several positions each
	}
	heldOut, _ = filter.Keep(heldOut)
	in.HeldOut, err = sample.NewValueData(heldOut, cfg)
	return in, report, report.Notes(learn), err
}

// Value trains a value network to predict the outcomes of games by the squared error. It leaves in
// opt.Dir what [Policy] does, with value.safetensors, and has its guarantees. The model has the
// weights of the best measurement, which are not the last ones if the network began to learn games
// by heart. cfg.Hidden must be positive.
func Value(ctx context.Context, cfg Config, in ValueInput, opt Options) (Result, error) {
	if cfg.Hidden < 1 {
		return Result{}, fmt.Errorf("hidden %d: a value network wants 1 or more", cfg.Hidden)
	}
	if in.Init != nil && in.Trunk != nil {
		return Result{}, errors.New("weights to begin with of a whole network and of a policy's convolutions: choose one")
	}
	fresh := func(cfg *Config) (learner, error) { return newValueLearner(cfg, in.Train) }
	begin := func(cfg *Config) (learner, error) {
		l, err := newValueLearner(cfg, in.Train)
		if err == nil && in.Init != nil {
			got, want := in.Init.Config(), cfg.value()
			if got.Board != want.Board {
				return l, l.SetBody(in.Init)
			}
			if got != want {
				return nil, fmt.Errorf("the initial weights are of a network for %s; the run wants one for %s", valueInWords(got), valueInWords(want))
			}
			err = l.SetWeights(in.Init.Weights())
		}
		if err == nil && in.Trunk != nil {
			err = l.begin(in.Trunk, cfg.Seed, in.Train)
		}
		return l, err
	}
	if n := opt.Training.Notes; n != "" {
		opt.Training.Notes = "; " + n
	}
	opt.Training.Notes = cfg.method() + "; positions: " + in.Train.Which() + opt.Training.Notes
	r := &run{cfg: cfg, opt: opt, train: in.Train, fresh: fresh, begin: begin, init: in.InitSHA256}
	if in.HeldOut != nil {
		r.heldOut = in.HeldOut
	}
	return r.do(ctx)
}

// valueInWords is the shape of a network as people say it.
func valueInWords(c nets.ValueConfig) string {
	return fmt.Sprintf("%d×%d with %d planes, %d layers of %d filters and %d hidden units", c.Board, c.Board, c.Planes, c.Layers, c.Filters, c.Hidden)
}

// valueLearner is a value network in training.
type valueLearner struct {
	*nets.Value
	*learn.ValueTrainer
	data *sample.ValueData // of the training
}

func newValueLearner(cfg *Config, data *sample.ValueData) (*valueLearner, error) {
	v, err := nets.NewValue(cfg.value(), cfg.Seed)
	if err != nil {
		return nil, err
	}
	t, err := learn.NewValueTrainer(v, cfg.trainer())
	return &valueLearner{Value: v, ValueTrainer: t, data: data}, err
}

// trunkPositions is on how many positions the size of a policy's activations is measured.
const trunkPositions = 64

// begin takes over the convolutions of a policy, measured on positions of the run.
func (l *valueLearner) begin(p *nets.Policy, seed uint64, data *sample.ValueData) error {
	order, err := sample.NewOrder(data.Len(), seed)
	if err != nil {
		return err
	}
	n := int(min(trunkPositions, data.Len()))
	sampler, size := data.NewSampler(l.Stride()), l.Points()*l.Stride()
	planes := make([]float32, n*size)
	for i := range n {
		position, _ := order.Sample(int64(i))
		if _, err := sampler.Sample(planes[i*size:(i+1)*size], position, 0, 0); err != nil {
			return err
		}
	}
	return l.SetTrunk(p, planes, n)
}

func (l *valueLearner) step(planes, labels, weights []float32, rate float64) (learn.StepResult, error) {
	return l.Step(planes, labels, weights, rate)
}

func (l *valueLearner) known(planes, labels []float32, n int) (int, error) {
	values := make([]float32, n)
	if err := l.Evaluate(values, planes, n); err != nil {
		return 0, err
	}
	right := 0
	for i, v := range values {
		if v*labels[i] > 0 {
			right++
		}
	}
	return right, nil
}

func (l *valueLearner) guard(after int64) guard { return newValueGuard(l.data.Mean(), after) }

func (l *valueLearner) trained(m *measure.Metric, w *measure.Window) {
	m.SetMSE(2 * w.Loss / float64(w.Steps)) // the network's loss is half of it
	m.Sign = float64(w.Correct) / float64(w.Samples)
}

func (l *valueLearner) measure(ctx context.Context, m *measure.Metric, data sample.Source, cfg measure.Config) error {
	score, err := measure.EvaluateValue(ctx, l.Value, data, cfg)
	if err != nil {
		return err
	}
	m.SetMSE(score.MSE.Value)
	m.Sign, m.Constant = score.Sign.Value, score.Constant
	if score.Games > 1 { // of one game alone the interval has no end
		m.MSELo, m.MSEHi = score.MSE.Lo, score.MSE.Hi
	}
	m.Positions, m.Games = score.Positions, score.Games
	return nil
}

// keepsBest: a network that begins to learn games by heart gets worse, and much so.
func (l *valueLearner) keepsBest() bool { return true }

func (l *valueLearner) better(a, b *measure.Metric) bool { return a.MSE < b.MSE }

func (l *valueLearner) figures(last, best *measure.Metric) map[string]float64 {
	f := map[string]float64{
		"mse": best.MSE, "mse_lo": best.MSELo, "mse_hi": best.MSEHi, "mse_half": best.MSEHalf, "mse_unit": best.MSEUnit,
		"sign": best.Sign, "constant_mse": best.Constant, "last_mse": last.MSE, "last_step": float64(last.Step),
	}
	if komi, ok := l.data.Komi(); ok {
		f[models.KomiFigure] = komi
	}
	return f
}

func (l *valueLearner) save(dir string, t models.Training) error {
	_, err := nets.SaveValue(dir, l.Value, t)
	return err
}
