//go:build long

package record

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/sgf"
)

// folder is outside material, named by an environment variable.
func folder(t *testing.T, variable, name string) string {
	t.Helper()
	root := os.Getenv(variable)
	if root == "" {
		t.Skip(variable + " is not set: it names a folder of outside material")
	}
	return filepath.Join(root, name)
}

func heap() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// The counts are those of the collection's own description: every game of it was
// replayed when it was made.
func TestAllGames19AreReadLegalAndSmall(t *testing.T) {
	files, err := filepath.Glob(folder(t, "TENGEN_DATA", "train19_*"))
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	before := heap()
	began := time.Now()
	set, report, err := Read(context.Background(), files, Options{})
	if err != nil {
		t.Fatal(err)
	}
	took := time.Since(began)
	bytes := heap() - before
	t.Logf("%d games, %d moves, %d MB of text in %v; %d MB of heap, %d faults",
		set.Len(), set.Positions(), report.Text>>20, took, bytes>>20, report.FaultCount())
	for _, f := range report.Faults[:min(10, len(report.Faults))] {
		t.Log(f)
	}
	if set.Len()+report.FaultCount()-report.Mended != 371318 {
		t.Errorf("%d games and %d faults, want 371318 in all", set.Len(), report.FaultCount())
	}
	if bytes > 400<<20 {
		t.Errorf("%d MB of heap, want at most 400", bytes>>20)
	}
	runtime.KeepAlive(set)
}

// Of the 208 untouched files twelve hold no game (five are zeros, two HTML, five lack
// the opening parenthesis);
// every other main line is legal, handicap stones on fixed points included.
func TestWildGamesAreLegalOrTheFileSaysWhy(t *testing.T) {
	dir := folder(t, "TENGEN_SUITES", "sgf-wild")
	set, report, err := Read(context.Background(), []string{dir}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if set.Len() != 196 || report.Dropped[Malformed] != 12 || report.FaultCount() != 12 {
		t.Errorf("%d games, %v", set.Len(), report.Faults)
	}
	slow := &Set{}
	if _, err := read(context.Background(), []string{dir}, Options{}, true, func(part *Set) error {
		slow.absorb(part)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(gamesOf(set), gamesOf(slow)); diff != "" {
		t.Errorf("by way of trees: %s", diff)
	}
	if train := set.Subset(func(i int) bool { g := set.Game(i); return Split(g.Hash()) == Train }); train.Len() == 0 || train.Len() == set.Len() {
		t.Errorf("%d of %d for training", train.Len(), set.Len())
	}
}

// Those who look at a record see the game that trainings learn from.
func TestWildGamesAreTheSameToReadAndToLearn(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(folder(t, "TENGEN_SUITES", "sgf-wild"), "*.sgf"))
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		trees, _ := sgf.Parse(file, text)
		if len(trees) > 0 && sameToReadAndToLearn(t, trees[0]) {
			compared++
		}
	}
	if compared < 190 {
		t.Errorf("only %d games", compared)
	}
}

// A collection of real games read by both ways is the same, packed and read again
// too.
func TestRealGamesByBothWaysAndPacked(t *testing.T) {
	file := folder(t, "TENGEN_DATA", "dev19_kgs2019.sgfl.bz2")
	set, report, err := Read(context.Background(), []string{file}, Options{})
	if err != nil || set.Len() != 4790 || report.FaultCount() != 0 {
		t.Fatalf("%d games, %v, %v", set.Len(), report, err)
	}
	slow := &Set{}
	if _, err := read(context.Background(), []string{file}, Options{}, true, func(part *Set) error {
		slow.absorb(part)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "a.tengen")
	if err := WritePacked(path, set); err != nil {
		t.Fatal(err)
	}
	packed, _, err := Read(context.Background(), []string{path}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, other := range map[string]*Set{"tree": slow, "packed": packed} {
		if diff := cmp.Diff(gamesOf(set), gamesOf(other)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
