package selfplay

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/internal/folder"
)

// fill opens the file and adds games until it has n, flushing after every flush; it finishes
// the file if asked to.
func fill(t *testing.T, path string, about About, games []*Game, n, flush int, finish bool) *File {
	t.Helper()
	f, err := OpenFile(path, about)
	if err != nil {
		t.Fatal(err)
	}
	for f.Set().Len() < n {
		if err := f.Add(games[f.Set().Len()]); err != nil {
			t.Fatal(err)
		}
		if f.Set().Len()%flush == 0 {
			if err := f.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if finish {
		if err := f.Finish(); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestAnInterruptedFileEndsAsAnUnbrokenOne(t *testing.T) {
	players := []Player{{network(t, 5, 1), 1}, {network(t, 5, 2), 1}}
	config := Config{Size: 5, Komi: 0.5, Seed: 6, Resign: 0.2, PlayOut: 0.5, Settle: true}
	v := ValueData{SL: 0, RL: 1, MaxU: 70}
	games := play(t, config, players, 0, 30, v.Plan)
	about := About{Program: "test", Kind: KindValue, Board: 5, Komi: 0.5, Seed: 6, MaxU: 70}
	dir := t.TempDir()
	whole, broken := filepath.Join(dir, "whole.tengen"), filepath.Join(dir, "broken.tengen")
	want := fill(t, whole, about, games, 30, 100, true).Tally()
	if want.Games != 30 || want.PlayedOut == 0 || want.Redrawn == 0 {
		t.Errorf("%+v", want)
	}

	fill(t, broken, about, games, 13, 5, false) // three games are lost
	f, err := OpenFile(broken, about)
	if err != nil || f.Set().Len() != 10 {
		t.Fatalf("%v", err)
	}
	if _, err := OpenFile(broken, about); !errors.Is(err, folder.ErrBusy) {
		t.Errorf("made twice at once: %v", err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	fill(t, broken, about, games, 20, 7, false)
	fill(t, broken, about, games, 22, 100, true) // finished
	fill(t, broken, about, games, 27, 3, false)  // and made to grow
	got := fill(t, broken, about, games, 30, 100, true).Tally()
	a, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(broken)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a, b) {
		t.Errorf("the files differ: %+v and %+v", want, got)
	}
	if _, err := os.Stat(broken + ".parts"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the parts are still there: %v", err)
	}

	for _, path := range []string{whole, broken} {
		other := about
		other.Seed++
		if _, err := OpenFile(path, other); !errors.Is(err, ErrOtherGames) || !strings.Contains(err.Error(), "other games: seed 6, now 7;") {
			t.Errorf("with another seed: %v", err)
		}
	}
	if f, err = OpenFile(whole, about); err != nil {
		t.Fatal(err)
	}
	if err := f.Add(games[29]); err == nil {
		t.Error("a game was added twice")
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(left) != 2 {
		t.Errorf("left behind: %v, error %v", left, err)
	}
}

// Games that are taken back are gone from the disk with the part that they are in, and what earlier sessions made
// stays. The file ends as an unbroken one.
func TestGamesAreTakenBack(t *testing.T) {
	players := []Player{{network(t, 5, 1), 1}, {network(t, 5, 2), 1}}
	config := Config{Size: 5, Komi: 0.5, Seed: 6, Resign: 0.2, PlayOut: 0.5, Settle: true}
	games := play(t, config, players, 0, 30, (&ValueData{SL: 0, RL: 1, MaxU: 70}).Plan)
	about := About{Program: "test", Kind: KindValue, Board: 5, Komi: 0.5, Seed: 6, MaxU: 70}
	dir := t.TempDir()
	whole, path := filepath.Join(dir, "whole.tengen"), filepath.Join(dir, "back.tengen")
	fill(t, whole, about, games, 30, 100, true)
	fill(t, path, about, games, 6, 100, true)
	fill(t, path, about, games, 10, 10, false)
	for _, c := range []struct{ game, next int }{{29, 24}, {24, 24}, {19, 17}, {10, 10}, {3, 10}} {
		f, err := OpenFile(path, about)
		if err != nil {
			t.Fatal(err)
		}
		for f.Set().Len() < 27 {
			if err := f.Add(games[f.Set().Len()]); err != nil {
				t.Fatal(err)
			}
			if n := f.Set().Len(); n%7 == 3 { // parts of 17 and 24 games; three games are on no disk
				if err := f.Flush(); err != nil {
					t.Fatal(err)
				}
			}
		}
		err = f.Back(c.game)
		if err != nil || f.Next() != c.next || f.Tally().Games != c.next || f.Set().Len() != c.next {
			t.Errorf("back to game %d: %d games, %+v, %v", c.game, f.Set().Len(), f.Tally(), err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		if f, err = OpenFile(path, about); err != nil || f.Next() != c.next {
			t.Fatalf("on the disk are %d games, want %d; %v", f.Next(), c.next, err)
		}
		if err := f.Back(0); err != nil || f.Next() != c.next {
			t.Errorf("an earlier session's games are taken back: %d are left, %v", f.Next(), err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		for _, part := range []string{"000000010", "000000017"} { // the next case begins with this session's parts
			if err := os.Remove(filepath.Join(path+".parts", part+".tengen")); err != nil && !errors.Is(err, os.ErrNotExist) {
				t.Fatal(err)
			}
		}
	}
	fill(t, path, about, games, 30, 100, true)
	a, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(path); err != nil || !bytes.Equal(a, b) {
		t.Errorf("the files differ, %v", err)
	}
}

// What a kill left half written goes when the file is gone on with: a part, or the file at the end. Files of others stay.
func TestWhatKilledWritesLeftGoes(t *testing.T) {
	games := play(t, Config{Size: 5, Seed: 1}, []Player{{network(t, 5, 1), 1}}, 0, 6, func(int, *rand.Rand) Schedule { return Even(0, 0) })
	about, dir := About{Kind: KindGames, Board: 5, Seed: 1}, t.TempDir()
	path := filepath.Join(dir, "s.tengen")
	fill(t, path, about, games, 3, 3, false)
	left := []string{
		filepath.Join(path+".parts", ".000000000.tengen123456789"), filepath.Join(path+".parts", ".000000003.tengen123456"),
		filepath.Join(dir, ".s.tengen123456789"),
	}
	kept := []string{filepath.Join(dir, ".t.tengen123456789"), filepath.Join(dir, ".notes123456789"), filepath.Join(dir, "s.tengen1")}
	for _, name := range slices.Concat(left, kept) {
		if err := os.WriteFile(name, []byte("half of"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	f, err := OpenFile(path, about)
	if err != nil || f.Set().Len() != 3 {
		t.Fatal(err)
	}
	for _, name := range left {
		if _, err := os.Stat(name); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s stays, %v", name, err)
		}
	}
	// Who does not have the lock removes nothing.
	if err := os.WriteFile(left[2], []byte("under way"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenFile(path, about); !errors.Is(err, folder.ErrBusy) {
		t.Errorf("made twice at once: %v", err)
	}
	for _, name := range append(kept, left[2]) {
		if _, err := os.Stat(name); err != nil {
			t.Error(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	fill(t, path, about, games, 6, 2, true)
	if all, err := os.ReadDir(dir); err != nil || len(all) != len(kept)+1 {
		t.Errorf("at the end there are %v, %v", all, err)
	}
}

// Another version of the program goes on with a file, and the file names all that made games.
func TestAnotherVersionGoesOn(t *testing.T) {
	games := play(t, Config{Size: 5, Seed: 1}, []Player{{network(t, 5, 1), 1}}, 0, 9, func(int, *rand.Rand) Schedule { return Even(0, 0) })
	path := filepath.Join(t.TempDir(), "a.tengen")
	fill(t, path, About{Program: "v1", Kind: KindGames}, games, 3, 3, false)
	fill(t, path, About{Program: "v2", Kind: KindGames}, games, 6, 3, false)
	fill(t, path, About{Program: "v1", Kind: KindGames}, games, 9, 3, true)
	f := fill(t, path, About{Program: "v3", Kind: KindGames}, games, 9, 3, true) // which makes none
	if f.about.Program != "v1, then v2" {
		t.Errorf("made by %s", f.about.Program)
	}
}

func TestPartsThatAreNotWholeAreToldOf(t *testing.T) {
	players := []Player{{network(t, 5, 1), 1}}
	games := play(t, Config{Size: 5, Seed: 1}, players, 0, 9, func(int, *rand.Rand) Schedule { return Even(0, 0) })
	about := About{Kind: KindGames, Board: 5, Seed: 1}
	path := filepath.Join(t.TempDir(), "a.tengen")
	fill(t, path, about, games, 9, 3, false)
	middle := filepath.Join(path+".parts", "000000003.tengen")
	b, err := os.ReadFile(middle)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(middle, b[:len(b)-3], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenFile(path, about); err == nil || !strings.Contains(err.Error(), middle) || !strings.Contains(err.Error(), "cut short") {
		t.Errorf("a part cut short: %v", err)
	}
	if err := os.Remove(middle); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenFile(path, about); err == nil || !strings.Contains(err.Error(), "number 3") {
		t.Errorf("a part missing: %v", err)
	}
}
