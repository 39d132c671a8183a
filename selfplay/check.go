package selfplay

import (
	"errors"
	"fmt"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/record"
)

// Check says what cannot be true of a game that another machine has played: a move against the rules of
// self-play, a wrong end, a wrong result. maxU is that of the [ValueData] that planned the game, 0 for
// [Even]. The networks are not asked. With playouts the checks by playouts are made again, which shows
// whether the game was settled or resigned where it had to be. Without them one playout refutes a wrong
// winner of a settled game.
func (c Config) Check(g *Game, maxU int, playouts bool) error {
	r := &g.Record
	c = c.defaults()
	switch {
	case r.Size != c.Size || r.Komi != c.Komi || len(r.Setup) > 0 || r.First != board.Black:
		return fmt.Errorf("game %d: it has another board, komi or beginning", g.Index)
	case maxU == 0 && r.Mark != 0, maxU > 0 && (r.Mark < 1 || r.Mark > maxU):
		return fmt.Errorf("game %d: position %d is marked, where 1 to %d is wanted", g.Index, r.Mark, maxU)
	case len(r.Moves) <= r.Mark && r.Mark > 0, len(r.Moves) > c.MoveLimit:
		return fmt.Errorf("game %d: it has %d moves", g.Index, len(r.Moves))
	case c.Thoughts != (len(r.Thoughts) > 0) && len(r.Moves) > 0:
		return fmt.Errorf("game %d: its thoughts are missing, or not wanted", g.Index)
	}
	thoughts := c.Thoughts
	c.Thoughts = false
	p := newField(c, nil, 1).newPlace()
	p.index = g.Index
	_, p.seed, p.playOut = c.sources(g.Index)
	p.schedule.Mark = r.Mark
	p.pos = board.NewPosition(c.Size)
	p.remember()
	for ply, m := range r.Moves {
		if _, _, _, over := p.ended(playouts); over {
			return fmt.Errorf("game %d: it goes on after its end, after move %d", g.Index, ply)
		}
		if err := p.permits(m, ply); err != nil {
			return fmt.Errorf("game %d: move %d: %w", g.Index, ply+1, err)
		}
		p.play(m.Point(c.Size), 0)
	}
	return p.same(g, playouts, thoughts)
}

// ended is over, with or without its playouts.
func (p *place) ended(playouts bool) (end End, winner board.Color, margin float64, over bool) {
	if !playouts && p.passes < 2 && len(p.moves) < p.field.config.MoveLimit {
		return "", 0, 0, false
	}
	return p.over()
}

// permits says why a move cannot have been played by self-play.
func (p *place) permits(m record.Move, ply int) error {
	size := p.field.config.Size
	if m.Color() != p.pos.ToMove() {
		return fmt.Errorf("it is not %v's turn", m.Color())
	}
	q, sensible := m.Point(size), ply != p.schedule.Mark-1 // a random move may fill an eye
	switch {
	case q == board.Pass && len(p.candidates(sensible)) > 0:
		return errors.New("a pass, where there are moves")
	case q != board.Pass && !p.candidate(q, m.Color(), sensible, p.captured()):
		return fmt.Errorf("%s is no legal or no sensible move", q.Vertex(size))
	}
	return nil
}

// same compares the end of a replayed game with what its player says.
func (p *place) same(g *Game, playouts, thoughts bool) error {
	end, winner, margin, over := p.ended(playouts)
	if !over && !playouts && p.mayEnd(g) {
		end, winner = g.End, g.Winner
		margin = float64(g.Record.Result.Margin)
		if winner == board.White {
			margin = -margin
		}
		over = winner != board.Empty
	}
	if !playouts {
		p.given = g.Hopeless
	}
	if !over {
		return fmt.Errorf("game %d: it is not over after %d moves", g.Index, len(p.moves))
	}
	want := p.finished(end, winner, margin)
	if g.End != want.End || g.Winner != want.Winner || g.Hopeless != want.Hopeless || g.PlayedOut != want.PlayedOut ||
		g.Record.Result != want.Record.Result {
		return fmt.Errorf("game %d: it ends by %s with %v, where replaying it gives %s with %v",
			g.Index, g.End, g.Record.Result, want.End, want.Record.Result)
	}
	if thoughts && len(g.Record.Thoughts) != len(g.Record.Moves) {
		return fmt.Errorf("game %d: %d thoughts of %d moves", g.Index, len(g.Record.Thoughts), len(g.Record.Moves))
	}
	return nil
}

// mayEnd says whether a game can be settled or resigned where it is, as far as one playout shows. A winner
// who is beyond doubt after all playouts of a check is so after the first.
func (p *place) mayEnd(g *Game) bool {
	config := &p.field.config
	if !p.checks() || len(p.moves) <= p.schedule.Mark {
		return false
	}
	switch g.End {
	case Settled:
		p.doubt.begin(p)
		p.doubt.playout(p)
		return config.Settle && p.doubt.certain(p) == g.Winner
	case Resigned:
		return config.Resign > 0 && !p.playOut && g.Winner == p.pos.ToMove().Opponent()
	}
	return false
}
