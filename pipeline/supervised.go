package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/pipeline/stages"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/train"
	"github.com/tengen-go/tengen/train/linear"
	"github.com/tengen-go/tengen/train/measure"
)

// Measured is a policy measured on the games held out.
type Measured struct {
	Steps     int64             `json:"steps"`
	Samples   int64             `json:"samples"`
	Seconds   float64           `json:"wall_s"`
	Top1      interval.Estimate `json:"top1"`
	Top5      float64           `json:"top5"`
	Loss      float64           `json:"nll"`
	Positions int               `json:"positions"`
	Games     int               `json:"games"`
}

func (m Measured) MarshalJSON() ([]byte, error)     { return interval.Marshal(m) }
func (m *Measured) UnmarshalJSON(text []byte) error { return interval.Unmarshal(text, m) }

func measured(steps, samples int64, seconds float64, m *measure.Metric) Measured {
	f := Measured{Steps: steps, Samples: samples, Seconds: seconds}
	if m != nil {
		k := m.Moves
		f.Top1, f.Top5, f.Loss, f.Positions, f.Games = k.Top1, k.Top5, m.Loss.Value, m.Positions, m.Games
	}
	return f
}

// RolloutFigures are of the two linear softmax policies.
type RolloutFigures struct {
	Rollout Measured `json:"rollout"`
	Tree    Measured `json:"tree"`
}

// rolloutStage learns the rollout policy and the tree policy (Silver et al. 2016, Methods,
// "Rollout policy").
func (w *work) rolloutStage() (stages.Stage, error) {
	var configs []linear.RolloutConfig
	for _, section := range []*Rollout{w.cfg.Rollout(), w.cfg.Tree()} {
		c, err := section.config(w.cfg.Seed)
		if err != nil {
			return stages.Stage{}, err
		}
		configs = append(configs, c)
	}
	return stages.Stage{
		Title:    "rollout policy and tree policy",
		Settings: map[string]any{"rollout": decisive(configs[0]), "tree": decisive(configs[1])},
		Run: func(ctx context.Context, dir string) (any, error) {
			var figures RolloutFigures
			for i, to := range []*Measured{&figures.Rollout, &figures.Tree} {
				learn, held, err := w.parts(ctx, features.PolicyPlanes)
				if err != nil {
					return nil, err
				}
				r, err := linear.Rollout(ctx, configs[i], linear.RolloutInput{Train: learn, HeldOut: held},
					train.Options{
						Dir: dir, Resume: true, Training: w.training(DataStage + "/" + GamesName), Fresh: expected,
						Now:      w.opt.Now,
						Counting: func(done, total int64) { w.progress("counting patterns", done, total, "games") },
						Report:   w.opt.Watch.Training, Notice: w.opt.Watch.Notice, Fault: w.opt.Watch.Fault,
					})
				if err != nil {
					return nil, err
				}
				*to = measured(r.Steps, r.Samples, r.Elapsed.Seconds(), r.HeldOut)
			}
			return figures, nil
		},
	}, nil
}

// weights is how files of weights end.
const weights = ".safetensors"

// policyStage learns the policy network from the games (Methods, "Policy network:
// classification").
func (w *work) policyStage() (stages.Stage, error) {
	cfg, err := w.cfg.Policy().Config(w.cfg.Board, w.cfg.Seed, w.opt.Threads)
	if err != nil {
		return stages.Stage{}, err
	}
	set := decisive(cfg)
	cfg.Device = w.opt.Device
	set["hidden"] = 0 // as records of versions say that had one configuration for both kinds of network
	return stages.Stage{
		Title:    "policy network, from the games",
		Settings: set,
		Run: func(ctx context.Context, dir string) (any, error) {
			learn, held, err := w.parts(ctx, features.Planes(cfg.Planes))
			if err != nil {
				return nil, err
			}
			r, err := train.Policy(ctx, cfg, train.PolicyInput{Train: learn, HeldOut: held, Start: train.FromSeed{}},
				train.Options{
					Dir:      dir,
					Resume:   true,
					Training: w.training(DataStage + "/" + GamesName),
					Report:   w.opt.Watch.Training,
					Notice:   w.opt.Watch.Notice,
					Fault:    w.opt.Watch.Fault,
					Fresh:    expected,
					Now:      w.opt.Now,
				})
			if err != nil {
				return nil, err
			}
			return measured(r.Steps, r.Samples, r.Elapsed.Seconds(), r.HeldOut), nil
		},
	}, nil
}

