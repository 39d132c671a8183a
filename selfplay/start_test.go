package selfplay

import (
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/nets"
)

// Games go on from the position that the schedule gives, White to move, and their records
// begin with it.
func TestGamesFromAPosition(t *testing.T) {
	policy, err := nets.NewPolicy(nets.PolicyConfig{Board: 5, Planes: 48, Filters: 4, Layers: 2}, 1)
	if err != nil {
		t.Fatal(err)
	}
	start := board.NewPosition(5)
	for i, m := range []board.Point{board.XY(2, 2), board.XY(1, 1), board.XY(3, 1)} {
		start.Play(m, []board.Color{board.Black, board.White}[i%2])
	}
	games := 0
	err = Play(t.Context(), Config{Size: 5, Threads: 2, Seed: 3}, []Player{{Policy: policy, Temperature: 1}}, 0, 6,
		func(int, *rand.Rand) Schedule {
			s := Even(0, 0)
			s.Start = &start
			return s
		},
		func(g *Game) error {
			games++
			if err := g.Record.Verify(); err != nil {
				t.Error(err)
			}
			first, err := g.Record.Start()
			if err != nil || first.HashToMove() != start.HashToMove() || g.Record.Moves[0].Color() != board.White {
				t.Errorf("game %d begins with another position (%v)", g.Index, err)
			}
			return nil
		})
	if err != nil || games != 6 {
		t.Fatalf("%d games, %v", games, err)
	}
	wrong := board.NewPosition(7)
	err = Play(t.Context(), Config{Size: 5, Seed: 3}, []Player{{Policy: policy, Temperature: 1}}, 0, 1,
		func(int, *rand.Rand) Schedule {
			return Schedule{Who: func(int, board.Color) int { return 0 }, Start: &wrong}
		},
		func(*Game) error { return nil })
	if err == nil {
		t.Error("a position of another size was taken")
	}
}
