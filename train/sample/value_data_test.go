package sample_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/train/sample"
	"github.com/tengen-go/tengen/train/traintest"
)

// Every sample equals that of its twin, which replays the record from the start: the
// planes, also mirrored, and the outcome for the side to move. "Label from wrong side" is
// what this is against.
func TestOutcomesAreThoseOfTheSideToMove(t *testing.T) {
	for _, passes := range []bool{false, true} {
		set := traintest.Decided(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 30, 4), passes))
		for _, which := range []string{sample.Marked, sample.One, sample.All} {
			data := traintest.ValueData(t, set, sample.ValueConfig{Which: which, Seed: 3})
			s := data.NewSampler(56)
			var extractor features.Extractor
			got, want := make([]float32, 25*56), make([]float32, 25*56)
			labels := map[float32]int{}
			for n := range data.Len() {
				sym := int(n % features.Symmetries)
				l, err := s.Sample(got, n, n%3, sym)
				if err != nil {
					t.Fatal(err)
				}
				g := set.Game(l.Game)
				pos := board.NewPosition(5)
				for _, m := range g.Moves[:l.Move] {
					pos.Play(m.Point(5), m.Color())
				}
				z := float32(-1)
				if pos.ToMove() == g.Result.Winner {
					z = 1
				}
				extractor.Extract(want, 56, &pos, 49, features.Symmetry(sym))
				if l.Target != z || !slices.Equal(got, want) {
					t.Fatalf("%s %d: game %d after %d moves has label %v, want %v; planes equal: %v",
						which, n, l.Game, l.Move, l.Target, z, slices.Equal(got, want))
				}
				if which == sample.Marked && l.Move != g.Mark {
					t.Errorf("game %d: the position after %d moves, marked is %d", l.Game, l.Move, g.Mark)
				}
				labels[l.Target]++
			}
			if labels[1] == 0 || labels[-1] == 0 {
				t.Errorf("%s: labels %v", which, labels)
			}
		}
	}
}

// "One U per batch": the position of each game is drawn for that game, differs from
// epoch to epoch, and in the long run each of a game's positions comes equally often, from
// its mark on if it has one.
func TestOneDrawsAnewForEveryGameAndEpoch(t *testing.T) {
	set := traintest.Decided(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 8, 4), false))
	set = set.Subset(func(i int) bool { g := set.Game(i); return g.Mark < len(g.Moves)-2 })
	whole, last := set.Len(), set.Game(0)
	for _, mark := range []int{0, len(last.Moves), len(last.Moves) - 1} { // none, behind the last move, before it
		last.Mark = mark
		set.Add(last)
	}
	data := traintest.ValueData(t, set, sample.ValueConfig{Which: sample.One, Seed: 3})
	const epochs = 4000
	same := 0
	counts := make([][]int, set.Len())
	for e := range int64(epochs) {
		_, first := data.At(0, e)
		for n := range data.Len() {
			game, ply := data.At(n, e)
			if counts[game] == nil {
				counts[game] = make([]int, set.MoveCount(game))
			}
			counts[game][ply]++
			if n > 0 && ply == first {
				same++
			}
		}
	}
	for game, c := range counts {
		mark := set.Game(game).Mark
		if game == whole+1 {
			mark = 0
		}
		if before := slices.Max(append([]int{0}, c[:mark]...)); before > 0 {
			t.Errorf("game %d, marked at %d: a position before was drawn %d times", game, mark, before)
		}
		c = c[mark:]
		chi := 0.0
		want := float64(epochs) / float64(len(c))
		for _, n := range c {
			chi += (float64(n) - want) * (float64(n) - want) / want
		}
		// χ² has mean k and standard deviation √2k.
		if k := float64(len(c) - 1); chi > k+6*math.Sqrt(2*k) {
			t.Errorf("game %d: χ² %.1f over %d positions", game, chi, len(c))
		}
	}
	if whole < 3 {
		t.Fatalf("%d games with a mark", whole)
	}
	if share := float64(same) / float64(epochs*(data.Len()-1)); share > 0.15 {
		t.Errorf("%.2f of the games have the ply of the first one", share)
	}
	again := traintest.ValueData(t, set, sample.ValueConfig{Which: sample.One, Seed: 3})
	other := traintest.ValueData(t, set, sample.ValueConfig{Which: sample.One, Seed: 4})
	differ := 0
	for n := range data.Len() {
		_, a := data.At(n, 5)
		_, b := again.At(n, 5)
		_, c := other.At(n, 5)
		if a != b {
			t.Errorf("game %d: the same seed drew %d and %d", n, a, b)
		}
		if a != c {
			differ++
		}
	}
	if differ == 0 {
		t.Error("another seed drew the same positions")
	}
}

// Draws of a measurement: several positions a game, the same in every epoch's stead.
func TestDraws(t *testing.T) {
	set := traintest.Decided(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 4, 4), false))
	data := traintest.ValueData(t, set, sample.ValueConfig{Which: sample.One, Draws: 6})
	if data.Len() != 24 || data.Games() != 4 {
		t.Fatalf("%d positions of %d games", data.Len(), data.Games())
	}
	plies := map[int]bool{}
	for n := range data.Len() {
		game, ply := data.At(n, 0)
		if game != int(n/6) {
			t.Errorf("position %d is of game %d", n, game)
		}
		plies[ply] = true
	}
	if len(plies) < 6 {
		t.Errorf("only %d plies in 24 draws", len(plies))
	}
}

