package papers

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/player/loaded"
)

// Players who win half or none of 4 games are shown with just that, and its interval, at
// their k.
func TestRaveKPoints(t *testing.T) {
	r := execute(t, "rave-k", stubs("k=10,"), map[string]string{"k": "1000,10"})
	half, none := lab.Share(2, 4).Times(100), lab.Share(0, 4).Times(100)
	points := seriesOf(r, t, "MC-RAVE, β of N(s)")
	if len(points) != 2 || points[0] != (lab.Point{X: 10, Y: none}) || points[1] != (lab.Point{X: 1000, Y: half}) {
		t.Errorf("points %v, want 10 with %v and 1000 with %v", points, none, half)
	}
	if uct := seriesOf(r, t, "UCT, ours"); uct[0] != (lab.Point{X: 10, Y: half}) ||
		uct[1] != (lab.Point{X: 1000, Y: half}) {
		t.Errorf("UCT is drawn at %v", uct)
	}
	if v := rowOf(r, t, "figure-5-numbers", "UCT")[0]; v.Published.Value != 24 || v.Published.Lo < 22 ||
		v.Published.Hi > 26 {
		t.Errorf("published for UCT: %+v, want 24 within 2", v.Published)
	}
	if v := rowOf(r, t, "figure-5-numbers", "k = 10")[0]; v.Published != nil {
		t.Errorf("published for k = 10: %+v, of which the paper's text says nothing", v.Published)
	}
	if v := rowOf(r, t, "figure-5-numbers", "k = 1000, β of N(s)")[0]; v.Published.Value != 60 {
		t.Errorf("published for k = 1000 with the printed β: %+v, want 60", v.Published)
	}
	if v := rowOf(r, t, "figure-5-numbers", "k = 1000")[0]; v.Published != nil {
		t.Errorf("published for k = 1000 with another β: %+v", v.Published)
	}
}

