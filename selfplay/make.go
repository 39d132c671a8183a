package selfplay

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// FlushEvery is how often a file that is being made is flushed: how much a kill costs at most, besides the games under
// way.
const FlushEvery = 30 * time.Second

// Keep adds a game and, when FlushEvery has passed since the last time, flushes. now is the time of
// day.
func (f *File) Keep(g *Game, now time.Time) error {
	if err := f.Add(g); err != nil {
		return err
	}
	if f.flushed.IsZero() {
		f.flushed = now
	}
	if now.Sub(f.flushed) < FlushEvery {
		return nil
	}
	f.flushed = now
	return f.Flush()
}

// Job is the making of a file of games by policy networks.
type Job struct {
	Config  Config
	Players []Player
	// Games is how many the file shall have.
	Games int
	// Plan says who moves when, as for [Play].
	Plan func(game int, rng *rand.Rand) Schedule
	// Done is called after each game that was made; nil for none.
	Done func(g *Game)
	// Now is the clock; nil for time.Now.
	Now func() time.Time
}

// Make plays the games that a file lacks, and finishes it. When it returns an error, such as the
// error of ctx, the finished games stay: the same call goes on from there.
func Make(ctx context.Context, file *File, job Job) error {
	if job.Now == nil {
		job.Now = time.Now
	}
	first := file.Set().Len()
	if first < job.Games {
		err := Play(ctx, job.Config, job.Players, first, job.Games-first, job.Plan, func(g *Game) error {
			if err := file.Keep(g, job.Now()); err != nil {
				return err
			}
			if job.Done != nil {
				job.Done(g)
			}
			return nil
		})
		if err != nil {
			return errors.Join(err, file.Flush())
		}
	}
	return file.Finish()
}
