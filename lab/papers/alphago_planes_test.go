package papers

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/rating"
)

// The differences are of trainings with the same seed, next to the published ones.
func TestPlanesTable(t *testing.T) {
	var trained []Accuracy
	var played []MatchResult
	for i := range variants {
		for s := range 2 { // the seeds differ by 10, the variants by 1
			test := float64(50 - i + 10*s)
			trained = append(trained, Accuracy{Test: test, Average: test + 2, Learned: test + 3})
			if i > 0 {
				played = append(played, MatchResult{Tally: rating.Tally{Wins: i, Losses: 10 - i}})
			}
		}
	}
	table := planesTable(trained, played, 2)
	row := table.Rows[3] // 4 planes
	top, more, gain, gap, won := row.Values[0], row.Values[1], row.Values[2], row.Values[3], row.Values[4]
	if top.Ours.Value != 52 || more.Ours.Value != -3 || more.Ours.Lo != more.Ours.Hi || gain.Ours.Value != 2 ||
		gap.Ours.Value != 3 || won.Ours.Value != 30 {
		t.Errorf("the row is %+v", row)
	}
	for value, published := range map[*lab.Value]float64{&more: -7.8, &gain: 1.6, &gap: 3.8, &won: 25} {
		if d := value.Published.Value - published; d > 1e-9 || d < -1e-9 {
			t.Errorf("published %v, want %v", value.Published.Value, published)
		}
	}
	if p := more.Published; p.Hi-p.Lo < 0.199 || p.Hi-p.Lo > 0.201 {
		t.Errorf("published %+v: a difference of two numbers with a tenth", p)
	}
	said := string(planesConclusion(table))
	for _, want := range []string{
		"By top-1, %: 48 planes 55.0 ≈ 20 planes 54.0",
		`"games won, %", 4 of 5 agree. Not so: 20 planes 10 (3–30) instead of 38.`,
	} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in: %s", want, said)
		}
	}
	if top.Published != nil || table.Rows[0].Values[2].Published != nil {
		t.Error("a published number where there is none to compare with")
	}
}

// The interval of games won is by the games where the trainings agree, and by the trainings where they do not.
func TestGamesWonOverSeeds(t *testing.T) {
	of := func(wins ...int) (played []MatchResult) {
		for _, w := range wins {
			played = append(played, MatchResult{Tally: rating.Tally{Wins: w, Losses: 200 - w}})
		}
		return played
	}
	same, apart := wonOverSeeds(of(80, 80, 80)), wonOverSeeds(of(40, 80, 120))
	if pooled := lab.Share(240, 600); same != pooled {
		t.Errorf("%+v, want the interval of 240 won of 600: %+v", same, pooled)
	}
	// 20, 40 and 60 %: a standard error of 11.5 points, times Student's 4.30 of two degrees of freedom.
	if math.Abs(apart.Hi-0.8968) > 1e-3 || apart.Lo != 0 || apart.Value != 0.4 {
		t.Errorf("%+v, want 40 %% (0 to 89.7)", apart)
	}
}

// Each seed is measured on games of its own, and all seeds together on all of them.
func TestTestGamesOfPlanesAreSharedOut(t *testing.T) {
	var mu sync.Mutex
	seen := map[string]map[uint64]bool{} // seeds by the source of a game
	env := Env{Players: stubs(), Train: func(_ context.Context, l Lesson) (Accuracy, error) {
		mu.Lock()
		defer mu.Unlock()
		for i := range l.Test.Len() {
			g := l.Test.Game(i)
			key := g.Source.String()
			if seen[key] == nil {
				seen[key] = map[uint64]bool{}
			}
			seen[key][l.Seed] = true
		}
		return Accuracy{}, nil
	}}
	c := config(t.TempDir(), 2)
	c.Scale = 0.01
	c.Options = map[string]string{"games": filepath.Join("..", "..", "examples", "gnugo9.sgfl.gz"), "seeds": "2"}
	s, err := lab.Execute(t.Context(), alphagoPlanes(env), c)
	if err != nil {
		t.Fatal(err)
	}
	seeds := map[uint64]int{}
	for key, of := range seen {
		if len(of) != 1 {
			t.Errorf("%s is a game of %d seeds", key, len(of))
		}
		for seed := range of {
			seeds[seed]++
		}
	}
	want := s.Report.Settings[slices.IndexFunc(s.Report.Settings, func(s lab.Setting) bool {
		return s.Name == "games to measure on"
	})].Value
	games := slices.Collect(maps.Values(seeds))
	if got := fmt.Sprint(len(seen)); got != want || len(games) != 2 || max(games[0]-games[1], games[1]-games[0]) > 1 {
		t.Errorf("%s games, of the seeds %v; want %s, half of each", got, seeds, want)
	}
}

// A run does not go on with other games under the same path: its lessons would be of two sets.
func TestPlanesRefuseOtherGames(t *testing.T) {
	lessons, stop := 0, errors.New("stopped")
	env := Env{Players: stubs(), Train: func(_ context.Context, l Lesson) (Accuracy, error) {
		if lessons++; lessons == 3 {
			return Accuracy{}, stop
		}
		return Accuracy{}, nil
	}}
	file, err := os.Open(filepath.Join("..", "..", "examples", "gnugo9.sgfl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close() //nolint:errcheck // it was only read
	packed, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(packed)
	if err != nil {
		t.Fatal(err)
	}
	_, fewer, _ := bytes.Cut(all, []byte("\n"))
	games := filepath.Join(t.TempDir(), "games.sgfl")
	write := func(text []byte) {
		t.Helper()
		if err := os.WriteFile(games, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := config(t.TempDir(), 1)
	c.Scale = 0.01
	c.Options = map[string]string{"games": games, "seeds": "2"}
	write(all)
	if _, err := lab.Execute(t.Context(), alphagoPlanes(env), c); !errors.Is(err, stop) {
		t.Fatalf("error %v, want %v", err, stop)
	}
	write(fewer)
	_, err = lab.Execute(t.Context(), alphagoPlanes(env), c)
	var bad *lab.ConfigError
	if !errors.As(err, &bad) || !strings.Contains(err.Error(), "take the same games") || lessons != 3 {
		t.Errorf("after %d lessons: %v", lessons, err)
	}
	write(all)
	if _, err := lab.Execute(t.Context(), alphagoPlanes(env), c); err != nil {
		t.Error(err)
	}
}
