package player

import (
	"errors"
	"fmt"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/timing"
)

// BenchmarkJudging is what the question whether the game is over costs a player, as a share of
// the time of whole games against itself: on a quiet machine compare with searching alone.
func BenchmarkJudging(b *testing.B) {
	for _, c := range []struct {
		size int
		text string
	}{
		{9, "search:playouts=100,model=shipped:9x9"},
		{9, "rave:playouts=100"},
		{13, "rave:playouts=15"},
		{19, "rave:playouts=100"},
		{9, "policy:model=shipped:9x9"},
	} {
		b.Run(fmt.Sprintf("%s-%d", c.text, c.size), func(b *testing.B) {
			p, err := Players().Parse(c.text, Env{Rules: game.Go{Board: c.size}, Seed: 1, Threads: 1})
			if err != nil {
				b.Fatal(err)
			}
			for n := range b.N {
				g, err := board.NewGame(c.size, board.Chinese())
				if err != nil {
					b.Fatal(err)
				}
				if r, ok := p.(Reseeder); ok {
					r.Reseed(uint64(n))
				}
				if err := p.NewGame(game.Of(g)); err != nil {
					b.Fatal(err)
				}
				for !g.Over() && len(g.Moves()) < 2*c.size*c.size {
					m := board.Move{Color: g.Position().ToMove()}
					choice, err := p.Genmove(b.Context(), m.Color, timing.Clock{PlayOn: true})
					if err != nil {
						b.Fatal(err)
					}
					m.Point = choice.Point
					if err := errors.Join(g.Play(m.Point, m.Color), p.Play(m)); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
