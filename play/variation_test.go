package play

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/playertest"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/timing"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Who tries another move after the end of a game keeps the end and its result, also after a restart.
func TestAVariationKeepsTheEnd(t *testing.T) {
	byPasses := func(s *Session) {
		must(t, s.Play(board.Pass))
		reply(t, s)
	}
	for name, end := range map[string]func(*Session){
		"resignation": func(s *Session) { must(t, s.Resign()) },
		"passes":      byPasses,
	} {
		s, _ := newSession(t, 5, board.Black, "C3", "pass", "pass")
		must(t, s.Play(point(t, s, "B2")))
		reply(t, s)
		end(s)
		result := s.Result()
		if result == "" {
			t.Fatalf("%s: the game goes on", name)
		}
		must(t, s.Back(9))
		must(t, s.Forward(1))
		must(t, s.Back(1))
		must(t, s.Play(point(t, s, "D4")))
		for _, state := range []string{"as it is", "restarted"} {
			if s.Over() || s.root().Text("RE") != result {
				t.Errorf("%s, %s, in a variation: over %v, RE %q, want %q", name, state, s.Over(), s.root().Text("RE"), result)
			}
			text, err := s.Kept(Notes{})
			must(t, err)
			u, err := ReadKept("kept.sgf", text)
			must(t, err)
			if u.Result != result {
				t.Errorf("%s, %s: kept as %q, want %q", name, state, u.Result, result)
			}
			s = restored(t, string(text), "C3")
		}
		must(t, s.Back(9))
		must(t, s.Forward(99))
		if !s.Over() || s.Result() != result {
			t.Errorf("%s: back at the end: over %v, %q, want %q", name, s.Over(), s.Result(), result)
		}
	}
}

// An end that was taken back is none, though an older variation has moved to its place.
func TestAnEndThatWasTakenBack(t *testing.T) {
	s, _ := newSession(t, 5, board.Black, "C3", "D3", "pass")
	must(t, s.Play(point(t, s, "B2")))
	reply(t, s)
	must(t, s.Play(point(t, s, "B3")))
	reply(t, s)
	must(t, s.Back(2))
	must(t, s.Play(board.Pass))
	must(t, s.Answer(player.Choice{Point: board.Pass}))
	if s.root().Text("RE") == "" {
		t.Fatal("no result of the end")
	}
	must(t, s.Undo())
	must(t, s.Play(point(t, s, "E5")))
	if re := s.root().Text("RE"); re != "" || s.ended != nil {
		t.Errorf("the game goes on with RE[%s], ended %v", re, s.ended)
	}
}

// A variation that ends in a record that was gone on with does not take the result of the end before.
func TestTheEndOfAVariationOfAnEndedGame(t *testing.T) {
	s, _ := opened(t, `(;SZ[5]KM[0.5];B[cc];W[bb])`, "", "E5")
	must(t, s.Play(point(t, s, "D4")))
	reply(t, s)
	must(t, s.Resign())
	must(t, s.Back(2))
	must(t, s.Play(point(t, s, "A1")))
	reply(t, s)
	must(t, s.Resign())
	if re := s.root().Text("RE"); re != "W+R" {
		t.Errorf("RE[%s] after the variation has ended, want W+R", re)
	}
	must(t, s.Back(9))
	must(t, s.Forward(99))
	if s.Result() != "W+R" {
		t.Errorf("at the end of the main line: %q", s.Result())
	}
}

// A person ends a game, goes back and tries another move. The variation can be resumed later. The ended game is kept, too.
func TestAVariationAfterTheEndIsKept(t *testing.T) {
	dir := t.TempDir()
	k := NewKeeper(dir, time.Now)
	defer k.Close()
	s, _ := newSession(t, 5, board.Black, "C3", "D3")
	keep := func() {
		t.Helper()
		must(t, k.Keep(s, ""))
	}
	must(t, s.Play(point(t, s, "B2")))
	reply(t, s)
	must(t, s.Resign())
	keep()
	if u, err := k.Unfinished(); err != nil || u != nil {
		t.Fatalf("an ended game waits: %v, %v", u, err)
	}
	must(t, s.Back(2))
	keep()
	must(t, s.Play(point(t, s, "A1")))
	keep()
	u, err := k.Unfinished()
	must(t, err)
	if u == nil || u.Result != "W+R" {
		t.Fatalf("the variation does not wait: %+v", u)
	}
	ended, err := filepath.Glob(filepath.Join(dir, "games", "*.sgf"))
	if err != nil || len(ended) != 1 {
		t.Errorf("the ended game: %v, %v", ended, err)
	}
}

// A restart changes nothing for Undo: it takes back the person's own moves, and no moves of the record.
func TestOwnVariationsOfAKeptGame(t *testing.T) {
	s, _ := opened(t, recorded, "", "E3", "E3", "E3")
	must(t, s.Back(2))
	must(t, s.Play(point(t, s, "A1")))
	before := strings.Count(written(t, s), ";")
	s = reopened(t, s, "E3")
	if text := written(t, s); strings.Contains(text, propertyOwn) || strings.Count(text, ";") != before {
		t.Errorf("after a restart: %s", text)
	}
	must(t, s.Undo())
	if n := strings.Count(written(t, s), ";"); n != before-1 {
		t.Errorf("%d nodes after the move was taken back, want %d", n, before-1)
	}
	must(t, s.Forward(1))
	_ = s.Undo()
	if n := strings.Count(written(t, s), ";"); n != before-1 {
		t.Errorf("%d nodes after a move of the record was taken back, want %d", n, before-1)
	}
}

