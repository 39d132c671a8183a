package train

import (
	"context"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/search"
)

// searchValue is the value of a position for Black, from −1 to 1, as MC-RAVE with MoGo's
// playouts sees it after so many: that of the move it would play.
func searchValue(ctx context.Context, pos *board.Position, komi float64, playouts int, seed uint64) (float64, error) {
	rules := board.Chinese()
	rules.Komi = komi
	game, err := board.NewGameFrom(*pos, rules)
	if err != nil {
		return 0, err
	}
	mogo := rollout.NewMoGo(rollout.MoGoConfig{})
	config := search.DefaultConfig()
	config.Memory, config.Seed = 64<<20, seed
	parts := search.Parts{
		Rule: search.NewMCRave(),
		Leaf: func() search.Leaf { return &search.Mixed{Playout: search.NewGoPlayout(mogo, pos.Size())} },
	}
	tree, err := search.New(config, parts, search.NewGo(game))
	if err != nil {
		return 0, err
	}
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
