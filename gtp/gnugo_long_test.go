//go:build long

package gtp

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/player"
)

// gnuGo finds GNU Go, which Debian keeps out of root's PATH.
func gnuGo(t *testing.T) string {
	for _, name := range []string{"gnugo", "/usr/games/gnugo"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Fatal("GNU Go is not installed: make gnugo, or apt-get install gnugo")
	return ""
}

// TestGameAgainstGNUGo plays whole games through GTP on both sides, our engine in
// a process of its own, to two passes, and lets both programs count. Area
// scoring; GNU Go takes all dead stones off before it passes.
func TestGameAgainstGNUGo(t *testing.T) {
	path := gnuGo(t)
	for _, c := range []struct {
		player string
		size   int
		black  bool // ours plays Black
	}{{"random", 9, true}, {"random", 9, false}, {"policy", 9, true}, {"policy", 9, false}, {"policy", 13, true}} {
		t.Run(fmt.Sprintf("%s-%d-%v", c.player, c.size, c.black), func(t *testing.T) {
			t.Setenv(childEngine, "play "+c.player)
			ours, err := Start(os.Args[0])
			if err != nil {
				t.Fatal(err)
			}
			defer ours.Close()
			theirs, err := Start(path, "--mode", "gtp", "--level", "1", "--chinese-rules", "--capture-all-dead", "--seed", "1")
			if err != nil {
				t.Fatal(err)
			}
			defer theirs.Close()
			result := playGame(t, ours, theirs, c.size, c.black)
			a, b := scoreOf(t, ours), scoreOf(t, theirs)
			if a != b {
				t.Errorf("we count %+.1f for Black, GNU Go %+.1f, after %s\n%s", a, b, result, send(t, ours, "showboard"))
			}
			t.Logf("%s: both count %+.1f for Black", result, a)
		})
	}
}

func send(t *testing.T, c *Controller, command string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	text, err := c.Send(ctx, command, args...)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// playGame plays to two passes and returns how it went.
func playGame(t *testing.T, ours, theirs *Controller, size int, black bool) string {
	for _, c := range []*Controller{ours, theirs} {
		send(t, c, "boardsize", strconv.Itoa(size))
		send(t, c, "clear_board")
		send(t, c, "komi", "7.5")
	}
	passes, moves := 0, 0
	for passes < 2 {
		color := [2]string{"black", "white"}[moves%2]
		mover, other := ours, theirs
		if (moves%2 == 0) != black {
			mover, other = theirs, ours
		}
		v := send(t, mover, "genmove", color)
		if strings.EqualFold(v, "resign") {
			t.Fatalf("%s resigns at move %d", color, moves)
		}
		send(t, other, "play", color, v)
		passes++
		if !strings.EqualFold(v, "pass") {
			passes = 0
		}
		if moves++; moves > 10*size*size {
			t.Fatalf("no end after %d moves", moves)
		}
	}
	return fmt.Sprintf("%d moves", moves)
}

// scoreOf is final_score as Black's margin.
func scoreOf(t *testing.T, c *Controller) float64 {
	s := send(t, c, "final_score")
	if s == "0" {
		return 0
	}
	f, err := strconv.ParseFloat(s[2:], 64)
	if err != nil {
		t.Fatalf("final_score %q", s)
	}
	if s[0] == 'W' {
		return -f
	}
	return f
}

// runPlayer is the child of the test above.
func runPlayer(kind string) {
	var p Player = player.NewRandom(1)
	if kind == "policy" {
		p = &anySize{}
	}
	e, err := New(p, Config{Name: "Child", Rules: board.Chinese(), Seed: 1})
	if err != nil {
		panic(err)
	}
	if err := e.Run(context.Background(), os.Stdin, os.Stdout); err != nil {
		panic(err)
	}
}

func init() { childModes["play"] = runPlayer }
