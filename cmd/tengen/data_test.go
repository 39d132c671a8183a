package main

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/internal/bench"
	"github.com/tengen-go/tengen/record"
)

// tengen runs the whole command line and returns its exit status and stdout.
func tengen(t *testing.T, args ...string) (status int, stdout string) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	before := os.Stdout
	os.Stdout = w
	text := make(chan string)
	go func() {
		b, _ := io.ReadAll(r)
		text <- string(b)
	}()
	status = run(args)
	os.Stdout = before
	w.Close()
	return status, <-text
}

const dataGames = `(;GM[1]SZ[9]RE[B+R]BR[3d]WR[5d]DT[2016-03-09];B[cc];W[gg];B[cg])
(;GM[1]SZ[9]RE[W+2.5]BR[12k]WR[9k]DT[2011];B[cc];W[dd])
(;GM[1]SZ[19]RE[Void];B[pd])
(;GM[1]SZ[9];B[cc];W[cc])
(;GM[1]SZ[9];B[cc]$)
`

func TestDataCommands(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.sgf")
	if err := os.WriteFile(file, []byte(dataGames), 0o644); err != nil {
		t.Fatal(err)
	}

	status, out := tengen(t, "data", "stats", dir, "--json", "--quiet")
	var stats struct {
		Games, Moves, Found int
		Boards              map[int]int
		Dropped             map[string]int
		Faults              []struct {
			File, Kind string
			Line       int
		}
	}
	if err := json.Unmarshal([]byte(out), &stats); err != nil || status != exitDone {
		t.Fatalf("stats: status %d, %v: %s", status, err, out)
	}
	if stats.Games != 4 || stats.Moves != 7 || stats.Found != 5 || stats.Boards[9] != 3 ||
		stats.Dropped["illegal"] != 0 || stats.Dropped["malformed"] != 1 ||
		len(stats.Faults) != 2 || stats.Faults[0].File != file || stats.Faults[0].Line != 4 || stats.Faults[0].Kind != "mended" {
		t.Errorf("stats: %+v", stats)
	}
	if status, out := tengen(t, "data", "stats", dir, "--quiet"); status != exitDone ||
		!strings.Contains(out, "4 of 5 found") || !strings.Contains(out, "9×9 75.0%, 19×19 25.0%") {
		t.Errorf("stats: status %d\n%s", status, out)
	}

	status, out = tengen(t, "data", "verify", file, "--quiet")
	lines := strings.Split(out, "\n")
	if status != exitFailed || !strings.HasPrefix(lines[0], file+":4: move 2, ") ||
		!strings.HasSuffix(lines[0], "C7: occupied: only the move before is kept, without the result") ||
		lines[1] != file+":5:19: unexpected character '$'" || lines[2] != "4 of 5 games kept, 7 moves, from 1 file; left out: 1 malformed; mended: 1" {
		t.Errorf("verify: status %d\n%s", status, out)
	}

	status, out = tengen(t, "data", "verify", file, "--quiet", "--json", "--max-handicap", "0")
	var verified struct{ Games, Sound, Moves int }
	if err := json.Unmarshal([]byte(out), &verified); err != nil || status != exitFailed ||
		verified.Games != 5 || verified.Sound != 3 || verified.Moves != 7 {
		t.Errorf("verify: status %d, %v: %s", status, err, out)
	}

	packed := filepath.Join(dir, "p.tengen")
	if status, out := tengen(t, "data", "pack", file, "-o", packed, "--quiet", "--json"); status != exitDone || !strings.Contains(out, `"games":4`) && !strings.Contains(out, `"games": 4`) {
		t.Errorf("pack: status %d, %s", status, out)
	}
	if status, out := tengen(t, "data", "pack", dir, "-o", packed, "--quiet"); status != exitUsage {
		t.Errorf("pack into the folder that is read: status %d, %s", status, out)
	}
	steering := filepath.Join(dir, "steering.tengen")
	from := filepath.Join(t.TempDir(), "steering.sgf")
	if err := os.WriteFile(from, []byte("(;GM[1]SZ[9]RU[A\x1b[31mred"+strings.Repeat("x", 1000)+"];B[aa])"), 0o644); err != nil {
		t.Fatal(err)
	}
	coloured, _, err := record.Read(t.Context(), []string{from}, record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	coloured.About = "made \x1b[31mred\x1b]0;title\x07"
	if err := record.WritePacked(steering, coloured); err != nil {
		t.Fatal(err)
	}
	if status, out := tengen(t, "data", "stats", steering, "--quiet"); status != exitDone || strings.ContainsAny(out, "\x1b\x07") ||
		!strings.Contains(out, "A [31mred") || !strings.Contains(out, "made  [31mred") || strings.Contains(out, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx") {
		t.Errorf("a file with commands for the terminal: status %d\n%q", status, out)
	}
	for filter, want := range map[string]string{
		"--board=19": "1 of 4 found", "--min-rank=3d": "1 of 4 found", "--min-rank-any=9k": "2 of 4 found", "--max-rank=3k": "1 of 4 found", "--results=decided": "2 of 4 found",
		"--since=2012": "1 of 4 found", "--until=2011-12": "1 of 4 found", "--min-moves=2": "2 of 4 found", "--limit=1": "1 of", "--max-handicap=0": "4 of 4 found",
	} {
		if status, out := tengen(t, "data", "stats", packed, filter, "--quiet"); status != exitDone || !strings.Contains(out, want) {
			t.Errorf("%s: status %d\n%s", filter, status, out)
		}
	}

	for _, args := range [][]string{
		{"data", "stats", file, "--min-rank", "6x"},
		{"data", "stats", file, "--since", "yesterday"},
		{"data", "stats", file, "--board", "20"},
		{"data", "stats", file, "--results", "some"},
		{"data", "pack", file, "-o", filepath.Join(dir, "p.bin")},
		{"data", "stats"},
	} {
		if status, _ := tengen(t, args...); status != exitUsage {
			t.Errorf("%v: status %d, want %d", args, status, exitUsage)
		}
	}
	if status, _ := tengen(t, "data", "pack", file, "--board", "13", "-o", packed); status != exitFailed {
		t.Errorf("packing no games: status %d", status)
	}

	status, out = tengen(t, "bench", "sgf", file, "--json", "--time", "10ms")
	var speed bench.ReadingSpeed
	if err := json.Unmarshal([]byte(out), &speed); err != nil || status != exitDone || speed.Games != 4 ||
		speed.ParseMBs <= 0 || speed.ReplayMBs <= 0 || speed.TreeMBs <= 0 {
		t.Errorf("bench: status %d, %v: %s", status, err, out)
	}
}
