package traintest

import (
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/train/sample"
)

// Recorded packs playouts into a set, with a pass for each side after every tenth
// move.
func Recorded(p *Playouts, passes bool) *record.Set {
	var set record.Set
	for _, moves := range p.Moves {
		g := record.Game{Size: p.Size, First: board.Black}
		c := board.Black
		for i, m := range moves {
			if passes && i%10 == 9 {
				g.Moves = append(g.Moves, record.NewMove(c, board.Pass, p.Size),
					record.NewMove(c.Opponent(), board.Pass, p.Size))
			}
			g.Moves = append(g.Moves, record.NewMove(c, m, p.Size))
			c = c.Opponent()
		}
		set.Add(g)
	}
	return &set
}

func Data(t *testing.T, set *record.Set, planes features.Planes) *sample.Data {
	t.Helper()
	d, err := sample.NewData(set, planes)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Decided gives every game of a set a winner, a mark and a komi: Black wins where it has
// more stones at the end.
func Decided(t testing.TB, set *record.Set) *record.Set {
	t.Helper()
	var out record.Set
	for i := range set.Len() {
		g := set.Game(i)
		var pos board.Position
		if err := g.PositionAt(len(g.Moves), &pos); err != nil {
			t.Fatal(err)
		}
		g.Result = record.Result{Winner: leader(&pos), Ending: record.Score, Margin: 1}
		g.Mark = 1 + (7*i+3)%len(g.Moves)
		g.Komi = 7.5
		out.Add(g)
	}
	return &out
}

// leader has more stones on the board; it is White if the numbers are equal.
func leader(pos *board.Position) board.Color {
	black := 0
	for i := range pos.Size() * pos.Size() {
		switch pos.At(board.FromIndex(i, pos.Size())) {
		case board.Black:
			black++
		case board.White:
			black--
		}
	}
	if black > 0 {
		return board.Black
	}
	return board.White
}

func ValueData(t testing.TB, set *record.Set, cfg sample.ValueConfig) *sample.ValueData {
	t.Helper()
	cfg.Planes = 49
	d, err := sample.NewValueData(set, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func Policy(t *testing.T, size int) *nets.Policy {
	t.Helper()
	p, err := nets.NewPolicy(nets.PolicyConfig{Board: size, Planes: 48, Filters: 8, Layers: 3}, 5)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
