package terminal

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
)

// question is what the screen has asked; the next key answers.
type question uint8

const (
	askNothing question = iota
	askResign
	askPass
	askSave
	askQuit
)

// pressed takes a key in. Letters from a to t are columns: the ones that are commands too either
// move the cursor or ask first, so that a digit after them still makes a point.
func (m Model) pressed(key string) (tea.Model, tea.Cmd) {
	switch {
	case key == "ctrl+c":
		return m, tea.Quit
	case m.help:
		m.help = false
		return m, nil
	case key == "?":
		m.help = true
		return m, nil
	case m.typed != "" && len(key) == 1 && key >= "0" && key <= "9":
		return m.typedDigit(key), nil
	case m.question != askNothing:
		return m.replied(key)
	}
	m = m.typedLetter(key)
	if p, ok := m.moved(key); ok {
		m.cursor = p
		return m, nil
	}
	switch key {
	case "esc":
		m.typed, m.hints, m.listing, m.message = "", nil, false, ""
	case "q":
		if m.view.Over() {
			return m, tea.Quit
		}
		m.question, m.message = askQuit, m.leaving()
	case "s":
		m.question, m.message = askSave, "Save as "+m.view.savePath()+"? y for yes"
	case "w":
		if m.territory = !m.territory; m.territory && m.estimate != nil {
			m.message = m.estimate.String()
		}
	}
	if m.thinking {
		return m, nil // the player has the board
	}
	return m.commanded(key)
}

// commanded carries out the keys that wait for the player.
func (m Model) commanded(key string) (tea.Model, tea.Cmd) {
	switch key {
	case "enter", "space":
		return m.chosen()
	case "p":
		switch {
		case m.view.Over():
		case m.view.words().passing:
			m.question, m.message = askPass, "Pass? p or Enter for yes"
		default:
			m.message = "No: " + game.ErrNoPass.Error()
		}
	case "r":
		if !m.view.Over() {
			m.question, m.message = askResign, "Resign? y for yes"
		}
	case "u":
		if m.refused(m.view.Undo()) {
			return m, nil
		}
		return m.changed("Taken back.")
	case "i", "v":
		m.listing = key == "v"
		if len(m.hints) > 0 {
			return m.advised(hintMsg{hints: m.hints}), nil
		}
		m.thinking, m.asked, m.message = true, true, ""
		return m, m.ask()
	}
	if b, ok := m.view.(browser); ok {
		return m.browsed(b, key)
	}
	return m, nil
}

// browsed carries out the keys that go through the record.
func (m Model) browsed(b browser, key string) (tea.Model, tea.Cmd) {
	steps := map[string]func() error{
		"[": func() error { return b.Back(1) }, "]": func() error { return b.Forward(1) },
		"{": func() error { return b.Back(10) }, "}": func() error { return b.Forward(10) },
		"tab": b.NextVariation, "x": b.PlayerMoves,
	}
	step, ok := steps[key]
	if !ok || m.refused(step()) {
		return m, nil
	}
	if key == "x" {
		return m.changed("")
	}
	return m.changed(strings.ReplaceAll(b.Comment(), "\n", " ")) // the message has one line
}

// chosen plays at the cursor, or at the end marks dead stones there.
func (m Model) chosen() (tea.Model, tea.Cmd) {
	if s, ok := m.view.(marker); ok && s.Scoring() {
		m.message = markDead
		if !m.refused(s.Toggle(m.cursor)) && m.shown.Keep != nil {
			m.refused(m.shown.Keep(m.view))
		}
		return m, nil
	}
	if len(m.typed) == 1 && !strings.Contains("hjkl", m.typed) {
		m.message = fmt.Sprintf("Type a row too, such as %s4", m.typed)
		return m, nil
	}
	return m.play(m.cursor)
}

// replied takes the answer to a question in.
func (m Model) replied(key string) (tea.Model, tea.Cmd) {
	asked := m.question
	m.question, m.typed, m.message = askNothing, "", "The game goes on."
	switch {
	case asked == askQuit && (key == "y" || key == "q"):
		return m, tea.Quit
	case asked == askPass && (key == "p" || key == "enter" || key == "y") && !m.thinking:
		return m.play(board.Pass)
	case asked == askSave && (key == "y" || key == "s" || key == "enter"):
		m.message = "Saved " + m.view.savePath()
		m.refused(m.view.Save(m.view.savePath()))
	case asked == askResign && key == "y":
		if !m.refused(m.view.Resign()) {
			return m.changed("")
		}
	}
	return m, nil
}

// leaving asks whether to leave, and says what becomes of the game.
func (m Model) leaving() string {
	if m.shown.Keep == nil {
		return "Quit? The game is not kept; s saves it. y for yes"
	}
	return "Quit? The game is kept. y for yes"
}

// typedLetter notes a column's letter; any other key except Enter ends what was typed.
func (m Model) typedLetter(key string) Model {
	letter := strings.ToLower(key)
	_, err := board.ParseVertex(letter+"1", m.view.Size())
	switch {
	case len(letter) == 1 && letter >= "a" && letter <= "z" && err == nil:
		m.typed = letter
		if !strings.Contains("hjkl", key) {
			m.message = "Move: " + strings.ToUpper(letter) + "…"
		}
	case key != "enter":
		m.typed = ""
	}
	return m
}

// typedDigit adds a digit to the row, and takes the cursor there.
func (m Model) typedDigit(digit string) Model {
	m.question = askNothing
	p, err := board.ParseVertex(m.typed+digit, m.view.Size())
	if err != nil {
		m.message = fmt.Sprintf("No: there is no %s on this board", strings.ToUpper(m.typed+digit))
		m.typed = m.typed[:1]
		return m
	}
	m.typed += digit
	m.cursor, m.message = p, "Move: "+strings.ToUpper(m.typed)+", Enter plays"
	return m
}

// moved is where a key takes the cursor.
func (m Model) moved(key string) (board.Point, bool) {
	x, y, last := m.cursor.X(), m.cursor.Y(), m.view.Size()-1
	switch key {
	case "left", "h":
		x--
	case "right", "l":
		x++
	case "up", "k":
		y--
	case "down", "j":
		y++
	case "home":
		x = 0
	case "end":
		x = last
	case "pgup":
		y = 0
	case "pgdown":
		y = last
	default:
		return board.NoPoint, false
	}
	return board.XY(min(max(x, 0), last), min(max(y, 0), last)), true
}

// pointed takes the mouse in: it moves the cursor, a click plays, the wheel goes through the
// record.
func (m Model) pointed(msg tea.MouseMsg) (tea.Model, tea.Cmd) {
	at := arrange(m.view.Size(), m.width, m.height)
	if m.help || m.question != askNothing || at.scale == 0 {
		return m, nil
	}
	mouse := msg.Mouse()
	p, on := pointAt(mouse.X, mouse.Y, m.view.Size(), at.scale)
	switch msg.(type) {
	case tea.MouseMotionMsg:
		if on {
			m.cursor = p
		}
	case tea.MouseClickMsg:
		if on && mouse.Button == tea.MouseLeft && !m.thinking {
			m.cursor, m.typed = p, ""
			return m.chosen()
		}
	case tea.MouseWheelMsg:
		b, ok := m.view.(browser)
		if !ok || m.thinking {
			return m, nil
		}
		key := map[tea.MouseButton]string{tea.MouseWheelUp: "[", tea.MouseWheelDown: "]"}[mouse.Button]
		return m.browsed(b, key)
	}
	return m, nil
}
