package terminal

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
)

// View draws the screen.
func (m Model) View() tea.View {
	v := tea.NewView(m.text())
	v.AltScreen = true
	v.MouseMode = tea.MouseModeAllMotion
	v.WindowTitle = "Tengen"
	return v
}

// text is the screen in the characters that the terminal has.
func (m Model) text() string {
	if m.ascii {
		return inASCII(m.screen())
	}
	return m.screen()
}

// screen is the picture as text.
func (m Model) screen() string {
	if m.help {
		text := helpText
		if _, records := m.view.(browser); !records {
			text = smallHelpText
		}
		return helpScreen(text, m.width, m.height)
	}
	size, at := m.view.Size(), arrange(m.view.Size(), m.width, m.height)
	if at.scale == 0 {
		return strings.Join(wrap(fmt.Sprintf("Too small for %d×%d: the window has %d×%d characters, %d×%d are "+
			"needed. q quits.",
			size, size, m.width, m.height, boardWidth(size, 1), boardHeight(size, 1)+below), max(m.width, 1)), "\n")
	}
	look := boardLook{cursor: m.cursor, scale: at.scale, paint: m.palette()}
	if m.listing {
		look.hints = m.hints
	} else if len(m.hints) > 0 {
		look.hints = m.hints[:1]
	}
	if m.territory && m.estimate != nil {
		look.owner = m.estimate.Owner
	}
	picture := drawBoard(m.view, look)
	if at.beside {
		return lipgloss.JoinHorizontal(lipgloss.Top, strings.Join(picture, "\n"), strings.Repeat(" ", gap),
			strings.Join(m.panel(at.panel, m.height), "\n"))
	}
	return strings.Join(append(picture, m.foot(at.panel, m.height-len(picture))...), "\n")
}

const helpText = `Move     arrows or h j k l move the cursor, the mouse does too
         d4 goes to a point; Enter, Space or a click plays there
         p pass      u undo      r resign
Advice   i the player's favourite move
         v the moves that it considers
         w territory and lead, as playouts see them
Record   [ ] one move back or on    { } ten moves
         Tab the next variation     mouse wheel: back or on
         play anywhere: that is a new variation
         x the player moves for the side to move
End      after two passes Enter or a click marks dead stones
         s save as SGF   q quit, the game is kept   ? this help

Any key closes the help.`

const smallHelpText = `Move     arrows or h j k l move the cursor, the mouse does too
         d4 goes to a point; Enter, Space or a click plays there
         u undo      r resign
Advice   i the player's favourite move
         v the moves that it considers
End      s save as text   q quit, the game is not kept   ? this help

Any key closes the help.`

// helpScreen is a list of keys, as much as fits.
func helpScreen(text string, width, height int) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = cut(lines[i], width)
	}
	return strings.Join(lines[:min(len(lines), height)], "\n")
}
