package terminal

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"github.com/tengen-go/tengen/board"
)

// panelWidth is what the text beside the board needs.
const panelWidth = 30

// below is the number of lines under the board when there is no room beside it:
// the side to move, the message, the keys.
const below = 4

// View draws the screen.
func (m Model) View() tea.View {
	v := tea.NewView(m.screen())
	v.AltScreen = true
	v.WindowTitle = "Tengen"
	return v
}

// screen is the picture as text.
func (m Model) screen() string {
	size := m.session.size()
	wide, high := boardWidth(size), boardHeight(size)
	beside, fits := m.layout()
	if !fits {
		return strings.Join(wrap(fmt.Sprintf("Too small for %d×%d: want %d×%d characters, or %d×%d; the window has %d×%d. q quits.",
			size, size, wide+2+panelWidth, high, wide, high+below, m.width, m.height), max(m.width, 1)), "\n")
	}
	look := boardLook{cursor: m.cursor, hint: m.hint}
	if m.color {
		look.paint = newPalette()
	}
	picture := strings.Join(drawBoard(m.session, look), "\n")
	if beside {
		return lipgloss.JoinHorizontal(lipgloss.Top, picture, "  ", strings.Join(m.panel(), "\n"))
	}
	words, keys := m.session.words(), "Enter u:undo h:hint"
	if words.passing {
		keys = "Enter p:pass u:undo h:hint"
	}
	lines := []string{
		picture, cut(m.turn()+words.short, m.width), cut(m.message, m.width),
		cut(keys, m.width), cut("r:resign s:save q:quit", m.width),
	}
	return strings.Join(lines, "\n")
}

// layout says whether the text goes beside the board, and whether the board fits
// into the window at all.
func (m Model) layout() (beside, fits bool) {
	wide, high := boardWidth(m.session.size()), boardHeight(m.session.size())
	beside = m.width >= wide+2+panelWidth && m.height >= high
	return beside, beside || m.width >= wide && m.height >= high+below
}

// panel is the text beside the board.
func (m Model) panel() []string {
	words := m.session.words()
	lines := []string{
		m.bold(words.heading),
		cut(words.panel[board.Black], panelWidth),
		cut(words.panel[board.White], panelWidth),
		words.note,
		"",
		m.bold(m.turn()),
	}
	lines = append(lines, wrap(m.message, panelWidth)...)
	lines = append(lines, "", "arrows  move the cursor")
	switch {
	case scoring(m.session):
		lines = append(lines, "Enter   dead or alive")
	case words.passing:
		lines = append(lines, "Enter   play", "p       pass")
	default:
		lines = append(lines, "Enter   play")
	}
	lines = append(lines, "u       undo", "h       hint", "r       resign", "s       save", "q       quit")
	high := boardHeight(m.session.size())
	return lines[:min(len(lines), max(high, m.height))]
}

// turn is whose move it is, or the result.
func (m Model) turn() string {
	switch {
	case m.session.Over():
		return ResultText(m.session.Result())
	case m.thinking && m.session.HumansTurn():
		return "Reading for a hint …"
	case m.thinking:
		return m.side() + " is thinking …"
	}
	return m.side() + " to move, move " + fmt.Sprint(m.session.moves()+1)
}

// side is who is to move, at the beginning of a sentence.
func (m Model) side() string { return m.session.words().sides[m.session.ToMove()] }

func (m Model) bold(s string) string {
	if !m.color {
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