// The mean target and the error of a constant answer are the same as over all samples.
func TestValueDataMean(t *testing.T) {
	set := thinking(t)
	for _, cfg := range []sample.ValueConfig{
		{Which: sample.Marked},
		{Which: sample.All},
		{Which: sample.Marked, SearchShare: 0.3},
		{Which: sample.All, SearchShare: 0.3},
		{Which: sample.One, SearchShare: 0.3, Draws: 3000},
	} {
		data := traintest.ValueData(t, set, cfg)
		s := data.NewSampler(56)
		dst := make([]float32, 25*56)
		sum, squares := 0.0, 0.0
		for n := range data.Len() {
			l, err := s.Sample(dst, n, 0, 0)
			if err != nil {
				t.Fatal(err)
			}
			z := float64(l.Target)
			sum, squares = sum+z, squares+z*z
		}
		mean, tolerance := sum/float64(data.Len()), 1e-12
		if cfg.SearchShare > 0 {
			tolerance = 1e-6 // float32
		}
		if cfg.Which == sample.One {
			tolerance = 0.02 // of 60,000 draws
		}
		constant := (squares/float64(data.Len()) - mean*mean) / 2
		if math.Abs(data.Mean()-mean) > tolerance || math.Abs(data.Constant()-constant) > tolerance {
			t.Errorf("%+v: mean %v, want %v; constant %v, want %v", cfg, data.Mean(), mean, data.Constant(), constant)
		}
		if z := data.Constant(); cfg.SearchShare == 0 && z < 0.4 || cfg.SearchShare > 0 && z > 0.4 {
			t.Errorf("%+v: the constant costs %v", cfg, z)
		}
	}
}

// Handicap, unknown winners, losses on time and other komi stay out, counted.
func TestValueFilter(t *testing.T) {
	var set record.Set
	m := []record.Move{record.NewMove(board.Black, board.XY(2, 2), 5)}
	won := record.Result{Winner: board.Black, Ending: record.Resign}
	add := func(n int, change func(g *record.Game)) {
		for range n {
			g := record.Game{Size: 5, First: board.Black, Moves: m, Komi: 7.5, Result: won, Mark: 1}
			change(&g)
			set.Add(g)
		}
	}
	add(10, func(*record.Game) {})
	add(1, func(g *record.Game) { g.Result = record.Result{} })
	add(2, func(g *record.Game) { g.Result = record.Result{Ending: record.Drawn} })
	add(4, func(g *record.Game) { g.Result.Ending = record.Time })
	add(1, func(g *record.Game) { g.Result.Ending = record.Forfeit })
	add(6, func(g *record.Game) { g.Handicap = 2 })
	add(7, func(g *record.Game) { g.Komi = 6.5 })
	add(8, func(g *record.Game) { g.Mark = 0 })
	kept, report := sample.ValueFilter{Which: sample.Marked, Komi: []float64{7.5}}.Keep(&set)
	want := "10 games with a known outcome; left out: 3 without a winner, 5 decided by the clock or a ruling, 6 " +
		"with handicap or stones set up, 7 of another komi, 8 without a marked position; komi 7.5 of 10"
	if kept.Len() != 10 || report.String() != want {
		t.Errorf("%d kept: %v\nwant %s", kept.Len(), report, want)
	}
	if kept, report := (sample.ValueFilter{Which: sample.One, Handicap: true}).Keep(&set); kept.Len() != 31 || report.Handicap != 0 {
		t.Errorf("with handicap and any komi: %v", report)
	}
	add(3, func(g *record.Game) { g.Komi, g.NoKomi = 0, true })
	if kept, report := (sample.ValueFilter{Which: sample.One}).Keep(&set); kept.Len() != 28 ||
		!strings.HasSuffix(report.String(), "; komi 7.5 of 18, 6.5 of 7, not said of 3") {
		t.Errorf("without a komi: %d games, %v", kept.Len(), report)
	}
	if kept, _ := (sample.ValueFilter{Which: sample.One, Komi: []float64{0}}).Keep(&set); kept.Len() != 0 {
		t.Errorf("%d games without a komi have komi 0", kept.Len())
	}
	unsaid := set.Subset(func(i int) bool { g := set.Game(i); return g.NoKomi })
	for _, c := range []struct {
		set       *record.Set
		low, high float64
		ok        bool
	}{{unsaid, 0, 0, false}, {set.Subset(func(i int) bool { g := set.Game(i); return g.NoKomi || i < 10 }), 7.5, 7.5, true}} {
		data, err := sample.NewValueData(c.set, sample.ValueConfig{Which: sample.One, Planes: 49})
		if err != nil {
			t.Fatal(err)
		}
		if low, high, ok := data.Komi(); low != c.low || high != c.high || ok != c.ok {
			t.Errorf("komi %v to %v, %v, want %v to %v, %v", low, high, ok, c.low, c.high, c.ok)
		}
	}
	if !sample.HasMarks(kept) || sample.HasMarks(set.Subset(func(i int) bool { g := set.Game(i); return g.Mark == 0 })) {
		t.Error("marks are not seen, or seen where there are none")
	}
}

func TestValueDataRefuses(t *testing.T) {
	set := traintest.Recorded(traintest.NewPlayouts(t, 5, 3, 1), false)
	for _, c := range []struct {
		set  *record.Set
		cfg  sample.ValueConfig
		want string
	}{
		{set, sample.ValueConfig{Which: sample.All, Planes: 49}, "without a winner"},
		{set, sample.ValueConfig{Which: "some", Planes: 49}, `"some"`},
		{set, sample.ValueConfig{Which: sample.All, Planes: 50}, "50"},
		{set, sample.ValueConfig{Which: sample.All, Planes: 49, Draws: 2}, "2 draws"},
		{traintest.Decided(t, set), sample.ValueConfig{Which: sample.Marked, Planes: 49}, ""},
	} {
		_, err := sample.NewValueData(c.set, c.cfg)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: %v, want %q", c.cfg, err, c.want)
		}
	}
}
