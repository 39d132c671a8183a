package pipeline

import (
	"context"
	"fmt"
	"io"

	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/pipeline/stages"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/train"
	"github.com/tengen-go/tengen/train/sample"
)

// Value says how the value network is learned.
type Value struct {
	train.ValueOverrides

	Preset string `toml:"preset" help:"Where the defaults come from: practical, or the numbers of the paper." enum:"practical,paper"`
	// InitTrunk begins with the first half of the policy network's convolutions, and takes over
	// their shape. The paper does not mention such a beginning.
	InitTrunk bool `toml:"init-trunk" help:"Begin with the convolutions of the policy network, which gives it their shape."`
}

// ValueFigures are of the value network on games held out.
type ValueFigures struct {
	// BestStep is the step of the weights that were kept, with the lowest error; 0 in old folders
	// without this number. LastMSE is the error of the last weights.
	BestStep  int64             `json:"best_step,omitempty"`
	LastMSE   float64           `json:"last_mse,omitempty"`
	Steps     int64             `json:"steps"`
	Samples   int64             `json:"samples"`
	Seconds   float64           `json:"wall_s"`
	Learnt    int64             `json:"learnt_positions"`
	MSE       interval.Estimate `json:"mse"`
	MSEHalf   float64           `json:"mse_half"`
	MSEUnit   float64           `json:"mse_unit"`
	Constant  float64           `json:"constant_mse"` // of the best constant
	Sign      float64           `json:"sign"`
	Positions int               `json:"positions"`
	Games     int               `json:"games"`
}

func (f ValueFigures) MarshalJSON() ([]byte, error)     { return interval.Marshal(f) }
func (f *ValueFigures) UnmarshalJSON(text []byte) error { return interval.Unmarshal(text, f) }

// valueStage learns the value network from the positions that were made for it (Silver et
// al. 2016, Methods, "Value network: regression").
func (w *work) valueStage() (stages.Stage, error) {
	cfg, err := w.cfg.Value().config(w.cfg.Board, w.cfg.Seed, w.opt.Threads)
	if err != nil {
		return stages.Stage{}, err
	}
	var needs []string
	set := decisive(cfg)
	set["eval_every"], set["eval_positions"] = cfg.EvalEvery, cfg.EvalPositions // the best measurement is kept
	cfg.Device = w.opt.Device
	if w.cfg.Value().InitTrunk {
		// The shape is the policy network's, which the stage knows when it begins.
		needs = append(needs, PolicyStage)
		set["init_trunk"] = true
	}
	return stages.Stage{
		Title: "value network", Needs: needs, Settings: set, Added: []string{"eval_every", "eval_positions"},
		Run: func(ctx context.Context, dir string) (any, error) {
			return w.learnValue(ctx, dir, cfg)
		},
	}, nil
}

// learnValue is the stage.
func (w *work) learnValue(ctx context.Context, dir string, cfg train.ValueConfig) (any, error) {
	in := train.ValueInput{Start: train.FromSeed{}}
	opt := train.Options{
		Dir: dir, Resume: true, Training: w.training(ValueDataStage + "/" + GamesName),
		Report: w.opt.Watch.Training, Notice: w.opt.Watch.Notice, Fault: w.opt.Watch.Fault,
		Fresh: expected, Now: w.opt.Now,
	}
	if w.cfg.Value().InitTrunk {
		p, m, err := nets.LoadPolicy(w.path(PolicyStage))
		if err != nil {
			return nil, err
		}
		cfg.Layers, cfg.Filters = p.Config().Layers, p.Config().Filters
		start := train.FromPolicy{Policy: p, SHA256: m.Networks[models.Policy].File.SHA256}
		in.Start, opt.Training.Parent = start, start.SHA256
		opt.Training.Inherit(m.Networks[models.Policy].Training)
	}
	games, _, err := record.Read(ctx, []string{w.path(ValueDataStage, GamesName)}, record.Options{
		Threads: w.opt.Threads,
	})
	if err != nil {
		return nil, err
	}
	learn, held := sample.Divide(games)
	parts, _, _, notes, err := train.ValueParts(learn, held, sample.ValueFilter{Which: sample.Marked},
		sample.ValueConfig{Planes: features.Planes(cfg.Planes), Seed: cfg.Seed, Owners: cfg.Owners > 0})
	if err != nil {
		return nil, err
	}
	if parts.HeldOut.Len() == 0 {
		return nil, fmt.Errorf("none of the %d games of %s is held out, so the network could not be measured: set "+
			"more games in [valuedata]", games.Len(), w.path(ValueDataStage, GamesName))
	}
	in.Train, in.HeldOut, opt.Training.Notes = parts.Train, parts.HeldOut, notes
	r, err := train.Value(ctx, cfg, in, opt)
	if err != nil {
		return nil, err
	}
	f := ValueFigures{Steps: r.Steps, Samples: r.Samples, Seconds: r.Elapsed.Seconds(), Learnt: in.Train.Len()}
	if m := r.Best; m != nil {
		o := m.Outcomes
		f.MSE, f.MSEHalf, f.MSEUnit = o.MSE, o.MSE.Value/2, o.MSE.Value/4
		f.Constant, f.Sign, f.Positions, f.Games = o.Constant, o.Sign, m.Positions, m.Games
		f.BestStep, f.LastMSE = m.Step, r.HeldOut.Outcomes.MSE.Value
	}
	return f, nil
}

