package play

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/playertest"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/sgf"
)

func newSession(t *testing.T, size int, human board.Color, answers ...string) (*Session, *playertest.Scripted) {
	t.Helper()
	rules := board.Chinese()
	rules.Komi = 0.5
	p := &playertest.Scripted{Answers: answers}
	s, err := NewSession(p, Config{Size: size, Rules: rules, Human: human, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return s, p
}

func point(t *testing.T, s *Session, vertex string) board.Point {
	t.Helper()
	p, err := board.ParseVertex(vertex, s.config.Size)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// reply lets the player move.
func reply(t *testing.T, s *Session) {
	t.Helper()
	c, err := s.Think(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Answer(c); err != nil {
		t.Fatal(err)
	}
}

func TestUndoGoesBackToThePersonsTurn(t *testing.T) {
	s, p := newSession(t, 5, board.Black, "B2", "C2", "D2")
	if err := s.Undo(); !errors.Is(err, ErrNoUndo) {
		t.Errorf("undo at the start: %v", err)
	}
	for _, v := range []string{"B4", "C4"} {
		if err := s.Play(point(t, s, v)); err != nil {
			t.Fatal(err)
		}
		if err := s.Play(point(t, s, "E5")); !errors.Is(err, ErrNotYourTurn) {
			t.Errorf("a second move in a row: %v", err)
		}
		reply(t, s)
	}
	// After both have moved, undo takes two moves back; after only the person has,
	// one.
	if err := s.Undo(); err != nil || len(s.Game().Moves()) != 2 || !s.HumansTurn() {
		t.Fatalf("undo: %v, %d moves", err, len(s.Game().Moves()))
	}
	if err := s.Play(point(t, s, "D4")); err != nil {
		t.Fatal(err)
	}
	if err := s.Undo(); err != nil || len(s.Game().Moves()) != 2 || !s.HumansTurn() {
		t.Fatalf("undo before the answer: %v, %d moves", err, len(s.Game().Moves()))
	}
	if err := s.Play(point(t, s, "D4")); err != nil {
		t.Fatal(err)
	}
	if reply(t, s); p.Game.(game.GoGame).Position().Hash() != s.Game().Position().Hash() {
		t.Error("the player does not know of the undo")
	}
	// White at the start of a game in which Black has begun: nothing of its own.
	w, _ := newSession(t, 5, board.White, "C3")
	reply(t, w)
	if err := w.Undo(); !errors.Is(err, ErrNoUndo) || len(w.Game().Moves()) != 1 {
		t.Errorf("undo of the player's first move: %v", err)
	}
}

// finishedSession has Black's wall, White's wall, a white stone inside Black's
// area, and two passes.
func finishedSession(t *testing.T) *Session {
	t.Helper()
	s, _ := newSession(t, 5, board.Black, "D1", "D2", "D3", "D4", "D5", "B1", "pass")
	for _, v := range []string{"C1", "C2", "C3", "C4", "C5", "B4", "pass"} {
		if s.Scoring() {
			t.Fatal("the game ended early")
		}
		if err := s.Play(point(t, s, v)); err != nil {
			t.Fatal(err)
		}
		reply(t, s)
	}
	return s
}

func TestScoreWithDeadStones(t *testing.T) {
	s := finishedSession(t)
	if !s.Scoring() || !s.Game().Over() {
		t.Fatal("two passes did not end the game")
	}
	// 15 points to 10 and komi with the stone dead. With it alive A1–B3 and A4–A5
	// are nobody's, and it counts for White.
	if got := s.Result(); got != "B+4.5" {
		t.Errorf("result %s, want B+4.5", got)
	}
	if err := s.Toggle(point(t, s, "B1")); err != nil {
		t.Fatal(err)
	}
	if got := s.Result(); got != "W+5.5" {
		t.Errorf("result %s with the stone alive, want W+5.5", got)
	}
	// A whole chain changes at once.
	if err := s.Toggle(point(t, s, "D1")); err != nil {
		t.Fatal(err)
	}
	if got := len(s.Dead()); got != 5 {
		t.Errorf("%d dead stones, want the chain of 5", got)
	}
	if err := s.Toggle(point(t, s, "A1")); err == nil {
		t.Error("an empty point died")
	}
	if err := s.Play(point(t, s, "A1")); !errors.Is(err, ErrOver) {
		t.Errorf("a move after the end: %v", err)
	}
	if err := s.Undo(); err != nil || s.Scoring() || s.Result() != "" {
		t.Errorf("undo of the end: %v, result %q", err, s.Result())
	}
	if err := s.Toggle(point(t, s, "B1")); !errors.Is(err, errNotOver) {
		t.Errorf("dead stones during the game: %v", err)
	}
}

func TestResignation(t *testing.T) {
	s, _ := newSession(t, 5, board.White, "resign")
	reply(t, s)
	if got := s.Result(); got != "W+R" || ResultText(got) != "White wins by resignation" {
		t.Errorf("the player's resignation: %s", got)
	}
	s, _ = newSession(t, 5, board.White, "C3")
	reply(t, s)
	if err := s.Resign(); err != nil {
		t.Fatal(err)
	}
	if got := s.Result(); got != "B+R" {
		t.Errorf("the person's resignation: %s", got)
	}
	if err := s.Resign(); !errors.Is(err, ErrOver) {
		t.Errorf("a second resignation: %v", err)
	}
	if err := s.Undo(); err != nil || s.Game().Over() || len(s.Game().Moves()) != 1 {
		t.Errorf("undo of a resignation: %v, %d moves", err, len(s.Game().Moves()))
	}
}

func TestSaveWritesTheGame(t *testing.T) {
	s := finishedSession(t)
	path := filepath.Join(t.TempDir(), "game.sgf")
	if err := s.Save(path); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	trees, faults := sgf.Parse(path, raw)
	if len(trees) != 1 || len(faults) > 0 {
		t.Fatalf("%d games, %v", len(trees), faults)
	}
	root := trees[0].Root
	if root.Text("RE") != "B+4.5" || root.Text("PB") != "You" || root.Text("PW") != "scripted" {
		t.Errorf("saved %s", raw)
	}
	g, err := record.ReadGame(trees[0], board.Chinese(), -1)
	if err != nil || g.Position().Hash() != s.Game().Position().Hash() || len(g.Moves()) != 14 {
		t.Errorf("another game was saved: %v\n%s", err, raw)
	}
	if err := s.Save(filepath.Join(path, "below", "a", "file")); err == nil {
		t.Error("saved where nothing can be")
	}
}

func TestConfigIsChecked(t *testing.T) {
	for _, c := range []Config{{Size: 1}, {Size: 20}, {Size: 9, Handicap: 1}, {Size: 5, Handicap: 2}, {Size: 9, Human: 3}, {Size: 9, Rules: board.Rules{Komi: 1000}}} {
		if _, err := NewSession(&playertest.Scripted{}, c); err == nil {
			t.Errorf("%+v was taken", c)
		}
	}
}

// After a resignation or loss on time of the player's, undo goes back to the person's turn: the player would give up
// again.
func TestUndoOfThePlayersResignation(t *testing.T) {
	for _, lose := range []func(*Session){
		func(s *Session) { reply(t, s) },
		func(s *Session) { s.loseOnTime(board.White) },
	} {
		s, _ := newSession(t, 5, board.Black, "resign")
		if err := s.Play(point(t, s, "C3")); err != nil {
			t.Fatal(err)
		}
		lose(s)
		if !s.Over() {
			t.Fatal("the game goes on")
		}
		if err := s.Undo(); err != nil || s.Over() || !s.HumansTurn() || len(s.Moves()) != 0 {
			t.Errorf("undo: %v, over %v, %d moves", err, s.Over(), len(s.Moves()))
		}
		if re := s.root().Text("RE"); re != "" {
			t.Errorf("the record still has the result %s", re)
		}
	}
	s, _ := newSession(t, 5, board.White, "resign")
	reply(t, s)
	if err := s.Undo(); !errors.Is(err, ErrNoUndo) || s.Result() != "W+R" {
		t.Errorf("undo before the person's first move: %v, %q", err, s.Result())
	}
}

// A move that the player refuses is not played: board, record and player agree, and the person may try another.
func TestMoveThatThePlayerRefuses(t *testing.T) {
	s, p := newSession(t, 5, board.Black, "C3")
	p.Refuses = board.XY(0, 0)
	if err := s.Play(p.Refuses); err == nil {
		t.Fatal("the move was played")
	}
	if len(s.Moves()) != 0 || len(s.root().Children) != 0 || !s.HumansTurn() {
		t.Errorf("%d moves, %d in the record", len(s.Moves()), len(s.root().Children))
	}
	if err := s.Play(point(t, s, "D4")); err != nil {
		t.Fatal(err)
	}
	reply(t, s)
	if len(s.Moves()) != 2 || p.Game.(game.GoGame).Position().Hash() != s.Game().Position().Hash() {
		t.Errorf("%d moves, and the player has %d", len(s.Moves()), len(p.Game.Moves()))
	}
}
