package terminal

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/playertest"
	"github.com/tengen-go/tengen/play"
)

func newKeeper(folder string) *play.Keeper {
	return play.NewKeeper(folder, func() time.Time { return time.Date(2026, 11, 23, 20, 36, 41, 0, time.UTC) })
}

// end is the end of a keeper's program.
func end(t *testing.T, k *play.Keeper) {
	t.Helper()
	if err := k.Close(); err != nil {
		t.Fatal(err)
	}
}

// kept is a screen whose game the keeper keeps.
func kept(t *testing.T, k *play.Keeper, s *play.Session) Model {
	t.Helper()
	m := NewModel(t.Context(), look(t, s), Screen{Keep: func(GameView) error { return k.Keep(s, "rave:playouts=10") }})
	m.color = false
	return react(m, m.Init())
}

func unfinished(t *testing.T, k *play.Keeper) *play.Unfinished {
	t.Helper()
	u, err := k.Unfinished()
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// Whenever the program ends, the next one finds the game as it was, variations included.
func TestUnfinishedGameGoesOn(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "state")
	if u := unfinished(t, newKeeper(folder)); u != nil {
		t.Fatalf("a game before there was one: %+v", u)
	}
	s, _ := newSession(t, 9, board.White, "C3", "D3", "E3", "F3")
	k := newKeeper(folder)
	m := kept(t, k, s)
	if u := unfinished(t, k); u != nil {
		t.Error("an empty board was kept") // the player's first move came before the person's
	}
	m = press(m, "f", "6", "enter", "g", "6", "enter")
	press(m, "[", "[", "h", "8", "enter") // White's second move again: a variation
	if playedIn(s) != "C3 F6 D3 H8 E3" {
		t.Fatalf("played %s", playedIn(s))
	}
	end(t, k)
	again := newKeeper(folder)
	u := unfinished(t, again)
	if u == nil || u.Player != "rave:playouts=10" || u.Human != board.White || u.Opponent() != "scripted" {
		t.Fatalf("kept %+v", u)
	}
	r, err := play.OpenSession(&playertest.Scripted{Answers: []string{"A1"}}, play.Config{Rules: board.Chinese(), Human: u.Human}, u.Tree, u.Place)
	if err != nil {
		t.Fatal(err)
	}
	r.Restore(u)
	if playedIn(r) != playedIn(s) || !r.HumansTurn() || r.Browsing() {
		t.Errorf("goes on at %s, want %s", playedIn(r), playedIn(s))
	}
	if err := r.NextVariation(); err == nil {
		t.Error("the player's answer has a variation")
	}
	if u, err := again.GoOn(); err != nil || u == nil {
		t.Fatalf("%+v, %v", u, err)
	}
	m = press(kept(t, again, r), "r", "y")
	if u := unfinished(t, again); u != nil || !m.view.Over() {
		t.Errorf("a finished game is unfinished: %+v", u)
	}
	raw, err := os.ReadFile(filepath.Join(folder, "games", "20261123-203641.sgf"))
	if err != nil || !strings.Contains(string(raw), "RE[B+R]") || strings.Contains(string(raw), "TGPLAYER") {
		t.Errorf("the finished game: %v\n%s", err, raw)
	}
}

// A new game does not overwrite the unfinished one before, and a record that is only looked at
// changes nothing.
func TestKeeperLosesNothing(t *testing.T) {
	folder := t.TempDir()
	s, _ := newSession(t, 9, board.Black, "C3")
	k := newKeeper(folder)
	press(kept(t, k, s), "f", "6", "enter")
	end(t, k)
	read, _ := opened(t, recorded, "", "D9")
	k = newKeeper(folder)
	m := press(kept(t, k, read), "[", "[")
	if u := unfinished(t, k); u == nil || u.Moves != 2 {
		t.Fatalf("looking at a record changed the unfinished game: %+v", u)
	}
	m = press(m, "a", "1", "enter")
	if u := unfinished(t, k); u == nil || u.Tree.Root.Text("PB") != "A" {
		t.Errorf("the record that is played on is not kept: %+v", u)
	}
	games, err := filepath.Glob(filepath.Join(folder, "games", "*.sgf"))
	if err != nil || len(games) != 1 {
		t.Errorf("the first game is gone: %v, %v", games, err)
	}
	if press(m, "u"); unfinished(t, k) != nil {
		t.Error("a game of which everything was taken back is kept")
	}
	for range 2 { // two games of the same second
		end(t, k)
		k = newKeeper(folder)
		s, _ := newSession(t, 9, board.Black, "C3")
		press(kept(t, k, s), "f", "6", "enter", "r", "y")
	}
	if games, _ = filepath.Glob(filepath.Join(folder, "games", "*.sgf")); len(games) != 3 {
		t.Errorf("games %v, want 3", games)
	}
}