func written(t *testing.T, s *Session) string {
	t.Helper()
	text, err := s.tree.Append(nil)
	must(t, err)
	return string(text)
}

// Another program goes on with the unfinished game while this one only knows it. Then GoOn has its moves, or says that
// the game has ended.
func TestGoOnReadsTheGameAgain(t *testing.T) {
	dir := t.TempDir()
	first, _ := newSession(t, 5, board.Black, "C3", "D3")
	k := NewKeeper(dir, time.Now)
	must(t, first.Play(point(t, first, "B2")))
	must(t, k.Keep(first, ""))
	must(t, k.Close())
	waiting, other := NewKeeper(dir, time.Now), NewKeeper(dir, time.Now)
	known, err := waiting.Unfinished()
	must(t, err)
	u, err := other.GoOn()
	must(t, err)
	s, err := OpenSession(&playertest.Scripted{Answers: []string{"C3"}}, Config{Rules: board.Chinese(), Human: u.Human}, u.Tree, u.Place)
	must(t, err)
	s.Restore(u)
	reply(t, s)
	must(t, other.Keep(s, ""))
	must(t, other.Close())
	if u, err = waiting.GoOn(); err != nil || u == nil || u.Moves != known.Moves+1 {
		t.Errorf("%+v, %v; want %d moves", u, err, known.Moves+1)
	}
	must(t, waiting.Close())
	ending := NewKeeper(dir, time.Now)
	_, err = ending.GoOn()
	must(t, err)
	must(t, s.Resign())
	must(t, ending.Keep(s, ""))
	must(t, ending.Close())
	if u, err := waiting.GoOn(); err != nil || u != nil {
		t.Errorf("an ended game: %+v, %v", u, err)
	}
	must(t, waiting.Close())
}

// A record that has no result has none after a restart, though its game has ended.
func TestALookInventsNoResult(t *testing.T) {
	s, _ := opened(t, `(;SZ[5]KM[0.5];B[cc];W[bb];B[];W[])`, "")
	if s = reopened(t, s); !s.Over() {
		t.Fatal("the game goes on")
	}
	if re, ok := s.root().Get("RE"); ok {
		t.Errorf("RE[%s]", re)
	}
}

// Two passes behind which the record goes on are an end with a count, however one comes there.
func TestUndoBackToTwoPasses(t *testing.T) {
	s, _ := opened(t, `(;SZ[5]KM[0.5];B[cc];W[bb];B[];W[])`, "")
	result, dead := s.Result(), len(s.Dead())
	s, _ = opened(t, `(;SZ[5]KM[0.5];B[cc];W[bb];B[];W[];B[dd];W[db])`, "")
	must(t, s.Back(2))
	if !s.Scoring() || s.Result() != result || len(s.Dead()) != dead {
		t.Errorf("looked at: scoring %v, %s", s.Scoring(), s.Result())
	}
	s, _ = opened(t, `(;SZ[5]KM[0.5];B[cc];W[bb];B[];W[];B[dd];W[db])`, "", "E5")
	s.browsing = false
	must(t, s.Undo())
	if !s.Over() || !s.Scoring() || s.Result() != result {
		t.Errorf("taken back: an end without a count, %s", s.Result())
	}
}

// A move is found in the record however the record writes it, and a variation that cannot be played hides no other.
func TestVariationsAsRecordsWriteThem(t *testing.T) {
	s, _ := opened(t, `(;SZ[9];B[ee];W[cc](;B[tt];W[gg])(;B[G7];W[ff]))`, "1.1")
	for _, move := range []string{"pass", "G7"} {
		p, err := board.ParseVertex(move, 9)
		must(t, err)
		must(t, s.Play(p))
		if _, of := s.Variation(); of != 2 {
			t.Errorf("%s: %d variations, want the 2 of the record", move, of)
		}
		must(t, s.Back(1))
	}
	s, _ = opened(t, `(;SZ[9];B[ee];W[cc](;B[gg])(;B[ee])(;B[gc]))`, "1.1.1")
	for _, want := range []int{3, 1} {
		must(t, s.NextVariation())
		if number, _ := s.Variation(); number != want {
			t.Errorf("variation %d, want %d", number, want)
		}
	}
	s, _ = opened(t, `(;SZ[9];B[ee];W[cc](;B[gg])(;B[ee])(;B[zz]))`, "1.1.1")
	if err := s.NextVariation(); !errors.Is(err, board.ErrOccupied) {
		t.Errorf("only illegal ones: %v", err)
	}
}

// The time that a side thought before it resigned is nobody else's.
func TestTheClockOfAResignation(t *testing.T) {
	settings, err := timing.Parse("10m")
	must(t, err)
	p := &playertest.Scripted{Answers: []string{"resign"}}
	s, err := NewSession(p, Config{Size: 9, Rules: board.Chinese(), Human: board.Black, Seed: 1, Time: settings})
	must(t, err)
	spend := func(d time.Duration) {
		if !s.Spend(d) {
			t.Fatal("no time left")
		}
	}
	spend(10 * time.Second)
	must(t, s.Play(point(t, s, "E5")))
	spend(9 * time.Minute)
	reply(t, s)
	must(t, s.Back(1))
	must(t, s.Play(point(t, s, "G7")))
	if left := s.Clock(board.Black).Left; left != settings.Main {
		t.Errorf("Black has %v, want all of %v", left, settings.Main)
	}
}
