package gtp

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/ownership"
	"github.com/tengen-go/tengen/player"
)

// mapPlayouts is the number of random games behind a map of ownership.
const mapPlayouts = 2000

// advice has the commands that show what the player thinks, and the playouts.
// Those about moves are there only if the player can tell.
func (e *Engine) advice() map[string]handler {
	commands := map[string]handler{"owner_map": e.ownerMap}
	if a, ok := e.player.(player.Adviser); ok {
		commands["policy_map"] = func(_ context.Context, args []string) (string, error) { return e.policyMap(a, args) }
		commands["policy_gfx"] = func(_ context.Context, args []string) (string, error) { return e.policyGfx(a, args) }
		commands["kata-raw-nn"] = func(_ context.Context, args []string) (string, error) {
			return e.rawNetwork(a, args)
		}
		commands["heatmap"] = func(_ context.Context, args []string) (string, error) { return e.heatmap(a, args) }
	}
	return commands
}

// rows writes one value a point, a row a line, top row first.
func rows(size int, value func(i int) string) string {
	var b strings.Builder
	for y := range size {
		b.WriteByte('\n')
		for x := range size {
			if x > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(value(y*size + x))
		}
	}
	return b.String()
}

// ownerMap is the mean owner of every point, 1 Black's to −1 White's.
func (e *Engine) ownerMap(context.Context, []string) (string, error) {
	o := ownership.Estimate(e.game, mapPlayouts, e.config.Seed)
	return rows(e.game.Size(), func(i int) string { return fmt.Sprintf("%.2f", o.Owner[i]) }), nil
}

// advise asks for the probabilities of the colour in args, or the side to move.
func (e *Engine) advise(a player.Adviser, args []string) ([]float32, error) {
	c := e.game.Position().ToMove()
	switch len(args) {
	case 0:
	case 1:
		var err error
		if c, err = parseColor(args[0]); err != nil {
			return nil, err
		}
	default:
		return nil, errSyntax
	}
	probs := make([]float32, e.game.Size()*e.game.Size())
	if err := a.Advise(probs, c); err != nil {
		return nil, fmt.Errorf("the player failed: %w", err)
	}
	return probs, nil
}

func (e *Engine) policyMap(a player.Adviser, args []string) (string, error) {
	probs, err := e.advise(a, args)
	if err != nil {
		return "", err
	}
	return rows(e.game.Size(), func(i int) string { return fmt.Sprintf("%.4f", probs[i]) }), nil
}

// heatmap is the policy in thousandths.
func (e *Engine) heatmap(a player.Adviser, args []string) (string, error) {
	probs, err := e.advise(a, args)
	if err != nil {
		return "", err
	}
	return rows(e.game.Size(), func(i int) string { return fmt.Sprintf("%3.0f", 1000*probs[i]) }), nil
}

// rawNetwork is the policy as KataGo's command writes it: NAN where a move is
// illegal. Whatever symmetry is asked for, it is the mean of all eight, as the
// players see it.
func (e *Engine) rawNetwork(a player.Adviser, args []string) (string, error) {
	if len(args) != 1 {
		return "", errSyntax
	}
	if _, err := parseInt(args[0], 0, 7); err != nil && args[0] != "all" {
		return "", errSyntax
	}
	probs, err := e.advise(a, nil)
	if err != nil {
		return "", err
	}
	c, size := e.game.Position().ToMove(), e.game.Size()
	symmetry := args[0]
	if symmetry == "all" {
		symmetry = "0"
	}
	return "symmetry " + symmetry + "\npolicy" + rows(size, func(i int) string {
		if e.game.Legal(board.FromIndex(i, size), c) != nil {
			return "NAN"
		}
		return fmt.Sprintf("%.6f", probs[i])
	}), nil
}

// policyGfx labels the ten likeliest moves with their percentages, in GoGui's
// drawing language.
func (e *Engine) policyGfx(a player.Adviser, args []string) (string, error) {
	probs, err := e.advise(a, args)
	if err != nil {
		return "", err
	}
	size := e.game.Size()
	order := make([]int, len(probs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case probs[i] > probs[j]:
			return -1
		case probs[i] < probs[j]:
			return 1
		}
		return 0
	})
	var influence, label strings.Builder
	for _, i := range order[:min(10, len(order))] {
		if probs[i] < 0.005 {
			break
		}
		v := board.FromIndex(i, size).Vertex(size)
		fmt.Fprintf(&influence, " %s %.3f", v, probs[i])
		fmt.Fprintf(&label, " %s %.0f", v, 100*probs[i])
	}
	return "INFLUENCE" + influence.String() + "\nLABEL" + label.String(), nil
}
