package gomoku

// reference is the obvious game: a list of cells, and counting from the last stone.
type reference struct {
	rules  Rules
	stones []int // −1, 0 or 1 a cell
	toMove int
	value  int
	left   int
}

func newReference(r Rules) *reference {
	if r.Rows == 0 {
		r.Rows = r.Size
	}
	g := &reference{rules: r, stones: make([]int, r.Size*r.Rows), left: r.Size * r.Rows}
	for i := range g.stones {
		g.stones[i] = -1
	}
	return g
}

func (g *reference) at(x, y int) int {
	if x < 0 || y < 0 || x >= g.rules.Size || y >= g.rules.Rows {
		return -1
	}
	return g.stones[y*g.rules.Size+x]
}

func (g *reference) over() bool { return g.value != 0 || g.left == 0 }

func (g *reference) play(cell int) {
	player := g.toMove
	g.stones[cell] = player
	x, y := cell%g.rules.Size, cell/g.rules.Size
	for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		n := 1
		for _, sign := range []int{1, -1} {
			for k := sign; g.at(x+k*d[0], y+k*d[1]) == player; k += sign {
				n++
			}
		}
		if n == g.rules.Length || n > g.rules.Length && !g.rules.Exact {
			g.value = 1 - 2*player
		}
	}
	g.toMove = 1 - player
	g.left--
}

// same reports where the position is not the reference's.
func (g *reference) same(t interface{ Fatalf(string, ...any) }, p *Position) {
	value, over := p.Over()
	if value != g.value || over != g.over() || p.ToMove() != g.toMove || p.Stones() != len(g.stones)-g.left {
		t.Fatalf("value %d, over %v, %d to move, %d stones; want %d, %v, %d, %d\n%s", value, over, p.ToMove(), p.Stones(),
			g.value, g.over(), g.toMove, len(g.stones)-g.left, p)
	}
	var free []int16
	for cell, player := range g.stones {
		if p.At(cell) != player || p.Legal(cell) != (player < 0 && !over) {
			t.Fatalf("cell %d: player %d, legal %v; want %d\n%s", cell, p.At(cell), p.Legal(cell), player, p)
		}
		if player < 0 {
			free = append(free, int16(cell))
		}
	}
	got := AppendFree(p, []int16{})
	if len(got) != len(free) {
		t.Fatalf("%v are free, want %v\n%s", got, free, p)
	}
	for i := range got {
		if got[i] != free[i] {
			t.Fatalf("%v are free, want %v\n%s", got, free, p)
		}
	}
}
