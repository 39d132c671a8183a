package terminal

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/playertest"
	"github.com/tengen-go/tengen/play"
)

// rewrite replaces the expected screens by the present ones. Commit only what you have looked at.
var rewrite = flag.Bool("rewrite", false, "rewrite testdata/screens")

// golden compares a screen without colours with testdata/screens.
func golden(t *testing.T, name, screen string) {
	t.Helper()
	path := filepath.Join("testdata", "screens", name+".txt")
	screen = trimmed(screen) + "\n"
	if *rewrite {
		if err := os.WriteFile(path, []byte(screen), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if screen != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, screen, want)
	}
}

func resized(m Model, width, height int) Model {
	next, _ := m.Update(tea.WindowSizeMsg{Width: width, Height: height})
	return next.(Model)
}

// The board grows with the window; the text stands next to it where there is room, else below.
func TestScreens(t *testing.T) {
	for _, c := range []struct{ size, width, height int }{
		{5, 120, 40}, {9, 57, 11}, {9, 25, 15}, {9, 80, 24}, {9, 100, 32}, {13, 100, 32}, {19, 80, 24}, {19, 45, 25}, {9, 40, 12}, {9, 24, 50}, {9, 50, 40}, {19, 110, 45},
	} {
		s, _ := newSession(t, c.size, board.Black, "C3", "D3", "C2")
		m := resized(press(monochrome(t, s), "d", "4", "enter", "b", "2", "enter"), c.width, c.height)
		golden(t, fmt.Sprintf("%dx%d-%dx%d", c.size, c.size, c.width, c.height), m.screen())
	}
	s, _ := newSession(t, 9, board.Black, "C3")
	m := press(monochrome(t, s), "d", "4", "enter")
	golden(t, "hint", press(m, "i").screen())
	golden(t, "moves", press(m, "v").screen())
	golden(t, "territory", press(m, "w").screen())
	golden(t, "help", press(m, "?").screen())
	if press(m, "?", "x").help {
		t.Error("a key does not close the help")
	}
}

// Every move of the list that is on the board has its number there, the first too.
func TestEveryListedMoveHasItsNumber(t *testing.T) {
	s, _ := newSession(t, 9, board.Black, "C3")
	m := press(monochrome(t, s), "d", "4", "enter", "v")
	for i, h := range m.hints {
		row := []rune(strings.Split(m.screen(), "\n")[1+2*h.Point.Y()]) // at scale 2
		if got := string(row[margin+4*h.Point.X()+2]); got != fmt.Sprint(i+1) {
			t.Errorf("move %d has %q at %s in\n%s", i+1, got, h.Point.Vertex(9), m.screen())
		}
	}
}

// Whatever a character of the drawn board belongs to, the mouse finds it there: brackets drawn
// round a point are within reach of the point, and its middle is the point.
func TestPointAtTheMouse(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		size, scale := rapid.IntRange(2, 19).Draw(r, "size"), rapid.IntRange(1, maxScale).Draw(r, "scale")
		p := board.XY(rapid.IntRange(0, size-1).Draw(r, "x"), rapid.IntRange(0, size-1).Draw(r, "y"))
		s, err := play.NewSession(&playertest.Scripted{}, play.Config{Size: size, Rules: board.Chinese()})
		if err != nil {
			r.Fatal(err)
		}
		for line, text := range drawBoard(look(t, s), boardLook{cursor: p, scale: scale}) {
			if column := strings.Index(text, "["); column >= 0 {
				if got, ok := pointAt(column+scale, line, size, scale); !ok || got != p {
					r.Fatalf("%v at scale %d: the mouse is at %v, %v", p, scale, got, ok)
				}
				if got, ok := pointAt(column, line, size, scale); !ok || got != p {
					r.Fatalf("%v at scale %d: left of it the mouse is at %v, %v", p, scale, got, ok)
				}
				return
			}
		}
		r.Fatal("no cursor is drawn")
	})
	for _, at := range [][2]int{{0, 3}, {5, 0}, {100, 3}, {5, 100}, {-1, -1}} {
		if p, ok := pointAt(at[0], at[1], 9, 2); ok {
			t.Errorf("column %d, line %d is %v", at[0], at[1], p)
		}
	}
}

