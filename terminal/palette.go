package terminal

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"

	"github.com/tengen-go/tengen/board"
)

// markKind says what a mark means, and so how it looks.
type markKind uint8

const (
	markNone markKind = iota
	markGrid
	markStar
	markBlack
	markWhite
	markBlackSign // the character by which a copy without colours knows a stone
	markWhiteSign
	markBlackDead
	markWhiteDead
	markBlackArea
	markWhiteArea
	markCursor
	markLast
	markHint
	markKinds
)

// mark is one character of the board: its meaning, the letter that stands for it where there is
// no colour, and its glyph where there is; without a glyph the letter does for both.
type mark struct {
	kind   markKind
	letter rune
	glyph  rune
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
		markBlackSign: lipgloss.NewStyle().Background(black).Foreground(lipgloss.Color("#707070")),
		markWhiteSign: lipgloss.NewStyle().Background(white).Foreground(lipgloss.Color("#707070")),
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

// write draws a row of marks; marks of one kind in a row are painted together.
func (p *palette) write(b *strings.Builder, row []mark) {
	for len(row) > 0 {
		n := 1
		for n < len(row) && row[n].kind == row[0].kind {
			n++
		}
		text := make([]rune, n)
		for i, m := range row[:n] {
			text[i] = m.letter
			if p != nil && m.glyph != 0 {
				text[i] = m.glyph
			}
			if text[i] == 0 {
				text[i] = ' '
			}
		}
		if p == nil {
			b.WriteString(string(text))
		} else {
			b.WriteString(p.styles[row[0].kind].Render(string(text)))
		}
		row = row[n:]
	}
}

// smallStone is the mark of a stone that is one character wide. The two colours have different
// glyphs: a copy of the screen, or a terminal with colours of its own, tells them apart by these.
func smallStone(m mark) mark {
	if m.kind == markBlack {
		m.glyph = '●'
	} else {
		m.kind, m.glyph = markWhiteSign, '○'
	}
	return m
}

// stone is a stone of a colour, for the legend next to the board.
func (p *palette) stone(c board.Color) string {
	if p == nil {
		return map[board.Color]string{board.Black: "X", board.White: "O"}[c]
	}
	var b strings.Builder
	p.write(&b, []mark{smallStone(pointMark(c, false, board.Empty, false))})
	return b.String()
}
