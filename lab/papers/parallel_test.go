package papers

import (
	"strings"
	"sync"
	"testing"

	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/player"
)

// Forms that win a half or none of 2 games are shown with just that, each at its number of
// threads and in its panel.
func TestParallelForms(t *testing.T) {
	r := execute(
		t, "parallel", stubs("threads=4,parallel=leaf", "time=5ms,threads=2,parallel=root"),
		map[string]string{"threads": "2,4", "time-threads": "2,4", "time": "5ms", "base": "uct"},
	)
	for row, want := range map[string][2]float64{
		"tree with 2 threads": {50, 50}, "leaf with 4 threads": {0, 0}, "leaf with 2 threads": {50, 50},
		"root with 2 threads": {50, 0},
	} {
		byPlayouts, byTime := rowOf(r, t, "playouts", row), rowOf(r, t, "time", row)
		if byPlayouts[0].Ours.Value != want[0] || byTime[0].Ours.Value != want[1] {
			t.Errorf("%s: %v and %v, want %v", row, byPlayouts[0].Ours.Value, byTime[0].Ours.Value, want)
		}
	}
	// A stub says that it makes 50 simulations in 100 ms, with any number of threads.
	if v := rowOf(r, t, "speeds", "leaf with 4 threads"); v[0].Ours.Value != 500 || v[1].Ours.Value != 500 ||
		v[2].Ours.Value != 1 ||
		v[3].Ours == nil {
		t.Errorf("4 threads: %+v, want as many", v)
	}
	if points := seriesOf(r, t, "leaf"); len(points) != 2 || points[0].X != 2 || points[0].Y.Value != 50 ||
		points[1].Y.Value != 0 {
		t.Errorf("leaf: %+v", points)
	}
}

// Where threads have to wait for a processor the tables say so: at equal playouts of tree alone.
func TestParallelTellsOfTooFewProcessors(t *testing.T) {
	for _, c := range []struct {
		forms, threads string
		playouts, time bool
	}{
		{"tree,leaf", "1000000", true, true},
		{"leaf", "1000000", false, true},
	} {
		r := execute(
			t, "parallel", stubs(),
			map[string]string{"forms": c.forms, "threads": c.threads, "time-threads": c.threads},
		)
		for table, want := range map[string]bool{"playouts": c.playouts, "time": c.time} {
			if note := tableOf(r, table).Note; strings.Contains(note, "processors") != want {
				t.Errorf("%s, %s: note %q", c.forms, table, note)
			}
		}
	}
}

// The players that the experiment makes are players of the program, and only the forms differ.
func TestParallelPlayers(t *testing.T) {
	var mu sync.Mutex
	made := map[string]bool{}
	players := player.Registry{"rave": func(spec options.Spec, env player.Env) (player.Player, error) {
		mu.Lock()
		made[spec.Rest] = true
		mu.Unlock()
		p, err := player.Players().Parse(spec.Kind+":"+spec.Rest, env)
		if err != nil {
			return nil, err
		}
		return &stub{}, p.Close()
	}}
	execute(t, "parallel", players, map[string]string{"threads": "2"})
	for _, want := range []string{
		"playout=mogo-safe,heuristic=none,schedule=own,k=1000,c=0,reuse=off,memory=256M,early=off," +
			"extend=off,playouts=1000,threads=1",
		"playout=mogo-safe,heuristic=none,schedule=own,k=1000,c=0,reuse=off,memory=256M,early=off," +
			"extend=off,playouts=1000,threads=2,parallel=root,sync=100,sync-depth=2",
		"playout=mogo-safe,heuristic=none,schedule=own,k=1000,c=0,reuse=off,memory=256M,early=off," +
			"extend=off,time=50ms,threads=2,parallel=leaf",
	} {
		if !made[want] {
			t.Errorf("no player %s of %v", want, made)
		}
	}
}

func TestParallelOptions(t *testing.T) {
	e := find(t, "parallel", nil)
	for option, value := range map[string]string{
		"forms": "tree,branch", "threads": "0", "time-threads": "1", "time": "5", "sync": "-1", "base": "",
	} {
		if _, err := e.Values(map[string]string{option: value}); err == nil {
			t.Errorf("parallel took %s=%s", option, value)
		}
	}
	for _, base := range []string{"playouts", "ucb1:c=1", "negamax", "random"} {
		if _, err := e.Values(map[string]string{"base": base}); err == nil ||
			!strings.Contains(err.Error(), "no tree") {
			t.Errorf("base=%s: %v", base, err)
		}
	}
	for _, base := range []string{"uct:playouts=50", "rave:c=0, time=1s", "uct:threads=2", "uct:sync-depth=3"} {
		if _, err := e.Values(map[string]string{"base": base}); err == nil ||
			!strings.Contains(err.Error(), "set by the experiment") {
			t.Errorf("base=%s: %v", base, err)
		}
	}
	if _, err := e.Values(map[string]string{"forms": "tree,tree"}); err == nil {
		t.Error("a form twice")
	}
}
