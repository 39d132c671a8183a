package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tengen-go/tengen/pipeline"
	"github.com/tengen-go/tengen/rating"
)

// stages are all of a chain, with what later ones or people take from them.
var stages = []struct {
	name    string
	results []string
}{
	{pipeline.DataStage, []string{pipeline.GamesName}},
	{pipeline.RolloutStage, []string{"rollout.safetensors", "tree.safetensors"}},
	{pipeline.PolicyStage, []string{"policy.safetensors"}},
	{pipeline.ReinforceStage, []string{"policy.safetensors"}},
	{pipeline.ValueDataStage, []string{pipeline.GamesName}},
	{pipeline.ValueStage, []string{"value.safetensors"}},
	{pipeline.JudgementStage, nil},
	{pipeline.ModelStage, []string{"policy.safetensors", "rollout.safetensors", "tree.safetensors", "value.safetensors"}},
	{pipeline.TuningStage, []string{"tuned.json"}},
	{pipeline.TournamentStage, nil},
}

// check says all that is wrong with the report of a chain that ran to its end. What it asks
// of the networks holds after seconds of training.
func check(r *pipeline.Report, cfg *pipeline.Config) error {
	var all []error
	wrong := func(format string, args ...any) { all = append(all, fmt.Errorf(format, args...)) }
	if r.Board != cfg.Board || r.Komi != cfg.Komi || r.Seed != cfg.Seed || r.Program == "" {
		wrong("board %d, komi %v, seed %d, program %q: not those of the file, or none", r.Board, r.Komi, r.Seed, r.Program)
	}
	if len(r.Stages) != len(stages) {
		wrong("%d stages, want %d", len(r.Stages), len(stages))
	}
	for _, s := range stages {
		i := slices.IndexFunc(r.Stages, func(t pipeline.StageReport) bool { return t.Name == s.name })
		if i < 0 || !r.Stages[i].Done {
			wrong("stage %s is missing or not done", s.name)
			continue
		}
		for _, name := range s.results {
			if len(r.Stages[i].Results[name]) != 64 {
				wrong("stage %s left no %s", s.name, name)
			}
		}
	}
	if r.Data == nil || r.Rollout == nil || r.Policy == nil || r.Reinforce == nil || r.ValueData == nil || r.Value == nil ||
		r.Judgement == nil || r.Tuning == nil || r.Tournament == nil || r.Tournament.Standing == nil || r.Player == "" {
		wrong("figures of a stage are missing")
		return errors.Join(all...)
	}
	if s := r.Data.Stats; s.Games < 100 || s.Games != s.Boards[cfg.Board] || s.Games != s.Parts["train"]+s.Parts["validation"]+s.Parts["test"] {
		wrong("%d games to learn from: %v by board, %v by part", s.Games, s.Boards, s.Parts)
	}
	chance := 1 / float64(cfg.Board*cfg.Board)
	for _, m := range []struct {
		name string
		of   *pipeline.Measured
	}{{"rollout policy", &r.Rollout.Rollout}, {"tree policy", &r.Rollout.Tree}, {"policy network", r.Policy}} {
		if m.of.Positions == 0 || m.of.Steps == 0 || m.of.Top1Lo < 2*chance {
			wrong("the %s foresees %.1f%% of %d moves (from %.1f%%): chance has %.1f%%", m.name, 100*m.of.Top1, m.of.Positions, 100*m.of.Top1Lo, 100*chance)
		}
	}
	if f := r.Reinforce; f.Updates == 0 || f.Games == 0 || f.Positions == 0 {
		wrong("self-play: %d updates, %d games, %d positions", f.Updates, f.Games, f.Positions)
	}
	ends := 0
	for _, n := range r.ValueData.Endings {
		ends += n
	}
	if v := r.ValueData; v.Games < 100 || v.Games != v.BlackWins+v.WhiteWins+v.Draws || v.Games != ends || v.BlackWins == 0 || v.WhiteWins == 0 {
		wrong("games for the value network: %+v", v.Tally)
	}
	// A network that said +1 or −1 by the toss of a coin would have 2.
	if v := r.Value; v.Steps == 0 || v.Positions == 0 || v.Learnt == 0 || !(v.MSE > 0 && v.MSE < 2) {
		wrong("the value network's error is %v on %d positions, after %d steps on %d", v.MSE, v.Positions, v.Steps, v.Learnt)
	}
	if len(r.Judgement.Evaluators) < 2 || r.Judgement.Evaluators[0].Name != "value" {
		wrong("judgement of %d evaluators", len(r.Judgement.Evaluators))
	}
	if want := len(cfg.Tuning.Lambda) + len(cfg.Tuning.CPUCT); len(r.Tuning.Candidates) != want {
		wrong("tuning tried %d settings, want %d", len(r.Tuning.Candidates), want)
	}
	return errors.Join(append(all, tournament(r.Tournament.Standing, cfg.Tournament.Players))...)
}

// tournament says what is wrong with the standing of these players.
func tournament(s *rating.Standing, players []string) error {
	share := map[string]float64{}
	for _, p := range s.Players {
		share[p.Name] = p.Winrate()
	}
	if len(share) != len(players) {
		return fmt.Errorf("%d players are rated, want %d", len(share), len(players))
	}
	games := s.Between(players[0], players[1]).Total().Games()
	for i, a := range players {
		if _, ok := share[a]; !ok {
			return fmt.Errorf("%s is not rated", a)
		}
		for _, b := range players[:i] {
			if n := s.Between(a, b).Total().Games(); n != games || n == 0 {
				return fmt.Errorf("%s and %s played %d games, others %d", a, b, n, games)
			}
		}
	}
	if share["everything"] <= share["random"] {
		return fmt.Errorf("the finished player won %.0f%%, random moves %.0f%%", 100*share["everything"], 100*share["random"])
	}
	return nil
}

// games are those of the tournament.
func games(r *pipeline.Report) int {
	n := 0
	for _, p := range r.Tournament.Standing.Pairs {
		n += p.Total().Games()
	}
	return n
}

// results are the hashes of what a stage left.
func results(r *pipeline.Report, stage string) map[string]string {
	for _, s := range r.Stages {
		if s.Name == stage {
			return s.Results
		}
	}
	return nil
}
