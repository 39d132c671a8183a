package bench

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/tengen-go/tengen/board"
)

// playoutCounts is what one thread has played.
type playoutCounts struct{ games, moves, wins, draws int }

// Playout plays one game to its end and returns its moves and for whom it ended: 1 for Black, or X,
// −1 for the other, 0 for nobody. One goroutine
// calls it.
type Playout func(r *board.Rand) (moves, value int)

// until plays games until the deadline, and some in any case.
func (play Playout) until(ctx context.Context, deadline time.Time, seed uint64) (n playoutCounts) {
	random := board.NewRand(seed)
	for {
		for range 32 {
			moves, value := play(&random)
			n.games++
			n.moves += moves
			switch value {
			case 1:
				n.wins++
			case 0:
				n.draws++
			}
		}
		if ctx.Err() != nil || !time.Now().Before(deadline) {
			return n
		}
	}
}

// PlayoutSpeed is what all threads together have played.
type PlayoutSpeed struct {
	PlayoutsPerS float64 `json:"playouts_per_s"`
	MovesPerS    float64 `json:"moves_per_s"`
	MovesPerGame float64 `json:"moves_per_game"`
	BlackWins    float64 `json:"black_wins"` // of a small game, X's
	Draws        float64 `json:"draws,omitempty"`
	Seconds      float64 `json:"seconds"`
}

// Playouts plays games for the given time, each of the playouts on a thread of its own.
func Playouts(ctx context.Context, playouts []Playout, length time.Duration, seed uint64) (PlayoutSpeed, error) {
	if len(playouts) == 0 {
		return PlayoutSpeed{}, errors.New("no playouts to measure")
	}
	var sum playoutCounts
	var mutex sync.Mutex
	var group sync.WaitGroup
	start := time.Now()
	for i, play := range playouts {
		group.Go(func() {
			n := play.until(ctx, start.Add(length), seed+uint64(i))
			mutex.Lock()
			defer mutex.Unlock()
			sum.games += n.games
			sum.moves += n.moves
			sum.wins += n.wins
			sum.draws += n.draws
		})
	}
	group.Wait()
	if err := ctx.Err(); err != nil {
		return PlayoutSpeed{}, err
	}
	seconds, games := time.Since(start).Seconds(), float64(sum.games)
	return PlayoutSpeed{
		Seconds: seconds, PlayoutsPerS: games / seconds, MovesPerS: float64(sum.moves) / seconds,
		MovesPerGame: float64(sum.moves) / games, BlackWins: float64(sum.wins) / games, Draws: float64(sum.draws) / games,
	}, nil
}
