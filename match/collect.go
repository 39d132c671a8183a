package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/selfplay"
)

// failuresInARow is after how many games that failed a collection gives up.
const failuresInARow = 10

// Collect plays the games of a match that a file of self-play lacks, in order, and finishes the file.
// It leaves out games that end by a fault of a player, because they do not show how it plays. failure
// is the first of them. done is called after each game that was kept. When Collect returns an error,
// such as the error of ctx, the finished games stay: the same call goes on from there.
func Collect(
	ctx context.Context, config Config, a, b Side, file *selfplay.File, done func(*selfplay.Game),
) (failure string, err error) {
	if config.Handicap != 0 {
		return "", errors.New("a file of self-play keeps no handicap: leave it out")
	}
	c := &collection{config: config, file: file, done: done, early: map[int]*Game{}}
	played := map[int]bool{}
	for i := range file.Next() {
		played[i] = true
	}
	if file.Next() < config.Games {
		config.Flush, config.Back = file.Flush, c.back
		err = Run(ctx, config, a, b, played, c.take)
		if err == nil && file.Set().Len() == 0 {
			err = fmt.Errorf("no game was made: all %d failed, the first one, %s", c.row, c.why)
		}
		if err != nil {
			return c.failure, errors.Join(err, file.Flush())
		}
		file.LeaveOut(c.row)
	}
	return c.failure, file.Finish()
}

// collection is a file under way.
type collection struct {
	config  Config
	file    *selfplay.File
	done    func(*selfplay.Game)
	early   map[int]*Game // games that ended before one with a lower number
	row     int           // failures since the last game that was kept
	why     string        // the first of these
	failure string        // the first of all
}

// take takes the games that have ended, as far as none before them is missing.
func (c *collection) take(g *Game) error {
	c.early[g.Game] = g
	for {
		next := c.file.Next() + c.row
		g := c.early[next]
		if g == nil {
			return nil
		}
		delete(c.early, next)
		if g.Faulty() {
			failure := fmt.Sprintf("game %d: %s", g.Game+1, g.Error)
			c.why, c.failure = cmp.Or(c.why, failure), cmp.Or(c.failure, failure)
			if c.row++; c.row == failuresInARow {
				return fmt.Errorf("%d games in a row failed, the first one, %s; the games before them are kept, "+
					"and the same command goes on from there", c.row, c.why)
			}
			continue
		}
		// Only now: those behind the last game that was kept are tried again by the next run.
		c.file.LeaveOut(c.row)
		c.row, c.why = 0, ""
		kept := collected(g, c.file.Set().Len(), c.config)
		if err := c.file.Keep(kept, time.Now()); err != nil {
			return err
		}
		c.done(kept)
	}
}

// back takes back the games from a number on.
func (c *collection) back(game int) (next int, err error) {
	clear(c.early)
	c.row, c.why = 0, ""
	err = c.file.Back(game)
	return c.file.Next(), err
}

// collected is a game of a match as self-play keeps it, in its place among those kept.
func collected(m *Game, index int, config Config) *selfplay.Game {
	size := config.Rules.Size()
	g := &selfplay.Game{
		Index:     index,
		Winner:    m.Ending.Winner,
		End:       selfplay.End(m.End),
		PlayedOut: m.PlayedOut,
		Hopeless:  m.Hopeless,
		Record: record.Game{
			Size: size, Komi: config.komi(), First: board.Black, Result: record.ParseResult(m.Result),
			Rules: "Chinese", Source: record.Source{File: "selfplay", Line: m.Game + 1}, Thoughts: m.Thoughts,
		},
	}
	for _, move := range m.Record.Game.Moves() {
		g.Record.Moves = append(g.Record.Moves, record.NewMove(move.Color, move.Point, size))
	}
	return g
}
