package bench

import (
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/shapes"
)

// linearTime is how long a linear policy or value function is measured.
const linearTime = time.Second / 2

// MoveMicros is how many microseconds a linear policy takes: a rollout policy for a move of a
// playout from the empty board, a tree policy for the priors of all moves of a position.
func MoveMicros(p *rollout.Policy, size int, seed uint64) (float64, error) {
	rand, empty := board.NewRand(seed), board.NewPosition(size)
	playout, err := rollout.NewSoftmax(rollout.NewTables(p), rollout.SoftmaxConfig{})
	if err != nil {
		return 0, err
	}
	trace := make([]board.Point, 0, rollout.MoveLimit(size))
	prior, moves, dst := rollout.NewPrior(p), make([]board.Point, 0, size*size), make([]float32, size*size)
	count, start := 0, time.Now()
	for time.Since(start) < linearTime {
		pos := empty
		if p.Kind() == rollout.KindRollout {
			count += len(playout.Play(&pos, &rand, trace[:0]))
			continue
		}
		for range min(100, size*size) {
			if moves = pos.LegalMoves(moves[:0]); len(moves) == 0 {
				break
			}
			prior.Priors(&pos, moves, dst)
			pos.Play(moves[rand.IntN(len(moves))], pos.ToMove())
			count++
		}
	}
	return float64(time.Since(start).Microseconds()) / float64(count), nil
}

// ShapesMicros is how many microseconds local shapes take for the values of all moves of a position,
// on the first half of random games.
func ShapesMicros(v *shapes.Values, seed uint64) float64 {
	size := v.Size()
	rand, windows := board.NewRand(seed), shapes.NewWindows(size)
	moves, logits := make([]board.Point, 0, size*size), make([]float32, size*size)
	count, total := 0, time.Duration(0)
	for total < linearTime {
		pos := board.NewPosition(size)
		for range size * size / 2 {
			moves = pos.LegalMoves(moves[:0])
			start := time.Now()
			windows.Set(&pos)
			v.Afterstates(windows, &pos, moves, logits)
			total += time.Since(start)
			count++
			pos.Play(pos.RandomMove(&rand), pos.ToMove())
		}
	}
	return float64(total.Microseconds()) / float64(count)
}
