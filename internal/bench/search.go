package bench

import (
	"context"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/alphago"
	"github.com/tengen-go/tengen/search/gostate"
)

// TreePlayer is a player with one tree.
type TreePlayer interface {
	NewGame(g game.Game) error
	// Tree is the tree after NewGame.
	Tree() *search.Tree
	// Evaluations counts what the networks evaluated so far; all zero without networks.
	Evaluations() alphago.QueueStats
}

// SearchSpeed is how fast a search is.
type SearchSpeed struct {
	PlayoutsPerS float64 `json:"playouts_per_s"`
	EvalsPerS    float64 `json:"evals_per_s"` // positions that the networks evaluated
	Batch        float64 `json:"batch"`       // their mean number in a call
	Nodes        int     `json:"nodes"`
	Seconds      float64 `json:"seconds"`

	NetEvalsPerS float64 `json:"net_evals_per_s,omitempty"` // of the networks alone
	Share        float64 `json:"share,omitempty"`           // of it that the search reached
}

// Search lets a player search the empty board for the given time.
func Search(ctx context.Context, p TreePlayer, size int, length time.Duration) (SearchSpeed, error) {
	g, err := board.NewGame(size, board.Chinese())
	if err != nil {
		return SearchSpeed{}, err
	}
	if err := p.NewGame(game.Of(g)); err != nil {
		return SearchSpeed{}, err
	}
	tree := p.Tree()
	// The first playout sets the memory aside and is not measured.
	tree.Reset(gostate.New(g))
	if err := tree.Search(ctx, search.Budget{Playouts: 1}); err != nil {
		return SearchSpeed{}, err
	}
	tree.Reset(gostate.New(g))
	before := p.Evaluations()
	start := time.Now()
	deadline := start.Add(length)
	over := func() bool { return tree.Playouts() > 0 && !time.Now().Before(deadline) }
	if err := tree.Search(ctx, search.Budget{Stop: over}); err != nil {
		return SearchSpeed{}, err
	}
	if err := ctx.Err(); err != nil {
		return SearchSpeed{}, err
	}
	seconds := time.Since(start).Seconds()
	after := p.Evaluations()
	positions, calls := float64(after.Positions-before.Positions), float64(after.Calls-before.Calls)
	nodes, _ := tree.Nodes()
	speed := SearchSpeed{
		PlayoutsPerS: float64(tree.Playouts()) / seconds, EvalsPerS: positions / seconds,
		Nodes: nodes, Seconds: seconds,
	}
	if calls > 0 {
		speed.Batch = positions / calls
	}
	return speed, nil
}

// Untrained makes a policy network of this shape and a value network with the same convolutions,
// both with random weights.
func Untrained(shape nets.PolicyConfig, seed uint64) (m nets.Model, err error) {
	value := nets.PaperValue()
	value.Board, value.Filters, value.Layers = shape.Board, shape.Filters, shape.Layers
	if m.Policy, err = nets.NewPolicy(shape, seed); err != nil {
		return m, err
	}
	m.Value, err = nets.NewValue(value, seed)
	return m, err
}

// ComparedWithNetworks measures a search between two measurements of its networks alone, each
// a quarter as long.
func ComparedWithNetworks(
	ctx context.Context, p TreePlayer, m nets.Model, threads int, length time.Duration, seed uint64,
) (SearchSpeed, error) {
	before, err := Evaluations(ctx, m, threads, length/4, seed)
	if err != nil {
		return SearchSpeed{}, err
	}
	speed, err := Search(ctx, p, sideOf(m), length)
	if err != nil {
		return SearchSpeed{}, err
	}
	after, err := Evaluations(ctx, m, threads, length/4, seed)
	if err != nil {
		return SearchSpeed{}, err
	}
	speed.NetEvalsPerS = (before + after) / 2
	speed.Share = speed.EvalsPerS / speed.NetEvalsPerS
	return speed, nil
}
