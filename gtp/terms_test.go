package gtp

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/timing"
)

// heard starts a program that lacks some commands. The function returns what it has heard of rules and time since.
func heard(t *testing.T, hide string) (*Outside, func() string) {
	t.Helper()
	log := filepath.Join(t.TempDir(), "heard")
	t.Setenv(childHears, log)
	o := startOutside(t, hide)
	read := 0
	return o, func() string {
		t.Helper()
		raw, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for line := range strings.Lines(string(raw[read:])) {
			if strings.Contains(line, "time") || strings.Contains(line, "rules") {
				lines = append(lines, strings.TrimSpace(line))
			}
		}
		read = len(raw)
		return strings.Join(lines, "; ")
	}
}

// Programs hear the time in the words that they know.
func TestOutsideHearsTheTime(t *testing.T) {
	for _, c := range []struct{ time, hide, settings, main, overtime string }{
		{"5m+30s/25", "", "kata-time_settings canadian 300 30 25", "time_left black 300 0", "time_left black 10.5 2"},
		{"1m+5x2.5s", "", "kata-time_settings byoyomi 60 2.5 5", "time_left black 60 0", "time_left black 10.5 2"},
		{"5m+3s", "", "kata-time_settings fischer 300 3", "time_left black 300 0", ""},
		{"10m", "", "kata-time_settings absolute 600", "time_left black 600 0", ""},
		{"1m+5x2.5s", "kata-time_settings", "kgs-time_settings byoyomi 60 2 5", "time_left black 60 0", "time_left black 10 2"},
		{"1m+5x2.5s", "kata-time_settings kgs-time_settings", "time_settings 60 2 1", "time_left black 60 0", "time_left black 10 1"},
		{"1m+5x300ms", "kata-time_settings kgs-time_settings", "time_settings 60 1 1", "time_left black 60 0", "time_left black 10 1"},
		{"5m+3s", "kata-time_settings kgs-time_settings", "time_settings 300 0 0", "time_left black 300 0", ""},
		{"0s+3s", "kata-time_settings kgs-time_settings", "time_settings 3 0 0", "time_left black 3 0", ""},
		{"5m+30s/25", "kata-time_settings kgs-time_settings", "time_settings 300 30 25", "time_left black 300 0", "time_left black 10 2"},
		{"5m+30s/25", "kata-time_settings kgs-time_settings time_settings time_left", "", "", ""},
	} {
		t.Run(c.time+" without "+c.hide, func(t *testing.T) {
			o, lines := heard(t, c.hide+" kata-set-rules kgs-rules")
			settings, err := timing.Parse(c.time)
			if err != nil {
				t.Fatal(err)
			}
			move := func(clock timing.Clock) string {
				t.Helper()
				if _, err := o.Genmove(t.Context(), board.Black, clock); err != nil {
					t.Fatal(err)
				}
				return lines()
			}
			for range 2 { // the next game begins with all of it
				g, err := board.NewGame(5, board.Chinese())
				if err != nil {
					t.Fatal(err)
				}
				if err := o.NewGame(game.Of(g)); err != nil {
					t.Fatal(err)
				}
				first := strings.Trim(c.settings+"; "+c.main, "; ")
				if got := move(settings.Start()); got != first {
					t.Errorf("first it heard %q, want %q", got, first)
				}
				if c.overtime == "" {
					continue
				}
				clock := settings.Start()
				clock.Left, clock.Moves = 10500e6, 2
				if got := move(clock); got != c.overtime {
					t.Errorf("in overtime it heard %q, want %q", got, c.overtime)
				}
			}
		})
	}
}

// The limits of Fischer time go out, too.
func TestLimitsOfFischerTime(t *testing.T) {
	s := timing.Settings{System: timing.Fischer, Main: 60e9, Period: 5e9}
	for want, limits := range map[string][2]time.Duration{
		"fischer 60 5":                 {},
		"fischer-capped 60 5 90 -1":    {90e9, 0},
		"fischer-capped 60 5 -1 7.5":   {0, 7500e6},
		"fischer-capped 60 5 90.5 7.5": {90500e6, 7500e6},
	} {
		s.Cap, s.Longest = limits[0], limits[1]
		if got := strings.Join(kataTime(s), " "); got != want {
			t.Errorf("%v is %q, want %q", limits, got, want)
		}
	}
}

// Programs hear the rules in the words that they know. Where one has heard none, its count of territory says nothing.
func TestOutsideHearsTheRules(t *testing.T) {
	const japanese = `kata-set-rules {"friendlyPassOk":false,"hasButton":false,"ko":"SIMPLE","scoring":"TERRITORY",` +
		`"suicide":false,"tax":"NONE","whiteHandicapBonus":"0"}`
	for _, c := range []struct {
		rules      board.Rules
		hide, want string
		counts     bool
	}{
		{board.Japanese(), "", japanese, true},
		{board.Japanese(), "kata-set-rules", "kgs-rules japanese", true},
		{board.NewZealand(), "kata-set-rules", "kgs-rules new_zealand", true},
		{board.TrompTaylor(), "kata-set-rules", "", true},
		{board.Japanese(), "kata-set-rules kgs-rules", "", false},
		{board.Chinese(), "kata-set-rules kgs-rules", "", true},
	} {
		o, lines := heard(t, c.hide)
		c.rules.Komi = 3.5
		g, err := board.NewGame(5, c.rules)
		if err != nil {
			t.Fatal(err)
		}
		if err := o.NewGame(game.Of(g)); err != nil {
			t.Fatal(err)
		}
		if got := lines(); got != c.want {
			t.Errorf("%+v, without %s: it heard %q, want %q", c.rules, c.hide, got, c.want)
		}
		if o.KnowsRules() != (c.want != "") {
			t.Errorf("%+v, without %s: it knows the rules: %v", c.rules, c.hide, o.KnowsRules())
		}
		agree(t, o, g) // the komi, too
		if _, err := o.FinalScore(); (err == nil) != c.counts {
			t.Errorf("%+v, without %s: its count: %v", c.rules, c.hide, err)
		}
	}
}

// A seed from another program makes the games of a player repeat.
func TestOutsideTakesASeed(t *testing.T) {
	o := startOutside(t, "")
	game5 := func(seed uint64) (moves []board.Point) {
		t.Helper()
		g, err := board.NewGame(5, board.Chinese())
		if err != nil {
			t.Fatal(err)
		}
		o.Reseed(seed)
		if err := o.NewGame(game.Of(g)); err != nil {
			t.Fatal(err)
		}
		for range 8 {
			c, err := o.Genmove(t.Context(), board.Black, timing.Clock{})
			if err != nil {
				t.Fatal(err)
			}
			if err := o.Play(board.Move{Point: c.Point, Color: board.Black}); err != nil {
				t.Fatal(err)
			}
			moves = append(moves, c.Point)
		}
		return moves
	}
	first, other, again := game5(4), game5(5), game5(4)
	if !slices.Equal(first, again) || slices.Equal(first, other) {
		t.Errorf("seed 4 gives %v and %v, seed 5 %v", first, again, other)
	}
}
