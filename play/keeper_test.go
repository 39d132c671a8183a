package play

import (
	"errors"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/playertest"
)

// reopened is the session that goes on with what was kept of another.
func reopened(t *testing.T, s *Session, answers ...string) *Session {
	t.Helper()
	text, err := s.Kept(Notes{Player: "scripted"})
	if err != nil {
		t.Fatal(err)
	}
	return restored(t, string(text), answers...)
}

// restored is the session that goes on with a kept game.
func restored(t *testing.T, kept string, answers ...string) *Session {
	t.Helper()
	u, err := ReadKept("kept.sgf", []byte(kept))
	if err != nil {
		t.Fatal(err)
	}
	config := Config{Rules: board.Chinese(), Human: u.Human, Seed: 1}
	s, err := OpenSession(&playertest.Scripted{Answers: answers}, config, u.Tree, u.Place)
	if err != nil {
		t.Fatal(err)
	}
	s.Restore(u)
	return s
}

// A kept game is over only if it was. The result of a record that is gone on with ends no game.
func TestResultOfAKeptGame(t *testing.T) {
	s, _ := opened(t, `(;SZ[9]RE[B+R];B[ee];W[cc])`, "")
	if s = reopened(t, s, "G7"); s.Over() || s.root().Text("RE") != "B+R" {
		t.Fatalf("a record that was only opened: over %v, RE %q", s.Over(), s.root().Text("RE"))
	}
	if err := s.Play(point(t, s, "F4")); err != nil {
		t.Fatal(err)
	}
	reply(t, s)
	if s = reopened(t, s); s.Over() || s.root().Text("RE") != "" {
		t.Errorf("a record that was played on: %q, RE %q", s.Result(), s.root().Text("RE"))
	}
	if err := s.Resign(); err != nil {
		t.Fatal(err)
	}
	if s = reopened(t, s); s.Result() != "W+R" {
		t.Errorf("resigned: %q", s.Result())
	}
	if err := s.Undo(); err != nil {
		t.Fatal(err)
	}
	if s = reopened(t, s); s.Over() || s.root().Text("RE") != "" {
		t.Errorf("the resignation taken back: %q, RE %q", s.Result(), s.root().Text("RE"))
	}
	s.loseOnTime(board.White)
	if s = reopened(t, s); s.Result() != "B+T" {
		t.Errorf("lost on time: %q", s.Result())
	}
	s, _ = opened(t, recorded, "1", "F6")
	if err := s.Play(point(t, s, "D4")); err != nil {
		t.Fatal(err)
	}
	if s = reopened(t, s); s.Over() || s.root().Text("RE") != "B+R" {
		t.Errorf("a variation: %q, RE %q", s.Result(), s.root().Text("RE"))
	}
	// Older versions kept only RE.
	if s = restored(t, `(;SZ[9]RE[W+R]TGSIDE[black];B[ee])`); s.Result() != "W+R" {
		t.Errorf("kept by an older version: %q", s.Result())
	}
}

// A record that the person only looked at waits for the person, unless the player was asked to move.
func TestALookIsKept(t *testing.T) {
	s, _ := opened(t, recorded, "1", "F6")
	if s = reopened(t, s, "F6"); !s.Browsing() || s.PlayersTurn() {
		t.Errorf("browsing %v, the player's turn %v", s.Browsing(), s.PlayersTurn())
	}
	if err := s.PlayerMoves(); err != nil {
		t.Fatal(err)
	}
	if s = reopened(t, s); s.Browsing() || !s.PlayersTurn() {
		t.Errorf("asked to move: browsing %v, the player's turn %v", s.Browsing(), s.PlayersTurn())
	}
}

// Who looks back through a game that has ended finds its end again, also after a restart. It ends nowhere else, and has
// its result meanwhile.
func TestTheEndComesBack(t *testing.T) {
	const passed = `(;SZ[5]KM[0.5]AB[ba][bb][bc][bd][be]AW[da][db][dc][dd][de]PL[B];B[];W[])`
	for text, end := range map[string]func(*Session) error{
		recorded:       (*Session).Resign,
		recorded + " ": func(s *Session) error { s.loseOnTime(board.White); return nil },
		passed:         func(s *Session) error { return s.Toggle(point(t, s, "D1")) },
	} {
		s, _ := opened(t, text, "")
		file := s.root().Text("RE")
		if err := end(s); err != nil {
			t.Fatal(err)
		}
		want, dead := s.Result(), len(s.Dead())
		for range 2 {
			if err := s.Back(2); err != nil || s.Over() || s.root().Text("RE") != want {
				t.Errorf("back: %v, over %v, RE %s, want %s", err, s.Over(), s.root().Text("RE"), want)
			}
			text, err := s.Kept(Notes{})
			if err != nil {
				t.Fatal(err)
			}
			if u, err := ReadKept("kept.sgf", text); err != nil || u.Result != want {
				t.Errorf("kept: %v, %s, want %s", err, u.Result, want)
			}
			s = restored(t, string(text))
			if err := s.Forward(9); err != nil || s.Result() != want || len(s.Dead()) != dead {
				t.Errorf("at the end: %v, %s, dead %v; want %s and %d", err, s.Result(), s.Dead(), want, dead)
			}
		}
		if err := s.Back(1); err != nil {
			t.Fatal(err)
		}
		if err := s.Play(point(t, s, "A1")); err != nil {
			t.Fatal(err)
		}
		if err := s.Back(1); err != nil {
			t.Fatal(err)
		}
		if err := s.Forward(9); err != nil || s.game.Resigned() != board.Empty || s.root().Text("RE") != file {
			t.Errorf("played on: %v, %s, RE %q, want the file's %q", err, s.Result(), s.root().Text("RE"), file)
		}
	}
}

