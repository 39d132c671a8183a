package linear

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/shapes"
	"github.com/tengen-go/tengen/train/sample"
	"github.com/tengen-go/tengen/train/session"
	"github.com/tengen-go/tengen/train/traintest"
)

func tinyShapes() ShapesConfig {
	c := DefaultShapes()
	c.Board, c.Games, c.LogEvery, c.EvalEvery, c.EvalGames = 4, 60, 7, 20, 10
	c.CheckpointInterval = time.Hour
	return c
}

// TD(0) by hand on a board of 2×2: after one stone of Black's its value moves towards that of
// the position two plies later, δ = V(s_t+2) − V(s_t), by α·δ for every feature that counts,
// and the features are as often as they are there.
func TestTemporalDifferenceByHand(t *testing.T) {
	v, err := shapes.New(2)
	if err != nil {
		t.Fatal(err)
	}
	g := shapes.NewWindows(2)
	if g.Count() != 5 { // four points and the 2×2
		t.Fatalf("%d windows", g.Count())
	}
	pos := board.NewPosition(2)
	g.Play(&pos, board.XY(0, 0))
	one := v.Active(g, nil)
	// b and t, the black point anywhere and here, the 2×2 anywhere and here: 6 weights, each
	// once. The three empty points weigh nothing.
	if len(one) != 6 {
		t.Fatalf("%d active weights: %v", len(one), one)
	}
	const step, target = 0.5, 0.9
	if got, want := teach(v, one, target, step), (target-0.5)*(target-0.5); math.Abs(got-want) > 1e-9 {
		t.Errorf("squared error %v, want %v", got, want)
	}
	// Six weights of 0.5·(0.9−0.5) each.
	logit := 6 * step * (target - 0.5)
	if got := float64(v.Logit(g)); math.Abs(got-logit) > 1e-6 {
		t.Errorf("logit %v after the first step, want %v", got, logit)
	}
	p := 1 / (1 + math.Exp(-logit))
	teach(v, one, 0, step)
	if got, want := float64(v.Logit(g)), logit-6*step*p; math.Abs(got-want) > 1e-6 {
		t.Errorf("logit %v after the second step, want %v", got, want)
	}

	// White's stone on the same board with colours exchanged has learned the opposite, apart
	// from b.
	b := float64(v.Flat()[0])
	black := float64(v.Logit(g))
	pos = board.NewPosition(2)
	pos.SetToMove(board.White)
	pos.Play(board.XY(1, 1), board.White)
	g.Set(&pos)
	if got, want := float64(v.Logit(g)), b-(black-b); math.Abs(got-want) > 1e-6 {
		t.Errorf("logit %v of a white stone, want %v", got, want)
	}
}

// The step goes down the gradient of the cross entropy −y·ln V − (1−y)·ln(1−V) with a fixed
// target y, as finite differences have it.
func TestTemporalDifferenceIsTheGradientOfTheCrossEntropy(t *testing.T) {
	v, err := shapes.New(3)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	flat := v.Flat()
	for i := range flat {
		flat[i] = float32(rng.NormFloat64()) / 4
	}
	if err := v.SetFlat(flat); err != nil {
		t.Fatal(err)
	}
	pos := board.NewPosition(3)
	for _, p := range []board.Point{board.XY(1, 1), board.XY(0, 1), board.XY(2, 1), board.XY(1, 0)} {
		pos.Play(p, pos.ToMove())
	}
	g := shapes.NewWindows(3)
	g.Set(&pos)
	active := v.Active(g, nil)
	const target, h = 0.3, 1e-3
	loss := func(v *shapes.Values) float64 {
		p := shapes.Win(v.Logit(g))
		return -target*math.Log(p) - (1-target)*math.Log(1-p)
	}
	learned := v.Clone()
	teach(learned, active, target, 1)
	moved := 0
	after := learned.Flat()
	for i := range flat {
		up, down := append([]float32(nil), flat...), append([]float32(nil), flat...)
		up[i] += h
		down[i] -= h
		a, b := v.Clone(), v.Clone()
		if err := errors.Join(a.SetFlat(up), b.SetFlat(down)); err != nil {
			t.Fatal(err)
		}
		gradient := (loss(a) - loss(b)) / (2 * h)
		if step := float64(after[i] - flat[i]); math.Abs(step+gradient) > 2e-2 {
			t.Fatalf("weight %d moved by %v, the gradient is %v", i, step, gradient)
		}
		if after[i] != flat[i] {
			moved++
		}
	}
	if moved < 10 {
		t.Errorf("only %d weights moved", moved)
	}
}

