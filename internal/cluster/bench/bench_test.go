package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The processes that crowds start are this test program again.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && roles[os.Args[1]] != nil {
		main()
		return
	}
	os.Exit(m.Run())
}

// preparedGames is a file with a few games.
func preparedGames(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games.json")
	if err := prepare(t.Context(), path, model9, 3); err != nil {
		t.Fatal(err)
	}
	return path
}

// A hub takes the prepared games under any number, and no other ones: what it costs is what real games cost.
func TestPreparedGamesAreChecked(t *testing.T) {
	p, err := readPrepared(preparedGames(t))
	if err != nil {
		t.Fatal(err)
	}
	s, err := newSleeper(p)
	if err != nil {
		t.Fatal(err)
	}
	for game := range 7 {
		if err := s.Check(game, p.Games[game%3], true); err != nil {
			t.Errorf("game %d: %v", game, err)
		}
		if s.Check(game, p.Games[(game+1)%3], true) == nil {
			t.Errorf("game %d: another game passes", game)
		}
	}
}

// A crowd of simulated workers brings the games that the hub's process counts, no more than they can, and so does one
// of workers that play.
func TestCrowd(t *testing.T) {
	for name, one := range map[string]task{
		"simulated": {Prepared: preparedGames(t), Each: 2, Workers: 3, Game: 20 * time.Millisecond},
		"playing":   {Model: model9, Each: 2, Workers: 1},
	} {
		t.Run(name, func(t *testing.T) {
			one.Dir = t.TempDir()
			c, err := gather(t.Context(), one)
			if err != nil {
				t.Fatal(err)
			}
			f, err := c.watch(t.Context(), 0, 200*time.Millisecond)
			if err != nil {
				t.Fatal(err)
			}
			if f.processor <= 0 || f.wire < 100*f.games || f.mail == 0 || f.rate <= 0 {
				t.Errorf("the hub counts %+v", f)
			}
			if most := 3 / 0.02; one.Game > 0 && f.games/f.seconds > 1.5*most {
				t.Errorf("%.0f games a second, where workers bring %.0f", f.games/f.seconds, most)
			}
			if err := c.scatter(); err != nil {
				t.Error(err)
			}
		})
	}
}

// The three ways make the same file, so that they are compared by the same games.
func TestWaysMakeTheSameGames(t *testing.T) {
	order, err := orderOf(model9, 3, 2)
	if err != nil {
		t.Fatal(err)
	}
	var want string
	for _, w := range ways {
		dir := t.TempDir()
		m, err := w.open(t.Context(), filepath.Join(dir, "hub"))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, "games.tengen")
		if err := toFile(t.Context(), path, m, order); err != nil {
			t.Fatal(err)
		}
		if err := m.close(); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if want == "" {
			want = string(data)
		}
		if string(data) != want {
			t.Errorf("%s makes other games", w.name)
		}
	}
}

func TestFigures(t *testing.T) {
	f := medianOf("speed", "games/s", []float64{4, 1, 3, 2, 10})
	if f.Value != 3 || *f.Low != 2 || *f.High != 4 {
		t.Errorf("median and quarters are %v, %v and %v", f.Value, *f.Low, *f.High)
	}
	if v := quantile([]float64{1, 2}, 0.25); math.Abs(v-1.25) > 1e-12 {
		t.Errorf("a quarter between 1 and 2 is %v", v)
	}
	for want, f := range map[string]figure{"": f, "good": f.atMost(3), "short": f.atLeast(3.1)} {
		if f.verdict() != want {
			t.Errorf("%+v is %q, not %q", f, f.verdict(), want)
		}
	}
	for v, want := range map[float64]string{0: "0.000", 0.0123: "0.012", 1.25: "1.25", 12.34: "12.3", 99.97: "100", -4321: "-4321"} {
		if number(v) != want {
			t.Errorf("%v is %q, not %q", v, number(v), want)
		}
	}
	if text := table([]figure{f.atMost(2)}); !strings.Contains(text, "2.00 to 4.00") || !strings.Contains(text, "short") {
		t.Error(text)
	}
}

// Workers of different phases bring their first tickets one after the other, whenever each of them came.
func TestPhases(t *testing.T) {
	const ticket = 4 * time.Hour
	for _, came := range []time.Duration{0, time.Hour, 5 * time.Hour} { // workers of one phase
		late := lateness{begun: time.Now().Add(-came), ticket: ticket, phase: time.Hour}
		want := (came + time.Hour) % ticket
		if now := late.now(); now < want || now > want+time.Minute {
			t.Errorf("a worker that came after %v has played %v of its ticket, not %v", came, now, want)
		}
	}
	if now := (lateness{}).now(); now != 0 {
		t.Errorf("a worker without a phase has played %v", now)
	}
}