func TestMouse(t *testing.T) {
	s, _ := newSession(t, 9, board.Black, "C3", "pass", "pass")
	m := resized(monochrome(t, s), 100, 32)
	screen := func(p board.Point) (x, y int) { return margin + 6*p.X() + 3, 1 + 3*p.Y() }
	send := func(msg tea.Msg) {
		t.Helper()
		next, cmd := m.Update(msg)
		m = react(next.(Model), cmd)
	}
	x, y := screen(point(t, s, "E5"))
	send(tea.MouseMotionMsg{X: x, Y: y})
	if m.cursor != point(t, s, "E5") || len(s.Moves()) != 0 {
		t.Errorf("the cursor is at %v", m.cursor)
	}
	x, y = screen(point(t, s, "G7"))
	send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseRight})
	send(tea.MouseClickMsg{X: 99, Y: 3, Button: tea.MouseLeft})
	if len(s.Moves()) != 0 {
		t.Error("a click beyond the board or with another button plays")
	}
	send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	if moves := s.Moves(); len(moves) != 2 || moves[0].Point != point(t, s, "G7") {
		t.Fatalf("the click played %v", moves)
	}
	send(tea.MouseWheelMsg{Button: tea.MouseWheelUp})
	if len(s.Moves()) != 1 || !s.Browsing() {
		t.Errorf("%d moves after the wheel", len(s.Moves()))
	}
	send(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
	if len(s.Moves()) != 2 {
		t.Errorf("%d moves after the wheel turned back", len(s.Moves()))
	}
	m = press(m, "p", "p")
	send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	if dead := s.Dead(); len(dead) == 0 || !s.Scoring() {
		t.Errorf("dead are %v", dead)
	}
}

// Points are typed: a letter, a row, Enter. Letters that are commands too ask first.
func TestTypedPoints(t *testing.T) {
	for typed, want := range map[string]string{
		"d4": "D4", "D4": "D4", "q16": "Q16", "p3": "P3", "r10": "R10", "s19": "S19", "h8": "H8", "k1": "K1", "d1e5": "E5", "t20": "", "jkl5": "L5",
	} {
		s, _ := newSession(t, 19, board.Black, "A1")
		m := monochrome(t, s)
		for _, r := range typed {
			m = press(m, string(r))
		}
		m = press(m, "enter")
		if moves := s.Moves(); (len(moves) == 0) != (want == "") || len(moves) > 0 && moves[0].Point.Vertex(19) != want {
			t.Errorf("%s played %v, want %s (%s)", typed, moves, want, m.message)
		}
	}
	s, _ := newSession(t, 9, board.Black, "A1")
	if m := press(monochrome(t, s), "d", "enter"); len(s.Moves()) != 0 || !strings.Contains(m.message, "Type a row too, such as d4") {
		t.Errorf("a letter alone: %d moves, %q", len(s.Moves()), m.message)
	}
	if m := press(monochrome(t, s), "d", "0"); !strings.Contains(m.message, "there is no D0") {
		t.Errorf("row 0: %q", m.message)
	}
	if m := press(monochrome(t, s), "4", "enter"); len(s.Moves()) != 2 {
		t.Errorf("a digit alone changed what Enter does: %q", m.message)
	}
}

// Nothing is lost by one key: q, p, r and s ask.
func TestQuestions(t *testing.T) {
	s, _ := newSession(t, 9, board.Black, "A1", "A2")
	m := monochrome(t, s)
	for _, name := range []string{"q", "p", "r", "s"} {
		next, cmd := m.Update(key(name))
		if cmd != nil || next.(Model).question == askNothing {
			t.Errorf("%s asks nothing", name)
		}
		if m = press(next.(Model), "n"); m.question != askNothing || len(s.Moves()) != 0 || s.Over() || m.message != "The game goes on." {
			t.Errorf("%s, then no: %q", name, m.message)
		}
	}
	if m = press(m, "p", "p"); len(s.Moves()) != 2 || s.Moves()[0].Point != board.Pass {
		t.Errorf("p p: %v", s.Moves())
	}
	next, cmd := press(m, "q").Update(key("y"))
	if cmd == nil {
		t.Fatal("q y does not quit")
	}
	if _, quits := cmd().(tea.QuitMsg); !quits || next.(Model).Err() != nil {
		t.Error("q y does not quit")
	}
}

// The end of a game needs no arrow: the marks of an estimate follow the position.
func TestLateEstimate(t *testing.T) {
	s, _ := newSession(t, 5, board.Empty)
	m := monochrome(t, s)
	old := m.judge()()
	next, _ := m.play(point(t, s, "C3"))
	m = next.(Model)
	if next, _ = m.Update(old); next.(Model).estimate != nil {
		t.Error("the estimate of an earlier position is shown")
	}
	if next, _ = m.Update(m.judge()()); next.(Model).estimate == nil {
		t.Error("the estimate of the present position is not shown")
	}
}
