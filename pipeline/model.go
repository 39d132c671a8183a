package pipeline

import (
	"context"
	"fmt"
	"strings"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/pipeline/stages"
)

// ModelFigures are the networks of the finished model.
type ModelFigures struct {
	Networks map[string]models.File `json:"networks"`
}

// joined are the stages with the networks of the finished model.
var joined = []string{PolicyStage, ValueStage, RolloutStage}

// modelStage joins the networks of the finished player: the policy network learned from the
// games as prior, the value network, the rollout policy and the tree policy. The policy of
// REINFORCE made the games of the value network and is not in it (Silver et al. 2016,
// "Searching with policy and value networks": the supervised policy was the better prior).
func (w *work) modelStage() stages.Stage {
	paths := make([]string, len(joined))
	for i, stage := range joined {
		paths[i] = w.path(stage)
	}
	return stages.Stage{
		Title: "the finished model",
		Run: func(_ context.Context, dir string) (any, error) {
			m, err := models.Join(dir, models.JoinConfig{
				Models: paths,
				Card:   w.card(),
			})
			if err != nil {
				return nil, err
			}
			figures := ModelFigures{Networks: map[string]models.File{}}
			for kind, n := range m.Networks {
				figures.Networks[kind] = n.File
			}
			return figures, nil
		},
	}
}

// card is what the model's manifest says of it.
func (w *work) card() *models.Card {
	return &models.Card{
		Title: fmt.Sprintf("%[1]d×%[1]d: policy, value, rollout and tree, by one chain", w.cfg.Board),
		About: "Policy network from games, its improvement by REINFORCE, games of both for the value network, and " +
			"the linear policies: the chain of Silver et al. 2016.",
		Recipe: []string{fmt.Sprintf("tengen pipeline %s --seed %d -o DIR", w.opt.from(), w.cfg.Seed)},
	}
}

// from is the part of the command that says what the chain is made from.
func (o *Options) from() string {
	return strings.Join(append([]string{"--config " + o.Name}, o.Changes...), " ")
}

// modelKind declares the stage model.
var modelKind = kind{
	name:    ModelStage,
	needs:   joined,
	results: []string{models.Policy + weights, models.Value + weights, models.Rollout + weights, models.Tree + weights},
	stage:   func(_ context.Context, w *work) (stages.Stage, error) { return w.modelStage(), nil },
	check:   checkModel,
}

// checkModel compares the networks of the model with what their stages left.
func checkModel(r *Report, _ *Config) error {
	model := r.Results(ModelStage)
	for _, stage := range joined {
		for name, want := range r.Results(stage) {
			if got := model[name]; got != want {
				return fmt.Errorf("%s of the finished model is %.12s, and stage %s left %.12s", name, got, stage, want)
			}
		}
	}
	return nil
}
