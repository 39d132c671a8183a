package bench

import (
	"time"

	"github.com/tengen-go/tengen/board"
)

// perSecond calls work for the given time; work returns how much it did.
func perSecond(length time.Duration, work func() int) float64 {
	done := 0
	start := time.Now()
	for time.Since(start) < length {
		done += work()
	}
	return float64(done) / time.Since(start).Seconds()
}

// MiddleGames are 64 positions of random games, a third of the board filled.
func MiddleGames(size int, seed uint64) []board.Position {
	random := board.NewRand(seed)
	positions := make([]board.Position, 64)
	for i := range positions {
		positions[i] = board.NewPosition(size)
		positions[i].Playout(&random, size*size/3)
	}
	return positions
}
