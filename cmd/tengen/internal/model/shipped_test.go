package model

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/sample"
)

// shippedFloor is what each shipped policy foresees at least of GNU Go's moves, which it never
// saw: well below what was measured when it was put there, well above chance.
var shippedFloor = map[string]struct{ policy, rollout, tree float64 }{
	"shipped:9x9": {0.38, 0.30, 0.32}, "shipped:13x13": {0.28, 0.20, 0.22}, "shipped:19x19": {0.23, 0.18, 0.18},
	"shipped:19x19-rl":  {policy: 0.18},
	"shipped:9x9-kyu-6": {policy: 0.30}, "shipped:9x9-kyu-9": {policy: 0.30}, "shipped:9x9-kyu-12": {policy: 0.30},
	"shipped:9x9-kyu-15": {policy: 0.30}, "shipped:9x9-kyu-21": {policy: 0.30},
}

// gnugoGames are games of GNU Go on a board.
func gnugoGames(t *testing.T, size int) *record.Set {
	t.Helper()
	set, _, err := record.Read(t.Context(), []string{fmt.Sprintf("../../../../examples/gnugo%d.sgfl.gz", size)}, record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// eachShipped runs a test on every model in the program.
func eachShipped(t *testing.T, test func(t *testing.T, dir string, m models.Manifest)) {
	entries, err := models.List(models.ShippedPrefix)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		t.Run(strings.TrimPrefix(e.Dir, models.ShippedPrefix), func(t *testing.T) { test(t, e.Dir, e.Manifest) })
	}
}

// TestShippedVerify: every byte and number is as it should be (infinite ones and NaN are
// refused when a network is loaded).
func TestShippedVerify(t *testing.T) {
	eachShipped(t, func(t *testing.T, dir string, _ models.Manifest) {
		if err := verifyModel(dir); err != nil {
			t.Error(err)
		}
	})
}

// TestShippedPolicyForesees: the policy network and the rollout policy name enough of GNU Go's
// moves first.
func TestShippedPolicyForesees(t *testing.T) {
	const positions = 1500
	eachShipped(t, func(t *testing.T, dir string, m models.Manifest) {
		p, _, err := nets.LoadPolicy(dir)
		if err != nil {
			t.Fatal(err)
		}
		data, err := sample.NewData(gnugoGames(t, m.Board), features.Planes(p.Config().Planes))
		if err != nil {
			t.Fatal(err)
		}
		score, err := measure.Evaluate(t.Context(), p, data, measure.Config{Positions: positions, Symmetries: 1, Threads: 2, Seed: 1, BinWidth: 30})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("policy: top-1 %.1f%%, top-5 %.1f%% of %d positions", 100*score.Top1.Value, 100*score.Top5.Value, score.Positions)
		if floor := shippedFloor[dir].policy; score.Top1.Value < floor || floor == 0 {
			t.Errorf("the policy network foresees %.1f%% of the moves, want %.1f%%", 100*score.Top1.Value, 100*floor)
		}
		for kind, floor := range map[rollout.Kind]float64{
			rollout.KindRollout: shippedFloor[dir].rollout, rollout.KindTree: shippedFloor[dir].tree,
		} {
			if _, ok := m.Networks[string(kind)]; !ok {
				continue
			}
			p, _, err := rollout.Load(dir, kind)
			if err != nil {
				t.Fatal(err)
			}
			top1 := foreseen(p, drawnGames(t, m.Board, positions))
			t.Logf("%s policy: top-1 %.1f%% of %d positions", kind, 100*top1, positions)
			if top1 < floor || floor == 0 {
				t.Errorf("the %s policy foresees %.1f%% of the moves, want %.1f%%", kind, 100*top1, 100*floor)
			}
		}
	})
}

// foreseen is the share of positions where the likeliest move by a linear policy was played.
func foreseen(p *rollout.Policy, games []drawnGame) float64 {
	hits, prior := 0, rollout.NewPrior(p)
	for _, g := range games {
		moves := g.pos.LegalMoves(nil)
		probs := make([]float32, len(moves))
		prior.Priors(&g.pos, moves, probs)
		best := 0
		for i := range probs {
			if probs[i] > probs[best] {
				best = i
			}
		}
		if moves[best] == g.next {
			hits++
		}
	}
	return float64(hits) / float64(len(games))
}

// drawnGame is a position of a game, and the move that was played there.
type drawnGame struct {
	pos  board.Position
	next board.Point
}

// drawnGames are positions drawn from the example games of a board, in which a stone was
// played.
func drawnGames(t *testing.T, size, n int) []drawnGame {
	t.Helper()
	set, rng := gnugoGames(t, size), rand.New(rand.NewPCG(1, uint64(size)))
	var out []drawnGame
	for len(out) < n {
		g := set.Game(rng.IntN(set.Len()))
		ply := rng.IntN(len(g.Moves))
		if p := g.Moves[ply].Point(size); p != board.Pass {
			d := drawnGame{next: p}
			if err := g.PositionAt(ply, &d.pos); err != nil {
				t.Fatal(err)
			}
			out = append(out, d)
		}
	}
	return out
}

// views are the network's distributions of a position under all eight symmetries, turned back.
func views(t *testing.T, p *nets.Policy, pos *board.Position) [][]float32 {
	t.Helper()
	size, points := pos.Size(), p.Points()
	planes := make([]float32, features.Symmetries*points*p.Stride())
	e := features.NewExtractor()
	for s := range features.Symmetries {
		e.Extract(planes[s*points*p.Stride():], p.Stride(), pos, features.Planes(p.Config().Planes), features.Symmetry(s))
	}
	probs := make([]float32, features.Symmetries*points)
	if err := p.Evaluate(probs, planes, features.Symmetries); err != nil {
		t.Fatal(err)
	}
	out := make([][]float32, features.Symmetries)
	for s := range out {
		out[s] = make([]float32, points)
		for i := range points {
			out[s][i] = probs[s*points+features.Symmetry(s).Index(i, size)]
		}
	}
	return out
}

// TestShippedPolicyIsNearlySymmetric: a trained network says much the same of a position
// however it lies; its distributions are numbers and sum to 1.
func TestShippedPolicyIsNearlySymmetric(t *testing.T) {
	const n = 60
	eachShipped(t, func(t *testing.T, dir string, m models.Manifest) {
		p, _, err := nets.LoadPolicy(dir)
		if err != nil {
			t.Fatal(err)
		}
		apart := 0.0 // mean total variation from the first view, 0 to 1
		for _, d := range drawnGames(t, m.Board, n) {
			all := views(t, p, &d.pos)
			for _, v := range all {
				sum, distance := 0.0, 0.0
				for i := range v {
					sum += float64(v[i])
					distance += math.Abs(float64(v[i]-all[0][i])) / 2
				}
				if !(math.Abs(sum-1) < 1e-4) {
					t.Fatalf("a distribution sums to %v", sum)
				}
				apart += distance / float64(n*(features.Symmetries-1))
			}
		}
		t.Logf("views of a position differ by %.3f", apart)
		if apart > 0.4 {
			t.Errorf("views of a position differ by %.3f, want 0.4 or less", apart)
		}
	})
}

// TestShippedHalvesHardlyMatter: rounding the weights of a trained network to half precision
// leaves its first choice as it was in nearly all positions. Its own are rounded already, so
// they are moved first to anywhere that would be rounded to them.
func TestShippedHalvesHardlyMatter(t *testing.T) {
	const n, agree = 500, 0.985
	eachShipped(t, func(t *testing.T, dir string, m models.Manifest) {
		rounded, _, err := nets.LoadPolicy(dir)
		if err != nil {
			t.Fatal(err)
		}
		full, _, err := nets.LoadPolicy(dir)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(5, 6))
		if err := full.Update(func(params []nets.Param) error {
			for _, q := range params {
				for i, x := range q.Data {
					// Half a step of half precision: 2^-11 of the power of two below.
					_, e := math.Frexp(float64(x))
					if x == 0 {
						e = math.MinInt32 // the least power, of which 0 has none
					}
					q.Data[i] = x + float32(math.Ldexp((2*rng.Float64()-1)*0.999, max(e-12, -25)))
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		path := t.TempDir()
		if _, err := nets.SavePolicy(path, full, models.Training{}); err != nil {
			t.Fatal(err)
		}
		if _, err := models.Join(path, models.JoinConfig{Models: []string{path}, Half: true}); err != nil {
			t.Fatal(err)
		}
		again, _, err := nets.LoadPolicy(path)
		if err != nil {
			t.Fatal(err)
		}
		moved, values := 0, 0
		for i, q := range again.Params() {
			values += len(q.Data)
			for k, x := range q.Data {
				if x != full.Params()[i].Data[k] {
					moved++
				}
				if w := rounded.Params()[i].Data[k]; x != w && math.Abs(float64(x-w)) > math.Abs(float64(w))/2048 {
					t.Fatalf("%s, value %d: %v was moved and rounded to %v", q.Name, k, w, x)
				}
			}
		}
		if 10*moved < 9*values {
			t.Fatalf("%d of %d values were rounded: the test proves nothing", moved, values)
		}
		same := 0
		e := features.NewExtractor()
		points, stride := full.Points(), full.Stride()
		planes, a, b := make([]float32, points*stride), make([]float32, points), make([]float32, points)
		for _, d := range drawnGames(t, m.Board, n) {
			e.Extract(planes, stride, &d.pos, features.Planes(full.Config().Planes), features.Identity)
			if err := full.Evaluate(a, planes, 1); err != nil {
				t.Fatal(err)
			}
			if err := again.Evaluate(b, planes, 1); err != nil {
				t.Fatal(err)
			}
			best, other := 0, 0
			for i := range a {
				if a[i] > a[best] {
					best = i
				}
				if b[i] > b[other] {
					other = i
				}
			}
			if best == other {
				same++
			}
		}
		t.Logf("%d of %d first choices stay", same, n)
		if float64(same) < agree*n {
			t.Errorf("%d of %d first choices stay, want %.0f", same, n, agree*n)
		}
	})
}

// TestShippedValueKnowsWhoWon: of finished games the value network, if there is one, names the
// winner.
func TestShippedValueKnowsWhoWon(t *testing.T) {
	const games, right = 100, 0.7
	eachShipped(t, func(t *testing.T, dir string, m models.Manifest) {
		if _, ok := m.Networks[models.Value]; !ok {
			return
		}
		v, _, err := nets.LoadValue(dir)
		if err != nil {
			t.Fatal(err)
		}
		set := gnugoGames(t, m.Board)
		e := features.NewExtractor()
		planes, value := make([]float32, v.Points()*v.Stride()), make([]float32, 1)
		n, hits := 0, 0
		for i := 0; i < set.Len() && n < games; i++ {
			g := set.Game(i)
			winner := g.Result.Winner
			if winner != board.Black && winner != board.White {
				continue
			}
			var pos board.Position
			if err := g.PositionAt(len(g.Moves), &pos); err != nil {
				t.Fatal(err)
			}
			clear(planes)
			e.Extract(planes, v.Stride(), &pos, features.Planes(v.Config().Planes), features.Identity)
			if err := v.Evaluate(value, planes, 1); err != nil {
				t.Fatal(err)
			}
			n++
			if (value[0] > 0) == (pos.ToMove() == winner) {
				hits++
			}
		}
		t.Logf("the winner of %d of %d finished games is named", hits, n)
		if n < games || float64(hits) < right*float64(n) {
			t.Errorf("the winner of %d of %d finished games is named, want %.0f", hits, n, right*float64(n))
		}
	})
}
