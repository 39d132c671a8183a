package gtp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/timing"
)

// central likes points the better the nearer they are to the middle: a policy
// whose moves one can foresee.
type central struct{ size int }

func (c central) Size() int      { return c.size }
func (c central) String() string { return "central" }
func (c central) Probabilities(dst []float32, pos *board.Position, _ []features.Symmetry) error {
	for i := range c.size * c.size {
		p := board.FromIndex(i, c.size)
		dx, dy := 2*p.X()-c.size+1, 2*p.Y()-c.size+1
		dst[i] = 1 / float32(4+dx*dx+dy*dy)
	}
	return nil
}

// anySize plays centrally on boards of every size.
type anySize struct{ *player.PolicyPlayer }

func (a *anySize) NewGame(g game.Game) error {
	p, err := player.NewPolicyPlayer(central{g.Size()}, player.PolicyConfig{Seed: 1})
	if err != nil {
		return err
	}
	a.PolicyPlayer = p
	return p.NewGame(g)
}

func (a *anySize) String() string { return "central" }

func newEngine(t testing.TB, size int) *Engine {
	t.Helper()
	e, err := New(&anySize{}, Config{Name: "Test", Version: "1", Size: size, Rules: board.Chinese(), Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func converse(t testing.TB, e *Engine, input string) string {
	t.Helper()
	var out bytes.Buffer
	if err := e.Run(context.Background(), strings.NewReader(input), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestAnswersBeforeTheNextCommand sends each command only when the one before is
// answered, as GUIs do: a response that is kept back would hang it.
func TestAnswersBeforeTheNextCommand(t *testing.T) {
	e := newEngine(t, 9)
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- e.Run(t.Context(), inR, outW) }()
	out := bufio.NewReader(outR)
	for i, line := range []string{"name", "1 genmove b\r", "nonsense", "boardsize 13", "quit"} {
		if _, err := io.WriteString(inW, "\n# a comment\n"+line+"\n"); err != nil {
			t.Fatal(err)
		}
		if a := readAnswer(out); a.err != nil || a.ok != (line != "nonsense") {
			t.Fatalf("command %d: %+v", i, a)
		}
	}
	if err := <-done; err != nil {
		t.Errorf("quit ended with %v", err)
	}
}

func TestRunEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, w := io.Pipe()
	defer w.Close()
	done := make(chan error, 1)
	go func() { done <- newEngine(t, 9).Run(ctx, in, io.Discard) }()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled conversation ended with %v", err)
	}
	// The end of the input is an end as well; the last line needs no newline.
	if got := converse(t, newEngine(t, 9), "1 name"); got != "=1 Test\n\n" {
		t.Errorf("got %q", got)
	}
	// After quit nothing is read.
	if got := converse(t, newEngine(t, 9), "quit\nname\n"); got != "=\n\n" {
		t.Errorf("got %q", got)
	}
	broken := errors.New("broken pipe")
	if err := newEngine(t, 9).Run(t.Context(), strings.NewReader("name\n"), failing{broken}); !errors.Is(err, broken) {
		t.Errorf("a broken output ended with %v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestLongLineIsRefusedOnce(t *testing.T) {
	got := converse(t, newEngine(t, 9), "8 play b "+strings.Repeat("D4 ", maxLine)+"\n9 name\n")
	if want := "?8 line too long\n\n=9 Test\n\n"; got != want {
		t.Errorf("got %.80q, want %q", got, want)
	}
}

func TestListedCommandsAreKnown(t *testing.T) {
	e := newEngine(t, 9)
	list := strings.Fields(strings.TrimPrefix(converse(t, e, "list_commands\n"), "="))
	for _, required := range []string{
		"protocol_version", "name", "version", "known_command", "list_commands", "quit", "boardsize", "clear_board", "komi", "play", "genmove",
	} {
		if !slices.Contains(list, required) {
			t.Errorf("%s is required by GTP 2 and not listed", required)
		}
	}
	var script strings.Builder
	for _, name := range list {
		fmt.Fprintf(&script, "known_command %s\n", name)
	}
	if got := converse(t, e, script.String()); strings.Count(got, "= true\n\n") != len(list) || len(got) != len("= true\n\n")*len(list) {
		t.Errorf("some listed command is not known: %q", got)
	}
	// Without advice from the player the commands that show it are not there.
	random, err := New(player.NewRandom(1), Config{Name: "Test", Rules: board.Chinese()})
	if err != nil {
		t.Fatal(err)
	}
	if got := converse(t, random, "known_command policy_map\npolicy_map\n"); got != "= false\n\n? unknown command\n\n" {
		t.Errorf("got %q", got)
	}
}

// stubborn refuses every board but 9×9, and every move on G7.
type stubborn struct{ *player.Random }

func (s stubborn) NewGame(g game.Game) error {
	if g.Size() != 9 {
		return errors.New("9×9 only")
	}
	return s.Random.NewGame(g)
}

func (s stubborn) Genmove(context.Context, board.Color, timing.Clock) (player.Choice, error) {
	return player.Choice{Point: board.XY(2, 2)}, nil
}

// A board that the player refuses goes to the substitute, and back to the player when it can.
func TestSubstitute(t *testing.T) {
	asked := 0
	e, err := New(stubborn{player.NewRandom(1)}, Config{
		Name: "Test", Size: 9, Rules: board.Chinese(),
		Substitute: func(size int) (Player, error) {
			if asked++; size == 5 {
				return nil, errors.New("not 5×5 either")
			}
			return &adviser{stubborn{player.NewRandom(1)}}, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	got := converse(t, e, "boardsize 13\nplay b D4\nlast_move\nknown_command policy_map\nboardsize 5\nlast_move\nboardsize 9\nknown_command policy_map\n")
	want := "=\n\n=\n\n= black D4\n\n= true\n\n? unacceptable size\n\n= black D4\n\n=\n\n= false\n\n"
	if got != want || asked != 2 {
		t.Errorf("asked %d times, got %q, want %q", asked, got, want)
	}
}

// With a player for each size the first one plays on its own size only, although it could play on all.
func TestPlayerBySize(t *testing.T) {
	e, err := New(player.NewRandom(1), Config{
		Name: "Test", Size: 9, Rules: board.Chinese(), BySize: true,
		Substitute: func(int) (Player, error) { return &adviser{stubborn{player.NewRandom(1)}}, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		size int
		own  bool
	}{{9, true}, {13, false}, {19, false}, {5, true}, {13, false}, {9, true}} { // the substitute refuses 5×5
		got := converse(t, e, fmt.Sprintf("boardsize %d\n", c.size))
		if first := e.player == e.first; got != "=\n\n" || first != c.own {
			t.Errorf("boardsize %d: %q, the first player %v, want %v", c.size, got, first, c.own)
		}
	}
}

// Rules of a record end with it; those that a command sets stay.
func TestRulesOfARecordEndWithIt(t *testing.T) {
	record := filepath.Join(t.TempDir(), "game.sgf")
	if err := os.WriteFile(record, []byte("(;SZ[9]RU[Japanese]KM[6.5];B[ee])"), 0o600); err != nil {
		t.Fatal(err)
	}
	e, err := New(player.NewRandom(1), Config{Name: "Test", Size: 9, Rules: board.Chinese()})
	if err != nil {
		t.Fatal(err)
	}
	rules := func() board.Rules { return e.game.Rules() }
	converse(t, e, "loadsgf "+record+"\n")
	if got := rules(); got != board.Japanese() {
		t.Errorf("loaded with %+v", got)
	}
	for _, command := range []string{"clear_board\n", "boardsize 13\n"} {
		converse(t, e, "loadsgf "+record+"\n"+command)
		if got := rules(); got != board.Chinese() {
			t.Errorf("after %q: %+v", command, got)
		}
	}
	converse(t, e, "kgs-rules aga\nloadsgf "+record+"\nclear_board\n")
	if got := rules(); got != board.AGA() {
		t.Errorf("rules that were set: %+v", got)
	}
}

// adviser refuses 5×5 only, and has an opinion on every move.
type adviser struct{ stubborn }

func (a *adviser) NewGame(g game.Game) error {
	if g.Size() == 5 {
		return errors.New("not 5×5")
	}
	return a.Random.NewGame(g)
}

func (a *adviser) Advise(dst []float32, _ board.Color) error {
	dst[0] = 1
	return nil
}

func TestPlayersRefusals(t *testing.T) {
	e, err := New(stubborn{player.NewRandom(1)}, Config{Name: "Test", Size: 9, Rules: board.Chinese()})
	if err != nil {
		t.Fatal(err)
	}
	got := converse(t, e, "play b D4\nboardsize 19\nlast_move\ngenmove w\ngenmove b\nlast_move\n")
	want := "=\n\n? unacceptable size\n\n= black D4\n\n= C7\n\n? the player chose an illegal move: black C7: occupied\n\n= white C7\n\n"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if _, err := New(stubborn{player.NewRandom(1)}, Config{Name: "Test", Rules: board.Chinese()}); err == nil {
		t.Error("a player that refuses the board was seated")
	}
}

// clocked remembers the clock it was given.
type clocked struct {
	*player.Random
	clock timing.Clock
}

func (c *clocked) Genmove(ctx context.Context, color board.Color, clock timing.Clock) (player.Choice, error) {
	c.clock = clock
	return c.Random.Genmove(ctx, color, clock)
}

func TestLongestMoveReachesThePlayer(t *testing.T) {
	p := &clocked{Random: player.NewRandom(1)}
	e, err := New(p, Config{Name: "Test", Size: 9, Rules: board.Chinese()})
	if err != nil {
		t.Fatal(err)
	}
	want := timing.Settings{System: timing.Fischer, Main: 10 * time.Minute, Period: 10 * time.Second}
	for script, longest := range map[string]time.Duration{"-1 5": 5 * time.Second, "-1 -1": 0, "-1 1e9": 0} {
		want.Longest = longest
		out := converse(t, e, "kata-time_settings fischer-capped 600 10 "+script+"\ngenmove b\n")
		if strings.Contains(out, "?") || p.clock.Settings != want {
			t.Errorf("%s: %q, %+v", script, out, p.clock.Settings)
		}
	}
}

func TestTimeReachesThePlayer(t *testing.T) {
	for script, want := range map[string]string{
		"genmove b":               "none 0s 0s 0 cap 0s known false 0s 0 settle false",
		"time_settings 300 0 0":   "absolute 5m0s 0s 0 cap 0s known false 0s 0 settle false",
		"time_settings 300 30 25": "canadian 5m0s 30s 25 cap 0s known false 0s 0 settle false",
		"time_settings 0 30 0":    "none 0s 0s 0 cap 0s known false 0s 0 settle false",
		"kgs-time_settings byoyomi 60 10 5\ntime_left b 9 4\ntime_left w 3 1": "byoyomi 1m0s 10s 5 cap 0s known true 9s 4 settle false",
		"kgs-time_settings canadian 60 10 5":                                  "canadian 1m0s 10s 5 cap 0s known false 0s 0 settle false",
		"kata-time_settings fischer 60 2.5":                                   "fischer 1m0s 2.5s 0 cap 0s known false 0s 0 settle false",
		"kata-time_settings fischer-capped 60 2 90 -1":                        "fischer 1m0s 2s 0 cap 1m30s known false 0s 0 settle false",
		"time_settings 300 0 0\ntime_left b -3 0":                             "absolute 5m0s 0s 0 cap 0s known true 0s 0 settle false",
		"time_settings 300 0 0\ntime_left b 5 0\nkgs-genmove_cleanup b":       "absolute 5m0s 0s 0 cap 0s known true 5s 0 settle true",
		"time_settings 300 0 0\ntime_left b 5 0\nclear_board":                 "absolute 5m0s 0s 0 cap 0s known false 0s 0 settle false",
		"time_settings 300 0 0\ntime_left b 5 0\nboardsize 9":                 "absolute 5m0s 0s 0 cap 0s known false 0s 0 settle false",
		"time_settings 300 0 0\ntime_left b 5 0\ngenmove b\ngenmove b":        "absolute 5m0s 0s 0 cap 0s known false 5s 0 settle false",
		"time_settings 300 0 0\ntime_left b 5 0\nkgs-time_settings none":      "none 0s 0s 0 cap 0s known false 0s 0 settle false",
	} {
		p := &clocked{Random: player.NewRandom(1)}
		e, err := New(p, Config{Name: "Test", Size: 9, Rules: board.Chinese()})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(script, "genmove") {
			script += "\ngenmove b"
		}
		if out := converse(t, e, script+"\n"); strings.Contains(out, "?") {
			t.Errorf("%q: %q", script, out)
		}
		c := p.clock
		got := fmt.Sprintf("%v %v %v %d cap %v known %v %v %d settle %v", c.System, c.Main, c.Period, c.Stones, c.Cap, c.Known, c.Left, c.Moves, c.Settle)
		if got != want {
			t.Errorf("%q: %s, want %s", script, got, want)
		}
	}
}

// corner is A1 on 9×9.
var corner = board.XY(0, 8)

// refusing refuses every game in which A1 is played.
type refusing struct{ *player.Random }

func (r refusing) NewGame(g game.Game) error {
	moves := g.(game.GoGame).Moves()
	if slices.ContainsFunc(moves, func(m board.Move) bool { return m.Point == corner }) {
		return errors.New("A1 is beneath me")
	}
	return r.Random.NewGame(g)
}

func (r refusing) Play(m board.Move) error {
	if m.Point == corner {
		return errors.New("A1 is beneath me")
	}
	return r.Random.Play(m)
}

// A move that the player refuses for good is not in the game either.
func TestRefusedMoveIsTakenBack(t *testing.T) {
	e, err := New(refusing{player.NewRandom(1)}, Config{Name: "Test", Size: 9, Rules: board.Chinese()})
	if err != nil {
		t.Fatal(err)
	}
	got := converse(t, e, "play b D4\nplay w A1\nmove_history\nplay w E5\nmove_history\n")
	want := "=\n\n? A1 is beneath me\n\n= black D4\n\n=\n\n= white E5\nblack D4\n\n"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
