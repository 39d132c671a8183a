package pipeline

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/tengen-go/tengen/arena"
)

// Tournament says how all players that a chain makes, and some beside them, meet.
type Tournament struct {
	Match

	// Others are players beside those of the chain, as names and player strings.
	Others map[string]string `toml:"others"`
}

// Component is a player of the tournament.
type Component struct {
	Name  string `json:"name"`
	About string `json:"about"`
	Text  string `json:"player"`
	// Prior, Value and Rollouts are the parts of a search, as the paper's table has them.
	Prior    string `json:"prior,omitempty"`
	Value    bool   `json:"value"`
	Rollouts bool   `json:"rollouts"`
	// Paper is the Elo of the same parts in Silver et al. 2016, Extended Data Table 7; 0 if
	// they are not in it.
	Paper float64 `json:"paper_elo,omitempty"`
}

// TournamentFigures are who played, and what came of it.
type TournamentFigures struct {
	Players  []Component     `json:"players"`
	Standing *arena.Standing `json:"standing"`
}

// components are the players of the tournament. Without value and rollouts in one model the
// parts are those of the full player with one switched off.
func (w *work) components(tuned string) []Component {
	budget := w.cfg.Tournament.budget()
	search := "search:model=" + placeholder(ModelStage) + "," + budget
	return []Component{
		{Name: "random", About: "random legal moves", Text: "random"},
		{Name: "flat", About: "flat Monte-Carlo", Text: "playouts:" + budget},
		{Name: "uct", About: "UCT", Text: "uct:" + budget},
		{Name: "rave", About: "MC-RAVE with virtual experience", Text: "rave:" + budget},
		{Name: "sl", About: "policy network from the games, no search", Text: "policy:model=" + placeholder(PolicyStage), Prior: "itself", Paper: 1517},
		{Name: "rl", About: "policy network after REINFORCE, no search", Text: "policy:model=" + placeholder(ReinforceStage), Prior: "itself"},
		{Name: "rollouts", About: "search, prior of the policy network, rollouts", Text: search + ",lambda=1", Prior: "policy network", Rollouts: true, Paper: 2416},
		{Name: "value", About: "search, prior of the policy network, value network", Text: search + ",lambda=0,playout=none", Prior: "policy network", Value: true, Paper: 2177},
		{Name: "everything", About: "search, prior of the policy network, value network and rollouts", Text: search + tuned, Prior: "policy network", Value: true, Rollouts: true, Paper: 2890},
	}
}

// tournamentStage lets everybody play against everybody.
func (w *work) tournamentStage() Stage {
	t := &w.cfg.Tournament
	return Stage{
		Name: TournamentStage, Title: "tournament of all stages", Needs: []string{PolicyStage, ReinforceStage, ModelStage, TuningStage},
		Settings: map[string]any{
			"games": t.Games, "budget": t.budget(), "openings": t.Openings, "others": t.Others, "komi": w.cfg.Komi, "seed": w.cfg.Seed,
		},
		Run: func(ctx context.Context, dir string) (any, error) {
			text, err := os.ReadFile(w.path(TuningStage, tunedName))
			if err != nil {
				return nil, err
			}
			var tuned TuningFigures
			if err := json.Unmarshal(text, &tuned); err != nil {
				return nil, fmt.Errorf("%s: %w", w.path(TuningStage, tunedName), err)
			}
			figures := TournamentFigures{Players: w.components(tuned.Options)}
			for _, name := range sortedKeys(t.Others) {
				figures.Players = append(figures.Players, Component{Name: name, About: t.Others[name], Text: t.Others[name]})
			}
			if t.Games == 0 {
				return figures, nil
			}
			var players []arena.Entrant
			for _, c := range figures.Players {
				players = append(players, arena.Entrant{Name: c.Name, Text: c.Text})
			}
			figures.Standing, err = w.meet(ctx, dir, w.tournament(&t.Match, players, nil))
			return figures, err
		},
	}
}
