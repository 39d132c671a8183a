package games_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/cluster/games"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/timing"
)

func tools(box *mailbox.Box) work.Tools { return work.Tools{Model: box.Model, Threads: 1} }

// one is a next with one number.
func one(i int) func() (int, bool) {
	left := 1
	return func() (int, bool) { left--; return i, left == 0 }
}

func rulesOf(t *testing.T, s match.Settings) game.Rules {
	t.Helper()
	c, err := s.Config()
	if err != nil {
		t.Fatal(err)
	}
	return c.Rules
}

// A worker reads no file because a ticket names it, and plays with no other weights than the hub's.
func TestModelsOfTickets(t *testing.T) {
	box := open(t)
	for text, want := range map[string]string{
		"policy:model=/etc":                  "models of the hub and of the program",
		"policy:model=hub:../x":              "models of the hub and of the program",
		"policy:model=hub:" + digest("none"): "is not at the hub",
	} {
		err := play(t, box, text, "null")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if err := play(t, box, "policy:model=shipped:9x9", `{"policy":"0123"}`); err == nil || !strings.Contains(err.Error(), "install the hub's version") {
		t.Error(err)
	}
	if err := play(t, box, "policy:model=shipped:9x9", "null"); err != nil {
		t.Error(err)
	}
}

func digest(text string) string { return mailbox.Digest([]byte(text)) }

const spec = `{"board":9,"rules":{"Ko":1,"Komi":7.5},"move_limit":4,"time":{},"seed":1,"player_seed":1,"threads":1,
	"players":[{"name":"a","player":"random"},{"name":"b","player":"TEXT","weights":WEIGHTS}]}`

// play plays game 0 of a match between random and a player.
func play(t *testing.T, box *mailbox.Box, text, weights string) error {
	t.Helper()
	w, err := games.Kinds(nil).Read(games.KindMatch, json.RawMessage(strings.NewReplacer("TEXT", text, "WEIGHTS", weights).Replace(spec)))
	if err != nil {
		t.Fatal(err)
	}
	return w.Play(t.Context(), tools(box), one(0), func(i int, data []byte) error { return w.Check(i, data, true) })
}

func TestSpecificationsThatMakeNoSense(t *testing.T) {
	good := strings.NewReplacer("TEXT", "random", "WEIGHTS", "null").Replace(spec)
	for _, c := range []struct{ old, new, want string }{
		{"", "", ""},
		{`"board":9`, `"board":99`, "board"},
		{`"threads":1`, `"threads":0`, "threads"},
		{`"board":9`, `"board":9,"game":"gomoku"`, "rules of Go"},
		{`"rules":{"Ko":1,"Komi":7.5},`, ``, "rules of Go"},
		{`"seed":1`, `"seed":1,"new":2`, "unknown field"},
	} {
		_, err := games.Kinds(nil).Read(games.KindMatch, json.RawMessage(strings.Replace(good, c.old, c.new, 1)))
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s for %s: %v", c.new, c.old, err)
		}
	}
}

// The kinds of a worker have those of the games that it may play, and no others.
func TestKindsOfPrograms(t *testing.T) {
	a, b, c := "gnugo --mode gtp --level 1", "pachi -t =100", "gnugo --mode gtp --level 10"
	mine := games.Programs{a, b}
	for _, k := range []struct {
		texts []string
		can   bool
	}{
		{[]string{"random", "uct"}, true},
		{[]string{"gtp:" + a, "uct"}, true},
		{[]string{"uct", "gtp: gnugo  --mode 'gtp' --level 1"}, true}, // the same words
		{[]string{"gtp:" + b, "gtp:" + a}, true},
		{[]string{"gtp:" + a, "gtp:" + a}, true},
		{[]string{"gtp:" + c, "uct"}, false},
		{[]string{"gtp:" + c, "gtp:" + a}, false},
	} {
		kind := games.CommandsOf(k.texts...).Kind("match")
		if slices.Contains(mine.Kinds("match"), kind) != k.can {
			t.Errorf("%q: %s of %v", k.texts, kind, mine.Kinds("match"))
		}
	}
	for _, bad := range []games.Programs{{""}, {"'x"}, {"  "}, make(games.Programs, 9)} {
		if bad.Validate() == nil {
			t.Errorf("%q is valid", bad)
		}
	}
	if err := mine.Validate(); err != nil {
		t.Error(err)
	}
}

func TestByTime(t *testing.T) {
	clock := timing.Settings{System: timing.Absolute, Main: time.Minute}
	for text, want := range map[string]bool{
		"random": false, "policy": false, "uct:playouts=100": false, "uct": true, "search:time=1s,playouts=9": true,
		"search:threads=1": true, "negamax:depth=3": false, "negamax": true, "gtp:gnugo --mode gtp": true,
		"negamax:playouts=5": true, "negamax:nodes=50": false, "negamax:depth=3,time=1s": true,
	} {
		if got := games.ByTime(timing.Settings{}, "random", text); got != want {
			t.Errorf("%s: %v", text, got)
		}
		if !games.ByTime(clock, "random", text) {
			t.Errorf("%s with a clock depends on no machine", text)
		}
	}
}
