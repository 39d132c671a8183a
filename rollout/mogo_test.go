package rollout

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
)

// plainMoGo finds the moves of MoGo's rules from the bare board, by playing them.
type plainMoGo struct {
	pos  *board.Position
	safe bool // avoids self-atari
}

func (m plainMoGo) empty() (points []board.Point) {
	size := m.pos.Size()
	for i := range size * size {
		if p := board.FromIndex(i, size); m.pos.At(p) == board.Empty {
			points = append(points, p)
		}
	}
	return points
}

// after is the position after a legal move.
func (m plainMoGo) after(p board.Point) (board.Position, bool) {
	next := *m.pos
	legal := next.Legal(p, next.ToMove())
	if legal {
		next.Play(p, next.ToMove())
	}
	return next, legal
}

// stones are those of the chain at p.
func (m plainMoGo) stones(p board.Point) map[board.Point]bool {
	chain := map[board.Point]bool{p: true}
	for todo := []board.Point{p}; len(todo) > 0; todo = todo[1:] {
		for _, q := range todo[0].Neighbours() {
			if m.pos.At(q) == m.pos.At(p) && !chain[q] {
				chain[q] = true
				todo = append(todo, q)
			}
		}
	}
	return chain
}

func (m plainMoGo) saves() (moves []board.Point) {
	own, last := m.pos.ToMove(), m.pos.Recent(0)
	if last <= 0 {
		return nil
	}
	for _, p := range m.empty() {
		next, legal := m.after(p)
		if !legal {
			continue
		}
		good := false
		for _, q := range last.Neighbours() {
			if m.pos.At(q) != own || m.pos.Liberties(q) != 1 {
				continue
			}
			chain := m.stones(q)
			for _, s := range p.Neighbours() {
				good = good || chain[s] && next.Liberties(p) >= 2
			}
			for s := range chain { // a neighbour taken off
				for _, foe := range s.Neighbours() {
					good = good || m.pos.At(foe) == own.Opponent() && next.At(foe) == board.Empty
				}
			}
		}
		if good {
			moves = append(moves, p)
		}
	}
	return moves
}

func (m plainMoGo) patterns() (moves []board.Point) {
	own, last := m.pos.ToMove(), m.pos.Recent(0)
	if last <= 0 {
		return nil
	}
	for _, p := range m.empty() {
		if max(abs(p.X()-last.X()), abs(p.Y()-last.Y())) != 1 || !m.pos.Legal(p, own) || m.pos.OwnEye(p, own) {
			continue
		}
		if next, _ := m.after(p); m.safe && next.Liberties(p) < 2 {
			continue
		}
		if slices.ContainsFunc(mogoShapes, func(s shape) bool { return m.matches(s, p) }) {
			moves = append(moves, p)
		}
	}
	return moves
}

// matches holds a shape against the board in every way.
func (m plainMoGo) matches(s shape, p board.Point) bool {
	for _, x := range []board.Color{board.Black, board.White} {
		if s.mover == 'X' && m.pos.ToMove() != x || s.mover == 'O' && m.pos.ToMove() == x {
			continue
		}
		for _, a := range [][4]int{
			{1, 0, 0, 1},
			{-1, 0, 0, 1},
			{1, 0, 0, -1},
			{-1, 0, 0, -1},
			{0, 1, 1, 0},
			{0, -1, 1, 0},
			{0, 1, -1, 0},
			{0, -1, -1, 0},
		} {
			if m.fits(s.rows, p, x, a) && !slices.ContainsFunc(s.except, func(e string) bool { return m.fits(e, p, x, a) }) {
				return true
			}
		}
	}
	return false
}

