package bench

import (
	"context"
	"time"

	"github.com/tengen-go/tengen/record"
)

// ReadingSpeed is how fast one core reads SGF text from memory.
type ReadingSpeed struct {
	Bytes      int64   `json:"bytes"` // of text in memory
	Games      int     `json:"games"`
	Moves      int     `json:"moves"`
	ParseMBs   float64 `json:"mb_per_s"` // text into games
	MovesPerS  float64 `json:"moves_per_s"`
	ReplayMBs  float64 `json:"replay_mb_per_s"`
	TreeMBs    float64 `json:"tree_mb_per_s"`
	BytesAMove float64 `json:"bytes_per_move"`
}

// Reading reads the text of games again and again: directly into games, with every move
// replayed, and through SGF trees. Each takes the given time.
func Reading(ctx context.Context, games []string, options record.Options, length time.Duration) (ReadingSpeed, error) {
	text, err := record.NewBench(ctx, games, options)
	if err != nil {
		return ReadingSpeed{}, err
	}
	speed := ReadingSpeed{Bytes: text.Bytes(), Games: text.Games(), Moves: text.Moves()}
	passes := []func() error{text.Parse, text.Replay, text.Tree}
	perS := make([]float64, len(passes))
	for i, pass := range passes {
		if perS[i], err = fastest(ctx, pass, length); err != nil {
			return ReadingSpeed{}, err
		}
	}
	megabytes := float64(speed.Bytes) / 1e6
	speed.ParseMBs, speed.ReplayMBs, speed.TreeMBs = perS[0]*megabytes, perS[1]*megabytes, perS[2]*megabytes
	speed.MovesPerS = perS[0] * float64(speed.Moves)
	speed.BytesAMove = float64(speed.Bytes) / float64(max(speed.Moves, 1))
	return speed, nil
}

// fastest is how often a second the fastest of all passes could be made: other programs only slow
// passes down.
func fastest(ctx context.Context, pass func() error, length time.Duration) (perS float64, err error) {
	for began := time.Now(); time.Since(began) < length; {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		start := time.Now()
		if err := pass(); err != nil {
			return 0, err
		}
		perS = max(perS, 1/time.Since(start).Seconds())
	}
	return perS, nil
}
