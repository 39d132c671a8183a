package pipeline

import (
	"context"
	"fmt"
	"io"

	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/internal/settings"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/pipeline/stages"
	"github.com/tengen-go/tengen/train/reinforce"
)

// Reinforce says how the policy network is improved by self-play.
type Reinforce struct {
	reinforce.Overrides

	Preset string `toml:"preset" help:"Where the defaults come from: practical, or the numbers of the paper." enum:"practical,paper"`
}

// config is what the file comes to.
func (r *Reinforce) config(komi float64, seed uint64, threads int) (reinforce.Config, error) {
	cfg, err := settings.Preset(r.Preset, reinforce.Practical, reinforce.Paper)
	if err != nil {
		return cfg, err
	}
	cfg.Komi, cfg.Seed, cfg.Threads = komi, seed, threads
	if err := r.Over(&cfg); err != nil {
		return cfg, err
	}
	return cfg, cfg.Validate()
}

// ReinforceFigures are of the policy network after self-play, against the one before.
type ReinforceFigures struct {
	Updates   int64             `json:"updates"`
	Games     int64             `json:"games"`
	Positions int64             `json:"positions"`
	Seconds   float64           `json:"wall_s"`
	Rollbacks int               `json:"rollbacks"`
	Ended     string            `json:"ended,omitempty"` // why it was given up early
	Best      int64             `json:"best_update"`     // 0: no match was won, and the network is the one before
	WinRate   interval.Estimate `json:"win_rate"`
	Played    int               `json:"win_rate_games"`
	// Temperature is the temperature of both players in the matches.
	Temperature float64 `json:"eval_temperature,omitempty"`
}

func (f ReinforceFigures) MarshalJSON() ([]byte, error)     { return interval.Marshal(f) }
func (f *ReinforceFigures) UnmarshalJSON(text []byte) error { return interval.Unmarshal(text, f) }

// PerUpdate is how many games an update plays; 0 if there was none.
func (f *ReinforceFigures) PerUpdate() int64 {
	if f.Updates == 0 {
		return 0
	}
	return f.Games / f.Updates
}

// reinforceStage improves the policy network by self-play against a pool of its earlier
// weights (Silver et al. 2016, Methods, "Policy network: reinforcement learning").
func (w *work) reinforceStage() (stages.Stage, error) {
	cfg, err := w.cfg.Reinforce().config(w.cfg.Komi, w.cfg.Seed, w.opt.Threads)
	if err != nil {
		return stages.Stage{}, err
	}
	set := decisive(cfg)
	if cfg.Async == 0 {
		delete(set, "async") // as in chains of before, which go on
	}
	set["updates"], set["time"] = cfg.Updates, cfg.Time.String()
	return stages.Stage{
		Title:    "policy network, by self-play",
		Settings: set,
		Run: func(ctx context.Context, dir string) (any, error) {
			policy, m, err := nets.LoadPolicy(w.path(PolicyStage))
			if err != nil {
				return nil, err
			}
			policy.SetDevice(w.opt.Device)
			machines, err := w.machines(ctx, ReinforceStage)
			if err != nil {
				return nil, err
			}
			in := reinforce.Input{
				Init: policy, InitSHA256: m.Networks[models.Policy].File.SHA256, Play: machines.Play,
			}
			r, err := reinforce.Run(ctx, cfg, in, reinforce.Options{
				Dir: dir, Resume: true, Training: w.training(DataStage + "/" + GamesName),
				Counting: func(done, total int64) {
					w.progress("games of the first weights", done, total, "games")
				},
				Report: func(r reinforce.Report) { w.opt.Watch.Reinforce(cfg, r) },
				Notice: w.opt.Watch.Notice,
				Fault:  w.opt.Watch.Fault,
				Fresh:  expected,
				Now:    w.opt.Now,
			})
			if err == nil {
				err = machines.DropModels(ctx)
			}
			if err != nil {
				return nil, err
			}
			f := ReinforceFigures{
				Updates:     r.Updates,
				Games:       r.Games,
				Positions:   r.Positions,
				Seconds:     r.Elapsed.Seconds(),
				Rollbacks:   r.Rollbacks,
				Ended:       r.Ended,
				Temperature: cfg.EvalTemperature,
			}
			if b := r.Best; b != nil {
				f.Best, f.WinRate, f.Played = b.Update, b.Score(), b.Played
			}
			return f, nil
		},
	}, nil
}

// reinforceKind declares the stage reinforce.
var reinforceKind = kind{
	name:     ReinforceStage,
	needs:    []string{PolicyStage},
	sections: []namedSection{{"reinforce", func() section { return &Reinforce{Preset: "practical"} }}},
	results:  []string{models.Policy + weights},
	stage:    func(_ context.Context, w *work) (stages.Stage, error) { return w.reinforceStage() },
	key:      "reinforce",
	figures:  func() any { return &ReinforceFigures{} },
	draw:     func(_ context.Context, w *work, p *page) (any, error) { return nil, w.selfPlay(p) },
	tile: `{{with .Reinforce}}{{if .Best}}<div class="tile"><b>{{percent .WinRate.Value}} %</b><span>won by the network after
self-play against the one before, of {{.Played}} games
({{percent .WinRate.Lo}}–{{percent .WinRate.Hi}})</span></div>{{end}}{{end}}`,
	text: `{{with .Reinforce}}<h2>Self-play of the policy network</h2>
<p>{{thousand .Updates}} updates{{with .PerUpdate}}, each of {{.}} games{{end}} against one opponent from the
pool of earlier weights: {{thousand .Games}} games, {{thousand .Positions}} positions, in
{{duration .Seconds}}. {{if .Best}}The weights of update {{.Best}} won {{percent .WinRate.Value}} % of {{.Played}}
games against those before it all (95 %: {{percent .WinRate.Lo}}–{{percent .WinRate.Hi}}); no search, moves
drawn{{with .Temperature}} at temperature {{.}}{{end}}.{{else}}No match against the weights before it all was
won, so the stage ended with these.{{end}}{{if .Rollbacks}} It went back to its best weights
{{count .Rollbacks "time"}}.{{end}}{{with .Ended}} It ended early: {{.}}.{{end}}</p>
<p class="faint">The paper, on 19×19 after 10 000 updates of 128 games: 80 %. It does not give the temperature. Near
1, a part of the gain is certainty, not better moves.</p>{{end}}`,
	say:   sayReinforce,
	check: checkReinforce,
}

// Reinforce is the section [reinforce].
func (c *Config) Reinforce() *Reinforce { return sectionOf[*Reinforce](c, "reinforce") }

// Reinforce are the figures of the stage reinforce, nil if it is not done.
func (r *Report) Reinforce() *ReinforceFigures { return figuresOf[ReinforceFigures](r, ReinforceStage) }

func checkReinforce(r *Report, _ *Config) error {
	if f := r.Reinforce(); f.Updates == 0 || f.Games == 0 || f.Positions == 0 {
		return fmt.Errorf("self-play: %d updates, %d games, %d positions", f.Updates, f.Games, f.Positions)
	}
	return nil
}

func sayReinforce(to io.Writer, r *Report) {
	f := r.Reinforce()
	if f.Best == 0 {
		fmt.Fprintln(to, "self-play: no later policy network beat the first one, so it stays as it was")
		return
	}
	fmt.Fprintf(to, "self-play: the policy network won %.1f%% of %d games against itself before self-play (95%%: "+
		"%.1f–%.1f); above 50%% it is better. The paper: 80%%\n",
		100*f.WinRate.Value, f.Played, 100*f.WinRate.Lo, 100*f.WinRate.Hi)
}