func (m plainMoGo) fits(rows string, p board.Point, x board.Color, a [4]int) bool {
	for i, row := range strings.Split(rows, "/") {
		for j, letter := range row {
			dx, dy := j-1, i-1
			c := board.Wall
			if u, v := p.X()+a[0]*dx+a[1]*dy, p.Y()+a[2]*dx+a[3]*dy; min(u, v) >= 0 && max(u, v) < m.pos.Size() {
				c = m.pos.At(board.XY(u, v))
			}
			ok := true
			switch letter {
			case 'X':
				ok = c == x
			case 'O':
				ok = c == x.Opponent()
			case 'x':
				ok = c != x
			case 'o':
				ok = c != x.Opponent()
			case '.':
				ok = c == board.Empty
			case '#':
				ok = c == board.Wall
			}
			if !ok {
				return false
			}
		}
	}
	return true
}

func (m plainMoGo) captures() (moves []board.Point) {
	own := m.pos.ToMove()
	for _, p := range m.empty() {
		if next, legal := m.after(p); legal && next.Prisoners(own.Opponent()) > m.pos.Prisoners(own.Opponent()) {
			moves = append(moves, p)
		}
	}
	return moves
}

func names(moves []board.Point, size int) []string {
	out := []string{}
	for _, m := range moves {
		out = append(out, m.Vertex(size))
	}
	slices.Sort(out)
	return out
}

// local is what a rule finds round the last move, if there is one.
func local(rule func(*board.Position, board.Point) []board.Point, pos *board.Position) []board.Point {
	if pos.Recent(0) <= 0 {
		return nil
	}
	return rule(pos, pos.Recent(0))
}

// Every rule finds what the plain one finds, in games by MoGo's rules and random ones.
func TestMoGoAgainstPlain(t *testing.T) {
	for _, safe := range []bool{false, true} {
		t.Run(fmt.Sprintf("avoids self-atari %v", safe), func(t *testing.T) { mogoAgainstPlain(t, safe) })
	}
}

func mogoAgainstPlain(t *testing.T, safe bool) {
	m := NewMoGo(MoGoConfig{AvoidSelfAtari: safe})
	r := board.NewRand(1)
	var seen [3]int
	for _, size := range []int{2, 3, 5, 9, 13} {
		for game := range 6 {
			pos := board.NewPosition(size)
			m.ataris.reset(&pos)
			for range 2 * size * size {
				plain := plainMoGo{&pos, safe}
				for rule, moves := range []struct{ got, want []string }{
					{names(local(m.saves, &pos), size), names(plain.saves(), size)},
					{names(local(m.patterns, &pos), size), names(plain.patterns(), size)},
					{names(m.captures(&pos), size), names(plain.captures(), size)},
				} {
					if !slices.Equal(moves.got, moves.want) {
						t.Fatalf("rule %d: %v, want %v\n%s", rule+1, moves.got, moves.want, pos.String())
					}
					if len(moves.got) > 0 {
						seen[rule]++
					}
				}
				p := pos.RandomMove(&r)
				if game%2 == 0 {
					p = m.move(&pos, &r)
				}
				if pos.Play(p, pos.ToMove()); p != board.Pass {
					m.ataris.played(&pos, p)
				}
			}
		}
	}
	if slices.Min(seen[:]) < 100 {
		t.Errorf("the rules had moves in %v positions only", seen)
	}
}

