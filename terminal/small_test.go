package terminal

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/playertest"
	"github.com/tengen-go/tengen/play"
	"github.com/tengen-go/tengen/player"
)

func newGameSession(t *testing.T, text string, human board.Color, p player.Player) GameView {
	t.Helper()
	rules, err := game.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	s, err := play.NewGameSession(p, play.GameConfig{Rules: rules, Human: human})
	if err != nil {
		t.Fatal(err)
	}
	return OfSmall(s, filepath.Join(t.TempDir(), "game.txt"))
}

func TestPlayersErrorEndsTheScreen(t *testing.T) {
	taken := &playertest.FirstFree{}
	s := newGameSession(t, "tictactoe", board.White, taken)
	taken.Err = errors.New("no memory")
	m := NewModel(t.Context(), s, Screen{})
	next, cmd := m.Update(m.Init()())
	if err := next.(Model).Err(); cmd == nil || !errors.Is(err, taken.Err) {
		t.Errorf("the error became %v", err)
	}
}

func TestSmallGameOnTheScreen(t *testing.T) {
	s := newGameSession(t, "tictactoe", board.Black, &playertest.FirstFree{})
	m := NewModel(t.Context(), s, Screen{})
	m.color = false
	m = press(react(m, m.Init()), "enter", "p", "i")
	if m.hints[0].Point != at(t, s, "B3") {
		t.Errorf("hint at %v", m.hints)
	}
	golden(t, "tictactoe-80x24", m.screen())
	m = press(m, "up", "enter", "pgdown", "enter")
	if !strings.Contains(m.screen(), "X has a row and wins") {
		t.Errorf("got\n%s", m.screen())
	}
	m = press(m, "s", "y")
	text, err := os.ReadFile(s.savePath())
	if err != nil || !strings.Contains(string(text), "result   X+row\n") || m.message != "Saved "+s.savePath() {
		t.Errorf("saved %q, %v, %q", text, err, m.message)
	}
}

// The screen of a small game speaks of what the game has: sides X and O, no passing, no record to go through.
func TestSmallGameSpeaksOfItself(t *testing.T) {
	m := NewModel(t.Context(), newGameSession(t, "tictactoe", board.Black, &playertest.FirstFree{}), Screen{})
	m.color = true
	if text := m.screen(); !strings.Contains(text, "X: You") || !strings.Contains(text, "O: first free") {
		t.Errorf("the legend:\n%s", text)
	}
	m = press(react(m, m.Init()), "p")
	if m.message != "No: there is no passing in this game" || m.question != askNothing {
		t.Errorf("after p: %q", m.message)
	}
	help := press(m, "?").screen()
	for _, of := range []string{"pass", "territory", "variation", "SGF"} {
		if strings.Contains(help, of) {
			t.Errorf("the help speaks of %s:\n%s", of, help)
		}
	}
}

func TestGomokuFitsWindows(t *testing.T) {
	for _, text := range []string{"tictactoe", "gomoku", "gomoku:size=15", "gomoku:size=19"} {
		s := newGameSession(t, text, board.Black, &playertest.FirstFree{})
		for _, color := range []bool{false, true} {
			m := NewModel(t.Context(), s, Screen{})
			next, _ := m.Update(tea.WindowSizeMsg{Width: boardWidth(s.Size(), 1), Height: boardHeight(s.Size(), 1) + below})
			m = next.(Model)
			m.color = color
			if w, h := lipgloss.Size(m.screen()); w > m.width || h > m.height || strings.Contains(m.screen(), "Too small") {
				t.Errorf("%s: %d×%d characters in %d×%d:\n%s", text, w, h, m.width, m.height, m.screen())
			}
		}
	}
}

const wantLines = `X: You, O: first free, Tic-tac-toe 3×3, 3 in a row win; type help for help
    A B C
 3  . . .  3
 2  . . .  2
 1  . . .  1
    A B C
X> O: A3
    A B C
 3 (O). .  3
 2  . X .  2
 1  . . .  1
    A B C
X> hint: B3 wins 75.0 %
X> no: there is nothing to count in this game
X> no: there is nothing to count in this game
X> no: there is no passing in this game
X> no: "D4" is neither a point such as C3 nor a command; type help for help
X> O: B3
    A B C
 3  O(O).  3
 2  X X .  2
 1  . . .  1
    A B C
X>     A B C
 3  O O .  3
 2  X X(X) 2
 1  . . .  1
    A B C
result: X+row (X has a row and wins)
over>
`

func TestSmallGameInLines(t *testing.T) {
	s := newGameSession(t, "tictactoe", board.Black, &playertest.FirstFree{})
	var out strings.Builder
	if err := Plain(t.Context(), s, strings.NewReader("b2\nhint\nscore\ndead b2\npass\nD4\nA2\nC2\n"), &out); err != nil {
		t.Fatal(err)
	}
	if got := trimmed(out.String()); got != wantLines {
		t.Errorf("got\n%s\nwant\n%s", got, wantLines)
	}
	random, err := player.Players().Parse("random", player.Env{Rules: s.(smallView).Rules(), Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := newGameSession(t, "tictactoe", board.Black, random).Hints(t.Context()); err == nil || !strings.Contains(err.Error(), "gives no hints") {
		t.Errorf("a random player's hint: %v", err)
	}
}
