package terminal

import (
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"pgregory.net/rapid"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/playertest"
	"github.com/tengen-go/tengen/play"
	"github.com/tengen-go/tengen/player"
)

// keys are the messages of named keys.
var keys = map[string]tea.KeyPressMsg{
	"left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight}, "up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown},
	"enter": {Code: tea.KeyEnter}, "home": {Code: tea.KeyHome}, "end": {Code: tea.KeyEnd}, "pgup": {Code: tea.KeyPgUp}, "pgdown": {Code: tea.KeyPgDown},
	"space": {Code: tea.KeySpace, Text: " "}, "ctrl+c": {Code: 'c', Mod: tea.ModCtrl},
}

func key(name string) tea.KeyPressMsg {
	if k, ok := keys[name]; ok {
		return k
	}
	return tea.KeyPressMsg{Code: rune(name[0]), Text: name}
}

// press sends keys, and lets the player answer whenever it is asked.
func press(m Model, names ...string) Model {
	for _, name := range names {
		next, cmd := m.Update(key(name))
		m = react(next.(Model), cmd)
	}
	return m
}

// react runs a command of the model's as the program would.
func react(m Model, cmd tea.Cmd) Model {
	if cmd == nil {
		return m
	}
	msg := cmd()
	if _, quit := msg.(tea.QuitMsg); quit {
		return m
	}
	next, cmd := m.Update(msg)
	return react(next.(Model), cmd)
}

func monochrome(t *testing.T, s *play.Session) Model {
	t.Helper()
	m := NewModel(t.Context(), look(t, s), Screen{})
	m.color = false
	return react(m, m.Init())
}

func trimmed(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

func TestScreenFitsEveryWindow(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		size := rapid.IntRange(2, 19).Draw(r, "size")
		s, err := play.NewSession(&playertest.Scripted{Answers: []string{"pass"}}, play.Config{Size: size, Rules: board.Chinese(), Human: board.Black})
		if err != nil {
			r.Fatal(err)
		}
		m := NewModel(t.Context(), look(t, s), Screen{})
		next, _ := m.Update(tea.WindowSizeMsg{Width: rapid.IntRange(1, 120).Draw(r, "width"), Height: rapid.IntRange(1, 50).Draw(r, "height")})
		m = next.(Model)
		m.color = rapid.Bool().Draw(r, "color")
		m.message = strings.Repeat("a long message ", 5)
		got := m.screen()
		// A window that holds the board and the lines below it is always enough.
		fits := arrange(size, m.width, m.height).scale > 0
		if !fits && m.width >= boardWidth(size, 1) && m.height >= boardHeight(size, 1)+below {
			r.Fatalf("%d×%d is large enough for %d×%d", m.width, m.height, size, size)
		}
		words := strings.Join(strings.Fields(got), " ")
		if fits == strings.HasPrefix(words, "Too small") && m.width > 10 {
			r.Fatalf("fits %v, but\n%s", fits, got)
		}
		if !fits {
			return
		}
		if w, h := lipgloss.Size(got); w > m.width || h > m.height {
			r.Fatalf("%d×%d characters in a window of %d×%d:\n%s", w, h, m.width, m.height, got)
		}
	})
}

func TestKeys(t *testing.T) {
	s, _ := newSession(t, 5, board.Black, "A1", "A2", "pass")
	m := monochrome(t, s)
	// The cursor stops at the edges.
	m = press(m, "left", "left", "left", "left", "up")
	if got := m.cursor.Vertex(5); got != "A4" {
		t.Errorf("cursor at %s, want A4", got)
	}
	for name, want := range map[string]string{"home": "A4", "end": "E4", "pgup": "A5", "pgdown": "A1"} {
		if got := press(m, name).cursor.Vertex(5); got != want {
			t.Errorf("%s: cursor at %s, want %s", name, got, want)
		}
	}
	m = press(m, "space")
	if got := len(s.Game().Moves()); got != 2 {
		t.Fatalf("%d moves after one and the answer", got)
	}
	if m = press(m, "enter"); !strings.Contains(m.message, "occupied") {
		t.Errorf("a move on a stone: %q", m.message)
	}
	m = press(m, "r", "n")
	if s.Game().Over() || m.question != askNothing {
		t.Error("resigned without a yes")
	}
	if m = press(m, "u"); len(s.Game().Moves()) != 0 {
		t.Errorf("undo left %d moves", len(s.Game().Moves()))
	}
	if m = press(m, "u"); m.message != "No: there is nothing to take back" {
		t.Errorf("undo of nothing: %q", m.message)
	}
	m = press(m, "s", "y")
	if _, err := os.Stat(m.view.savePath()); err != nil || !strings.HasPrefix(m.message, "Saved ") {
		t.Errorf("save: %v, %q", err, m.message)
	}
	if m = press(m, "r", "y"); s.Result() != "W+R" || !strings.Contains(m.screen(), "White wins by resignation") {
		t.Errorf("resigned with %q", s.Result())
	}
	for _, name := range []string{"q", "ctrl+c"} { // the game is over
		_, cmd := m.Update(key(name))
		if cmd == nil {
			t.Fatalf("%s does nothing", name)
		}
		if _, ok := cmd().(tea.QuitMsg); !ok {
			t.Errorf("%s does not quit", name)
		}
	}
}

