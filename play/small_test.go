package play

import (
	"errors"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/playertest"
	"github.com/tengen-go/tengen/player"
)

func newGameSession(t *testing.T, text string, human board.Color, p player.Player) *GameSession {
	t.Helper()
	rules, err := game.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewGameSession(p, GameConfig{Rules: rules, Human: human})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func at(t *testing.T, e *GameSession, vertex string) board.Point {
	t.Helper()
	p, err := board.ParseVertex(vertex, e.Size())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// turn plays the person's move and has the player answer.
func turn(t *testing.T, e *GameSession, vertex string) {
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
	s := newGameSession(t, "tictactoe", board.Black, &playertest.FirstFree{})
	if err := s.Undo(); !errors.Is(err, ErrNoUndo) {
		t.Errorf("undo at the start: %v", err)
	}
	turn(t, s, "B2") // O takes A3
	for vertex, want := range map[string]string{"B2": "B2 is not a legal move", "pass": "no passing"} {
		if err := s.Play(at(t, s, vertex)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", vertex, err, want)
		}
	}
	if h, err := s.Hints(t.Context()); err != nil || h[0].Text(3) != "B3 wins 75.0 %" {
		t.Errorf("hint %v, %v", h[0].Text(3), err)
	}
	turn(t, s, "B3")
	if err := s.Undo(); err != nil || len(s.Moves()) != 2 || !s.HumansTurn() {
		t.Fatalf("undo: %v, %d moves", err, len(s.Moves()))
	}
	turn(t, s, "B3") // O takes C3
	if err := s.Play(at(t, s, "B1")); err != nil {
		t.Fatal(err)
	}
	if !s.Over() || s.Result() != "X+row" || s.PlayersTurn() || s.HumansTurn() {
		t.Errorf("result %q", s.Result())
	}
	for what, err := range map[string]error{"play": s.Play(at(t, s, "A1")), "resign": s.Resign()} {
		if !errors.Is(err, ErrOver) {
			t.Errorf("%s when it is over: %v", what, err)
		}
	}
	if _, err := s.Hints(t.Context()); !errors.Is(err, ErrOver) {
		t.Errorf("hint when it is over: %v", err)
	}
	// Taking the last move back opens the game again; a resignation too.
	if err := s.Undo(); err != nil || s.Over() || len(s.Moves()) != 4 {
		t.Fatalf("undo: %v, %d moves", err, len(s.Moves()))
	}
	if err := s.Resign(); err != nil || s.Result() != "O+R" || ResultText(s.Result()) != "O wins by resignation" {
		t.Errorf("resigned: %v, %q", err, s.Result())
	}
	if err := s.Undo(); err != nil || s.Over() || len(s.Moves()) != 4 {
		t.Errorf("undo of a resignation: %v", err)
	}
}

func TestPersonTakesOOrBothSides(t *testing.T) {
	s := newGameSession(t, "gomoku:size=5,length=3", board.White, &playertest.FirstFree{})
	if !s.PlayersTurn() || !errors.Is(s.Play(at(t, s, "C3")), ErrNotYourTurn) {
		t.Error("O begins")
	}
	if x, o := s.Names(); x != "first free" || o != "You" {
		t.Errorf("%s against %s", x, o)
	}
	if err := s.Resign(); err != nil || s.Result() != "X+R" {
		t.Errorf("O resigned: %v, %q", err, s.Result())
	}
	both := newGameSession(t, "tictactoe", board.Empty, &playertest.FirstFree{})
	for _, v := range []string{"A1", "B1", "A2", "B2", "A3"} {
		turn(t, both, v)
	}
	if both.Result() != "X+row" || ResultText(both.Result()) != "X has a row and wins" {
		t.Errorf("result %q", both.Result())
	}
	if err := both.Undo(); err != nil || len(both.Moves()) != 4 {
		t.Errorf("undo: %v, %d moves", err, len(both.Moves()))
	}
}

// TestPlayerIsNotTrusted with the board.
func TestPlayerIsNotTrusted(t *testing.T) {
	taken := &playertest.FirstFree{}
	s := newGameSession(t, "tictactoe", board.Black, playertest.PointTaken{FirstFree: taken})
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
}