// The paper gives 50 to 60% for all k together.
func TestRaveRange(t *testing.T) {
	at := func(k, lo, hi float64) lab.Point {
		return lab.Point{X: k, Y: lab.Estimate{Value: (lo + hi) / 2, Lo: lo, Hi: hi, N: 400}}
	}
	got := raveRange([]lab.Point{at(1, 3, 8), at(10, 44, 51), at(100, 52, 58), at(1000, 61, 70)})
	want := "By the paper all k win 50 to 60% with the printed β. Ours may win as many, with k = 10 and k = 100. Ours win fewer, " +
		"beyond the intervals, with k = 1. Ours win more, beyond the intervals, with k = 1000."
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// What was published of other settings does not stand next to ours.
func TestPublishedOfTheSameSettingsOnly(t *testing.T) {
	for _, options := range []map[string]string{{"playouts": "100"}, {"opponent": "random"}, {"player": "reuse=on"}} {
		r := execute(t, "rave-k", stubs(), options)
		for _, row := range tableOf(r, "figure-5-numbers").Rows {
			if row.Values[0].Published != nil {
				t.Errorf("%v: published for %s", options, row.Name)
			}
		}
		for _, b := range r.Blocks {
			if f, ok := b.(*lab.Figure); ok && (len(f.Panels[0].Series) != 3 || strings.Contains(f.Caption, "paper")) {
				t.Errorf("%v: %d curves, want our three; %s", options, len(f.Panels[0].Series), f.Caption)
			}
		}
		if note := tableOf(r, "figure-5-numbers").Note; note != "" {
			t.Errorf("%v: %s", options, note)
		}
		for name, value := range options {
			if text := r.Markdown(); !strings.Contains(text, "> **Not as described:** run with "+name+"="+value) {
				t.Errorf("the report does not begin with %s=%s: %.300s", name, value, text)
			}
		}
	}
}

// The players are those of the paper, with the caller's options over theirs.
func TestRaveKPlayers(t *testing.T) {
	r := execute(t, "rave-k", stubs(), map[string]string{"k": "10", "playouts": "77", "player": "reuse=on"})
	want := map[string]string{
		"UCT":    "uct:playouts=77,playout=mogo-safe,heuristic=none,c=0.2,reuse=on,threads=1,memory=256M",
		"k = 10": "rave:playouts=77,playout=mogo-safe,heuristic=none,schedule=own,k=10,c=0,reuse=on,threads=1,memory=256M",
		"k = 10, β of N(s)": "rave:playouts=77,playout=mogo-safe,heuristic=none,schedule=hand,k=10,c=0,reuse=on," +
			"threads=1,memory=256M",
	}
	for _, s := range r.Settings {
		if w, ok := want[s.Name]; ok && s.Value != w {
			t.Errorf("%s is %s, want %s", s.Name, s.Value, w)
		}
		delete(want, s.Name)
	}
	if len(want) > 0 {
		t.Errorf("not told: %v", want)
	}
}

// conclusionOf is what a report says in words.
func conclusionOf(r *lab.Report) string {
	for _, b := range r.Blocks {
		if text, ok := b.(lab.Text); ok && strings.HasPrefix(string(text), string(lab.Conclusion(nil))[:10]) {
			return string(text)
		}
	}
	return ""
}

// Table 1 has 69% at 3,000 and 82% at 10,000 simulations, by hand.
func TestRaveSchedules(t *testing.T) {
	r := execute(t, "rave-schedules", stubs("schedule=mse"), nil)
	for n, want := range map[string]float64{"3,000": 69, "10,000": 82} {
		if v := rowOf(r, t, "table-1", "by hand, "+n+" simulations")[0]; v.Published == nil ||
			v.Published.Value != want ||
			v.Ours.Value != 50 {
			t.Errorf("by hand at %s: %+v, want 50 beside %v", n, v, want)
		}
		if v := rowOf(r, t, "table-1", "by hand, of the move's visits, "+n+" simulations")[0]; v.Published != nil ||
			v.Ours.Value != 50 {
			t.Errorf("by hand, of the move's visits, at %s: %+v, want 50 beside nothing", n, v)
		}
		if v := rowOf(r, t, "table-1", "least squared error (b = 0.02), "+n+" simulations")[0]; v.Published != nil ||
			v.Ours.Value != 0 {
			t.Errorf("least squared error at %s: %+v, want 0 beside nothing", n, v)
		}
	}
	for _, b := range []string{"0.02", "0.1"} {
		if v := rowOf(r, t, "schedules", "least squared error (b = "+b+")"); v[0].Ours.Value != 0 || v[1].Published != nil {
			t.Errorf("b = %s against the schedule by hand: %+v, want none won, and nothing published of such a match", b, v)
		}
	}
	said := conclusionOf(r)
	for _, want := range []string{
		"3,000 simulations, games won in %: by hand 50.0 ≈ by hand, of the move's visits 50.0 ≈ least squared error (b = 0.02) 0.0",
		"10,000 simulations, games won in %: ", "With 3,000 playouts, least squared error (b = 0.1) ",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in: %s", want, said)
		}
	}
	if strings.Contains(said, "−1200") { // of a player that won no game
		t.Errorf("a difference without limit is given a number: %s", said)
	}
}

func TestRaveHeuristics(t *testing.T) {
	r := execute(t, "rave-heuristics", stubs("experience=200"), map[string]string{"model": "some"})
	if v := rowOf(r, t, "figure-6-numbers", "local shapes, M = 50")[0]; v.Published != nil || v.Ours.Value != 50 {
		t.Errorf("shapes: %+v", v)
	}
	if v := rowOf(r, t, "figure-6-numbers", "local shapes, M = 50, β of N(s)")[0]; v.Published.Value != 69 {
		t.Errorf("shapes with the printed β: %+v", v)
	}
	if v := rowOf(r, t, "figure-6-numbers", "no heuristic")[0]; v.Published != nil {
		t.Errorf("no heuristic, with another β than the paper's: %+v", v)
	}
	points := seriesOf(r, t, "local shapes")
	if len(points) != 4 || points[0].X != 0 || points[1].X != 20 || points[2].X != 50 || points[3].X != 200 ||
		points[3].Y.Value != 0 {
		t.Errorf("curve of shapes: %v, want M = 0, 20, 50 and 200, where none was won", points)
	}
	for _, s := range r.Settings {
		if strings.HasPrefix(s.Name, "local shapes") != strings.Contains(s.Value, "model=some") {
			t.Errorf("%s is %s", s.Name, s.Value)
		}
	}
	for _, bad := range []string{"shapes", "mogo:0", "wall:3", "mogo:50,mogo:50"} {
		if _, err := heuristicPoints(bad); err == nil {
			t.Errorf("points=%s was taken", bad)
		}
	}
}

