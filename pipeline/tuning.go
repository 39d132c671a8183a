package pipeline

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/pipeline/stages"
)

// Tuning says which settings of the search are tried.
type Tuning struct {
	Match

	// Lambda are weights of playouts against the value network, CPUCT weights of the prior.
	Lambda []float64 `toml:"lambda" help:"Weights of playouts against the value network to try, 0 to 1."`
	CPUCT  []float64 `toml:"cpuct" help:"Weights of the prior in the search to try."`
}

// Validate says which key is wrong.
func (t *Tuning) Validate(cfg *Config) error {
	for _, l := range t.Lambda {
		if !(l >= 0 && l <= 1) {
			return fmt.Errorf("lambda %v: want 0 to 1", l)
		}
	}
	for _, c := range t.CPUCT {
		if !(c >= 0 && c <= 1000) {
			return fmt.Errorf("cpuct %v: want 0 to 1000", c)
		}
	}
	if err := t.Match.Validate(); err != nil || t.Games == 0 {
		return err
	}
	w := &work{cfg: *cfg}
	for _, step := range t.steps() {
		players := step.entrants("search:" + t.budget())
		if err := w.tournament(&t.Match, players, match.Gauntlet(len(players), 0)).Validate(); err != nil {
			return fmt.Errorf("%s: %w", step.option, err)
		}
	}
	return nil
}

// tuningStep is values of one option that are tried.
type tuningStep struct {
	option string
	values []float64
}

// steps are the options to try, in order, those without values left out.
func (t *Tuning) steps() (list []tuningStep) {
	for _, step := range []tuningStep{{"lambda", t.Lambda}, {"cpuct", t.CPUCT}} {
		if len(step.values) > 0 {
			list = append(list, step)
		}
	}
	return list
}

// entrants are the player without the option, and with each of its values.
func (s tuningStep) entrants(base string) []match.Entrant {
	players := []match.Entrant{{Name: "untuned", Text: base}}
	for _, v := range s.values {
		option := fmt.Sprintf("%s=%v", s.option, v)
		players = append(players, match.Entrant{Name: option, Text: base + "," + option})
	}
	return players
}

// Candidate is a setting that was tried.
type Candidate struct {
	Option string            `json:"option"` // as in a player string: lambda=0.25
	Games  int               `json:"games"`
	Rate   interval.Estimate `json:"winrate" ends:"lo,hi"` // against the player without it
	Taken  bool              `json:"taken"`
}

func (c Candidate) MarshalJSON() ([]byte, error)     { return interval.Marshal(c) }
func (c *Candidate) UnmarshalJSON(text []byte) error { return interval.Unmarshal(text, c) }

// TuningFigures are what tuning found.
type TuningFigures struct {
	Candidates []Candidate `json:"candidates"`
	Options    string      `json:"options"` // to add to a player string; "" for none
}

// tunedName is the file with the figures, which later stages take.
const tunedName = "tuned.json"

// tuningStage tries weights of the playouts, and with the one that was found weights of the
// prior. Each plays against the player without it, and is taken if it is the best of them
// and better beyond doubt: the lower end of its win rate's 95% interval is above one half.
// So a tuning with few games changes little: chance alone passes for a better setting in one
// of forty candidates, which is about one time in ten where four are tried.
func (w *work) tuningStage() stages.Stage {
	t := w.cfg.Tuning()
	return stages.Stage{
		Title: "tuning of the search",
		Settings: map[string]any{
			"games": t.Games, "budget": t.budget(), "openings": t.Openings, "lambda": t.Lambda, "cpuct": t.CPUCT,
			"komi": w.cfg.Komi, "seed": w.cfg.Seed,
		},
		Run: w.tune,
	}
}

// tune is the stage.
func (w *work) tune(ctx context.Context, dir string) (any, error) {
	t := w.cfg.Tuning()
	figures := TuningFigures{Candidates: []Candidate{}}
	for _, step := range t.steps() {
		if t.Games == 0 {
			break
		}
		players := step.entrants("search:model=" + placeholder(ModelStage) + "," + t.budget() + figures.Options)
		standing, err := w.meet(ctx, filepath.Join(dir, step.option), w.tournament(&t.Match, players,
			match.Gauntlet(len(players), 0)))
		if err != nil {
			return nil, err
		}
		best := len(figures.Candidates)
		for _, p := range players[1:] {
			tally := standing.Between(p.Name, players[0].Name).Distinct().Total()
			c := Candidate{Option: p.Name, Games: tally.Games(), Rate: interval.Share(tally.Points(), tally.Games())}
			figures.Candidates = append(figures.Candidates, c)
			if c.Rate.Value > figures.Candidates[best].Rate.Value {
				best = len(figures.Candidates) - 1
			}
		}
		if c := &figures.Candidates[best]; c.Rate.Lo > 0.5 {
			c.Taken = true
			figures.Options += "," + c.Option
		}
	}
	text, err := json.MarshalIndent(figures, "", "  ")
	if err != nil {
		return nil, err
	}
	return figures, atomicfile.Write(filepath.Join(dir, tunedName), append(text, '\n'))
}

// tuningKind declares the stage tuning.
var tuningKind = kind{
	name:  TuningStage,
	needs: []string{ModelStage},
	sections: []namedSection{{"tuning", func() section {
		return &Tuning{Match: Match{Games: 40, Openings: 2}, Lambda: []float64{0, 0.25, 0.75, 1}, CPUCT: []float64{}}
	}}},
	results: []string{tunedName},
	stage:   func(_ context.Context, w *work) (stages.Stage, error) { return w.tuningStage(), nil },
	key:     "tuning",
	figures: func() any { return &TuningFigures{} },
	text: `{{with .Tuning}}{{if .Candidates}}<h2>Tuning of the search</h2>
<div class="scroll"><table>
<tr><th>setting</th><th class="n">won against the search without it</th><th>95
%</th><th class="n">games</th><th></th></tr>
{{range .Candidates}}<tr><td><code>{{.Option}}</code></td><td class="n">{{percent .Rate.Value}}
%</td><td>{{percent .Rate.Lo}}–{{percent .Rate.Hi}}</td><td class="n">{{.Games}}</td><td>{{if .Taken}}taken{{end}}</td></tr>
{{end}}</table></div>
<p class="faint">A setting is taken if it won most and its interval is above one half.</p>{{end}}{{end}}`,
	check: checkTuning,
}

// Tuning is the section [tuning].
func (c *Config) Tuning() *Tuning { return sectionOf[*Tuning](c, "tuning") }

// Tuning are the figures of the stage tuning, nil if it is not done.
func (r *Report) Tuning() *TuningFigures { return figuresOf[TuningFigures](r, TuningStage) }

func checkTuning(r *Report, c *Config) error {
	want := len(c.Tuning().Lambda) + len(c.Tuning().CPUCT)
	if c.Tuning().Games > 0 && len(r.Tuning().Candidates) != want {
		return fmt.Errorf("tuning tried %d settings, want %d", len(r.Tuning().Candidates), want)
	}
	return nil
}