// A run that is stopped and killed again and again ends with the weights and the metrics of
// one that never was.
func TestShapesResume(t *testing.T) {
	cfg := tinyShapes()
	whole, broken := t.TempDir(), t.TempDir()
	result, err := Shapes(t.Context(), cfg, ShapesOptions{Dir: whole})
	if err != nil {
		t.Fatal(err)
	}
	if result.Games != 60 || result.Moves == 0 || result.Last == nil || result.Last.Played != 10 {
		t.Errorf("result %+v", result)
	}
	sessions := traintest.Interrupted(t, func(ctx context.Context, session int, tick func()) error {
		cfg.CheckpointInterval = time.Hour * time.Duration(session%3/2) // now and then after every game
		_, err := Shapes(ctx, cfg, ShapesOptions{Dir: broken, Resume: true, Report: func(ShapesReport) { tick() }})
		return err
	})
	a, _, err := shapes.Load(whole)
	if err != nil {
		t.Fatal(err)
	}
	b, _, err := shapes.Load(broken)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(a.Flat(), b.Flat()) {
		t.Errorf("the weights differ after %d sessions", sessions)
	}
	if d := cmp.Diff(shapesFigures(t, whole), shapesFigures(t, broken)); d != "" {
		t.Error(d)
	}
	if _, err := os.Stat(filepath.Join(ShapesDir(whole), session.CurvesName)); err != nil {
		t.Error(err)
	}
	if _, err := Shapes(t.Context(), cfg, ShapesOptions{Dir: whole}); !errors.Is(err, session.ErrExists) {
		t.Errorf("a second run into the folder: %v", err)
	}
	cfg.Rate = 0.05
	if _, err := Shapes(t.Context(), cfg, ShapesOptions{Dir: whole, Resume: true}); !errors.Is(err, session.ErrOther) {
		t.Errorf("another rate: %v", err)
	}
}

// shapesFigures are the lines of metrics without what depends on the clock.
func shapesFigures(t *testing.T, dir string) []ShapesMetric {
	t.Helper()
	all, err := ReadShapesMetrics(filepath.Join(ShapesDir(dir), session.MetricsName))
	if err != nil {
		t.Fatal(err)
	}
	for i := range all {
		all[i].Wall, all[i].PerSecond = 0, 0
	}
	return all
}