// Marking stones after the end changes the kept record, and makes no second one.
func TestKeptResultFollowsTheDeadStones(t *testing.T) {
	folder := t.TempDir()
	k := newKeeper(folder)
	s := finishedSession(t)
	m := kept(t, k, s)
	m.cursor = point(t, s, "B1")
	m = press(m, "enter", "enter")
	path := filepath.Join(folder, "games", "20261123-203641.sgf")
	if raw, err := os.ReadFile(path); err != nil || !strings.Contains(string(raw), "RE[B+4.5]") {
		t.Errorf("after two changes: %v, %s", err, raw)
	}
	press(m, "enter")
	_, kept := k.Kept()
	if raw, err := os.ReadFile(path); err != nil || !strings.Contains(string(raw), "RE[W+5.5]") || kept {
		t.Errorf("after the third: %v, %s", err, raw)
	}
	games, err := filepath.Glob(filepath.Join(folder, "games", "*"))
	if err != nil || len(games) != 1 {
		t.Errorf("kept %v, %v", games, err)
	}
}

func TestKeeperSaysWhatIsWrong(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "unfinished.sgf"), []byte("no game"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := newKeeper(folder).Unfinished(); err == nil || !strings.Contains(err.Error(), "unfinished.sgf") {
		t.Errorf("a file without a game: %v", err)
	}
	file := filepath.Join(folder, "unfinished.sgf", "below")
	s, _ := newSession(t, 9, board.Black, "C3")
	if m := press(kept(t, newKeeper(file), s), "f", "6", "enter"); !strings.Contains(m.message, "No: keep the game") {
		t.Errorf("a folder that cannot be: %q", m.message)
	}
	for dir, want := range map[string]string{"/x": filepath.Join("/x", "tengen"), "relative": filepath.Join("/home/me", ".local", "state", "tengen")} {
		t.Setenv("HOME", "/home/me")
		if got, err := play.StateFolder(func(string) string { return dir }); err != nil || got != want {
			t.Errorf("XDG_STATE_HOME=%s: %s, %v, want %s", dir, got, err, want)
		}
	}
}

// Of two programs at once, the second one keeps its game among the others: none is lost. Nor does it go on with the
// game of the first one.
func TestTwoGamesAtOnce(t *testing.T) {
	folder := t.TempDir()
	first, second := newKeeper(folder), newKeeper(folder)
	a, _ := newSession(t, 9, board.White, "C3", "D3", "E3")
	b, _ := newSession(t, 9, board.White, "C4", "D4", "E4")
	m, n := kept(t, first, a), kept(t, second, b)
	for _, column := range []string{"f", "g"} {
		m = press(m, column, "6", "enter")
		n = press(n, column, "7", "enter")
	}
	if _, err := second.GoOn(); first.Elsewhere() || !second.Elsewhere() || err == nil {
		t.Errorf("the second program may go on with the game of the first one: %v", err)
	}
	if u := unfinished(t, first); u == nil || u.Moves != len(a.Moves()) {
		t.Errorf("unfinished: %+v, want %d moves", u, len(a.Moves()))
	}
	file, ok := second.Kept()
	text, err := os.ReadFile(file)
	if !ok || err != nil {
		t.Fatalf("the second game is in %q, %v", file, err)
	}
	if u, err := play.ReadKept(file, text); err != nil || u.Moves != len(b.Moves()) {
		t.Errorf("the second game: %+v, %v, want %d moves", u, err, len(b.Moves()))
	}
	if err := first.Close(); err != nil || second.Elsewhere() {
		t.Errorf("the first program has ended: %v", err)
	}
}
