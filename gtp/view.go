package gtp

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tengen-go/tengen/board"
)

// view has the commands that show the game.
func (e *Engine) view() map[string]handler {
	return map[string]handler{
		"showboard":       func(context.Context, []string) (string, error) { return "\n" + e.diagram(), nil },
		"query_boardsize": func(context.Context, []string) (string, error) { return strconv.Itoa(e.game.Size()), nil },
		"last_move":       e.lastMove,
		"move_history":    e.moveHistory,
		"list_stones":     e.listStones,
		"is_legal":        e.isLegal,
		"captures":        e.captures,
	}
}

// diagram draws the board as GNU Go does: X black, O white, + the star points.
func (e *Engine) diagram() string {
	pos := e.game.Position()
	size := pos.Size()
	stars := board.StarPoints(size)
	var b strings.Builder
	columns := func() {
		b.WriteString("  ")
		for x := range size {
			b.WriteByte(' ')
			b.WriteByte(board.XY(x, 0).Vertex(size)[0])
		}
		b.WriteByte('\n')
	}
	columns()
	for y := range size {
		fmt.Fprintf(&b, "%2d", size-y)
		for x := range size {
			p := board.XY(x, y)
			mark := byte('.')
			switch {
			case pos.At(p) == board.Black:
				mark = 'X'
			case pos.At(p) == board.White:
				mark = 'O'
			case slices.Contains(stars, p):
				mark = '+'
			}
			b.WriteByte(' ')
			b.WriteByte(mark)
		}
		fmt.Fprintf(&b, " %d", size-y)
		switch y {
		case size - 2:
			fmt.Fprintf(&b, "     WHITE (O) has captured %d stones", pos.Prisoners(board.Black))
		case size - 1:
			fmt.Fprintf(&b, "     BLACK (X) has captured %d stones", pos.Prisoners(board.White))
		}
		b.WriteByte('\n')
	}
	columns()
	return b.String()
}

func (e *Engine) moveText(m board.Move) string {
	return m.Color.String() + " " + m.Point.Vertex(e.game.Size())
}

func (e *Engine) lastMove(context.Context, []string) (string, error) {
	moves := e.game.Moves()
	if len(moves) == 0 {
		return "", errNoHistory
	}
	return e.moveText(moves[len(moves)-1]), nil
}

// moveHistory lists the moves, the latest first.
func (e *Engine) moveHistory(context.Context, []string) (string, error) {
	var lines []string
	for _, m := range slices.Backward(e.game.Moves()) {
		lines = append(lines, e.moveText(m))
	}
	return joinLines(lines), nil
}

func (e *Engine) listStones(_ context.Context, args []string) (string, error) {
	if len(args) != 1 {
		return "", errSyntax
	}
	c, err := parseColor(args[0])
	if err != nil {
		return "", err
	}
	var stones []board.Point
	for i := range e.game.Size() * e.game.Size() {
		if p := board.FromIndex(i, e.game.Size()); e.game.Position().At(p) == c {
			stones = append(stones, p)
		}
	}
	return vertices(stones, e.game.Size()), nil
}

func (e *Engine) isLegal(_ context.Context, args []string) (string, error) {
	if len(args) != 2 {
		return "", errSyntax
	}
	c, err := parseColor(args[0])
	if err != nil {
		return "", err
	}
	p, err := e.parseVertex(args[1])
	if err != nil {
		return "", err
	}
	if e.game.Legal(p, c) != nil {
		return "0", nil
	}
	return "1", nil
}

// captures is how many stones a colour has taken.
func (e *Engine) captures(_ context.Context, args []string) (string, error) {
	if len(args) != 1 {
		return "", errSyntax
	}
	c, err := parseColor(args[0])
	if err != nil {
		return "", err
	}
	return strconv.Itoa(e.game.Position().Prisoners(c.Opponent())), nil
}

// decimal writes a number as short as it can be.
func decimal(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }
