//go:build long

package record

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
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
	t.Logf("%d games, %d moves, %d MB of text in %v; %d MB of heap, %d faults", set.Len(), set.Positions(), report.Text>>20, took, bytes>>20, report.FaultCount())
	for _, f := range report.Faults[:min(10, len(report.Faults))] {
		t.Log(f)
	}
	if set.Len()+report.FaultCount() != 371318 {
		t.Errorf("%d games and %d faults, want 371318 in all", set.Len(), report.FaultCount())
	}
	if bytes > 400<<20 {
		t.Errorf("%d MB of heap, want at most 400", bytes>>20)
	}
	runtime.KeepAlive(set)
}
