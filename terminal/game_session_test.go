package terminal

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/timing"
)

// firstFree is a player that takes the first free point and says that it wins three games of
// four.
type firstFree struct {
	game game.Game
	err  error
}

func (f *firstFree) NewGame(g game.Game) error {
	f.game = g.Clone()
	return nil
}
func (f *firstFree) Play(m board.Move) error { return f.game.Play(m.Point, m.Color) }
func (f *firstFree) Genmove(_ context.Context, c board.Color, _ timing.Clock) (player.Choice, error) {
	if f.err != nil {
		return player.Choice{}, f.err
	}
	return player.Choice{Point: f.game.Candidates(nil, c)[0]}, nil
}
func (f *firstFree) Thought(board.Point) record.Thought { return record.Thought{Value: 0.5} }
func (f *firstFree) Close() error                       { return nil }
func (f *firstFree) String() string                     { return "first free" }

func newGameSession(t *testing.T, text string, human board.Color, p player.Player) *GameSession {
	t.Helper()
	rules, err := game.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewGameSession(p, GameConfig{Rules: rules, Human: human, SavePath: filepath.Join(t.TempDir(), "game.txt")})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func at(t *testing.T, e GameView, vertex string) board.Point {
	t.Helper()
	p, err := board.ParseVertex(vertex, e.size())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// turn plays the person's move and has the player answer.
func turn(t *testing.T, e GameView, vertex string) {
	t.Helper()
	if err := e.Play(at(t, e, vertex)); err != nil {
		t.Fatal(err)
	}
	if !e.PlayersTurn() {
		return
	}
	c, err := e.Think(t.Context())
	if err == nil {
		err = e.Answer(c)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestSmallGameGoesByItsRules(t *testing.T) {
	s := newGameSession(t, "tictactoe", board.Black, &firstFree{})
	if err := s.Undo(); !errors.Is(err, errNoUndo) {
		t.Errorf("undo at the start: %v", err)
	}
	turn(t, s, "B2") // O takes A3
	for vertex, want := range map[string]string{"B2": "B2 is not a legal move", "pass": "no passing"} {
		if err := s.Play(at(t, s, vertex)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", vertex, err, want)
		}
	}
	if h, err := s.Hints(t.Context()); err != nil || h[0].text(3) != "B3 wins 75.0 %" {
		t.Errorf("hint %v, %v", h[0].text(3), err)
	}
	turn(t, s, "B3")
	if err := s.Undo(); err != nil || len(s.moves()) != 2 || !s.HumansTurn() {
		t.Fatalf("undo: %v, %d moves", err, len(s.moves()))
	}
	turn(t, s, "B3") // O takes C3
	if err := s.Play(at(t, s, "B1")); err != nil {
		t.Fatal(err)
	}
	if !s.Over() || s.Result() != "X+row" || s.PlayersTurn() || s.HumansTurn() {
		t.Errorf("result %q", s.Result())
	}
	for what, err := range map[string]error{"play": s.Play(at(t, s, "A1")), "resign": s.Resign()} {
		if !errors.Is(err, errOver) {
			t.Errorf("%s when it is over: %v", what, err)
		}
	}
	if _, err := s.Hints(t.Context()); !errors.Is(err, errOver) {
		t.Errorf("hint when it is over: %v", err)
	}
	// Taking the last move back opens the game again; a resignation too.
	if err := s.Undo(); err != nil || s.Over() || len(s.moves()) != 4 {
		t.Fatalf("undo: %v, %d moves", err, len(s.moves()))
	}
	if err := s.Resign(); err != nil || s.Result() != "O+R" || ResultText(s.Result()) != "O wins by resignation" {
		t.Errorf("resigned: %v, %q", err, s.Result())
	}
	if err := s.Undo(); err != nil || s.Over() || len(s.moves()) != 4 {
		t.Errorf("undo of a resignation: %v", err)
	}
}

func TestPersonTakesOOrBothSides(t *testing.T) {
	s := newGameSession(t, "gomoku:size=5,length=3", board.White, &firstFree{})
	if !s.PlayersTurn() || !errors.Is(s.Play(at(t, s, "C3")), errNotYourTurn) {
		t.Error("O begins")
	}
	if x, o := s.Names(); x != "first free" || o != "You" {
		t.Errorf("%s against %s", x, o)
	}
	if err := s.Resign(); err != nil || s.Result() != "X+R" {
		t.Errorf("O resigned: %v, %q", err, s.Result())
	}
	both := newGameSession(t, "tictactoe", board.Empty, &firstFree{})
	for _, v := range []string{"A1", "B1", "A2", "B2", "A3"} {
		turn(t, both, v)
	}
	if both.Result() != "X+row" || ResultText(both.Result()) != "X has a row and wins" {
		t.Errorf("result %q", both.Result())
	}
	if err := both.Undo(); err != nil || len(both.moves()) != 4 {
		t.Errorf("undo: %v, %d moves", err, len(both.moves()))
	}
}

// TestPlayerIsNotTrusted with the board.
func TestPlayerIsNotTrusted(t *testing.T) {
	taken := &firstFree{}
	s := newGameSession(t, "tictactoe", board.Black, pointTaken{taken})
	if err := s.Play(at(t, s, "A3")); err != nil {
		t.Fatal(err)
	}
	c, err := s.Think(t.Context())
	if err == nil {
		err = s.Answer(c)
	}
	if err == nil || !strings.Contains(err.Error(), "first free: A3 is not a legal move") {
		t.Errorf("a stone on a stone: %v", err)
	}
	taken.err = errors.New("no memory")
	m := NewModel(t.Context(), s, Screen{})
	next, cmd := m.Update(m.Init()())
	if err := next.(Model).Err(); cmd == nil || !errors.Is(err, taken.err) {
		t.Errorf("the error became %v", err)
	}
}

// pointTaken plays on the point that the first stone has.
type pointTaken struct{ *firstFree }

func (p pointTaken) Genmove(ctx context.Context, c board.Color, clock timing.Clock) (player.Choice, error) {
	_, err := p.firstFree.Genmove(ctx, c, clock)
	return player.Choice{Point: board.XY(0, 0)}, err
}

func TestSmallGameOnTheScreen(t *testing.T) {
	s := newGameSession(t, "tictactoe", board.Black, &firstFree{})
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

func TestGomokuFitsWindows(t *testing.T) {
	for _, text := range []string{"tictactoe", "gomoku", "gomoku:size=15", "gomoku:size=19"} {
		s := newGameSession(t, text, board.Black, &firstFree{})
		for _, color := range []bool{false, true} {
			m := NewModel(t.Context(), s, Screen{})
			next, _ := m.Update(tea.WindowSizeMsg{Width: boardWidth(s.size(), 1), Height: boardHeight(s.size(), 1) + below})
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
	s := newGameSession(t, "tictactoe", board.Black, &firstFree{})
	var out strings.Builder
	if err := Plain(t.Context(), s, strings.NewReader("b2\nhint\nscore\ndead b2\npass\nD4\nA2\nC2\n"), &out); err != nil {
		t.Fatal(err)
	}
	if got := trimmed(out.String()); got != wantLines {
		t.Errorf("got\n%s\nwant\n%s", got, wantLines)
	}
	random, err := player.Players().Parse("random", player.Env{Rules: s.config.Rules, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := newGameSession(t, "tictactoe", board.Black, random).Hints(t.Context()); !errors.Is(err, errNoHint) {
		t.Errorf("a random player's hint: %v", err)
	}
}
