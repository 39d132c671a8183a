package measure

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/selfplay"
	"github.com/tengen-go/tengen/train/sample"
	"github.com/tengen-go/tengen/train/traintest"
)

// still is a playout that leaves the position as it is.
type still struct{}

func (still) Play(_ *board.Position, _ *board.Rand, trace []board.Point) []board.Point { return trace }

var stillKind = Rollouts{Name: "still", New: func() (rollout.Playout, error) { return still{}, nil }}

func uniformKind() Rollouts {
	return Rollouts{Name: "uniform", New: func() (rollout.Playout, error) { return rollout.NewPlayout("uniform") }}
}

// The komi of each game judges its rollouts: the same stone and the four points beside it
// are a win at 4.5, a draw at 5 and a loss at 5.5 for Black, the other way round for White.
func TestRolloutsAreCountedWithTheKomiOfTheGame(t *testing.T) {
	var set record.Set
	var want []float32
	for _, c := range []struct {
		komi  float64
		black float32
	}{{4.5, 1}, {5, 0}, {5.5, -1}} {
		for i, sign := range []float32{-1, 1} { // White to move after one move, Black after two
			mark := i + 1
			g := record.Game{Size: 9, First: board.Black, Komi: c.komi, Mark: mark, Result: record.Result{Winner: board.Black}}
			g.Setup = []record.Move{record.NewMove(board.Black, board.XY(2, 2), 9)}
			g.Moves = []record.Move{record.NewMove(board.Black, board.Pass, 9), record.NewMove(board.White, board.Pass, 9)}
			set.Add(g)
			want = append(want, sign*c.black)
		}
	}
	data := traintest.ValueData(t, &set, sample.ValueConfig{Which: sample.Marked})
	found, _, err := stillKind.judge(t.Context(), data, 1, Config{Symmetries: 1, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	for i, j := range found {
		if j.v != want[i] {
			t.Errorf("komi %v, mark %d: %v, want %v", set.Game(i).Komi, set.Game(i).Mark, j.v, want[i])
		}
	}
}

// constantly answers the same whatever it is shown.
type constantly struct {
	*nets.Value
	v float32
}

func (c constantly) Evaluate(dst, _ []float32, n int) error {
	for i := range n {
		dst[i] = c.v
	}
	return nil
}

func newValue(t *testing.T) *nets.Value {
	t.Helper()
	v, err := nets.NewValue(nets.ValueConfig{Board: 5, Planes: 49, Filters: 4, Layers: 2, Hidden: 8}, 5)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Figure 2b's evaluators by hand: what a playout that plays nothing sees is the count on
// the board, the mix lies half way, and "behind" is a difference of errors.
func TestComparisonByHand(t *testing.T) {
	set := traintest.Decided(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 12, 3), false))
	data := traintest.ValueData(t, set, sample.ValueConfig{Which: sample.All})
	const v = 0.25
	scores, err := Compare(t.Context(), constantly{newValue(t), v}, data, []Rollouts{stillKind}, CompareConfig{
		Rollouts: 3,
		Config:   Config{Symmetries: 1, Threads: 2, BinWidth: 10},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(scores) != 3 || scores[0].Name != "value" || scores[1].Name != "still" || scores[2].Name != "value + still" {
		t.Fatalf("scores %+v", scores)
	}
	var want [3]float64
	byMove := map[int]*[3]float64{}
	counts := map[int]float64{}
	for i := range set.Len() {
		g := set.Game(i)
		if err := g.Replay(func(ply int, pos *board.Position, m record.Move) bool {
			z, r := -1.0, 0.0
			if g.Result.Winner == m.Color() {
				z = 1
			}
			black, white := 0, 0
			for i := range 25 {
				p := board.FromIndex(i, 5)
				switch pos.At(p) {
				case board.Black:
					black++
				case board.White:
					white++
				default:
					// A single point of one colour is its point.
					b, w := pos.Sides(p, board.Black), pos.Sides(p, board.White)
					if b != 0 && w == 0 {
						black++
					}
					if w != 0 && b == 0 {
						white++
					}
				}
			}
			switch lead := float64(black-white) - g.Komi; {
			case lead > 0:
				r = 1
			case lead < 0:
				r = -1
			}
			if m.Color() == board.White {
				r = -r
			}
			if byMove[ply/10] == nil {
				byMove[ply/10] = &[3]float64{}
			}
			counts[ply/10]++
			for k, x := range []float64{v, r, (v + r) / 2} {
				want[k] += (z - x) * (z - x)
				byMove[ply/10][k] += (z - x) * (z - x)
			}
			return true
		}); err != nil {
			t.Fatal(err)
		}
	}
	n := float64(data.Len())
	for k, s := range scores {
		if math.Abs(s.MSE.Value-want[k]/n) > 1e-6 || math.Abs(s.Behind.Value-(want[k]-want[0])/n) > 1e-6 {
			t.Errorf("%s: error %v, behind %v, want %v and %v", s.Name, s.MSE.Value, s.Behind.Value, want[k]/n, (want[k]-want[0])/n)
		}
		if len(s.ByMove) != len(byMove) || len(s.BehindByMove) != len(byMove) {
			t.Fatalf("%s: %d and %d bins, want %d", s.Name, len(s.ByMove), len(s.BehindByMove), len(byMove))
		}
		for b, bin := range s.ByMove {
			sum, m := byMove[b], counts[b]
			if math.Abs(bin.MSE.Value-sum[k]/m) > 1e-6 || math.Abs(s.BehindByMove[b].Value-(sum[k]-sum[0])/m) > 1e-6 {
				t.Errorf("%s, moves %d–%d: %v, behind %v, want %v and %v",
					s.Name, bin.From, bin.To, bin.MSE.Value, s.BehindByMove[b].Value, sum[k]/m, (sum[k]-sum[0])/m)
			}
		}
	}
}

// The figures of a kind depend on the seed alone: not on threads, nor on what else is
// compared.
func TestComparisonRepeats(t *testing.T) {
	set := traintest.Decided(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 12, 3), false))
	data := traintest.ValueData(t, set, sample.ValueConfig{Which: sample.All})
	policy := Rollouts{Name: "policy", Policy: traintest.Policy(t, 5)}
	compare := func(threads int, seed uint64, kinds ...Rollouts) []EvaluatorScore {
		t.Helper()
		scores, err := Compare(t.Context(), newValue(t), data, kinds, CompareConfig{
			Rollouts: 4,
			Config:   Config{Positions: 20, Symmetries: 1, Threads: threads, Seed: seed, BinWidth: 10},
		})
		if err != nil {
			t.Fatal(err)
		}
		return scores
	}
	one := compare(1, 3, uniformKind(), policy)
	three := compare(3, 3, policy, stillKind, uniformKind())
	for i, j := range map[int]int{0: 0, 1: 3, 2: 1, 3: 6, 4: 4} {
		if d := cmp.Diff(one[i], three[j], cmpopts.EquateNaNs()); d != "" {
			t.Error(d)
		}
	}
	if other := compare(1, 4, uniformKind()); cmp.Equal(one[1], other[1], cmpopts.EquateNaNs()) {
		t.Error("another seed gives the same rollouts")
	}
}

// Rollouts of a policy are games of self-play from the position, with the komi of the
// game: here those of a self-play that counts with that komi itself.
func TestPolicyRolloutsAreGamesOfSelfPlay(t *testing.T) {
	set := traintest.Decided(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 5, 3), false))
	data := traintest.ValueData(t, set, sample.ValueConfig{Which: sample.Marked})
	const rollouts = 6
	policy := traintest.Policy(t, 5)
	found, _, err := Rollouts{Policy: policy}.judge(t.Context(), data, rollouts, Config{Symmetries: 1, Threads: 2, Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	want := make([]float64, set.Len())
	plan := func(i int, _ *rand.Rand) selfplay.Schedule {
		g, start := set.Game(i/rollouts), new(board.Position)
		if err := g.PositionAt(g.Mark, start); err != nil {
			t.Error(err)
		}
		s := selfplay.Even(0, 0)
		s.Start = start
		return s
	}
	err = selfplay.Play(t.Context(), selfplay.Config{Size: 5, Komi: 7.5, Seed: 7},
		[]selfplay.Player{{Policy: policy, Temperature: 1}}, 0, rollouts*set.Len(), plan,
		func(g *selfplay.Game) error {
			if g.Winner == g.Record.First {
				want[g.Index/rollouts] += 1.0 / rollouts
			} else {
				want[g.Index/rollouts] -= 1.0 / rollouts
			}
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
	for i, j := range found {
		if math.Abs(float64(j.v)-want[i]) > 1e-6 {
			t.Errorf("position %d: %v, want %v", i, j.v, want[i])
		}
	}
}

// interrupter is a playout that interrupts the measurement when it is first played.
type interrupter struct {
	stop   context.CancelFunc
	played *int
}

func (p interrupter) Play(_ *board.Position, _ *board.Rand, trace []board.Point) []board.Point {
	p.stop()
	*p.played++
	return trace
}

// The rollouts of one position may take minutes.
func TestAnInterruptionEndsTheRolloutsOfAPosition(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var set record.Set
	g := record.Game{Size: 9, First: board.Black, Mark: 1, Result: record.Result{Winner: board.Black}}
	g.Moves = []record.Move{record.NewMove(board.Black, board.Pass, 9), record.NewMove(board.White, board.Pass, 9)}
	set.Add(g)
	data := traintest.ValueData(t, &set, sample.ValueConfig{Which: sample.Marked})
	played := 0
	kind := Rollouts{New: func() (rollout.Playout, error) { return interrupter{stop: stop, played: &played}, nil }}
	_, _, err := kind.judge(ctx, data, 100_000, Config{Symmetries: 1, Threads: 1})
	if !errors.Is(err, context.Canceled) || played > 100 {
		t.Errorf("%d playouts after the interruption, error %v", played, err)
	}
}

func TestCompareRefuses(t *testing.T) {
	set := traintest.Decided(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 3, 3), false))
	data := traintest.ValueData(t, set, sample.ValueConfig{Which: sample.All})
	cfg := CompareConfig{Config: Config{Symmetries: 1, Threads: 1}}
	if _, err := Compare(t.Context(), newValue(t), data, []Rollouts{stillKind}, cfg); err == nil || !strings.Contains(err.Error(), "rollouts 0") {
		t.Errorf("no rollouts: %v", err)
	}
	cfg.Rollouts = 1
	unknown := Rollouts{Name: "odd", New: func() (rollout.Playout, error) { return rollout.NewPlayout("odd") }}
	if _, err := Compare(t.Context(), newValue(t), data, []Rollouts{unknown}, cfg); err == nil || !strings.Contains(err.Error(), "rollouts of odd") {
		t.Errorf("an unknown playout: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, kind := range []Rollouts{stillKind, {Name: "policy", Policy: traintest.Policy(t, 5)}} {
		if _, _, err := kind.judge(ctx, data, 1, cfg.Config); !errors.Is(err, context.Canceled) {
			t.Errorf("%s, cancelled: %v", kind.Name, err)
		}
	}
}

func TestDrawComparison(t *testing.T) {
	set := traintest.Decided(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 6, 3), false))
	data := traintest.ValueData(t, set, sample.ValueConfig{Which: sample.All})
	for name, kinds := range map[string][]Rollouts{"alone": nil, "beside": {stillKind, uniformKind()}} {
		scores, err := Compare(t.Context(), newValue(t), data, kinds, CompareConfig{
			Rollouts: 2,
			Config:   Config{Symmetries: 1, Threads: 1, BinWidth: 10},
		})
		if err != nil {
			t.Fatal(err)
		}
		for kind, start := range map[string]string{".png": "\x89PNG", ".svg": "<?xml"} {
			path := filepath.Join(t.TempDir(), name+kind)
			if err := DrawComparison(path, scores); err != nil {
				t.Fatal(err)
			}
			if text, err := os.ReadFile(path); err != nil || len(text) < 1000 || !bytes.HasPrefix(text, []byte(start)) {
				t.Errorf("%s%s begins with %q (%v)", name, kind, text[:min(8, len(text))], err)
			}
		}
		if err := DrawComparison("errors.jpg", scores); err == nil {
			t.Error("a chart of an unknown kind is drawn")
		}
	}
}
