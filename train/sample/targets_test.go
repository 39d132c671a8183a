package sample

import (
	"math"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/record"
)

// thoughtful are two games on 5×5: of the first only the second and fourth move were searched,
// the fourth with nothing but a pass in mind; of the second nothing is known.
func thoughtful() *record.Set {
	move := func(c board.Color, i int) record.Move { return record.NewMove(c, board.FromIndex(i, 5), 5) }
	pass := record.NewMove(board.White, board.Pass, 5)
	g := record.Game{Size: 5, First: board.Black, Moves: []record.Move{
		move(board.Black, 12), move(board.White, 7), move(board.Black, 6), pass,
	}}
	var set record.Set
	g.Thoughts = []record.Thought{
		{Prior: 0.5},
		{Visits: []record.Visit{{Move: pass, Count: 1000}, {Move: move(board.White, 3), Count: 50}, {Move: move(board.White, 7), Count: 35}, {Move: move(board.White, 20), Count: 15}}},
		{},
		{Visits: []record.Visit{{Move: pass, Count: 9}}},
	}
	set.Add(g)
	g.Thoughts = nil
	set.Add(g)
	return &set
}

// Pitfall: a policy learned from the moves that were played instead of the search's visits. Over
// the epochs the targets are the distribution of the visits among the points, seen as the
// planes are.
func TestTargetsAreTheVisitDistribution(t *testing.T) {
	set := thoughtful()
	data, err := NewVisitData(set, features.PolicyPlanes, 7)
	if err != nil {
		t.Fatal(err)
	}
	if data.Len() != 1 || data.Targets() != Visits {
		t.Fatalf("%d positions with %s for targets, want one with visits", data.Len(), data.Targets())
	}
	const epochs = 20000
	sym := features.Symmetry(3)
	s := data.NewSampler(48)
	planes := make([]float32, 25*48)
	drawn := map[int]float64{}
	for e := range int64(epochs) {
		l, err := s.Sample(planes, 0, e, int(sym))
		if err != nil {
			t.Fatal(err)
		}
		if l.Game != 0 || l.Move != 1 {
			t.Fatalf("label %+v, want the second move of the first game", l)
		}
		drawn[int(l.Target)]++
	}
	for point, share := range map[int]float64{3: 0.5, 7: 0.35, 20: 0.15} {
		got := drawn[sym.Index(point, 5)] / epochs
		if math.Abs(got-share) > 5*math.Sqrt(share*(1-share)/epochs) {
			t.Errorf("point %d: %.4f of the targets, want %v", point, got, share)
		}
	}
	if len(drawn) != 3 {
		t.Errorf("targets %v, want the three points only", drawn)
	}
}

func TestTargetsAreInTheFingerprint(t *testing.T) {
	set := thoughtful()
	other := thoughtful()
	g := other.Game(0)
	g.Thoughts[1].Visits[1].Count++
	seen := map[string]string{}
	for name, make := range map[string]func() (*Data, error){
		"played":       func() (*Data, error) { return NewData(set, 48) },
		"visits":       func() (*Data, error) { return NewVisitData(set, 48, 1) },
		"another seed": func() (*Data, error) { return NewVisitData(set, 48, 2) },
		"other visits": func() (*Data, error) { return NewVisitData(other, 48, 1) },
	} {
		d, err := make()
		if err != nil {
			t.Fatal(err)
		}
		if before, ok := seen[d.Fingerprint()]; ok {
			t.Errorf("%s and %s have the same fingerprint", name, before)
		}
		seen[d.Fingerprint()] = name
	}
}
