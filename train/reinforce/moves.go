package reinforce

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/selfplay"
)

// drawnMoves are the moves that one player drew in some games, with the moves it drew
// them among. Positions are replayed when they are needed: a game takes two bytes a
// move, and the allowed moves a byte a point, where planes would take two hundred.
type drawnMoves struct {
	games   []*selfplay.Game
	points  int
	at      []drawnAt
	moves   []int32   // row-major points
	outcome []float32 // z of the mover: 1 won, −1 lost, 0 drawn
	allowed []bool    // [move][point]
}

// drawnAt is where a move stands.
type drawnAt struct{ game, ply int32 }

// drawnBy collects the moves that the player of color(game) drew, game by game. Passes
// and moves without an alternative are left out: their probability is 1 whatever the
// weights are, so the gradient of its logarithm is 0.
func drawnBy(games []*selfplay.Game, color func(*selfplay.Game) board.Color, threads int) (*drawnMoves, error) {
	parts := make([]drawnMoves, len(games))
	errs := make([]error, len(games))
	parallel(len(games), threads, func(i int) {
		errs[i] = parts[i].read(games[i], int32(i), color(games[i]))
	})
	all := &drawnMoves{games: games}
	if len(games) > 0 {
		size := games[0].Record.Size
		all.points = size * size
	}
	for i := range parts {
		if errs[i] != nil {
			return nil, fmt.Errorf("game %d: %w", games[i].Index, errs[i])
		}
		all.at = append(all.at, parts[i].at...)
		all.moves = append(all.moves, parts[i].moves...)
		all.outcome = append(all.outcome, parts[i].outcome...)
		all.allowed = append(all.allowed, parts[i].allowed...)
	}
	return all, nil
}

// read takes the moves of color from one game.
func (d *drawnMoves) read(g *selfplay.Game, index int32, color board.Color) error {
	d.points = g.Record.Size * g.Record.Size
	z := float32(0)
	switch g.Winner {
	case color:
		z = 1
	case color.Opponent():
		z = -1
	}
	var earlier []uint64
	return g.Record.Replay(func(ply int, pos *board.Position, m record.Move) bool {
		earlier = append(earlier, pos.Hash())
		if m.IsPass() || m.Color() != color {
			return true
		}
		from := len(d.allowed)
		d.allowed = append(d.allowed, make([]bool, d.points)...)
		if sensible(d.allowed[from:], pos, earlier) < 2 {
			d.allowed = d.allowed[:from]
			return true
		}
		d.at = append(d.at, drawnAt{index, int32(ply)})
		d.moves = append(d.moves, int32(m.Index()))
		d.outcome = append(d.outcome, z)
		return true
	})
}

// sensible marks the moves that package selfplay draws among, in dst, [point], which is
// false: those that are legal, superko included, and fill no eye of their own. earlier
// are the hashes of the positions so far. It returns their number.
func sensible(dst []bool, pos *board.Position, earlier []uint64) int {
	n, c, size := 0, pos.ToMove(), pos.Size()
	captured := pos.Prisoners(board.Black)+pos.Prisoners(board.White) > 0 // else no position can come back
	for i := range pos.EmptyCount() {
		p := pos.EmptyAt(i)
		if pos.OwnEye(p, c) || !pos.Legal(p, c) {
			continue
		}
		if captured {
			if after, _ := pos.HashAfter(p, c); slices.Contains(earlier, after) {
				continue
			}
		}
		dst[p.Index(size)] = true
		n++
	}
	return n
}

// parallel calls f for 0 to n−1 from so many goroutines.
func parallel(n, threads int, f func(i int)) {
	var wg sync.WaitGroup
	for t := range min(threads, n) {
		wg.Go(func() {
			for i := t; i < n; i += threads {
				f(i)
			}
		})
	}
	wg.Wait()
}

// chunks calls f for one chunk of moves after the other, with the planes of their
// positions, [size][points][stride]; behind the last move the planes are of earlier ones,
// or zeros.
func (d *drawnMoves) chunks(
	ctx context.Context, planes features.Planes, stride, size, threads int,
	f func(from, to int, planes []float32) error,
) error {
	batch, in := make([]float32, size*d.points*stride), d.points*stride
	fillers, errs := make([]func(dst []float32, i int) error, threads), make([]error, threads)
	for t := range fillers {
		fillers[t] = d.filler(planes, stride)
	}
	for from := 0; from < len(d.moves); from += size {
		if err := ctx.Err(); err != nil {
			return err
		}
		to := min(from+size, len(d.moves))
		parallel(threads, threads, func(t int) { // neighbours to one thread: they are of one game
			for i := from + t*(to-from)/threads; i < from+(t+1)*(to-from)/threads && errs[t] == nil; i++ {
				errs[t] = fillers[t](batch[(i-from)*in:(i-from+1)*in], i)
			}
		})
		if err := errors.Join(errs...); err != nil {
			return err
		}
		if err := f(from, to, batch); err != nil {
			return err
		}
	}
	return nil
}

// filler writes the planes before the i-th of the moves to dst, for one goroutine.
func (d *drawnMoves) filler(planes features.Planes, stride int) func(dst []float32, i int) error {
	var (
		extractor features.Extractor
		cursor    = record.NewCursor(func(i int) record.Game { return d.games[i].Record })
	)
	return func(dst []float32, i int) error {
		at := d.at[i]
		pos, err := cursor.Position(int(at.game), int(at.ply))
		if err != nil {
			return fmt.Errorf("game %d: %w", d.games[at.game].Index, err)
		}
		extractor.Extract(dst, stride, pos, planes, 0)
		return nil
	}
}

// values are what a value network says of the positions, each for its mover.
func (d *drawnMoves) values(ctx context.Context, v *nets.Evaluator, chunk, threads int) ([]float32, error) {
	out := make([]float32, len(d.moves))
	err := d.chunks(ctx, features.Planes(v.Planes()), v.Stride(), chunk, threads,
		func(from, to int, planes []float32) error {
			return v.Evaluate(nil, out[from:to], planes, to-from)
		})
	return out, err
}