func TestMoGoRules(t *testing.T) {
	m := NewMoGo(MoGoConfig{})
	for _, c := range []struct {
		name, diagram string
		by            board.Color
		moves         []string
		rule          int // from 1
		want          []string
	}{
		{"extend", `
			. . . . .
			. O X . .
			. . . . .
			. . . . .
			. . . . .`, board.White, []string{"C3", "A1", "C5"}, 1, []string{"D4"}},
		{"extending in vain", `
			. . O . .
			. O X . O
			. . . . .
			. . . . .
			. . . O .`, board.White, []string{"C3", "A1", "D5"}, 1, []string{}},
		{"capture the attacker", `
			. O . . .
			O X X . .
			. O O X .
			. X X . .
			. . . . .`, board.White, []string{"C5"}, 1, []string{"A3", "D4"}},
		{"atari elsewhere is not answered", `
			. . . . .
			. O X O .
			. . O . .
			. . . . .
			. . . . .`, board.White, []string{"A1"}, 1, []string{}},
		{"hane", `
			. . . . .
			. . . . .
			. . O . .
			. . . . .
			. . . . .`, board.Black, []string{"B3"}, 2, []string{"B2", "B4", "C2", "C4"}},
		{"cut", `
			. . . . .
			. . X O .
			. . . . .
			. . . . .
			. . . . .`, board.White, []string{"C3"}, 2, []string{"B3", "B4", "D3"}},
		{"capture", `
			. . . . .
			. O X O .
			. . O . .
			. . . . .
			X . . . .`, board.Black, []string{"B1"}, 3, []string{"C5"}},
		{"no capture where ko forbids it", `
			. X O . .
			X . X O .
			. X O . .
			. . . . .
			. . . . .`, board.White, []string{"B4"}, 3, []string{}},
	} {
		pos := after(t, c.diagram, c.by, c.moves...)
		m.ataris.reset(&pos)
		got := [][]string{}
		got = append(got, names(m.saves(&pos, pos.Recent(0)), 5))
		got = append(got, names(m.patterns(&pos, pos.Recent(0)), 5))
		got = append(got, names(m.captures(&pos), 5))
		if !slices.Equal(got[c.rule-1], c.want) {
			t.Errorf("%s: %v, want %v\n%s", c.name, got, c.want, pos.String())
		}
		// The rule that is first to have a move makes it.
		if c.rule == 1 || len(got[0]) == 0 && (c.rule == 2 || len(got[1]) == 0) {
			r := board.NewRand(1)
			if move := m.move(&pos, &r); len(c.want) > 0 && !slices.Contains(c.want, move.Vertex(5)) {
				t.Errorf("%s: played %s", c.name, move.Vertex(5))
			}
		}
	}
}

// Every playout ends soon in a sound position that is played out, and allocates nothing.
func TestPlayouts(t *testing.T) {
	for _, name := range Playouts() {
		p, err := NewPlayout(name)
		if err != nil {
			t.Fatal(err)
		}
		r := board.NewRand(1)
		for _, size := range []int{2, 5, 9, 19} {
			trace := make([]board.Point, 0, MoveLimit(size))
			for range 20 {
				pos := board.NewPosition(size)
				same, again := pos, r
				trace = p.Play(&pos, &r, trace[:0])
				if err := pos.Check(); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				n := len(trace)
				if n > MoveLimit(size) || n < MoveLimit(size) && (trace[n-1] != board.Pass || trace[n-2] != board.Pass) {
					t.Fatalf("%s: ends after %d moves", name, n)
				}
				for _, m := range trace {
					if m != board.Pass && (!same.Legal(m, same.ToMove()) || same.OwnEye(m, same.ToMove())) {
						t.Fatalf("%s: played %s\n%s", name, m.Vertex(size), same.String())
					}
					same.Play(m, same.ToMove())
				}
				if same.Hash() != pos.Hash() {
					t.Fatalf("%s: the trace leads elsewhere", name)
				}
				start := board.NewPosition(size)
				if p.Play(&start, &again, trace[:0]); start.Hash() != pos.Hash() || again != r {
					t.Fatalf("%s: another game from the same seed", name)
				}
			}
			var pos board.Position
			if allocs := testing.AllocsPerRun(5, func() {
				pos = board.NewPosition(size)
				p.Play(&pos, &r, trace[:0])
			}); allocs != 0 {
				t.Errorf("%s: %v allocations a game", name, allocs)
			}
		}
	}
	if _, err := NewPlayout("clever"); err == nil || !strings.Contains(err.Error(), "uniform") {
		t.Errorf("an unknown playout: %v", err)
	}
}
