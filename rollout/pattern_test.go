package rollout

import (
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
)

func parse(tb testing.TB, diagram string) board.Position {
	tb.Helper()
	pos, err := board.Parse(diagram)
	if err != nil {
		tb.Fatal(err)
	}
	return pos
}

// image is a position seen in a symmetry, and with the colours exchanged if swap.
func image(tb testing.TB, pos *board.Position, s features.Symmetry, swap bool) board.Position {
	tb.Helper()
	out := board.NewPosition(pos.Size())
	var stones [3][]board.Point
	for i := range pos.Size() * pos.Size() {
		p := board.FromIndex(i, pos.Size())
		if c := pos.At(p); c != board.Empty {
			if swap {
				c = c.Opponent()
			}
			stones[c] = append(stones[c], s.Point(p, pos.Size()))
		}
	}
	if err := out.Setup(stones[board.Black], stones[board.White]); err != nil {
		tb.Fatal(err)
	}
	return out
}

// squareAt is the square round p, black and white as they are.
func squareAt(pos *board.Position, p board.Point) square {
	var s square
	for i, d := range ring {
		s |= square(cellOf(pos, p+d)) << (i * cellBits)
	}
	return s
}

// diamondAt is the diamond round p, black and white as they are.
func diamondAt(pos *board.Position, p board.Point) diamond {
	var d diamond
	for i, q := range reach[p] {
		d |= diamond(cellOf(pos, q)) << (i * cellBits)
	}
	return d
}

// Canonical patterns are the same in all eight images of a board, and colours are those
// of the player to move; that a pattern is really told apart from others is checked by
// counting.
func TestCanonicalUnderSymmetries(t *testing.T) {
	squares, diamonds := map[square]bool{}, map[diamond]bool{}
	randomGames([]int{7}, 2, func(pos *board.Position, r *board.Rand) {
		for s := range features.Symmetry(features.Symmetries) {
			turned := image(t, pos, s, false)
			swapped := image(t, pos, s, true)
			for i := range pos.Size() * pos.Size() {
				p := board.FromIndex(i, pos.Size())
				q := s.Point(p, pos.Size())
				want := squareAt(pos, p).canonical()
				if got := squareAt(&turned, q).canonical(); got != want {
					t.Fatalf("square %o becomes %o under %d", want, got, s)
				}
				if got := squareAt(&swapped, q).flip().canonical(); got != want {
					t.Fatalf("square %o becomes %o with colours exchanged", want, got)
				}
				d, at := diamondAt(pos, p), r.IntN(diamondCells)
				least, symmetry := d.canonical()
				if d.turn(symmetry) != least {
					t.Fatalf("diamond %o: symmetry %d does not lead to %o", d, symmetry, least)
				}
				image := diamondAt(&turned, q)
				if got, _ := image.canonical(); got != least {
					t.Fatalf("diamond %o becomes %o under %d", least, got, s)
				}
				if got, _ := diamondAt(&swapped, q).flip().canonical(); got != least {
					t.Fatalf("diamond %o becomes %o with colours exchanged", least, got)
				}
				// The answer goes where its point goes.
				if answer := reach[p][at]; answer.OnBoard(pos.Size()) {
					for k, x := range reach[q] {
						if x == s.Point(answer, pos.Size()) && image.respond(k) != d.respond(at) {
							t.Fatalf("response %d to %o is another under %d", at, d, s)
						}
					}
				}
				squares[want], diamonds[least] = true, true
			}
		}
	})
	if len(squares) < 500 || len(diamonds) < 1000 {
		t.Errorf("only %d squares and %d diamonds in random games", len(squares), len(diamonds))
	}
}

// A square and the board agree about legality.
func TestPlayable(t *testing.T) {
	eyes, suicides := 0, 0
	randomGames([]int{2, 5, 9}, 30, func(pos *board.Position, _ *board.Rand) {
		c := pos.ToMove()
		for i := range pos.EmptyCount() {
			p := pos.EmptyAt(i)
			s := squareAt(pos, p)
			if c == board.White {
				s = s.flip()
			}
			if want := !pos.Suicide(p, c) && !pos.OwnEye(p, c); s.playable() != want {
				t.Fatalf("%s, square %o: %v, want %v", p.Vertex(pos.Size()), s, !want, want)
			}
			if pos.OwnEye(p, c) {
				eyes++
			}
			if pos.Suicide(p, c) {
				suicides++
			}
		}
	})
	if eyes == 0 || suicides == 0 {
		t.Errorf("%d eyes and %d suicides in the test", eyes, suicides)
	}
}

// The cells of the edge: nothing two steps off the board is taken for the other side.
func TestDiamondAtTheEdge(t *testing.T) {
	pos := board.NewPosition(19)
	for y := range 19 {
		pos.Put(board.XY(0, y), board.White)
	}
	for y := range 19 {
		d := diamondAt(&pos, board.XY(18, y))
		for i := range diamondCells {
			if c := cell(d >> (3 * i) & 7); c != cellEmpty && c != cellWall {
				t.Errorf("row %d, cell %d: %d", y, i, c)
			}
		}
	}
	corner := diamondAt(&pos, board.XY(18, 0))
	walls := 0
	for i := range diamondCells {
		if cell(corner>>(3*i)&7) == cellWall {
			walls++
		}
	}
	if walls != 7 {
		t.Errorf("%d cells of a corner's diamond lie off the board, want 7", walls)
	}
}