// Each plays the next, and the published line is 100 Elo a doubling from the least.
func TestRaveScaling(t *testing.T) {
	r := execute(t, "rave-scaling", stubs("playouts=125,"), map[string]string{"simulations": "125,250,1000"})
	if v := rowOf(r, t, "doublings", "250 against 125"); v[0].Ours.Value != 100 || v[1].Published != nil {
		t.Errorf("250 against 125, who gave up: %+v", v)
	}
	if said := conclusionOf(r); !strings.Contains(said, "What a doubling is worth cannot be said") {
		t.Errorf("where one side won all games: %s", said)
	}
	if v := rowOf(r, t, "doublings", "1,000 against 250"); v[0].Ours.Value != 50 || v[1].Published != nil {
		t.Errorf("1,000 against 250, no doubling: %+v", v)
	}
	if p := seriesOf(r, t, "published: 100 Elo a doubling"); p[0].Y.Value != 0 || p[1].Y.Value != 100 ||
		p[2].Y.Value != 300 {
		t.Errorf("published line %v", p)
	}
	if p := seriesOf(r, t, "ours"); p[0].Y.Value != 0 || !(p[1].Y.Value > 100) {
		t.Errorf("ours %v: want the first at 0 and the others above", p)
	}
}

// Numbers of other boards, players or simulations have no published numbers.
func TestNothingPublishedBesideOtherSettings(t *testing.T) {
	for name, options := range map[string]map[string]string{
		"board": {"board": "9"}, "player": {"player": "c=0.1"},
	} {
		options["simulations"] = "125,250"
		r := execute(t, "rave-scaling", stubs(), options)
		if v := rowOf(r, t, "doublings", "250 against 125"); v[1].Published != nil {
			t.Errorf("another %s: %+v", name, v[1])
		}
		for _, b := range r.Blocks {
			if f, ok := b.(*lab.Figure); ok && len(f.Panels[0].Series) != 1 {
				t.Errorf("another %s: %d curves", name, len(f.Panels[0].Series))
			}
		}
	}
	for _, options := range []map[string]string{
		{"playouts": "20"}, {"heuristic": "even"}, {"opponent": "random"}, {"player": "c=0.1"},
	} {
		r := execute(t, "rave-schedules", stubs(), options)
		for _, row := range tableOf(r, "schedules").Rows {
			if row.Values[1].Published != nil {
				t.Errorf("%v: %+v", options, row.Values[1])
			}
		}
	}
}

