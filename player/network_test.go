package player

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/timing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/evaluation"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/endingtest"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
)

// TestEightViewsAreEquivariant holds the averaged distribution to what it must
// be whatever the network: that of the turned position is the distribution
// turned.
func TestEightViewsAreEquivariant(t *testing.T) {
	n := NewNetwork(modeltest.Policy(t, 7), "small", 0)
	g := endingtest.Empty(t, 7)
	r := NewRandom(3)
	if err := r.NewGame(game.Of(g)); err != nil {
		t.Fatal(err)
	}
	all := evaluation.AllSymmetries()
	for range 20 {
		c := g.Position().ToMove()
		choice, err := r.Genmove(t.Context(), c, timing.Clock{})
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(g.Play(choice.Point, c), r.Play(board.Move{Point: choice.Point, Color: c})); err != nil {
			t.Fatal(err)
		}
	}
	base, one := make([]float32, 49), make([]float32, 49)
	if err := errors.Join(n.Probabilities(base, g.Position(), all), n.Probabilities(one, g.Position(), all[:1])); err != nil {
		t.Fatal(err)
	}
	differs := false
	for i := range base {
		differs = differs || math.Abs(float64(base[i]-one[i])) > 1e-4
	}
	if !differs {
		t.Fatal("the network is symmetric by itself: the test proves nothing")
	}
	for s := features.Symmetry(0); s < features.Symmetries; s++ {
		turned, err := board.NewGame(7, g.Rules())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range g.Moves() {
			if err := turned.Play(s.Point(m.Point, 7), m.Color); err != nil {
				t.Fatal(err)
			}
		}
		got, want := make([]float32, 49), make([]float32, 49)
		if err := n.Probabilities(got, turned.Position(), all); err != nil {
			t.Fatal(err)
		}
		s.Distribution(want, base, 7)
		for i := range got {
			if math.Abs(float64(got[i]-want[i])) > 1e-6 {
				t.Fatalf("symmetry %d, point %d: %v, want %v", s, i, got[i], want[i])
			}
		}
	}
	if err := n.Probabilities(base, g.Position(), nil); err == nil {
		t.Error("no symmetry gave a distribution")
	}
	five := board.NewPosition(5)
	if err := n.Probabilities(base, &five, all); err == nil {
		t.Error("a 5×5 position went through a 7×7 network")
	}
}

func TestNetworkServesManyGoroutines(t *testing.T) {
	n := NewNetwork(modeltest.Policy(t, 5), "small", 0)
	pos := board.NewPosition(5)
	want := make([]float32, 25)
	if err := n.Probabilities(want, &pos, []features.Symmetry{0, 3}); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			got := make([]float32, 25)
			for range 20 {
				if err := n.Probabilities(got, &pos, []features.Symmetry{0, 3}); err != nil {
					t.Error(err)
					return
				}
				for i := range got {
					if got[i] != want[i] {
						t.Errorf("point %d: %v, alone %v", i, got[i], want[i])
						return
					}
				}
			}
		})
	}
	wg.Wait()
}

func TestDefaultModel(t *testing.T) {
	root := t.TempDir()
	shipped, runs := filepath.Join(root, "models"), filepath.Join(root, "runs")
	save := func(dir string, size int, age time.Duration) {
		t.Helper()
		if _, err := nets.SavePolicy(dir, modeltest.Policy(t, size), models.Training{}); err != nil {
			t.Fatal(err)
		}
		when := time.Now().Add(-age)
		if err := os.Chtimes(filepath.Join(dir, models.ManifestName), when, when); err != nil {
			t.Fatal(err)
		}
	}
	dirs := []string{filepath.Join(root, "not-there"), shipped, runs}
	_, err := models.Default(dirs, 5)
	if !errors.Is(err, models.ErrNoModel) || !strings.Contains(err.Error(), "--board 5") || !strings.Contains(err.Error(), "5×5") {
		t.Errorf("without models: %v", err)
	}
	save(filepath.Join(shipped, "7x7"), 7, time.Hour)
	save(filepath.Join(runs, "old"), 5, 2*time.Hour)
	save(filepath.Join(runs, "new"), 5, time.Hour)
	save(filepath.Join(runs, "seven"), 7, 0)
	for size, want := range map[int]string{5: filepath.Join(runs, "new"), 7: filepath.Join(shipped, "7x7"), 0: filepath.Join(shipped, "7x7")} {
		if got, err := models.Default(dirs, size); got != want || err != nil {
			t.Errorf("size %d: %s, %v, want %s", size, got, err, want)
		}
	}

	// Opponents of a self-play training are no choice, however new.
	pool := filepath.Join(runs, "reinforce", models.PoolName, "000050")
	save(pool, 5, 0)
	if got, err := models.Default(dirs, 5); got != filepath.Join(runs, "new") || err != nil {
		t.Errorf("with an opponent: %s, %v", got, err)
	}
	if got, err := models.Default([]string{filepath.Dir(pool)}, 5); got != pool || err != nil {
		t.Errorf("of the opponents alone: %s, %v", got, err)
	}

	// Of the models in the program it is the whole model, not the policy that ships next to it.
	if got, err := models.Default([]string{models.ShippedPrefix}, 19); got != "shipped:19x19" || err != nil {
		t.Errorf("in the program: %s, %v", got, err)
	}

	// Without model= the player changes its network with the board, or carries one over; with it, not.
	free, err := Players().Parse("policy", Env{Rules: game.Go{Board: 5}, ModelDirs: dirs})
	if err != nil {
		t.Fatal(err)
	}
	bound, err := Players().Parse("policy:model="+filepath.Join(runs, "new"), Env{ModelDirs: dirs})
	if err != nil {
		t.Fatal(err)
	}
	for size, want := range map[int][2]bool{5: {true, true}, 7: {true, false}, 9: {true, false}} {
		g := endingtest.Empty(t, size)
		if got := [2]bool{free.NewGame(game.Of(g)) == nil, bound.NewGame(game.Of(g)) == nil}; got != want {
			t.Errorf("size %d: seats %v, want %v", size, got, want)
		}
	}
	if err := os.WriteFile(filepath.Join(runs, "new", models.ManifestName), []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got, err := models.Default(dirs, 5); err == nil {
		t.Errorf("with a damaged model: %s instead of an error", got)
	}
}

// A program that uses this package and names no folders plays with the models in the program.
func TestDefaultPlayerHasTheShippedModels(t *testing.T) {
	p, err := Players().Parse("search:playouts=2,threads=1,memory=1M", Env{Rules: game.Go{Board: 9}})
	if err != nil {
		t.Fatal(err)
	}
	d, ok := p.(Defaulter)
	if !ok || d.DefaultModel() != "shipped:9x9" {
		t.Errorf("player %v with model %v", p, d)
	}
	if dir, err := models.Default([]string{t.TempDir()}, 9); !errors.Is(err, models.ErrNoModel) {
		t.Errorf("in a folder without models: %s, %v", dir, err)
	}
}
