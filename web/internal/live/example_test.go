package live_test

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/web/internal/live"
)

// A game against the random player: a move, and its answer.
func Example() {
	var thinking sync.WaitGroup
	room := &live.Room{
		Context: context.Background(),
		Run: func(ctx context.Context, _ int, work func(context.Context) error) error {
			return work(ctx)
		},
		Start: thinking.Go,
		Keep:  func(string, []byte) error { return nil },
		Now:   time.Now,
	}
	g, err := live.Begin(live.Wish{Size: 9}, room, "1", func(size int) (live.Opponent, error) {
		p, err := player.Players().Parse("random", player.Env{Rules: game.Go{Board: size}, Seed: 1})
		return live.Opponent{Player: p, Text: "random", Name: "Random"}, err
	})
	if err != nil {
		panic(err)
	}
	shot, err := g.Do(live.Command{Do: "play", Point: "E5", At: g.Snapshot().At})
	if err != nil {
		panic(err)
	}
	fmt.Println(shot.Turn, shot.Thinking)
	thinking.Wait()
	fmt.Println(g.Snapshot().Turn, len(g.Snapshot().Moves))
	// Output:
	// player move
	// person 2
}
