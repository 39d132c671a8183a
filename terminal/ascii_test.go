package terminal

import (
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"github.com/tengen-go/tengen/board"
)

// copied is what a person gets who copies a screen: its characters without the colours.
func copied(screen string) string {
	return regexp.MustCompile(`\x1b\[[0-9;]*m`).ReplaceAllString(screen, "")
}

// A copy of a coloured screen, or a terminal with colours of its own, still shows whose a stone is:
// in the legend, in the list of moves and on the board at every scale.
func TestStonesDifferWithoutTheirColours(t *testing.T) {
	for _, c := range []struct {
		width, height int
		board         []string
	}{
		{70, 18, []string{"(○)", "●"}},
		{100, 20, []string{"(▐O▌)", "▐X▌"}},
		{120, 32, []string{"▐█O█▌", "▐█X█▌"}},
	} {
		s, _ := newSession(t, 9, board.Black, "C3")
		m := NewModel(t.Context(), look(t, s), Screen{})
		m = resized(press(react(m, m.Init()), "d", "4", "enter"), c.width, c.height)
		screen := copied(m.screen())
		for _, want := range append(c.board, "● Black", "○ White", "1 ● D4", "2 ○ C3") {
			if !strings.Contains(screen, want) {
				t.Errorf("%d×%d: %q is missing in\n%s", c.width, c.height, want, screen)
			}
		}
	}
}

func TestPlainLocale(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want bool
	}{
		{nil, false},
		{map[string]string{"LANG": "C"}, true},
		{map[string]string{"LANG": "C.UTF-8"}, false},
		{map[string]string{"LANG": "en_GB.UTF-8", "LC_CTYPE": "POSIX"}, true},
		{map[string]string{"LANG": "C", "LC_CTYPE": "ja_JP.UTF-8"}, false},
		{map[string]string{"LANG": "C", "LC_CTYPE": "C", "LC_ALL": "ja_JP.UTF-8"}, false},
		{map[string]string{"LANG": "ja_JP.UTF-8", "LC_ALL": "C"}, true},
	} {
		if got := plainLocale(func(name string) string { return c.env[name] }); got != c.want {
			t.Errorf("%v: %v", c.env, got)
		}
	}
}

// In the locale C the game and the menu are drawn in ASCII, without colours; as wide as elsewhere.
func TestScreensInASCII(t *testing.T) {
	s, _ := newSession(t, 9, board.Black, "C3")
	m := NewModel(t.Context(), look(t, s), Screen{})
	m = press(react(m, m.Init()), "d", "4", "enter", "v")
	menu := menuModel{menu: Menu{Choices: []Choice{{Name: "Board", Values: []string{"9×9"}}}}, width: 80, color: true}
	for name, screen := range map[string]tea.Model{"game": m, "menu": menu} {
		next, _ := screen.Update(tea.EnvMsg{"LANG=C"})
		next, _ = next.Update(tea.ColorProfileMsg{})
		var text string
		switch next := next.(type) {
		case Model:
			next.color = true
			text = next.View().Content
		case menuModel:
			next.color = true
			text = next.View().Content
		}
		if !strings.Contains(text, "9x9") {
			t.Errorf("%s: no 9x9 in\n%s", name, text)
		}
		for _, r := range text {
			if r != '\n' && (r < ' ' || r > '~') {
				t.Errorf("%s: %q in\n%s", name, r, text)
				break
			}
		}
	}
	m.color = false
	if screen := m.screen(); !strings.Contains(screen, "###") || !strings.Contains(screen, "...") || strings.ContainsAny(screen, "█░") {
		t.Errorf("without colour the bar is not in letters:\n%s", screen)
	}
}
