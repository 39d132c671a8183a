package sample_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/train/sample"
	"github.com/tengen-go/tengen/train/traintest"
)

// Samples of packed games, asked for in any order, equal those of the twin that
// replays every game from the start.
func TestDataEqualsItsTwin(t *testing.T) {
	twin := traintest.NewPlayouts(t, 7, 8, 3)
	data := traintest.Data(t, traintest.Recorded(twin, false), 48)
	if data.Len() != twin.Len() || data.Games() != twin.Games() || data.Board() != 7 {
		t.Fatalf("%d positions of %d games, want %d of %d", data.Len(), data.Games(), twin.Len(), twin.Games())
	}
	const stride = 50
	got, want := make([]float32, 49*stride), make([]float32, 49*stride)
	a, b := data.NewSampler(stride), twin.NewSampler(stride)
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(0, data.Len()-1).Draw(t, "position")
		for range rapid.IntRange(1, 3).Draw(t, "steps") { // forward in the game, as a measurement goes
			sym := rapid.IntRange(0, 7).Draw(t, "symmetry")
			la, err := a.Sample(got, n, 0, sym)
			if err != nil {
				t.Fatal(err)
			}
			lb, err := b.Sample(want, n, 0, sym)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(la, lb) || !slices.Equal(got, want) {
				t.Fatalf("position %d, symmetry %d: label %+v, want %+v; planes equal: %v", n, sym, la, lb, slices.Equal(got, want))
			}
			n = min(n+1, data.Len()-1)
		}
	})
}

// "Pass moves were removed": they are no labels, but they are played.
func TestPassesAreNoLabels(t *testing.T) {
	twin := traintest.NewPlayouts(t, 7, 4, 3)
	data := traintest.Data(t, traintest.Recorded(twin, true), 48)
	if data.Len() != twin.Len() {
		t.Fatalf("%d labels, want %d", data.Len(), twin.Len())
	}
	const stride = 48
	dst := make([]float32, 49*stride)
	s := data.NewSampler(stride)
	for n := range data.Len() {
		game, k := data.Positions.Find(n)
		l, err := s.Sample(dst, n, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		if want := twin.Moves[game][k].Index(7); int(l.Target) != want || l.Move != k+2*((k+1)/10) {
			t.Fatalf("label %d of game %d is %d at ply %d, want %d at ply %d", k, game, int(l.Target), l.Move, want, k+2*((k+1)/10))
		}
	}
}

// mirrored reflects all games of a set.
func mirrored(set *record.Set, sym features.Symmetry) *record.Set {
	var out record.Set
	for i := range set.Len() {
		g := set.Game(i)
		moves := make([]record.Move, len(g.Moves))
		for j, m := range g.Moves {
			moves[j] = m
			if !m.IsPass() {
				moves[j] = record.NewMove(m.Color(), sym.Point(m.Point(g.Size), g.Size), g.Size)
			}
		}
		g.Moves = moves
		out.Add(g)
	}
	return &out
}

// Mirror images of the games are planted among them: Divide must put no image on
// another side than its original, which Source.Line names here.
func TestDivideKeepsDuplicatesTogether(t *testing.T) {
	games := traintest.Recorded(traintest.NewPlayouts(t, 7, 200, 8), false)
	var set record.Set
	for sym := range features.Symmetry(8) {
		image := mirrored(games, sym)
		for i := range 200 {
			if sym == 0 || i%8 == int(sym) {
				g := image.Game(i)
				g.Source = record.Source{File: "planted.sgf", Line: 1 + i}
				set.Add(g)
			}
		}
	}
	train, held := sample.Divide(&set)
	sides := map[int]int{}
	for side, part := range []*record.Set{train, held} {
		for i := range part.Len() {
			line := part.Game(i).Source.Line
			if before, ok := sides[line]; ok && before != side {
				t.Errorf("game %d has an image on the other side", line)
			}
			sides[line] = side
		}
	}
	if train.Len() < 200 || held.Len() == 0 {
		t.Errorf("%d games to train on, %d held out", train.Len(), held.Len())
	}
}

// Explicit held-out games: planted duplicates and mirror images leave the
// training set.
func TestWithoutDropsPlantedDuplicates(t *testing.T) {
	train, held := traintest.Recorded(traintest.NewPlayouts(t, 7, 20, 1), false), traintest.Recorded(traintest.NewPlayouts(t, 7, 5, 2), false)
	train.Add(held.Game(2))
	train.Add(mirrored(held, 5).Game(4))
	rest, removed := sample.Without(train, held)
	if removed != 2 || rest.Len() != 20 {
		t.Errorf("%d left, %d removed; want 20 and 2", rest.Len(), removed)
	}
}

func TestDataRefusesMixedBoards(t *testing.T) {
	set := traintest.Recorded(traintest.NewPlayouts(t, 7, 3, 1), false)
	set.Add(traintest.Recorded(traintest.NewPlayouts(t, 5, 1, 1), false).Game(0))
	if _, err := sample.NewData(set, 48); err == nil || !strings.Contains(err.Error(), "1 on 5×5, 3 on 7×7") {
		t.Errorf("error %v", err)
	}
}

func TestDataNamesTheIllegalGame(t *testing.T) {
	var set record.Set
	m := record.NewMove(board.Black, board.XY(1, 1), 5)
	set.Add(record.Game{Size: 5, First: board.Black, Moves: []record.Move{m, m, m}, Source: record.Source{File: "bad.sgf", Line: 3}})
	data := traintest.Data(t, &set, 48)
	if _, err := data.NewSampler(48).Sample(make([]float32, 25*48), 2, 0, 0); err == nil ||
		!strings.Contains(err.Error(), "bad.sgf:3: move 2, black B4: occupied") {
		t.Errorf("error %v", err)
	}
}

func TestFingerprint(t *testing.T) {
	a := traintest.Recorded(traintest.NewPlayouts(t, 5, 6, 1), false)
	first := traintest.Data(t, a, 48).Fingerprint()
	if again := traintest.Data(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 6, 1), false), 48).Fingerprint(); again != first {
		t.Error("the same games have two fingerprints")
	}
	for name, other := range map[string]*sample.Data{
		"planes":       traintest.Data(t, a, 20),
		"mirror image": traintest.Data(t, mirrored(a, 1), 48),
		"fewer games":  traintest.Data(t, a.Subset(func(i int) bool { return i < 5 }), 48),
		"another game": traintest.Data(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 6, 2), false), 48),
	} {
		if other.Fingerprint() == first {
			t.Errorf("%s: the same fingerprint", name)
		}
	}
}