// The result that a file has stays in the record after a restart, at its end and where a variation is played.
func TestAFilesResultStays(t *testing.T) {
	for _, result := range []string{"B+12.5", "W+0.5", "B+24.5"} { // what the count gives too, and what not
		s, _ := opened(t, "(;SZ[5]KM[0.5]RE["+result+"];B[cc];W[];B[];W[])", "")
		check := func(when string) {
			t.Helper()
			if re := s.root().Text("RE"); re != result {
				t.Errorf("%s, counted as %s: RE %s, want %s", when, s.Result(), re, result)
			}
		}
		for range 2 {
			s = reopened(t, s)
			check("at the end")
		}
		if err := s.Back(2); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			s = reopened(t, s)
			check("looking back")
		}
		if err := s.Play(point(t, s, "B2")); err != nil {
			t.Fatal(err)
		}
		check("in a variation")
	}
}

// To take a move back while looking back at an ended game removes nothing, neither a move nor the end.
func TestUndoWhileLookingBack(t *testing.T) {
	s, _ := opened(t, recorded, "", "F6")
	if err := s.Play(point(t, s, "A1")); err != nil {
		t.Fatal(err)
	}
	if err := s.Resign(); err != nil {
		t.Fatal(err)
	}
	moves := playedIn(s)
	for _, step := range []func() error{func() error { return s.Back(1) }, s.Undo, s.Undo} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	if len(s.Moves()) != 2 || s.root().Text("RE") != "W+R" {
		t.Errorf("at %s, RE %q", playedIn(s), s.root().Text("RE"))
	}
	if err := s.Forward(9); err != nil || playedIn(s) != moves || s.Result() != "W+R" {
		t.Errorf("at the end: %v, %s, %q", err, playedIn(s), s.Result())
	}
	if err := s.Back(9); err != nil {
		t.Fatal(err)
	}
	if err := s.Undo(); !errors.Is(err, ErrNoUndo) {
		t.Errorf("at the beginning: %v", err)
	}
}

// A variation that has ended ends no game for who looks at it.
func TestTheEndOfAVariation(t *testing.T) {
	s, _ := opened(t, `(;SZ[5];B[cc](;W[bb])(;W[];B[]))`, "")
	for _, walk := range []func() error{
		func() error { return s.NextVariation() }, func() error { return s.Forward(1) }, func() error { return s.Back(1) },
	} {
		if err := walk(); err != nil {
			t.Fatal(err)
		}
		text, err := s.Kept(Notes{})
		if err != nil {
			t.Fatal(err)
		}
		if u, err := ReadKept("kept.sgf", text); err != nil || u.Result != "" {
			t.Errorf("at %s: %v, result %s", s.Place(), err, u.Result)
		}
	}
}

// A kept game has the dead stones that the person marked, or none, and the same result.
func TestDeadStonesOfAKeptGame(t *testing.T) {
	s, _ := opened(t, `(;SZ[5]KM[0.5]AB[ba][bb][bc][bd][be]AW[da][db][dc][dd][de]PL[B];B[];W[])`, "")
	if !s.Scoring() || len(s.Dead()) != 0 {
		t.Fatalf("scoring %v, dead %v", s.Scoring(), s.Dead())
	}
	for _, dead := range []int{5, 0} {
		if err := s.Toggle(point(t, s, "D1")); err != nil {
			t.Fatal(err)
		}
		want := s.Result()
		s = reopened(t, s)
		if len(s.Dead()) != dead || s.Result() != want || s.root().Text("RE") != want {
			t.Errorf("dead %v, result %s, RE %s; want %d and %s", s.Dead(), s.Result(), s.root().Text("RE"), dead, want)
		}
	}
	// A guess that the person corrected does not come back.
	s, _ = opened(t, `(;SZ[5]KM[0.5]AB[ba][bb][bc][bd][be][da][db][dc][dd][de]AW[ec]PL[B];B[];W[])`, "")
	if len(s.Dead()) != 1 {
		t.Fatalf("the guess: %v", s.Dead())
	}
	if err := s.Toggle(point(t, s, "E3")); err != nil {
		t.Fatal(err)
	}
	if s = reopened(t, s); len(s.Dead()) != 0 {
		t.Errorf("dead again: %v", s.Dead())
	}
}

