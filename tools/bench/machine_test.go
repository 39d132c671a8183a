package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestDisturbed(t *testing.T) {
	for _, c := range []struct {
		state condition
		want  bool
	}{
		{condition{Before: 100, After: 99, Best: 101}, false},
		{condition{Before: 95, After: 101, Best: 101}, true},
		{condition{Before: 101, After: 95, Best: 101}, true},
		{condition{Before: 101, After: 101, Best: 101, Others: 0.2}, true},
	} {
		if got := c.state.disturbed() != ""; got != c.want {
			t.Errorf("%+v: disturbed is %v", c.state, got)
		}
	}
}

func TestProcFiles(t *testing.T) {
	stat := "cpu  100 20 30 4000 50 6 7 8 900 1000\ncpu0 1 1 1 1 1 1 1 1 1 1\n"
	if got, want := busySeconds([]byte(stat)), 1.71; got != want {
		t.Errorf("busy %v s, want %v", got, want)
	}
	process := "42 (a (very) odd name) S 1 2 3 4 5 6 7 8 9 10 250 125 99 99 20 0"
	if got, want := processSeconds([]byte(process)), 3.75; got != want {
		t.Errorf("process %v s, want %v", got, want)
	}
	if busySeconds(nil) != 0 || processSeconds([]byte("1 (x) S 1")) != 0 {
		t.Error("short files are not zero")
	}
}

func TestSlope(t *testing.T) {
	path := filepath.Join(t.TempDir(), "metrics.jsonl")
	lines := `{"kind":"train","samples":640,"wall_s":5}
{"kind":"eval","samples":640,"wall_s":6}
{"kind":"train","samples":1280,"wall_s":6}
{"kind":"train","samples":2560,"wall_s":9}
{"kind":"eval","samples":2560,"wall_s":19}
`
	if err := os.WriteFile(path, []byte(lines), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := slope(path); err != nil || got != 480 {
		t.Errorf("%v, error %v; want 480", got, err)
	}
	if err := os.WriteFile(path, []byte(lines[:42]), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := slope(path); err == nil {
		t.Error("one line has a slope")
	}
}

// A peer answers in turn, and what it says of itself is an error.
func TestPeer(t *testing.T) {
	script := `while read line; do case $line in *hello*) echo '{"version":"7"}';; *export*) echo '{"error":"no"}';; *) echo '{"positions_per_s":5}';; esac; done`
	p, err := startPeer(t.Context(), "echo", t.TempDir(), nil, "sh", "-c", script)
	if err != nil {
		t.Skipf("NOT TESTED: %v", err)
	}
	if p.version != "7" {
		t.Errorf("version %q", p.version)
	}
	for range 3 {
		if a, err := p.put(ask{Do: "time", Net: &alphago}); err != nil || a.PositionsS != 5 {
			t.Errorf("%+v, error %v", a, err)
		}
		if _, err := p.put(ask{Do: "export"}); err == nil {
			t.Error("an error was not told")
		}
	}
	if err := p.stop(); err != nil {
		t.Error(err)
	}
}
