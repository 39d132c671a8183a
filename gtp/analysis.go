package gtp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/timing"
)

// lookEvery is how often a player tells the engine what it reads during a plain
// genmove: for live graphics, and for a move at hand if it is interrupted.
const lookEvery = 200 * time.Millisecond

// sight is what the player thought last, and of which position.
type sight struct {
	player.Analysis
	color board.Color
	after int // moves played before
	known bool
}

// analysis has the commands that show what the player reads while it reads. Most
// are there only if the player can show it.
func (e *Engine) analysis() map[string]action {
	commands := map[string]action{
		"kata-search": e.searching(moveSearch{}),
	}
	if !e.program() {
		commands["kata-search_cancellable"] = e.searching(moveSearch{yields: true})
		commands["gogui-interrupt"] = plain(fixed("")) // that it is known says that "# interrupt" is understood
	}
	if e.analyst == nil {
		return commands
	}
	for name, d := range map[string]dialect{"lz-": leela, "kata-": kata, "": kata} {
		commands[name+"analyze"] = e.analyzing(d)
		commands[name+"genmove_analyze"] = e.searching(moveSearch{dialect: d, shows: true, plays: true})
	}
	commands["cgos-genmove_analyze"] = e.searching(moveSearch{dialect: cgos, shows: true, plays: true})
	commands["kata-search_analyze"] = e.searching(moveSearch{shows: true})
	commands["kata-search_analyze_cancellable"] = e.searching(moveSearch{shows: true, yields: true})
	commands["search_gfx"] = plain(e.searchGfx)
	commands["search_param"] = plain(e.searchParam)
	commands["value"] = plain(e.value)
	return commands
}

// plain is a handler as an action.
func plain(h handler) action {
	return action{run: func(ctx context.Context, args []string, _ *reply) (string, error) { return h(ctx, args) }}
}

// analyzing reads the position until any input arrives.
func (e *Engine) analyzing(d dialect) action {
	return action{yields: true, run: func(ctx context.Context, args []string, r *reply) (string, error) {
		q, err := e.parseQuery(args, d)
		if err != nil {
			return "", err
		}
		if err := r.begin(); err != nil {
			return "", nil // the reply reports the output's error
		}
		reading, cancel := context.WithCancel(ctx)
		defer cancel()
		err = e.analyst.Analyze(reading, q.color, q.options, e.reporting(&q, r, cancel))
		e.graphicsEnd()
		switch {
		case reading.Err() != nil:
			return "", nil
		case err != nil:
			return "", fmt.Errorf("the player failed: %w", err)
		}
		<-reading.Done() // the player has seen enough; the answer ends with the next input
		return "", nil
	}}
}

// reporting writes each report as a line; cancel ends the reading when the output
// fails.
func (e *Engine) reporting(q *query, r *reply, cancel func()) func(*player.Analysis) {
	var buf []byte
	return func(a *player.Analysis) {
		e.notice(q.color, a)
		if q.dialect == cgos {
			return
		}
		if buf = q.appendReport(buf[:0], a); len(buf) > 0 && r.line(buf) != nil {
			cancel()
		}
	}
}

// moveSearch is a command that looks for a move.
type moveSearch struct {
	dialect dialect
	shows   bool // lines of analysis, then "play D4", and not the bare move
	plays   bool // the move is played
	yields  bool // any input cancels it
}

func (e *Engine) searching(s moveSearch) action {
	return action{yields: s.yields, run: func(ctx context.Context, args []string, r *reply) (string, error) {
		q, err := e.parseQuery(args, s.dialect)
		if err != nil {
			return "", err
		}
		if s.dialect == cgos {
			q.options.Ownership, q.options.MaxMoves = true, cgosMoves
		}
		reading, cancel := context.WithCancel(ctx)
		defer cancel()
		report := func(a *player.Analysis) { e.notice(q.color, a) }
		if s.shows {
			report = e.reporting(&q, r, cancel)
		}
		choice, err := e.think(reading, q.color, e.clockOf(q.color, false), q.options, report)
		word := ""
		switch {
		case s.yields && ctx.Err() != nil:
			word = "cancelled"
		case err != nil:
			return "", err
		default:
			if s.plays {
				if err := e.take(choice, q.color); err != nil {
					return "", err
				}
			}
			word = choice.Vertex(e.game.Size())
		}
		if !s.shows {
			return word, nil
		}
		if s.dialect == cgos && e.seen.known {
			line, err := q.appendCGOS(nil, &e.seen.Analysis)
			if err != nil || r.line(line) != nil {
				return "", err
			}
		} else if !r.begun && r.begin() != nil {
			return "", nil
		}
		return "play " + word, nil
	}}
}

// program says whether the player is another program. GTP cannot interrupt it: it could only be ended.
func (e *Engine) program() bool {
	_, ok := e.player.(*Outside)
	return ok
}

// think asks the player for a move. A player that can show what it reads has the best move so far at hand
// when it is interrupted; another one has none.
func (e *Engine) think(
	ctx context.Context, c board.Color, clock timing.Clock, o player.AnalyzeOptions, report func(*player.Analysis),
) (player.Choice, error) {
	var choice player.Choice
	var err error
	e.seen.known = false
	if e.analyst == nil {
		choice, err = e.player.Genmove(ctx, c, clock)
	} else {
		choice, err = e.analyst.GenmoveAnalyze(ctx, c, clock, o, report)
	}
	e.graphicsEnd()
	if err != nil && errors.Is(context.Cause(ctx), errInterrupted) {
		if e.seen.known && len(e.seen.Moves) > 0 {
			return player.Choice{Point: e.seen.Moves[0].Point}, nil
		}
		return choice, failure("interrupted")
	}
	if err != nil {
		return choice, fmt.Errorf("the player failed: %w", err)
	}
	e.tellThoughts()
	return choice, nil
}

// notice remembers what the player thinks; the report itself is the player's.
func (e *Engine) notice(c board.Color, a *player.Analysis) {
	s := sight{Analysis: *a, color: c, after: len(e.game.Moves()), known: true}
	s.Ownership = slices.Clone(a.Ownership)
	s.Moves = slices.Clone(a.Moves)
	for i := range s.Moves {
		s.Moves[i].Variation = slices.Clone(s.Moves[i].Variation)
	}
	e.seen = s
	e.graphics()
}