// Some hundred games of 5×5 are enough to beat random moves nearly always, and the first
// ones were no better than these.
func TestShapesLearnToBeatRandomMoves(t *testing.T) {
	cfg := tinyShapes()
	cfg.Board, cfg.Komi, cfg.Games, cfg.EvalEvery, cfg.EvalGames = 5, 0.5, 400, 200, 100
	dir := t.TempDir()
	result, err := Shapes(t.Context(), cfg, ShapesOptions{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if m := result.Last; m.Random.Lo < 0.9 {
		t.Errorf("%v of the games against random moves", m.Random.Value)
	}
	untrained, err := shapes.New(5)
	if err != nil {
		t.Fatal(err)
	}
	s, err := newShapesGame(5).match(t.Context(), untrained, nil, 5, 0.5, 100, 1)
	if err != nil {
		t.Fatal(err)
	}
	if s.Lo > 0.5 || s.Hi < 0.5 {
		t.Errorf("untrained %v of the games against random moves", s.Value)
	}
	if all := shapesFigures(t, dir); all[len(all)-2].Error >= 0.05 {
		t.Errorf("mean squared error %v", all[len(all)-2].Error)
	}
}

// A move is ranked by how many others lead to a better position for its player.
func TestEvaluateShapes(t *testing.T) {
	v, err := shapes.New(5)
	if err != nil {
		t.Fatal(err)
	}
	// The centre is worth having, the rest is worth nothing.
	pos := board.NewPosition(5)
	g := shapes.NewWindows(5)
	g.Play(&pos, board.XY(2, 2))
	v.Learn(v.Active(g, nil), 1)
	set := func(moves ...board.Point) *sample.Data {
		game := record.Game{Size: 5, First: board.Black}
		for i, m := range moves {
			game.Moves = append(game.Moves, record.NewMove(board.Black+board.Color(i%2), m, 5))
		}
		var s record.Set
		s.Add(game)
		d, err := sample.NewData(&s, features.PolicyPlanes)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for _, c := range []struct {
		move board.Point
		top1 float64
		last bool
	}{{board.XY(2, 2), 1, false}, {board.XY(0, 0), 0, true}} {
		f, err := EvaluateShapes(t.Context(), v, set(c.move), 0, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		if f.Positions != 1 || f.Top1.Value != c.top1 || (f.Above.Value > 0.5) != c.last {
			t.Errorf("%v: %+v", c.move, f)
		}
	}
	other, err := shapes.New(7)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := EvaluateShapes(t.Context(), other, set(board.XY(2, 2)), 0, 1, nil); err == nil {
		t.Error("games on another board")
	}
}

// Wrong settings are named as flags, and a folder of another board is refused before
// anything is played.
func TestShapesSettingsAreChecked(t *testing.T) {
	for want, spoil := range map[string]func(*ShapesConfig){
		"board":     func(c *ShapesConfig) { c.Board = 20 },
		"komi":      func(c *ShapesConfig) { c.Komi = math.NaN() },
		"rate":      func(c *ShapesConfig) { c.Rate = 0 },
		"epsilon":   func(c *ShapesConfig) { c.Epsilon = 1.5 },
		"plies":     func(c *ShapesConfig) { c.Plies = 3 },
		"games":     func(c *ShapesConfig) { c.Time = time.Second },
		"log-every": func(c *ShapesConfig) { c.LogEvery = 0 },
		"eval":      func(c *ShapesConfig) { c.EvalGames = -1 },
	} {
		cfg := tinyShapes()
		spoil(&cfg)
		if _, err := Shapes(t.Context(), cfg, ShapesOptions{Dir: t.TempDir()}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	dir := t.TempDir()
	v, err := shapes.New(7)
	if err != nil {
		t.Fatal(err)
	}
	if err := shapes.Save(dir, v, models.Training{}); err != nil {
		t.Fatal(err)
	}
	if _, err := Shapes(t.Context(), tinyShapes(), ShapesOptions{Dir: dir}); !errors.Is(err, session.ErrExists) {
		t.Errorf("a folder with local shapes: %v", err)
	}
}

// A line of metrics has the keys that it always had.
func TestLinesOfShapes(t *testing.T) {
	for text, want := range map[string]ShapesMetric{
		`{"kind":"eval","games":20,"wall_s":1.5,"random":0.9,"random_lo":0.6,"random_hi":0.98,"earlier":0.5,"earlier_lo":0.25,"earlier_hi":0.75,"played":10}`: {
			Kind: session.KindEval, Games: 20, Wall: 1.5, Played: 10,
			Random: interval.Estimate{Value: 0.9, Lo: 0.6, Hi: 0.98, N: 10}, Earlier: interval.Estimate{Value: 0.5, Lo: 0.25, Hi: 0.75, N: 10},
		},
		`{"kind":"train","games":7,"wall_s":1.5,"td_error":0.25,"rate":0.1}`: {Kind: session.KindTrain, Games: 7, Wall: 1.5, Error: 0.25, Rate: 0.1},
	} {
		var got ShapesMetric
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%+v, want %+v; %v", got, want, err)
		}
		if again, err := json.Marshal(got); err != nil || string(again) != text {
			t.Errorf("%s, want %s; %v", again, text, err)
		}
	}
}
