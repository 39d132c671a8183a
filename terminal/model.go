package terminal

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/play"
	"github.com/tengen-go/tengen/player"
)

// Model is the state of the full screen.
type Model struct {
	// ctx is kept, because bubbletea gives none to Update, from which the player's thinking begins.
	ctx   context.Context
	view  GameView
	gate  *gate
	shown Screen

	cursor   board.Point
	typed    string // a column's letter, and digits of a row
	message  string
	question question // what the next key answers
	thinking bool     // the player has the board
	asked    bool     // it thinks about a hint
	help     bool     // the list of keys is shown

	hints     []play.Hint    // of the present position
	listing   bool           // all hints are shown, not only the favourite
	estimate  *play.Estimate // of the present position, nil before it is there
	turns     int            // counts positions, so that an estimate that comes late is known
	territory bool           // the estimate's owners are shown

	width, height int
	color         bool
	ascii         bool  // the locale has no other characters
	err           error // why the game cannot go on
}

// NewModel is the screen of a game; ctx ends the player's thinking.
func NewModel(ctx context.Context, v GameView, s Screen) Model {
	middle := v.Size() / 2
	m := Model{
		ctx: ctx, view: v, gate: &gate{}, shown: s, cursor: board.XY(middle, middle), message: s.Message,
		width: 80, height: 24, color: true, thinking: v.PlayersTurn(),
	}
	if scoring(v) {
		m.message = markDead
	}
	return m
}

// markDead says what to do when a game has ended by passes.
const markDead = "Mark dead stones with Enter or a click."

// Err is why the game could not go on, nil if it could.
func (m Model) Err() error { return m.err }

// choiceMsg is what the player decided.
type choiceMsg struct {
	choice player.Choice
	err    error
}

// hintMsg is what the player advises.
type hintMsg struct {
	hints []play.Hint
	err   error
}

// estimateMsg is what random games say of a position.
type estimateMsg struct {
	turn     int
	estimate play.Estimate
}

// Init lets the player begin if it is its turn.
func (m Model) Init() tea.Cmd { return m.proceed() }

// proceed asks the player for a move if it is its turn, and judges the position if not; both
// away from the screen.
func (m Model) proceed() tea.Cmd {
	if !m.view.PlayersTurn() {
		return m.judge()
	}
	v, ctx := m.view, m.ctx
	return m.gate.through(func() tea.Msg {
		choice, err := v.Think(ctx)
		return choiceMsg{choice, err}
	})
}

// judge plays random games from the present position.
func (m Model) judge() tea.Cmd {
	e, ok := m.view.(estimator)
	if !ok || m.view.Over() {
		return nil
	}
	turn, judge := m.turns, e.Estimator()
	return m.gate.through(func() tea.Msg { return estimateMsg{turn, judge()} })
}

// ask asks the player for hints.
func (m Model) ask() tea.Cmd {
	v, ctx := m.view, m.ctx
	return m.gate.through(func() tea.Msg {
		h, err := v.Hints(ctx)
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
	case tea.EnvMsg:
		m.ascii = plainLocale(msg.Getenv)
	case choiceMsg:
		return m.answered(msg)
	case hintMsg:
		return m.advised(msg), nil
	case estimateMsg:
		if msg.turn == m.turns {
			m.estimate = &msg.estimate
			if m.territory {
				m.message = msg.estimate.String()
			}
		}
	case tea.KeyPressMsg:
		return m.pressed(msg.String())
	case tea.MouseMsg:
		return m.pointed(msg)
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
	side := m.side()
	err := msg.err
	if err == nil {
		err = m.view.Answer(msg.choice)
	}
	if err != nil {
		m.err = err
		return m, tea.Quit
	}
	text := fmt.Sprintf("%s played %s", side, msg.choice.Vertex(m.view.Size()))
	switch {
	case msg.choice.Resign:
		text = fmt.Sprintf("%s resigns", side)
	case msg.choice.Point == board.Pass:
		text = fmt.Sprintf("%s passes", side)
	}
	return m.changed(text)
}

// changed is what follows a new position: the game is kept, and who is next goes on.
func (m Model) changed(message string) (tea.Model, tea.Cmd) {
	m.message, m.typed, m.hints, m.listing, m.estimate = message, "", nil, false, nil
	m.turns++
	m.thinking, m.asked = m.view.PlayersTurn(), false
	if scoring(m.view) {
		m.message = "Both passed. " + markDead
	}
	if m.shown.Keep != nil {
		m.refused(m.shown.Keep(m.view))
	}
	return m, m.proceed()
}

// advised shows what the player advises.
func (m Model) advised(msg hintMsg) Model {
	m.thinking, m.asked = false, false
	if m.refused(msg.err) {
		m.listing = false
		return m
	}
	m.hints = msg.hints
	switch {
	case !m.listing:
		m.message = "Hint: " + msg.hints[0].Text(m.view.Size())
	case msg.hints[0].Read:
		m.message = "The search expects to win with"
	default:
		m.message = "Probability of the move:"
	}
	return m
}

// play plays the person's move.
func (m Model) play(p board.Point) (tea.Model, tea.Cmd) {
	m.typed = ""
	if m.refused(m.view.Play(p)) {
		return m, nil
	}
	return m.changed("")
}

// refused shows an error and says whether there was one.
func (m *Model) refused(err error) bool {
	if err != nil {
		m.message = "No: " + err.Error()
	}
	return err != nil
}
