package search

import (
	"context"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/rollout"
)

func emptyGo(t testing.TB, size int) *Go {
	t.Helper()
	g, err := board.NewGame(size, board.Chinese())
	if err != nil {
		t.Fatal(err)
	}
	return NewGo(g)
}

func playouts(size int) func() Leaf {
	return func() Leaf { return &Mixed{Playout: NewGoPlayout(rollout.Uniform{}, size)} }
}

func TestRuns(t *testing.T) {
	for _, rule := range []Rule{NewUCT(), NewMCRave(), NewPUCT()} {
		for _, mem := range []int64{5000, 100000, 100 << 20} {
			c := DefaultConfig()
			c.Memory = mem
			tr, err := New(c, Parts{Rule: rule, Leaf: playouts(9)}, emptyGo(t, 9))
			if err != nil {
				t.Fatal(err)
			}
			for range 3 {
				if err := tr.Search(context.Background(), Budget{Playouts: 3000}); err != nil {
					t.Fatal(err)
				}
			}
			r := tr.Root()
			n, _ := tr.Nodes()
			t.Log(r.Visits, r.Mean, n, len(r.Moves), tr.Line(nil, 1))
			b := r.Moves[MostVisits{}.Choose(r.Moves)]
			t.Logf("%+v %s", b, board.Point(b.Move).Vertex(9))
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, size := range []int{9, 19} {
		for name, rule := range map[string]Rule{"uct": NewUCT(), "rave": NewMCRave(), "puct": NewPUCT()} {
			b.Run(name+board.XY(0, 0).Vertex(size), func(b *testing.B) {
				tr, err := New(DefaultConfig(), Parts{Rule: rule, Leaf: playouts(size)}, emptyGo(b, size))
				if err != nil {
					b.Fatal(err)
				}
				b.ReportAllocs()
				tr.Search(context.Background(), Budget{Playouts: b.N})
			})
		}
		b.Run("playout", func(b *testing.B) {
			p := NewGoPlayout(rollout.Uniform{}, size)
			s := emptyGo(b, size)
			w := s.Clone()
			r := board.NewRand(1)
			var tr []Move
			for range b.N {
				w.Set(s)
				_, tr = p.Playout(w, &r, tr[:0])
			}
		})
	}
}
