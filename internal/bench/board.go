package bench

import (
	"context"
	"fmt"
	"reflect"
	"time"

	"github.com/tengen-go/tengen/board"
)

// BoardSpeed is what one thread does with positions.
type BoardSpeed struct {
	Moves    float64 `json:"moves_per_s"`
	Copies   float64 `json:"copies_per_s"`
	Ladders  float64 `json:"ladder_positions_per_s"` // positions with all ladders read
	Position int     `json:"position_bytes"`
}

// Board measures moves, copies and ladders on positions of random games, each for the given
// time, in one thread.
func Board(ctx context.Context, size int, length time.Duration, seed uint64) (BoardSpeed, error) {
	err := board.CheckSize(size)
	if err != nil {
		return BoardSpeed{}, err
	}
	positions := MiddleGames(size, seed)
	speed := BoardSpeed{Position: int(reflect.TypeFor[board.Position]().Size())}

	random := board.NewRand(seed)
	speed.Moves, err = perSecond(ctx, length, func() int {
		b := board.NewPosition(size)
		n := 0
		for ; n < 3*size*size; n++ {
			p := b.RandomMove(&random)
			if p == board.Pass {
				break
			}
			b.Play(p, b.ToMove())
		}
		return n + 1
	})
	if err != nil {
		return BoardSpeed{}, err
	}
	var to board.Position
	speed.Copies, err = perSecond(ctx, length, func() int {
		for i := range positions {
			to = positions[i]
		}
		return len(positions)
	})
	if err != nil {
		return BoardSpeed{}, err
	}
	if to.Size() != size {
		return speed, fmt.Errorf("the copy of a %d×%d board has size %d", size, size, to.Size())
	}
	ladder := new(board.Ladder)
	speed.Ladders, err = perSecond(ctx, length, func() int {
		for i := range positions {
			ladder.Read(&positions[i])
		}
		return len(positions)
	})
	return speed, err
}