func TestUCTExploration(t *testing.T) {
	r := execute(t, "uct-exploration", stubs("c=0.5,"), map[string]string{"cp": "0.2,0.5", "c": "0,0.5"})
	if v := rowOf(r, t, "exploration", "UCT, Cp = 0.2")[0]; v.Published.Value != 24 || v.Ours.Value != 50 {
		t.Errorf("UCT: %+v", v)
	}
	if v := rowOf(r, t, "exploration", "UCT-RAVE, c = 0")[0]; v.Published != nil || v.Ours.Value != 50 {
		t.Errorf("MC-RAVE, with another β than the paper's: %+v", v)
	}
	if v := rowOf(r, t, "exploration", "heuristic UCT-RAVE, β of N(s), c = 0")[0]; v.Published.Value != 69 {
		t.Errorf("heuristic MC-RAVE: %+v", v)
	}
	for _, name := range []string{"UCT, Cp = 0.5", "UCT-RAVE, c = 0.5"} {
		if v := rowOf(r, t, "exploration", name)[0]; v.Published != nil || v.Ours.Value != 0 {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

// Extended data table 7 as differences from the full search.
func TestAlphagoComponents(t *testing.T) {
	r := execute(t, "alphago-components", stubs("value=off"), nil)
	table := tableOf(r, "table-7")
	want := []string{"rvp", "rp", "vp", "rv", "v", "p", "r"}
	published := []float64{0, -474, -713, -813, -1235, -1373, -1433}
	if len(table.Rows) != len(want) {
		t.Fatalf("%d rows", len(table.Rows))
	}
	for i, row := range table.Rows {
		elo := row.Values[3]
		if anchor := elo.Published == nil; row.Name != want[i] || anchor != (i == 0) ||
			!anchor && elo.Published.Value != published[i] {
			t.Errorf(
				"row %d is %s with %v published, want %s with %v", i, row.Name, elo.Published, want[i],
				published[i],
			)
		}
		if lost := row.Name == "rp" || row.Name == "r"; lost != (elo.Ours.Hi < 0) {
			t.Errorf("%s has %v Elo", row.Name, elo.Ours)
		}
	}
}

// Extended data table 8 as differences from one thread, and the speeds that were measured.
func TestAlphagoThreads(t *testing.T) {
	r := execute(t, "alphago-threads", stubs("threads=1,"), map[string]string{"threads": "1,2,3"})
	if v := rowOf(r, t, "table-8", "2"); math.Abs(v[0].Ours.Value-500) > 1e-6 || v[2].Published.Value != 190 ||
		!(v[2].Ours.Value > 0) {
		t.Errorf("2 threads: %+v, want 500 simulations a second and an Elo above 0 beside 190", v)
	}
	if v := rowOf(r, t, "table-8", "1"); v[2].Published != nil {
		t.Errorf("one thread, which all are measured from, counts as an agreement: %+v", v[2])
	}
	if v := rowOf(r, t, "table-8", "3"); v[2].Published != nil {
		t.Errorf("3 threads, which the paper has not: %+v", v[2])
	}
}

// Every rule is a kind of player, and gets as many playouts as the others.
func TestRulePlayers(t *testing.T) {
	run := &matchRun{&lab.Run{Threads: 1}, Env{Players: player.Players()}, &loaded.Networks{}}
	for _, e := range treeRules() {
		text := rulePlayer(e.Entrant, 1000, 2, "mogo")
		if err := run.try(text, 9); err != nil {
			t.Error(err)
		}
		// The report says which move is played; nobody's is left to a default.
		choice := map[string]string{
			"best mean":      "choice=mean",
			"most visited":   "choice=visits",
			"best posterior": "choice=posterior",
		}
		for words, option := range choice {
			if strings.HasPrefix(e.Plays, words) != strings.Contains(text, option) {
				t.Errorf("%s plays by %q, its player is %s", e.Name, e.Plays, text)
			}
		}
	}
	for playouts, want := range map[int]string{
		1000: "playouts=10,nodes=100", 250: "playouts=2,nodes=125", 30: "playouts=1,nodes=30",
	} {
		if text := rulePlayer(match.Entrant{Name: "negamax", Text: "negamax"}, playouts, 2, "mogo"); !strings.HasSuffix(
			text, want,
		) {
			t.Errorf("negamax of %d playouts is %s, want %s", playouts, text, want)
		}
	}
}

func TestRules9x9(t *testing.T) {
	r := execute(t, "rules-9x9", stubs("rave:"), nil)
	names := ruleNames()
	table := tableOf(r, "ratings")
	if len(table.Rows) != len(names) || table.Rows[len(names)-1].Name != "rave" {
		t.Errorf("ratings %v, want %d with rave, which gave up, last", table.Rows, len(names))
	}
	for _, row := range tableOf(r, "cross-table").Rows {
		for i, v := range row.Values {
			against := tableOf(r, "cross-table").Columns[i]
			if (v.Ours == nil) != (row.Name == against) {
				t.Errorf("%s against %s: %v", row.Name, against, v)
			}
		}
	}
}

// Without the opponent nothing is played, and the error says what to do.
func TestOpponentMissing(t *testing.T) {
	players := stubs()
	players["gtp"] = func(options.Spec, player.Env) (player.Player, error) {
		return nil, fmt.Errorf("gtp: start gnugo: %w", &exec.Error{Name: "gnugo", Err: exec.ErrNotFound})
	}
	e := find(t, "rave-k", players)
	dir := t.TempDir()
	_, err := lab.Execute(t.Context(), e, lab.Config{Dir: dir, Scale: 0.01, Seed: 1, Threads: 1, Program: "test"})
	if err == nil || !strings.Contains(err.Error(), "apt install gnugo") ||
		!strings.Contains(err.Error(), "--set opponent=") {
		t.Errorf("error %v", err)
	}
	if cells, err := os.ReadFile(filepath.Join(dir, lab.CellsName)); err != nil || len(cells) > 0 {
		t.Errorf("played: %s, %v", cells, err)
	}
}

// A finished run is reported again where there is no opponent.
func TestReportAgainWithoutTheOpponent(t *testing.T) {
	e := find(t, "rave-k", stubs())
	config := lab.Config{
		Dir:     t.TempDir(),
		Scale:   0.01,
		Seed:    1,
		Threads: 2,
		Program: "test",
		Options: map[string]string{"k": "10"},
	}
	if _, err := lab.Execute(t.Context(), e, config); err != nil {
		t.Fatal(err)
	}
	want := files(t, config.Dir)
	e = find(t, "rave-k", player.Registry{})
	if _, err := lab.Execute(t.Context(), e, config); err != nil {
		t.Fatal(err)
	}
	for name, text := range files(t, config.Dir) {
		if want[name] != text {
			t.Errorf("%s differs", name)
		}
	}
}

// Real games: a run that is interrupted goes on and ends like one that is not, with another
// number of threads, to the byte.
func TestInterruptedGamesEndLikeUnbrokenOnes(t *testing.T) {
	e := find(t, "rave-scaling", player.Players())
	config := lab.Config{
		Dir: t.TempDir(), Scale: 0.01, Seed: 3, Threads: 1, Program: "test",
		Options: map[string]string{"simulations": "8,16", "board": "5", "player": "memory=16M"},
	}
	if _, err := lab.Execute(t.Context(), e, config); err != nil {
		t.Fatal(err)
	}
	want := files(t, config.Dir)
	config.Dir, config.Threads = t.TempDir(), 2
	ctx, stop := context.WithCancel(t.Context())
	config.Progress = func(p lab.Progress) {
		if p.Done > 0 {
			stop()
		}
	}
	if _, err := lab.Execute(ctx, e, config); !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted: %v", err)
	}
	config.Progress = func(p lab.Progress) {
		if p.Before == 0 {
			t.Error("began from the beginning")
		}
	}
	if _, err := lab.Execute(t.Context(), e, config); err != nil {
		t.Fatal(err)
	}
	for name, text := range files(t, config.Dir) {
		if want[name] != text {
			t.Errorf("%s differs from the unbroken run's", name)
		}
	}
}

func TestWith(t *testing.T) {
	for _, c := range []struct{ text, options, want string }{
		{"rave:k=1,c=0", "k=2,b=3", "rave:k=2,c=0,b=3"},
		{"rave", "k=2", "rave:k=2"},
		{"playouts:", "", "playouts"},
	} {
		if got := with(c.text, c.options); got != c.want {
			t.Errorf("%q with %q is %q, want %q", c.text, c.options, got, c.want)
		}
	}
}

func TestOptionChecks(t *testing.T) {
	for name, options := range map[string]map[string]string{
		"rave-k":             {"k": "1,x", "playouts": "0", "player": "reuse", "opponent": ""},
		"rave-schedules":     {"bias": "0.02,0.02", "simulations": "10,10"},
		"rave-scaling":       {"simulations": "1.5,2", "board": "20"},
		"alphago-components": {"time": "5"},
		"alphago-threads":    {"threads": "4"},
		"rules-9x9":          {"rules": "uct,oct"},
	} {
		e := find(t, name, nil)
		for option, value := range options {
			if _, err := e.Values(map[string]string{option: value}); err == nil {
				t.Errorf("%s took %s=%s", name, option, value)
			}
		}
	}
	for _, stones := range []string{"1", "10", "2.5", "2,2", ""} {
		if _, err := find(t, "alphago-handicap", nil).Values(map[string]string{"stones": stones}); err == nil {
			t.Errorf("alphago-handicap took stones=%s", stones)
		}
	}
}
