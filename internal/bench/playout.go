package bench

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/search"
)

// playoutCounts is what one thread has played.
type playoutCounts struct{ games, moves, wins, draws int }

// Playout plays one game to its end. It returns the number of moves and the result: 1 if Black, or X,
// won, −1 if the other side won, 0 for a draw. One goroutine calls it.
type Playout func(r *board.Rand) (moves, value int)

// GoPlayout plays Go from the empty board by a policy, without komi.
func GoPlayout(policy rollout.Playout, size int) Playout {
	empty := board.NewPosition(size)
	trace := make([]board.Point, 0, rollout.MoveLimit(size))
	return func(r *board.Rand) (moves, value int) {
		b := empty
		moves = len(policy.Play(&b, r, trace))
		return moves, cmp.Compare(b.Lead(), 0)
	}
}

// StatePlayout plays any game by uniform moves, in the way of a search: it copies the state, plays
// it to the end and notes the moves. The state stays as it is.
func StatePlayout(start search.State) Playout {
	s := start.Clone()
	var playout search.Playout = &search.Uniform{}
	trace := make([]search.Move, 0, s.Range())
	return func(r *board.Rand) (moves, value int) {
		s.Set(start)
		outcome, played := playout.Playout(s, r, trace)
		return len(played), int(outcome)
	}
}

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
		MovesPerGame: float64(sum.moves) / games,
		BlackWins:    float64(sum.wins) / games,
		Draws:        float64(sum.draws) / games,
	}, nil
}
