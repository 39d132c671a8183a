package terminal

import (
	"context"
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// Choice is one line of a menu: a name and the values to choose from.
type Choice struct {
	Name   string
	Values []string
	At     int // which value stands there
}

// Menu asks before a game begins.
type Menu struct {
	// Resume describes an unfinished game that the first line offers to go on with; "" if there
	// is none.
	Resume  string
	Choices []Choice
	// Adjust, if it is not nil, adapts the values of one choice to another choice that was just changed.
	Adjust func(choices []Choice)
}

// ErrQuit says that the person left the menu without a game.
var ErrQuit = errors.New("no game was chosen")

// Ask shows the menu until the person begins a game. resume says that it is the unfinished one;
// else the choices are as the person left them.
func Ask(ctx context.Context, menu Menu, options ...tea.ProgramOption) (chosen Menu, resume bool, err error) {
	m := menuModel{menu: menu, width: 80, color: true}
	options = append([]tea.ProgramOption{tea.WithContext(ctx)}, options...)
	final, err := tea.NewProgram(m, options...).Run()
	if ctx.Err() != nil {
		return menu, false, ctx.Err()
	}
	if err != nil {
		return menu, false, fmt.Errorf("the full screen: %w (use --plain where there is no terminal)", err)
	}
	m, ok := final.(menuModel)
	if !ok || !m.done {
		return menu, false, ErrQuit
	}
	return m.menu, m.resume(), nil
}

// menuModel is the menu on the screen. Its lines are the unfinished game if there is one, the
// choices, and the line that begins the game.
type menuModel struct {
	menu  Menu
	line  int
	done  bool
	width int
	color bool
	ascii bool
}

func (m menuModel) offset() int {
	if m.menu.Resume == "" {
		return 0
	}
	return 1
}

func (m menuModel) lines() int   { return m.offset() + len(m.menu.Choices) + 1 }
func (m menuModel) resume() bool { return m.menu.Resume != "" && m.line == 0 }

// Init implements tea.Model.
func (m menuModel) Init() tea.Cmd { return nil }

// Update implements tea.Model.
func (m menuModel) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width = msg.Width
	case tea.ColorProfileMsg:
		m.color = colored(msg)
	case tea.EnvMsg:
		m.ascii = plainLocale(msg.Getenv)
	case tea.MouseClickMsg:
		if line := msg.Y - 2; line >= 0 && line < m.lines() {
			if m.line == line {
				return m.pressed("enter")
			}
			m.line = line
		}
	case tea.KeyPressMsg:
		return m.pressed(msg.String())
	}
	return m, nil
}

func (m menuModel) pressed(key string) (tea.Model, tea.Cmd) {
	switch key {
	case "q", "esc", "ctrl+c":
		return m, tea.Quit
	case "up", "k":
		m.line = max(m.line-1, 0)
	case "down", "j", "tab":
		m.line = min(m.line+1, m.lines()-1)
	case "left", "h":
		m = m.turned(-1)
	case "right", "l", "space":
		m = m.turned(1)
	case "enter":
		m.done = true
		return m, tea.Quit
	}
	return m, nil
}

// turned takes the next value of the present choice, or the one before; after the last comes the
// first.
func (m menuModel) turned(by int) menuModel {
	i := m.line - m.offset()
	if i < 0 || i >= len(m.menu.Choices) {
		return m
	}
	choices := append([]Choice(nil), m.menu.Choices...)
	n := len(choices[i].Values)
	choices[i].At = (choices[i].At + by + n) % n
	if m.menu.Adjust != nil {
		m.menu.Adjust(choices)
	}
	m.menu.Choices = choices
	return m
}

// View implements tea.Model.
func (m menuModel) View() tea.View {
	text := m.screen()
	if m.ascii {
		text = inASCII(text)
	}
	v := tea.NewView(text)
	v.AltScreen, v.MouseMode, v.WindowTitle = true, tea.MouseModeCellMotion, "Tengen"
	return v
}

func (m menuModel) screen() string {
	var lines []string
	if m.menu.Resume != "" {
		lines = append(lines, "Go on with "+m.menu.Resume)
	}
	for _, c := range m.menu.Choices {
		lines = append(lines, fmt.Sprintf("%-10s ‹ %s ›", c.Name, c.Values[c.At]))
	}
	lines = append(lines, "Begin a new game")
	for i := range lines {
		sign := "  "
		if i == m.line {
			sign = "> "
		}
		lines[i] = cut(sign+lines[i], m.width)
		if i == m.line {
			lines[i] = Model{color: m.color, ascii: m.ascii}.bold(lines[i])
		}
	}
	return strings.Join(append(append([]string{"Tengen", ""}, lines...),
		"", cut("up, down: line   left, right: change   Enter: play   q: quit", m.width)), "\n")
}
