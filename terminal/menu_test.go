package terminal

import (
	"bytes"
	"errors"
	"testing"

	tea "charm.land/bubbletea/v2"
)

func TestMenu(t *testing.T) {
	choices := []Choice{{Name: "Board", Values: []string{"9×9", "13×13", "19×19"}}, {Name: "You play", Values: []string{"black", "white"}, At: 1}}
	for _, c := range []struct {
		resume string
		keys   []string
		want   []int
		goesOn bool
		quit   bool
	}{
		{"", []string{"enter"}, []int{0, 1}, false, false},
		{"", []string{"right", "right", "enter"}, []int{2, 1}, false, false},
		{"", []string{"left", "down", "l", "enter"}, []int{2, 0}, false, false},
		{"the game", []string{"right", "enter"}, []int{0, 1}, true, false},
		{"the game", []string{"down", "right", "down", "down", "down", "enter"}, []int{1, 1}, false, false},
		{"the game", []string{"q"}, nil, false, true},
	} {
		m := menuModel{menu: Menu{Resume: c.resume, Choices: choices}, width: 80}
		var cmd tea.Cmd
		for _, name := range c.keys {
			next, last := m.Update(key(name))
			m, cmd = next.(menuModel), last
		}
		if cmd == nil || m.done == c.quit {
			t.Fatalf("%v: done %v", c.keys, m.done)
		}
		if c.quit {
			continue
		}
		if m.resume() != c.goesOn || m.menu.Choices[0].At != c.want[0] || m.menu.Choices[1].At != c.want[1] {
			t.Errorf("%v: goes on %v, %v", c.keys, m.resume(), m.menu.Choices)
		}
	}
	m := menuModel{menu: Menu{Resume: "the unfinished game (12 moves)", Choices: choices}, width: 80, line: 1}
	golden(t, "menu", m.screen())
	next, _ := m.Update(tea.MouseClickMsg{X: 4, Y: 4})
	if next.(menuModel).line != 2 {
		t.Errorf("a click goes to line %d", next.(menuModel).line)
	}
	if choices[0].At != 0 {
		t.Error("the menu changed its caller's choices")
	}
}

// The menu as a program: keys come from the terminal.
func TestAsk(t *testing.T) {
	menu := Menu{Choices: []Choice{{Name: "Board", Values: []string{"9×9", "13×13"}}}}
	ask := func(typed string) (Menu, error) {
		m, _, err := Ask(t.Context(), menu, tea.WithInput(bytes.NewBufferString(typed)), tea.WithOutput(&bytes.Buffer{}))
		return m, err
	}
	if m, err := ask("l\r"); err != nil || m.Choices[0].At != 1 {
		t.Errorf("%+v, %v", m, err)
	}
	if _, err := ask("q"); !errors.Is(err, ErrQuit) {
		t.Errorf("q: %v", err)
	}
}