// Overfitted reports that the last weights were worse on games held out than the best, beyond
// the interval of these.
func (f *ValueFigures) Overfitted() bool { return f.MSE.Bounded() && f.LastMSE > f.MSE.Hi }

// valueKind declares the stage value.
var valueKind = kind{
	name:     ValueStage,
	needs:    []string{ValueDataStage},
	sections: []namedSection{{"value", func() section { return &Value{Preset: "practical"} }}},
	results:  []string{models.Value + weights},
	stage:    func(_ context.Context, w *work) (stages.Stage, error) { return w.valueStage() },
	key:      "value",
	figures:  func() any { return &ValueFigures{} },
	draw:     drawValue,
	tile: `{{with .Value}}<div class="tile"><b>{{fixed 3 .MSEHalf}}</b><span>error of the value network on held-out games,
½(z − v)². Always saying the mean outcome: {{fixed 3 (half .Constant)}}</span></div>{{end}}`,
	text: `{{if or .ValueData .Value}}<h2>The value network</h2>
{{with .ValueData}}<p>{{thousand .Games}} games were made for it, of one position each: the policy network of
the games plays U − 1 moves, U drawn from 1 to {{.MaxU}}, then comes one random move, and the network after
self-play plays on to the end. Black won {{thousand .BlackWins}}, White {{thousand .WhiteWins}}{{if .Draws}},
nobody {{.Draws}}{{end}}.{{if .Redrawn}} Over before the random move, and replaced:
{{thousand .Redrawn}}.{{end}}</p>{{end}}
{{with .Value}}<p>It learned from {{thousand .Learnt}} of these positions, {{thousand .Samples}} samples in
{{duration .Seconds}}. On {{thousand .Positions}} positions held out its error is {{fixed 4 .MSEHalf}} (95 %:
{{fixed 4 (half .MSE.Lo)}}–{{fixed 4 (half .MSE.Hi)}}) as the mean of ½(z − v)², {{fixed 4 .MSE.Value}} without the
half, {{fixed 4 .MSEUnit}} for winning probabilities. Always saying the mean outcome: {{fixed 4 (half .Constant)}}.
{{percent .Sign}} % of the winners are right.{{if .Overfitted}} These are the weights of step
{{thousand .BestStep}} of {{thousand .Steps}}: the last have {{fixed 4 (half .LastMSE)}}. It learned on when
there was no more to learn from so many positions.{{end}}</p>
<p class="faint">The paper: 0.234, and 0.226 on training positions.</p>{{end}}{{end}}`,
	say:   sayValue,
	check: checkValue,
}

// Value is the section [value].
func (c *Config) Value() *Value { return sectionOf[*Value](c, "value") }

// Value are the figures of the stage value, nil if it is not done.
func (r *Report) Value() *ValueFigures { return figuresOf[ValueFigures](r, ValueStage) }

func checkValue(r *Report, _ *Config) error {
	// A network that said +1 or −1 by the toss of a coin would have 2.
	if v := r.Value(); v.Steps == 0 || v.Positions == 0 || v.Learnt == 0 || !(v.MSE.Value > 0 && v.MSE.Value < 2) {
		return fmt.Errorf("the value network's error is %v on %d positions, after %d steps on %d",
			v.MSE.Value, v.Positions, v.Steps, v.Learnt)
	}
	return nil
}

func sayValue(to io.Writer, r *Report) {
	v := r.Value()
	fmt.Fprintf(to, "value network: error %.3f on held-out games (mean of ½(z − v)²); less is better. Always the "+
		"mean outcome: %.3f. The paper's network, 19×19: 0.234\n",
		v.MSEHalf, v.Constant/2)
}