func TestNoMoveWhileThePlayerThinks(t *testing.T) {
	s, _ := newSession(t, 5, board.Black, "A1")
	m := monochrome(t, s)
	next, cmd := m.Update(key("enter"))
	m = next.(Model)
	if !m.thinking || !strings.Contains(m.screen(), "White is thinking") {
		t.Fatalf("the screen does not say that the player thinks:\n%s", m.screen())
	}
	for _, name := range []string{"right", "enter", "p", "u", "i", "r"} {
		m = press(m, name)
	}
	if got := len(s.Game().Moves()); got != 1 || m.question != askNothing {
		t.Errorf("%d moves while the player thinks", got)
	}
	if m = react(m, cmd); m.thinking || len(s.Game().Moves()) != 2 {
		t.Error("the answer did not arrive")
	}
}

func TestDeadStonesOnTheScreen(t *testing.T) {
	s := finishedSession(t)
	m := monochrome(t, s)
	m.width, m.height, m.cursor = 50, 12, point(t, s, "B1")
	screen := trimmed(m.screen())
	for _, want := range []string{" 5  b b X O w  5", " 1  b[o]X O w  1", "Black wins by 4.5", "Enter: dead or alive"} {
		if !strings.Contains(screen, want) {
			t.Errorf("%q is missing in\n%s", want, screen)
		}
	}
	if screen = press(m, "enter").screen(); !strings.Contains(screen, "White wins by 5.5") || !strings.Contains(screen, " 1  .[O]X O w  1") {
		t.Errorf("after marking the stone alive\n%s", screen)
	}
}

func TestColorFollowsTheTerminal(t *testing.T) {
	s, _ := newSession(t, 5, board.Black, "A1")
	if got := newColorModel(t, s, true).screen(); !strings.Contains(got, "\x1b[") || !strings.Contains(got, "┼") {
		t.Error("no colours on a terminal that has them")
	}
	if got := newColorModel(t, s, false).screen(); strings.Contains(got, "\x1b") || strings.Contains(got, "┼") {
		t.Error("colours or drawn lines where none are wanted")
	}
}

func newColorModel(t *testing.T, s *play.Session, color bool) Model {
	m := NewModel(t.Context(), look(t, s), Screen{})
	m.color = color
	return m
}

func TestPlayersFailureEndsTheProgram(t *testing.T) {
	s, p := newSession(t, 5, board.White, "C3")
	p.Err = errors.New("no memory")
	m := NewModel(t.Context(), look(t, s), Screen{})
	next, cmd := m.Update(m.Init()())
	if cmd == nil {
		t.Fatal("the program goes on without a player")
	}
	if err := next.(Model).Err(); !errors.Is(err, p.Err) {
		t.Errorf("the error became %v", err)
	}
}

// slow thinks until it is stopped, and a little longer.
type slow struct {
	goView
	began chan struct{}
	left  atomic.Bool
}

func (s *slow) Think(ctx context.Context) (player.Choice, error) {
	close(s.began)
	<-ctx.Done()
	for range 1000 {
		runtime.Gosched()
	}
	s.left.Store(true)
	return player.Choice{}, ctx.Err()
}

// The player may be closed as soon as the screen is left: it does not think any more.
func TestRunWaitsForThePlayer(t *testing.T) {
	player, err := play.NewSession(&playertest.Scripted{}, play.Config{Size: 5, Rules: board.Chinese(), Human: board.White})
	if err != nil {
		t.Fatal(err)
	}
	s := &slow{goView: goView{Session: player}, began: make(chan struct{})}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-s.began
		cancel()
	}()
	if err := Run(ctx, s, Screen{}, tea.WithInput(strings.NewReader("")), tea.WithOutput(io.Discard)); !errors.Is(err, context.Canceled) {
		t.Errorf("Run says %v", err)
	}
	if !s.left.Load() {
		t.Error("the player thinks still")
	}
	if msg := NewModel(t.Context(), s, Screen{}).gate.through(func() tea.Msg { return 1 })(); msg != 1 {
		t.Errorf("through an open gate comes %v", msg)
	}
	var shut gate
	shut.shut()
	if msg := shut.through(func() tea.Msg { return 1 })(); msg != nil {
		t.Errorf("through a shut gate comes %v", msg)
	}
}
