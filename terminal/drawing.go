package terminal

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tengen-go/tengen/board"
)

// boardLook is how a board is to be drawn.
type boardLook struct {
	cursor board.Point // NoPoint: none
	hint   board.Point // NoPoint: none
	paint  *palette    // nil: letters only, for pipes, NO_COLOR and plain terminals
}

// margin is the width of the row numbers, on either side.
const margin = 3

// boardWidth and boardHeight are what drawBoard fills.
func boardWidth(size int) int  { return 2*size + 1 + 2*margin }
func boardHeight(size int) int { return size + 2 }

// drawBoard draws the board with its coordinates, a line a row. Every point has
// its mark and a gap on either side, shared with its neighbours; the gaps hold
// the brackets of the cursor [ ], the last move ( ) and the hint { }.
func drawBoard(e GameView, look boardLook) []string {
	size, marks, last := e.size(), e.marks(), e.last()
	letters := strings.Repeat(" ", margin+1)
	for x := range size {
		letters += board.XY(x, 0).Vertex(size)[:1] + " "
	}
	letters += strings.Repeat(" ", margin)
	lines := []string{letters}
	for y := range size {
		gaps := make([]mark, size+1)
		points := marks[y*size:][:size]
		for x := 1; x < size; x++ {
			gaps[x] = mark{kind: markGrid}
		}
		bracket := func(p board.Point, open, shut rune, kind markKind) {
			if p.OnBoard(size) && p.Y() == y {
				gaps[p.X()], gaps[p.X()+1] = mark{kind, open}, mark{kind, shut}
			}
		}
		bracket(last, '(', ')', markLast)
		bracket(look.hint, '{', '}', markHint)
		bracket(look.cursor, '[', ']', markCursor)
		var b strings.Builder
		number := strconv.Itoa(size - y)
		b.WriteString(strings.Repeat(" ", margin-1-len(number)) + number + " ")
		for x := range size {
			b.WriteString(look.paint.render(gaps[x], size, x, y, false))
			b.WriteString(look.paint.render(points[x], size, x, y, true))
		}
		b.WriteString(look.paint.render(gaps[size], size, size, y, false))
		b.WriteString(" " + number + strings.Repeat(" ", margin-1-len(number)))
		lines = append(lines, b.String())
	}
	return append(lines, letters)
}

// marks implements GameView.
func (s *Session) marks() []mark {
	size, pos := s.config.Size, s.game.Position()
	var owners []board.Color
	if s.Scoring() {
		owners = s.Owners()
	}
	stars := board.StarPoints(size)
	list := make([]mark, size*size)
	for i := range list {
		p := board.FromIndex(i, size)
		list[i] = pointMark(s, pos, p, slices.Contains(stars, p), owners)
	}
	return list
}

// pointMark says what stands on a point: a stone, a dead stone, territory, or
// nothing.
func pointMark(s *Session, pos *board.Position, p board.Point, star bool, owners []board.Color) mark {
	c := pos.At(p)
	switch {
	case c == board.Black && s.dead[p]:
		return mark{markBlackDead, 'x'}
	case c == board.White && s.dead[p]:
		return mark{markWhiteDead, 'o'}
	case c == board.Black:
		return mark{markBlack, 'X'}
	case c == board.White:
		return mark{markWhite, 'O'}
	case owners != nil && owners[p.Index(pos.Size())] == board.Black:
		return mark{markBlackArea, 'b'}
	case owners != nil && owners[p.Index(pos.Size())] == board.White:
		return mark{markWhiteArea, 'w'}
	case star:
		return mark{markStar, '+'}
	}
	return mark{markGrid, '.'}
}
