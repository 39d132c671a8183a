package terminal

import (
	"image/color"

	"charm.land/lipgloss/v2"
)

// markKind says what a mark means, and so how it looks.
type markKind uint8

const (
	markNone markKind = iota
	markGrid
	markStar
	markBlack
	markWhite
	markBlackDead
	markWhiteDead
	markBlackArea
	markWhiteArea
	markCursor
	markLast
	markHint
	markKinds
)

// mark is one character of the board: its meaning, and the letter that stands
// for it where there is no colour.
type mark struct {
	kind   markKind
	letter rune
}

// palette paints marks on a wooden board of its own colour, so that stones look
// the same on light and dark terminals. A nil palette writes letters.
type palette struct {
	styles [markKinds]lipgloss.Style
}

func newPalette() *palette {
	wood, line := lipgloss.Color("#dcb35c"), lipgloss.Color("#8a6a2a")
	black, white := lipgloss.Color("#101010"), lipgloss.Color("#ffffff")
	on := func(c color.Color) lipgloss.Style { return lipgloss.NewStyle().Background(wood).Foreground(c) }
	p := &palette{}
	p.styles = [markKinds]lipgloss.Style{
		markNone:      on(line),
		markGrid:      on(line),
		markStar:      on(black),
		markBlack:     on(black),
		markWhite:     on(white),
		markBlackDead: on(black),
		markWhiteDead: on(white),
		markBlackArea: on(black),
		markWhiteArea: on(white),
		markCursor:    on(lipgloss.Color("#0000c0")).Bold(true),
		markLast:      on(lipgloss.Color("#b00000")).Bold(true),
		markHint:      on(lipgloss.Color("#006000")).Bold(true),
	}
	return p
}

// render writes the mark of a point, or of the gap left of column x.
func (p *palette) render(m mark, size, x, y int, point bool) string {
	if p == nil {
		if m.letter == 0 {
			return " "
		}
		return string(m.letter)
	}
	return p.styles[m.kind].Render(string(m.glyph(size, x, y, point)))
}

// glyph is the character of a mark on a terminal with colour.
func (m mark) glyph(size, x, y int, point bool) rune {
	switch m.kind {
	case markBlack, markWhite:
		return '●'
	case markBlackDead, markWhiteDead:
		return '×'
	case markBlackArea, markWhiteArea:
		return '■'
	case markStar:
		return '╋'
	case markCursor, markLast, markHint:
		return m.letter
	case markNone:
		return ' '
	}
	if !point {
		return '─'
	}
	row, column := 1, 1
	switch y {
	case 0:
		row = 0
	case size - 1:
		row = 2
	}
	switch x {
	case 0:
		column = 0
	case size - 1:
		column = 2
	}
	return [3][3]rune{{'┌', '┬', '┐'}, {'├', '┼', '┤'}, {'└', '┴', '┘'}}[row][column]
}
