package pipeline

import (
	"strings"
	"testing"

	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/rating"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/selfplay"
)

// sound is the report of a chain with nothing wrong.
func sound(t *testing.T, cfg *Config) *Report {
	t.Helper()
	r := &Report{Board: cfg.Board, Komi: cfg.Komi, Seed: cfg.Seed, Program: "test", Player: "search:model=x", Figures: map[string]any{}}
	for _, s := range kinds {
		sr := StageReport{Name: s.name, Done: true, Results: map[string]string{}}
		for _, name := range s.results {
			sr.Results[name] = strings.Repeat("0", 64)
		}
		r.Stages = append(r.Stages, sr)
	}
	learned := Measured{Steps: 1, Positions: 100, Top1: interval.Estimate{Value: 0.5, Lo: 0.4, Hi: 0.6}}
	r.Figures[DataStage] = &DataFigures{
		Stats: &record.Stats{
			Games:  100,
			Boards: map[int]int{cfg.Board: 100},
			Parts:  map[string]int{"train": 90, "test": 10},
		},
	}
	r.Figures[RolloutStage], r.Figures[PolicyStage] = &RolloutFigures{Rollout: learned, Tree: learned}, &learned
	r.Figures[ReinforceStage] = &ReinforceFigures{Updates: 1, Games: 2, Positions: 3}
	r.Figures[ValueDataStage] = &ValueDataFigures{
		Tally: selfplay.Tally{
			Games:     100,
			BlackWins: 50,
			WhiteWins: 50,
			Endings:   map[selfplay.End]int{selfplay.Passes: 100},
		},
	}
	r.Figures[ValueStage] = &ValueFigures{Steps: 1, Positions: 10, Learnt: 90, MSE: interval.Exact(0.9)}
	r.Figures[JudgementStage] = &JudgementFigures{Evaluators: []Evaluator{{Name: "value"}, {Name: "uniform"}}}
	r.Figures[TuningStage] = &TuningFigures{Candidates: make([]Candidate, len(cfg.Tuning().Lambda))}
	var pairs []rating.PairResult
	for i, a := range cfg.Tournament().Players {
		for _, b := range cfg.Tournament().Players[:i] {
			pairs = append(pairs, rating.PairResult{A: a, B: b, Black: rating.Tally{Wins: 1}, White: rating.Tally{Wins: 1}}) // the later one wins
		}
	}
	standing, err := rating.NewStanding(pairs, rating.DefaultRateConfig())
	if err != nil {
		t.Fatal(err)
	}
	r.Figures[TournamentStage] = &TournamentFigures{Standing: standing}
	return r
}

func TestWhatIsWrongIsNamed(t *testing.T) {
	cfg, err := ReadConfig("../examples/tiny.toml", nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := sound(t, &cfg).Check(&cfg); err != nil {
		t.Error(err)
	}
	// All players of the chain, if the file names none; and a file may leave stages out.
	named := cfg.Tournament().Players
	r := sound(t, &cfg)
	cfg.Tournament().Players = nil
	if err := r.Check(&cfg); err == nil || !strings.Contains(err.Error(), "9 players are rated, want 12") {
		t.Errorf("9 of all players: %v", err)
	}
	games, positions := cfg.Tournament().Games, cfg.Judgement().Positions
	cfg.Tournament().Games, cfg.Judgement().Positions = 0, 0
	r.Tournament().Standing, r.Judgement().Evaluators = nil, nil
	if err := r.Check(&cfg); err != nil {
		t.Errorf("without tournament and judgement: %v", err)
	}
	cfg.Tournament().Players, cfg.Tournament().Games, cfg.Judgement().Positions = named, games, positions
	for want, spoil := range map[string]func(*Report){
		"komi 7.5":                                      func(r *Report) { r.Komi = 7.5 },
		"stage tuning is missing":                       func(r *Report) { r.Stages[8].Done = false },
		"stage rollout left no tree":                    func(r *Report) { delete(r.Stages[1].Results, "tree.safetensors") },
		"figures of stage value are missing":            func(r *Report) { delete(r.Figures, ValueStage) },
		"99 games to learn from":                        func(r *Report) { r.Data().Stats.Games = 99 },
		"the policy network foresees 2.0% of 100":       func(r *Report) { r.Policy().Top1 = interval.Estimate{Value: 0.02, Lo: 0.01} },
		"the tree policy foresees":                      func(r *Report) { r.Rollout().Tree.Positions = 0 },
		"self-play: 0 updates":                          func(r *Report) { r.Reinforce().Updates = 0 },
		"games for the value network: {Games:101":       func(r *Report) { r.ValueData().Games = 101 },
		"the value network's error is 2.5":              func(r *Report) { r.Value().MSE = interval.Exact(2.5) },
		"judgement of 0 evaluators":                     func(r *Report) { r.Judgement().Evaluators = nil },
		"policy.safetensors of the finished model is 1": func(r *Report) { r.Results(ModelStage)["policy.safetensors"] = "1" },
		"tuning tried 1 settings, want 2":               func(r *Report) { r.Tuning().Candidates = r.Tuning().Candidates[1:] },
		"8 players are rated, want 9":                   func(r *Report) { r.Tournament().Standing.Players = r.Tournament().Standing.Players[1:] },
		"everything and sl played 3 games, others 2":    func(r *Report) { more(r, "everything", "sl") },
		"the finished player won":                       func(r *Report) { swap(r, "everything", "random") },
	} {
		r := sound(t, &cfg)
		spoil(r)
		if err := r.Check(&cfg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// more adds a game between two players.
func more(r *Report, a, b string) {
	for i := range r.Tournament().Standing.Pairs {
		if p := &r.Tournament().Standing.Pairs[i]; p.A == a && p.B == b || p.A == b && p.B == a {
			p.Black.Wins++
		}
	}
}

// swap gives two players each other's results.
func swap(r *Report, a, b string) {
	for i := range r.Tournament().Standing.Players {
		switch p := &r.Tournament().Standing.Players[i]; p.Name {
		case a:
			p.Name = b
		case b:
			p.Name = a
		}
	}
}
