package linear

import (
	"context"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/gostate"
)

// searchValue is the value of a position for Black, from −1 to 1, as MC-RAVE with knowledge by hand sees it after so
// many playouts: the value of the move that it would play. The player rave was set so until 2026-11-25. Its tree policy
// since then is stronger, but a model has it, and balancing needs none. What the balanced playouts learn is what this
// search believes, so a weak one is a ceiling.
func searchValue(ctx context.Context, pos *board.Position, komi float64, playouts int, seed uint64) (float64, error) {
	rules := board.Chinese()
	rules.Komi = komi
	game, err := board.NewGameFrom(*pos, rules)
	if err != nil {
		return 0, err
	}
	informed, err := rollout.NewInformed(rollout.DefaultInformedConfig())
	if err != nil {
		return 0, err
	}
	config := search.DefaultConfig()
	config.Memory, config.Seed = 64<<20, seed
	parts := search.Parts{
		Rule: search.Rave{Schedule: search.HandSelected{K: 3000}, C: 0.05, FirstPlay: 0.5},
		Leaf: func() search.Leaf { return &search.PlayoutLeaf{Playout: gostate.NewPlayout(informed, pos.Size())} },
		Heuristic: func() search.Heuristic {
			h := gostate.NewKnowledge()
			h.Visits, h.RaveVisits = 0, 1
			return h
		},
	}
	tree, err := search.New(config, parts, gostate.New(game))
	if err != nil {
		return 0, err
	}
	defer tree.Close()
	if err := tree.Search(ctx, search.Budget{Playouts: playouts}); err != nil {
		return 0, err
	}
	root := tree.Root()
	best := search.MostVisits{}.Choose(root.Moves, 0)
	if best < 0 {
		return 0, nil
	}
	if value := root.Moves[best].Mean; root.Player == 0 {
		return value, nil
	}
	return -root.Moves[best].Mean, nil
}