// rolloutKind declares the stage rollout.
var rolloutKind = kind{
	name:  RolloutStage,
	needs: []string{DataStage},
	sections: []namedSection{
		{"rollout", func() section { return &Rollout{kind: rollout.KindRollout} }},
		{"tree", func() section { return &Rollout{kind: rollout.KindTree} }},
	},
	results: []string{models.Rollout + weights, models.Tree + weights},
	stage:   func(_ context.Context, w *work) (stages.Stage, error) { return w.rolloutStage() },
	key:     "rollout",
	figures: func() any { return &RolloutFigures{} },
	draw:    drawRollouts,
	check:   checkRollouts,
}

// Rollout is the section [rollout], Tree the section [tree].
func (c *Config) Rollout() *Rollout { return sectionOf[*Rollout](c, "rollout") }

// Tree is the section [tree].
func (c *Config) Tree() *Rollout { return sectionOf[*Rollout](c, "tree") }

// Rollout are the figures of the stage rollout, nil if it is not done.
func (r *Report) Rollout() *RolloutFigures { return figuresOf[RolloutFigures](r, RolloutStage) }

// policyKind declares the stage policy.
var policyKind = kind{
	name:     PolicyStage,
	needs:    []string{DataStage},
	sections: []namedSection{{"policy", func() section { return &Policy{Preset: "practical"} }}},
	results:  []string{models.Policy + weights},
	stage:    func(_ context.Context, w *work) (stages.Stage, error) { return w.policyStage() },
	key:      "policy",
	figures:  func() any { return &Measured{} },
	draw:     drawPolicy,
	tile: `{{with .Policy}}<div class="tile"><b>{{percent .Top1.Value}} %</b><span>of the moves of held-out games predicted by
the policy network ({{percent .Top1.Lo}}–{{percent .Top1.Hi}})</span></div>{{end}}`,
	text: `{{if or .Policy .Rollout}}<h2>Predicting moves</h2>
<div class="scroll"><table>
<tr><th>on held-out games</th><th class="n">top-1</th><th>95 %</th><th class="n">top-5</th><th class="n">nats</th><th class="n">positions</th><th class="n">trained
on</th><th class="n">for</th></tr>
{{with .Rollout}}<tr><td>rollout policy</td>{{template "measured" .Rollout}}</tr>
<tr><td>tree policy</td>{{template "measured" .Tree}}</tr>{{end}}
{{with .Policy}}<tr><td>policy network</td>{{template "measured" .}}</tr>{{end}}
</table></div>
<p class="faint">The paper, on 19×19: 24.2 % for the rollout policy, 55.4 % for the policy network, without
symmetries, as here. More is better; for nats less is better.</p>{{end}}

{{with .Own}}<div class="grid boards"><figure>{{.View}}<figcaption>{{.Viewed}} to move, in a game that was held
out: what the policy network would play, in percent. The ring is the move
played.</figcaption></figure></div>{{end}}`,
	say:   sayPolicy,
	check: checkPolicy,
}

// Policy is the section [policy].
func (c *Config) Policy() *Policy { return sectionOf[*Policy](c, "policy") }

// Policy are the figures of the stage policy, nil if it is not done.
func (r *Report) Policy() *Measured { return figuresOf[Measured](r, PolicyStage) }

// check says what is wrong with a policy of this name, which should foresee more than chance does.
func (m *Measured) check(name string, c *Config) error {
	chance := 1 / float64(c.Board*c.Board)
	if m.Positions == 0 || m.Steps == 0 || m.Top1.Lo < 2*chance {
		return fmt.Errorf("the %s foresees %.1f%% of %d moves (from %.1f%%): chance has %.1f%%",
			name, 100*m.Top1.Value, m.Positions, 100*m.Top1.Lo, 100*chance)
	}
	return nil
}

func checkRollouts(r *Report, c *Config) error {
	return errors.Join(r.Rollout().Rollout.check("rollout policy", c), r.Rollout().Tree.check("tree policy", c))
}

func checkPolicy(r *Report, c *Config) error { return r.Policy().check("policy network", c) }

func sayPolicy(to io.Writer, r *Report) {
	p := r.Policy()
	fmt.Fprintf(to, "policy network: predicts %.1f%% of the moves in held-out games (95%%: %.1f–%.1f); more is "+
		"better. A random guess: %.1f%%. The paper's network, 19×19: 55.4%%\n",
		100*p.Top1.Value, 100*p.Top1.Lo, 100*p.Top1.Hi, 100/float64(r.Board*r.Board))
}
