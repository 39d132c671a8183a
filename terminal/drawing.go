package terminal

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/play"
)

// boardLook is how a board is to be drawn.
type boardLook struct {
	cursor board.Point // NoPoint: none
	hints  []play.Hint // marked on the board with digits, the favourite with braces too
	owner  []float64   // territory to show; nil: none
	scale  int         // of the board, 1 to maxScale
	paint  *palette    // nil: letters only, for pipes, NO_COLOR and plain terminals
}

// maxScale is the largest scale: from a point to the next are 2·scale characters and scale lines.
const maxScale = 3

// margin is the width of the row numbers, on either side.
const margin = 3

// boardWidth and boardHeight are what drawBoard fills at a scale.
func boardWidth(size, scale int) int  { return 2*scale*(size-1) + 2*scale + 1 + 2*margin }
func boardHeight(size, scale int) int { return scale*(size-1) + 3 }

// pointAt is the point nearest to a character of the drawn board; false beyond its edge.
func pointAt(column, line, size, scale int) (board.Point, bool) {
	pitch := 2 * scale
	x, y := column-margin, line-1
	if x < 0 || x > pitch*size || y < 0 || y > scale*(size-1) {
		return board.NoPoint, false
	}
	return board.XY(min(x/pitch, size-1), (y+scale/2)/scale), true
}

// drawBoard draws the board with its coordinates. Every point has its mark and, at scale
// characters' distance on either side, the brackets of the cursor [ ], the last move ( ) and the
// hint { }; the first gap between two points is shared by both.
func drawBoard(v GameView, look boardLook) []string {
	size, scale := v.Size(), look.scale
	c := newCanvas(size, scale)
	c.grid()
	for i, m := range v.marks(look.owner) {
		c.point(board.FromIndex(i, size), m)
	}
	for i, h := range slices.Backward(look.hints) {
		if h.Point.OnBoard(size) {
			c.set(c.column(h.Point), c.line(h.Point), mark{kind: markHint, letter: rune('1' + i)})
		}
	}
	c.bracket(lastMove(v), '(', ')', markLast)
	if len(look.hints) > 0 {
		c.bracket(look.hints[0].Point, '{', '}', markHint)
	}
	c.bracket(look.cursor, '[', ']', markCursor)
	return c.lines(look.paint)
}

// canvas is the inside of a drawn board, a mark a character.
type canvas struct {
	size, scale, width, height int
	marks                      []mark
}

func newCanvas(size, scale int) *canvas {
	c := &canvas{
		size:   size,
		scale:  scale,
		width:  boardWidth(size, scale) - 2*margin,
		height: boardHeight(size, scale) - 2,
	}
	c.marks = make([]mark, c.width*c.height)
	return c
}

func (c *canvas) column(p board.Point) int { return 2*c.scale*p.X() + c.scale }
func (c *canvas) line(p board.Point) int   { return c.scale * p.Y() }

func (c *canvas) set(column, line int, m mark) {
	if column >= 0 && column < c.width && line >= 0 && line < c.height {
		c.marks[line*c.width+column] = m
	}
}

// grid draws the lines between the points; where there is no colour they stay blank.
func (c *canvas) grid() {
	first, last := c.scale, c.width-1-c.scale
	for line := range c.height {
		for column := first; column <= last; column++ {
			across, down := line%c.scale == 0, (column-first)%(2*c.scale) == 0
			switch {
			case across && down:
				c.set(column, line, mark{
					kind:   markGrid,
					letter: ' ',
					glyph:  crossing((column-first)/(2*c.scale), line/c.scale, c.size),
				})
			case across:
				c.set(column, line, mark{kind: markGrid, letter: ' ', glyph: '─'})
			case down:
				c.set(column, line, mark{kind: markGrid, letter: ' ', glyph: '│'})
			}
		}
	}
}

// crossing is where two lines meet.
func crossing(x, y, size int) rune {
	place := func(i int) int {
		switch i {
		case 0:
			return 0
		case size - 1:
			return 2
		}
		return 1
	}
	return [3][3]rune{{'┌', '┬', '┐'}, {'├', '┼', '┤'}, {'└', '┴', '┘'}}[place(y)][place(x)]
}

// point draws what stands on a point. On larger boards a stone is wider than one character.
func (c *canvas) point(p board.Point, m mark) {
	column, line := c.column(p), c.line(p)
	if m.kind == markGrid {
		m.glyph = crossing(p.X(), p.Y(), c.size)
	}
	if m.kind != markBlack && m.kind != markWhite {
		c.set(column, line, m)
		return
	}
	if c.scale == 1 {
		c.set(column, line, smallStone(m))
		return
	}
	rows := [maxScale + 1][]string{2: {"▐█▌"}, 3: {"▗▄▄▄▖", "▐███▌", "▝▀▀▀▘"}}[c.scale]
	for dy, row := range rows {
		glyphs := []rune(row)
		for dx, glyph := range glyphs {
			piece := mark{kind: m.kind, letter: ' ', glyph: glyph}
			if dx == len(glyphs)/2 && dy == len(rows)/2 {
				piece = mark{kind: markBlackSign, letter: m.letter}
				if m.kind == markWhite {
					piece.kind = markWhiteSign
				}
			}
			c.set(column+dx-len(glyphs)/2, line+dy-len(rows)/2, piece)
		}
	}
}

// bracket draws brackets round a point that is on the board.
func (c *canvas) bracket(p board.Point, open, shut rune, kind markKind) {
	if p.OnBoard(c.size) {
		c.set(c.column(p)-c.scale, c.line(p), mark{kind: kind, letter: open})
		c.set(c.column(p)+c.scale, c.line(p), mark{kind: kind, letter: shut})
	}
}

// lines are the rows of the picture with the coordinates round it.
func (c *canvas) lines(paint *palette) []string {
	letters := []rune(strings.Repeat(" ", margin+c.width+margin))
	for x := range c.size {
		letters[margin+c.column(board.XY(x, 0))] = rune(board.XY(x, 0).Vertex(c.size)[0])
	}
	lines := []string{string(letters)}
	for line := range c.height {
		var b strings.Builder
		number := ""
		if line%c.scale == 0 {
			number = strconv.Itoa(c.size - line/c.scale)
		}
		b.WriteString(strings.Repeat(" ", margin-1-len(number)) + number + " ")
		paint.write(&b, c.marks[line*c.width:][:c.width])
		b.WriteString(" " + number + strings.Repeat(" ", margin-1-len(number)))
		lines = append(lines, b.String())
	}
	return append(lines, string(letters))
}

// pointMark says what stands on a point: a stone, a dead stone, territory, or nothing.
func pointMark(c board.Color, gone bool, of board.Color, star bool) mark {
	switch {
	case c == board.Black && gone:
		return mark{kind: markBlackDead, letter: 'x', glyph: '×'}
	case c == board.White && gone:
		return mark{kind: markWhiteDead, letter: 'o', glyph: '×'}
	case c == board.Black:
		return mark{kind: markBlack, letter: 'X'}
	case c == board.White:
		return mark{kind: markWhite, letter: 'O'}
	case of == board.Black:
		return mark{kind: markBlackArea, letter: 'b', glyph: '■'}
	case of == board.White:
		return mark{kind: markWhiteArea, letter: 'w', glyph: '■'}
	case star:
		return mark{kind: markStar, letter: '+', glyph: '╋'}
	}
	return mark{kind: markGrid, letter: '.'}
}
