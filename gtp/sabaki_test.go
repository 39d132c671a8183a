//go:build gui

package gtp

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/player"
)

// These tests need what tools/gui/install.sh installs: make test-gui does both.

func init() {
	childModes["oracle"] = func(string) { serve(&oracle{}) }
	childModes["player"] = func(text string) {
		p, err := player.Players().Parse(text, player.Env{Seed: 1})
		if err != nil {
			panic(err)
		}
		serve(p)
	}
}

// serve is tengen gtp with this player.
func serve(p Player) {
	e, err := New(p, Config{Name: "Test", Version: "1.2", Rules: board.Chinese(), Seed: 1})
	if err == nil {
		err = e.Run(context.Background(), os.Stdin, os.Stdout)
	}
	if err != nil {
		panic(err)
	}
}

// sabakiMove is what Sabaki would show of a move.
type sabakiMove struct {
	Move    string   `json:"move"`
	Visits  int      `json:"visits"`
	Percent float64  `json:"percent"`
	Line    []string `json:"line"`
}

type sabakiAnalysis struct {
	Error bool         `json:"error"`
	Moves []sabakiMove `json:"moves"`
	After string       `json:"after"`
}

// sabakiReport is what Sabaki's module saw.
type sabakiReport struct {
	Name, Version, Protocol string
	Commands                []string
	Analyze, Kata, Lz       sabakiAnalysis
	Genmove, Shown          string
	History, Engine         []string
	Undo, Undone, Refused   []string
	Exit                    *int
}

// sabaki has the module by which Sabaki talks to engines talk to ours.
func sabaki(t *testing.T, mode string) sabakiReport {
	t.Helper()
	script, err := filepath.Abs("../tools/gui/sabaki.mjs")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "node", script, os.Args[0])
	cmd.Env = append(os.Environ(), childEngine+"="+mode)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("sabaki.mjs: %v\n%s", err, stderr.String())
	}
	var got sabakiReport
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return got
}

// TestSabaki: the module must understand the answers, see what Sabaki shows, be able
// to interrupt, and know the game as the engine does.
func TestSabaki(t *testing.T) {
	got := sabaki(t, "oracle")
	if got.Name != "Test" || got.Version != "1.2" || got.Protocol != "2" || !slices.Contains(got.Commands, "analyze") || !slices.Contains(got.Commands, "set_free_handicap") {
		t.Errorf("introduced as %q %q, protocol %q, with %q", got.Name, got.Version, got.Protocol, got.Commands)
	}
	for name, a := range map[string]sabakiAnalysis{"analyze": got.Analyze, "kata-analyze": got.Kata, "lz-analyze": got.Lz} {
		want := sabakiAnalysis{After: "2", Moves: []sabakiMove{
			{"E6", 600, 46.56, []string{"E6", "D5", "F5"}}, {"D5", 300, 45.56, []string{"D5", "F5", "D6"}}, {"F5", 150, 44.56, []string{"F5", "D6", "F6"}},
		}}
		for i := range a.Moves {
			a.Moves[i].Percent = float64(int(100*a.Moves[i].Percent+0.5)) / 100
		}
		if diff := cmp.Diff(want, a); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if got.Genmove != "E6" || !strings.HasSuffix(got.Shown, "\nplay D5") {
		t.Errorf("moves %q and %q", got.Genmove, got.Shown)
	}
	if want := []string{"set_free_handicap C3 G7", "play W E5", "play B E4", "play W E6", "play B D5"}; !slices.Equal(got.History, want) {
		t.Errorf("Sabaki thinks the game is %q, want %q", got.History, want)
	}
	if want := []string{"white E5", "black E4", "white E6", "black D5"}; !slices.Equal(got.Engine, want) {
		t.Errorf("the engine thinks the game is %q, want %q", got.Engine, want)
	}
	if want := []string{"undo", "undo"}; !slices.Equal(got.Undo, want) {
		t.Errorf("went back by %q, want %q", got.Undo, want)
	}
	if want := []string{"white E5", "black E4"}; !slices.Equal(got.Undone, want) {
		t.Errorf("and is then at %q, want %q", got.Undone, want)
	}
	if want := []string{"? illegal move", "? unacceptable size", "? unknown command"}; !slices.Equal(got.Refused, want) {
		t.Errorf("refusals %q, want %q", got.Refused, want)
	}
	if got.Exit == nil || *got.Exit != 0 {
		t.Errorf("quit ended with %v", got.Exit)
	}
}

// TestSabakiAndASearch is the same with a player that really reads, and ponders.
func TestSabakiAndASearch(t *testing.T) {
	got := sabaki(t, "player rave:playouts=200,threads=1,memory=50M,ponder=on")
	for name, a := range map[string]sabakiAnalysis{"analyze": got.Analyze, "kata-analyze": got.Kata, "lz-analyze": got.Lz} {
		if a.Error || a.After != "2" || len(a.Moves) == 0 {
			t.Errorf("%s: %+v", name, a)
			continue
		}
		for _, m := range a.Moves {
			if m.Visits == 0 || m.Percent < 0 || m.Percent > 100 || len(m.Line) == 0 || m.Line[0] != m.Move {
				t.Errorf("%s: %+v", name, m)
			}
		}
	}
	shown := got.Shown[strings.LastIndexByte(got.Shown, ' ')+1:]
	if want := []string{"set_free_handicap C3 G7", "play W E5", "play B E4", "play W " + got.Genmove, "play B " + shown}; !slices.Equal(got.History, want) {
		t.Errorf("Sabaki thinks the game is %q, want %q", got.History, want)
	}
	if want := []string{"white E5", "black E4", "white " + got.Genmove, "black " + shown}; !slices.Equal(got.Engine, want) {
		t.Errorf("the engine thinks the game is %q, want %q", got.Engine, want)
	}
	if want := []string{"white E5", "black E4"}; !slices.Equal(got.Undone, want) {
		t.Errorf("after going back the engine is at %q, want %q", got.Undone, want)
	}
	if got.Exit == nil || *got.Exit != 0 {
		t.Errorf("quit ended with %v", got.Exit)
	}
}
