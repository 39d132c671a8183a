package pipeline

import (
	"context"
	"fmt"

	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/pipeline/stages"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/sample"
)

// Judgement says how the value network is compared with rollouts.
type Judgement struct {
	// Positions are how many, of the test games, or all that these have; 0 leaves the stage out.
	Positions int `toml:"positions" help:"Held-out positions to compare the value network with playouts on; 0: none."`
	// Rollouts is how many are played from each position, by each kind.
	Rollouts int `toml:"rollouts" help:"Playouts from each of these positions, by each kind."`
	// Playouts are the kinds: names of playouts by rules, and softmax for the chain's own.
	Playouts []string `toml:"playouts" help:"Kinds of playouts to compare with."`
}

// Validate says which key is wrong.
func (j *Judgement) Validate(*Config) error {
	if j.Positions < 0 || j.Rollouts < 1 {
		return fmt.Errorf("positions %d, rollouts %d: want 0 or more, and 1 or more", j.Positions, j.Rollouts)
	}
	for _, name := range j.Playouts {
		if name == softmax {
			continue
		}
		if _, err := rollout.NewPlayout(name); err != nil {
			return fmt.Errorf("playouts: %w, or %s", err, softmax)
		}
	}
	return nil
}

// softmax is the name of playouts by the rollout policy of the chain.
const softmax = "softmax"

// JudgementFigures set evaluators side by side: the value network, the kinds of rollouts, and
// their mixes with the network.
type JudgementFigures struct {
	Positions int `json:"positions"`
	// Part is the part of the games that the positions are of, test or validation. It is empty in old folders: there
	// they are of both.
	Part       string      `json:"part,omitempty"`
	Rollouts   int         `json:"rollouts"`
	Constant   float64     `json:"constant_mse"` // error of the best constant
	Evaluators []Evaluator `json:"evaluators"`
}

// Evaluator is how well outcomes are known, by the mean of (z − v)², z = ±1.
type Evaluator struct {
	Name   string            `json:"name"`
	MSE    interval.Estimate `json:"mse"`
	Micros float64           `json:"microseconds"` // of one thread, a position
	ByMove []ErrorBin        `json:"by_move"`
}

func (e Evaluator) MarshalJSON() ([]byte, error)     { return interval.Marshal(e) }
func (e *Evaluator) UnmarshalJSON(text []byte) error { return interval.Unmarshal(text, e) }

// ErrorBin is the error on positions before moves From to To.
type ErrorBin struct {
	From      int               `json:"from"`
	To        int               `json:"to"`
	Positions int               `json:"positions"`
	MSE       interval.Estimate `json:"mse"`
}

func (b ErrorBin) MarshalJSON() ([]byte, error)     { return interval.Marshal(b) }
func (b *ErrorBin) UnmarshalJSON(text []byte) error { return interval.Unmarshal(text, b) }

// judgementStage measures the errors of the value network and of rollouts on the same
// positions, by move number (Silver et al. 2016, Figure 2b).
func (w *work) judgementStage() stages.Stage {
	j := w.cfg.Judgement()
	return stages.Stage{
		Title: "value network compared with playouts",
		Settings: map[string]any{
			"positions": j.Positions,
			"rollouts":  j.Rollouts,
			"playouts":  j.Playouts,
			"seed":      w.cfg.Seed,
		},
		Run: func(ctx context.Context, _ string) (any, error) {
			if j.Positions == 0 {
				return JudgementFigures{Evaluators: []Evaluator{}}, nil
			}
			return w.judge(ctx)
		},
	}
}

