package terminal

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/player"
)

// Model is the state of the full screen.
type Model struct {
	ctx      context.Context
	session  GameView
	gate     *gate
	cursor   board.Point
	hint     board.Point
	message  string
	thinking bool
	asking   bool // whether to resign: the next key answers
	width    int
	height   int
	color    bool
	err      error // why the game cannot go on
}

// NewModel is the screen of a session; ctx ends the player's thinking.
func NewModel(ctx context.Context, s GameView) Model {
	middle := s.size() / 2
	return Model{
		ctx: ctx, session: s, gate: &gate{}, cursor: board.XY(middle, middle), hint: board.NoPoint,
		width: 80, height: 24, color: true, thinking: s.PlayersTurn(),
	}
}

// Err is why the game could not go on, nil if it could.
func (m Model) Err() error { return m.err }

// choiceMsg is what the player decided.
type choiceMsg struct {
	choice player.Choice
	err    error
}

// hintMsg is what the player advises.
type hintMsg struct {
	hint Hint
	err  error
}

// Init lets the player begin if it is its turn.
func (m Model) Init() tea.Cmd { return m.think() }

// think asks the player for a move, away from the screen.
func (m Model) think() tea.Cmd {
	if !m.session.PlayersTurn() {
		return nil
	}
	s, ctx := m.session, m.ctx
	return m.gate.through(func() tea.Msg {
		choice, err := s.Think(ctx)
		return choiceMsg{choice, err}
	})
}

// ask asks the player for a hint, away from the screen.
func (m Model) ask() tea.Cmd {
	s, ctx := m.session, m.ctx
	return m.gate.through(func() tea.Msg {
		h, err := s.Hint(ctx)
		return hintMsg{h, err}
	})
}

// Update takes one message in.
func (m Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.ColorProfileMsg:
		m.color = colored(msg)
	case choiceMsg:
		return m.answered(msg)
	case hintMsg:
		return m.advised(msg), nil
	case tea.KeyPressMsg:
		return m.pressed(msg.String())
	}
	return m, nil
}

// colored says whether the terminal shows colour: neither a plain one nor with
// NO_COLOR set.
func colored(msg tea.ColorProfileMsg) bool {
	switch msg.String() {
	case "ANSI", "ANSI256", "TrueColor":
		return true
	}
	return false
}

// answered plays what the player chose.
func (m Model) answered(msg choiceMsg) (tea.Model, tea.Cmd) {
	m.thinking = false
	side := m.side()
	err := msg.err
	if err == nil {
		err = m.session.Answer(msg.choice)
	}
	if err != nil {
		m.err = err
		return m, tea.Quit
	}
	m.message = fmt.Sprintf("%s played %s", side, msg.choice.Vertex(m.session.size()))
	switch {
	case msg.choice.Resign:
		m.message = fmt.Sprintf("%s resigns", side)
	case msg.choice.Point == board.Pass:
		m.message = fmt.Sprintf("%s passes", side)
	}
	return m.ended(), nil
}

// advised shows what the player advises.
func (m Model) advised(msg hintMsg) Model {
	m.thinking = false
	if !m.refused(msg.err) {
		m.hint, m.message = msg.hint.Point, "Hint: "+msg.hint.text(m.session.size())
	}
	return m
}

// ended adds what to do now when the game is over.
func (m Model) ended() Model {
	if scoring(m.session) {
		m.message = "Both passed. Mark dead stones with Enter."
	}
	return m
}

// pressed takes a key in.
func (m Model) pressed(key string) (tea.Model, tea.Cmd) {
	if key == "ctrl+c" || key == "q" {
		return m, tea.Quit
	}
	if m.asking {
		m.asking, m.message = false, "The game goes on."
		if key == "y" {
			m.message = ""
			m.refused(m.session.Resign())
		}
		return m, nil
	}
	if p, ok := m.moved(key); ok {
		m.cursor = p
		return m, nil
	}
	if key == "s" {
		m.message = "Saved " + m.session.savePath()
		m.refused(m.session.Save(m.session.savePath()))
		return m, nil
	}
	if m.thinking {
		return m, nil // the player has the board
	}
	switch key {
	case "enter", "space":
		if s, ok := m.session.(marker); ok && s.Scoring() {
			m.message = "Mark dead stones with Enter."
			m.refused(s.Toggle(m.cursor))
			return m, nil
		}
		return m.play(m.cursor)
	case "p":
		if m.session.words().passing {
			return m.play(board.Pass)
		}
	case "u":
		if m.refused(m.session.Undo()) {
			return m, nil
		}
		m.hint, m.message = board.NoPoint, "Taken back."
		m.thinking = m.session.PlayersTurn()
		return m, m.think()
	case "h":
		m.thinking, m.message = true, ""
		return m, m.ask()
	case "r":
		if !m.session.Over() {
			m.asking, m.message = true, "Resign? y for yes, any other key for no"
		}
	}
	return m, nil
}

// play plays the person's move and lets the player think.
func (m Model) play(p board.Point) (tea.Model, tea.Cmd) {
	if m.refused(m.session.Play(p)) {
		return m, nil
	}
	m.hint, m.message = board.NoPoint, ""
	m.thinking = m.session.PlayersTurn()
	return m.ended(), m.think()
}

// refused shows an error and says whether there was one.
func (m *Model) refused(err error) bool {
	if err != nil {
		m.message = "No: " + err.Error()
	}
	return err != nil
}

// moved is where a key takes the cursor.
func (m Model) moved(key string) (board.Point, bool) {
	x, y, last := m.cursor.X(), m.cursor.Y(), m.session.size()-1
	switch key {
	case "left":
		x--
	case "right":
		x++
	case "up":
		y--
	case "down":
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