// RE is the result of the main line, in which a game that began here ends, whatever was taken back before. In a record
// from a file a variation that ends leaves the file's main line and result.
func TestTheResultIsThatOfTheMainLine(t *testing.T) {
	own := func(kept string, answers ...string) string {
		t.Helper()
		s := restored(t, kept, answers...)
		for range 2 {
			if err := s.Undo(); err != nil {
				t.Fatal(err)
			}
			if s.HumansTurn() {
				break
			}
		}
		if err := s.Play(point(t, s, "C3")); err != nil {
			t.Fatal(err)
		}
		if err := s.Resign(); err != nil {
			t.Fatal(err)
		}
		text, err := s.tree.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	const side = "(;SZ[9]TGSIDE[black]TGREAD[none]"
	if got := own(side + ";B[ee];W[cc])"); !strings.Contains(got, "RE[W+R]") || !strings.HasSuffix(got, ";B[cg])") {
		t.Errorf("a game that began here: %s", got)
	}
	// Whoever goes back in it and plays another move makes a variation, and the game ends there.
	s := restored(t, side+"TGPLACE[1];B[ee];W[cc])")
	if err := s.Back(1); err != nil {
		t.Fatal(err)
	}
	if err := s.Play(point(t, s, "C3")); err != nil {
		t.Fatal(err)
	}
	if err := s.Resign(); err != nil {
		t.Fatal(err)
	}
	line := s.tree.MainLine()
	if v, _ := line[1].Get("B"); len(line) != 2 || v != "cg" || s.root().Text("RE") != "W+R" {
		t.Errorf("a variation of a game that began here: %d nodes, %s, RE %s", len(line), v, s.root().Text("RE"))
	}
	// A file's game that goes on is ours from there, also after a restart.
	s, _ = opened(t, "(;SZ[9];B[ee];W[cc])", "", "D7")
	if err := s.Play(point(t, s, "G7")); err != nil {
		t.Fatal(err)
	}
	c, err := s.Think(t.Context())
	if err == nil {
		err = s.Answer(c)
	}
	if err != nil {
		t.Fatal(err)
	}
	text, err := s.Kept(Notes{})
	if err != nil {
		t.Fatal(err)
	}
	if got := own(string(text)); !strings.Contains(got, "RE[W+R]") || !strings.HasSuffix(got, ";B[ee];W[cc];B[cg])") {
		t.Errorf("a file's game that went on: %s", got)
	}
	// The name of the player is kept, whoever a file names; and so is the result of the file.
	for name, want := range map[string]string{"": "scripted", "Tengen, 20k": "Tengen, 20k"} {
		s, _ = opened(t, "(;SZ[9]PB[Lee]PW[Gu]RE[B+3.5];B[ee];W[cc])", "")
		s.config.Opponent = name
		if err := s.Play(point(t, s, "G7")); err != nil {
			t.Fatal(err)
		}
		if text, err = s.Kept(Notes{}); err != nil {
			t.Fatal(err)
		}
		u, err := ReadKept("kept.sgf", text)
		if err != nil || u.Opponent() != want || u.Tree.Root.Text("PW") != "Gu" || u.Tree.Root.Text("TGNAME") != "" {
			t.Errorf("the player is called %q, want %q (%v)", u.Opponent(), want, err)
		}
		s = restored(t, string(text))
		if err := s.Undo(); err != nil || s.root().Text("RE") != "B+3.5" {
			t.Errorf("back at the end of the file: RE %q (%v)", s.root().Text("RE"), err)
		}
	}
	// What an older version kept may be from a file.
	s = restored(t, "(;SZ[9]TGSIDE[black];B[ee];W[cc];B[gg];W[gc])")
	if err := s.Undo(); err != nil || len(s.tree.MainLine()) != 5 {
		t.Errorf("an older version's game has %d nodes after Take back (%v)", len(s.tree.MainLine()), err)
	}
	s, _ = opened(t, "(;SZ[9]RE[B+3.5];B[ee];W[cc];B[gg];W[gc])", "1.1")
	for _, again := range []bool{false, true} {
		if again {
			s = reopened(t, s)
		}
		if err := s.Play(point(t, s, "J9")); err != nil {
			t.Fatal(err)
		}
		if err := s.Resign(); err != nil {
			t.Fatal(err)
		}
		if line := s.tree.MainLine(); !s.Over() || len(line) != 5 || s.root().Text("RE") != "B+3.5" {
			t.Errorf("again %v: a variation of a file's game: %d nodes, RE %s", again, len(line), s.root().Text("RE"))
		}
		for s.Over() || !s.HumansTurn() {
			if err := s.Undo(); err != nil {
				t.Fatal(err)
			}
		}
	}
}