// judge is the stage.
func (w *work) judge(ctx context.Context) (any, error) {
	j := w.cfg.Judgement()
	v, _, err := nets.LoadValue(w.path(ValueStage))
	if err != nil {
		return nil, err
	}
	v.SetDevice(w.opt.Device)
	games, _, err := record.Read(ctx, []string{w.path(ValueDataStage, GamesName)}, record.Options{
		Threads: w.opt.Threads,
	})
	if err != nil {
		return nil, err
	}
	held, part := unseen(games)
	data, err := sample.NewValueData(held, sample.ValueConfig{
		Which:  sample.Marked,
		Planes: features.Planes(v.Config().Planes),
		Seed:   w.cfg.Seed,
	})
	if err != nil {
		return nil, err
	}
	policy, _, err := rollout.Load(w.path(RolloutStage), rollout.KindRollout)
	if err != nil {
		return nil, err
	}
	tables := rollout.NewTables(policy)
	var kinds []measure.Rollouts
	for _, name := range j.Playouts {
		kind := measure.Rollouts{Name: name, New: func() (rollout.Playout, error) { return rollout.NewPlayout(name) }}
		if name == softmax {
			kind.New = func() (rollout.Playout, error) { return rollout.NewSoftmax(tables, rollout.SoftmaxConfig{}) }
		}
		kinds = append(kinds, kind)
	}
	scores, err := measure.Compare(ctx, v, data, kinds, measure.CompareConfig{
		Rollouts: j.Rollouts,
		Config: measure.Config{
			Positions: j.Positions, Symmetries: 1, Threads: w.opt.Threads, Seed: w.cfg.Seed,
			BinWidth: max(1, w.cfg.Board*w.cfg.Board/8), Now: w.opt.Now,
			Progress: func(done, total int) {
				w.progress("value network compared with playouts", int64(done), int64(total), "positions")
			},
		},
	})
	if err != nil {
		return nil, err
	}
	f := JudgementFigures{
		Positions: scores[0].Positions, Part: part.String(), Rollouts: j.Rollouts, Constant: scores[0].Constant,
	}
	for _, s := range scores {
		e := Evaluator{Name: s.Name, MSE: bounded(s.MSE), Micros: s.Micros, ByMove: []ErrorBin{}}
		for _, b := range s.ByMove {
			e.ByMove = append(e.ByMove, ErrorBin{b.From, b.To, b.Positions, bounded(b.MSE)})
		}
		f.Evaluators = append(f.Evaluators, e)
	}
	return f, nil
}

// unseen are the games that judge the value network: those of the test. By the validation games its weights were
// chosen. They judge it only if there are no others, and flatter it then.
func unseen(games *record.Set) (*record.Set, record.Part) {
	marked := sample.ValueFilter{Which: sample.Marked}
	_, validation, test := games.Split()
	if kept, _ := marked.Keep(test); kept.Len() > 0 {
		return kept, record.Test
	}
	kept, _ := marked.Keep(validation)
	return kept, record.Validation
}

// bounded is an error with its interval on [0, 4], where errors are: of a single game it has no ends.
func bounded(e interval.Estimate) interval.Estimate {
	e.Lo, e.Hi = max(0, min(4, e.Lo)), max(0, min(4, e.Hi))
	return e
}

// judgementKind declares the stage judgement.
var judgementKind = kind{
	name:  JudgementStage,
	needs: []string{RolloutStage, ValueDataStage, ValueStage},
	sections: []namedSection{{"judgement", func() section {
		return &Judgement{Positions: 1000, Rollouts: 100, Playouts: []string{"uniform", "informed", softmax}}
	}}},
	stage:   func(_ context.Context, w *work) (stages.Stage, error) { return w.judgementStage(), nil },
	key:     "judgement",
	figures: func() any { return &JudgementFigures{} },
	draw:    drawErrors,
	text: `{{with .Judgement}}{{if .Evaluators}}<div class="grid">{{if $.Own}}<figure class="curve"><h3>Error by move
number</h3>{{$.Own}}<figcaption>On {{thousand .Positions}} positions {{if eq .Part "test"}}of test games: the
network has not learned from these, and its weights were not chosen by them.{{else if .Part}}of the games by which its
weights were chosen, which flatters the network: there are no test games.{{else}}that the network has not learned from.
By the games of some of these its weights were chosen, which flatters it.{{end}} Compared with the mean outcome of
{{.Rollouts}} playouts each. See the paper's Figure 2b.</figcaption></figure>{{end}}
<figure><h3>All positions</h3><div class="scroll"><table><tr><th>evaluator</th><th class="n">error,
half</th><th>95 %</th><th class="n">µs a position</th></tr>
{{range .Evaluators}}<tr><td>{{.Name}}</td><td class="n">{{fixed 4 (half .MSE.Value)}}</td><td>{{fixed 3 (half .MSE.Lo)}}–{{fixed 3 (half .MSE.Hi)}}</td><td class="n">{{fixed 0 .Micros}}</td></tr>
{{end}}<tr><td class="self">always the
mean outcome</td><td class="n">{{fixed 4 (half .Constant)}}</td><td></td><td></td></tr></table></div></figure></div>{{end}}{{end}}`,
	check: checkJudgement,
}

// Judgement is the section [judgement].
func (c *Config) Judgement() *Judgement { return sectionOf[*Judgement](c, "judgement") }

// Judgement are the figures of the stage judgement, nil if it is not done.
func (r *Report) Judgement() *JudgementFigures { return figuresOf[JudgementFigures](r, JudgementStage) }

func checkJudgement(r *Report, c *Config) error {
	e, least := r.Judgement().Evaluators, min(2, 1+len(c.Judgement().Playouts))
	if c.Judgement().Positions > 0 && (len(e) < least || e[0].Name != "value") {
		return fmt.Errorf("judgement of %d evaluators", len(e))
	}
	return nil
}
