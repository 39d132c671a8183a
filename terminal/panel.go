package terminal

import (
	"fmt"
	"math"
	"strings"

	"charm.land/lipgloss/v2"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/play"
)

// panel is the text next to the board, or below it where there is room: who plays, who is ahead,
// what happened, what to press.
func (m Model) panel(width, height int) []string {
	words := m.view.words()
	lines := []string{m.bold(cut(words.heading, width))}
	for _, c := range []board.Color{board.Black, board.White} {
		name := words.panel[c]
		if m.painted() && !words.passing { // the drawn stone does not say which side it is, its letter does
			name = words.sides[c] + ": " + name
		}
		lines = append(lines, m.palette().stone(c)+" "+cut(name, width-2))
	}
	lines = append(lines, cut(words.note, width), "")
	lines = append(lines, m.chance(width)...)
	lines = append(lines, m.bold(cut(m.turn(), width)))
	lines = append(lines, wrap(m.message, width)...)
	for i, h := range m.hints {
		if m.listing {
			line := fmt.Sprintf("%d  %-4s %5.1f %%", i+1, h.Point.Vertex(m.view.Size()), 100*h.Share)
			lines = append(lines, cut(line, width))
		}
	}
	keys := m.keys()
	if room := height - len(lines) - len(keys) - 1; room > 1 {
		lines = append(lines, "")
		lines = append(lines, m.moveList(width, room-1)...)
	}
	if room := height - len(lines) - len(keys); room > 0 {
		lines = append(lines, "")
	}
	for _, key := range keys {
		lines = append(lines, cut(key, width))
	}
	return lines[:min(len(lines), height)]
}

// keys are the keys that matter now.
func (m Model) keys() []string {
	switch {
	case scoring(m.view):
		return []string{"Enter: dead or alive  u: undo", "s: save  ?: all keys  q: quit"}
	case m.view.words().passing:
		return []string{"Enter: play  p: pass  u: undo", "i: hint  v: moves  w: territory", "?: all keys  q: quit"}
	}
	return []string{"Enter: play  u: undo  i: hint", "?: all keys  q: quit"}
}

// chance is the win rate in words and as a bar; nothing where the position was not judged.
func (m Model) chance(width int) []string {
	e, ok := m.view.(estimator)
	if !ok || m.view.Over() {
		return nil
	}
	black, read := e.Chance()
	source := "search"
	if !read {
		if m.estimate == nil {
			return []string{"", "", ""}
		}
		black, source = m.estimate.Chance, "playouts"
	}
	filled := int(math.Round(black * float64(width)))
	bar := strings.Repeat("#", filled) + strings.Repeat(".", width-filled)
	if m.painted() {
		bar = lipgloss.NewStyle().Foreground(lipgloss.Color("#303030")).Background(lipgloss.Color("#ffffff")).
			Render(strings.Repeat("█", filled) + strings.Repeat(" ", width-filled))
	}
	return []string{cut(fmt.Sprintf("Black wins %.0f %% (%s)", 100*black, source), width), bar, ""}
}

// moveList is the end of the list of moves, in as many lines, several moves a line.
func (m Model) moveList(width, lines int) []string {
	const cell = 10 // "123 ● D16 "
	moves, columns, paint := m.view.Moves(), max(width/cell, 1), m.palette()
	first := 0
	if rows := (len(moves) + columns - 1) / columns; rows > lines {
		first = (rows - lines) * columns
	}
	var list []string
	var b strings.Builder
	for i := first; i < len(moves); i++ {
		fmt.Fprintf(&b, "%3d %s %-4s", i+1, paint.stone(moves[i].Color), moves[i].Point.Vertex(m.view.Size()))
		if (i-first+1)%columns == 0 || i == len(moves)-1 {
			list = append(list, strings.TrimRight(b.String(), " "))
			b.Reset()
		}
	}
	return list
}

// foot is the text below the board, in lines.
func (m Model) foot(width, lines int) []string {
	if lines >= roomy {
		return m.panel(width, lines)
	}
	keys := []string{"Enter p:pass u:undo i:hint", "?:all keys q:quit"}
	if !m.view.words().passing {
		keys[0] = "Enter u:undo i:hint"
	}
	text := []string{
		cut(m.turn()+m.view.words().short, width), cut(m.message, width), cut(keys[0], width), cut(keys[1], width),
	}
	if chance := m.chance(width); lines >= len(text)+2 && len(chance) > 0 {
		text = append(chance[:2:2], text...)
	}
	return text
}

// turn is the side to move, or the result.
func (m Model) turn() string {
	switch {
	case m.view.Over():
		return play.ResultText(m.view.Result())
	case m.thinking && m.asked:
		return "Reading for a hint …"
	case m.thinking:
		return m.side() + " is thinking …"
	}
	return m.side() + " to move, move " + fmt.Sprint(len(m.view.Moves())+1)
}

// side is who is to move, at the beginning of a sentence.
func (m Model) side() string { return m.view.words().sides[m.view.ToMove()] }

// painted says whether the screen has colours and drawn lines, or letters only.
func (m Model) painted() bool { return m.color && !m.ascii }

// palette is what paints; nil without colour.
func (m Model) palette() *palette {
	if !m.painted() {
		return nil
	}
	return newPalette()
}

func (m Model) bold(s string) string {
	if !m.painted() {
		return s
	}
	return lipgloss.NewStyle().Bold(true).Render(s)
}

// cut shortens a line to a width.
func cut(s string, width int) string {
	r := []rune(s)
	if len(r) <= width {
		return s
	}
	return string(r[:max(width-1, 0)]) + "…"
}

// wrap breaks a text into lines of at most width.
func wrap(s string, width int) []string {
	if s == "" {
		return []string{""}
	}
	return strings.Split(lipgloss.Wrap(s, width, " "), "\n")
}
