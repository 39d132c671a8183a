package rollout

import (
	"sync"

	"github.com/tengen-go/tengen/board"
)

// shapes are the 3×3 patterns of MoGo's playouts (Gelly, Wang, Munos and Teytaud 2006,
// "Modification of UCT with patterns in Monte-Carlo Go", §3.2.1): hane, two kinds of cut, and
// moves on the edge. Each is three rows round the move, which is *:
//
//	X, O  stones of two colours, either way round
//	x, o  anything but X, anything but O
//	.     empty
//	#     off the board
//	?     anything
//
// A shape holds in all eight symmetries and for both players, unless mover names one of the
// two letters. The exceptions of a shape take away what it gives.
type shape struct {
	rows   string
	mover  byte // 'X' or 'O'; 0 for both
	except []string
}

var mogoShapes = []shape{
	// Hane: round the end of a stone that has the support of another.
	{rows: "XOX/.*./???"},
	{rows: "XO./.*./?.?"},
	{rows: "XO?/X*./?.?"},
	{rows: "XOO/.*./?.?", mover: 'X'},
	// Cut 1: between two stones that touch diagonally, unless they are joined anyway or the
	// stone that cuts is taken at once.
	{rows: "XO?/O*?/???", except: []string{"XO?/O*O/?.?", "XO?/O*./?O?"}},
	// Cut 2: between two stones side by side with a gap.
	{rows: "?X?/O*O/ooo"},
	// On the edge: chase along it, block, connect under, hane from both sides.
	{rows: "X.?/O*?/###"},
	{rows: "?X?/O*?/###", except: []string{"OX?/O*?/###"}},
	{rows: "?XO/?*?/###", mover: 'X'},
	{rows: "?OX/?*?/###", mover: 'X'},
	{rows: "?XO/X*O/###", mover: 'O'},
}

// mogoTable is made from mogoShapes.
var mogoTable = sync.OnceValue(func() *shapeTable { return newShapeTable(mogoShapes) })

// shapeTable says for each player and every value of board.Position.Around whether a shape
// matches a move there: bit i&63 of word i>>6 for Around i. A point that is the player's own
// one-point eye matches none.
type shapeTable [3][1 << 16 / 64]uint64

// has looks up one point.
func (t *shapeTable) has(c board.Color, around uint16) bool {
	return t[c&3%3][around>>6]>>(around&63)&1 != 0
}

// square3 is what may stand on eight points, in the order of board.Position.Around: bit c
// for board.Color c.
type square3 [8]uint8

// matches says whether the points of an Around are all allowed.
func (s *square3) matches(around uint16) bool {
	for i, allowed := range s {
		if allowed>>(around>>(2*i)&3)&1 == 0 {
			return false
		}
	}
	return true
}

// each calls f with every Around that matches.
func (s *square3) each(f func(around uint16)) {
	var from func(i int, around uint16)
	from = func(i int, around uint16) {
		if i == len(s) {
			f(around)
			return
		}
		for c := range uint16(4) {
			if s[i]>>c&1 != 0 {
				from(i+1, around|c<<(2*i))
			}
		}
	}
	from(0, 0)
}

// readSquare3 reads rows as shape has them, with X of colour x, turned by symmetry s, 0 to 7:
// three bits for two reflections and the exchange of rows and columns.
func readSquare3(rows string, x board.Color, s int) (out square3) {
	const all = 1<<board.Empty | 1<<board.Black | 1<<board.White | 1<<board.Wall
	o := x.Opponent()
	allowed := map[byte]uint8{
		'X': 1 << x, 'O': 1 << o, 'x': all &^ (1 << x), 'o': all &^ (1 << o),
		'.': 1 << board.Empty, '#': 1 << board.Wall, '?': all,
	}
	for i := range 9 {
		from := i // in reading order, the middle included
		if row, column := i/3, i%3; i != 4 {
			if s&1 != 0 {
				column = 2 - column
			}
			if s&2 != 0 {
				row = 2 - row
			}
			if s&4 != 0 {
				row, column = column, row
			}
			from = 3*row + column
			to := i
			if i > 4 {
				to--
			}
			out[to] = allowed[rows[from+from/3]]
		}
	}
	return out
}

func newShapeTable(shapes []shape) *shapeTable {
	t := new(shapeTable)
	for _, shape := range shapes {
		for s := range 8 {
			for x := board.Black; x <= board.White; x++ {
				t.add(shape, x, s)
			}
		}
	}
	return t
}

// add enters one image of a shape.
func (t *shapeTable) add(shape shape, x board.Color, s int) {
	square := readSquare3(shape.rows, x, s)
	var except []square3
	for _, e := range shape.except {
		except = append(except, readSquare3(e, x, s))
	}
	square.each(func(around uint16) {
		for i := range except {
			if except[i].matches(around) {
				return
			}
		}
		for c := board.Black; c <= board.White; c++ {
			if shape.mover == 'X' && c != x || shape.mover == 'O' && c == x || eyeAround(around, c) {
				continue
			}
			t[c][around>>6] |= 1 << (around & 63)
		}
	})
}

// eyeAround is board.Position.OwnEye, seen from the eight points alone.
func eyeAround(around uint16, c board.Color) bool {
	foes, walls := 0, 0
	for i := range 8 {
		at := board.Color(around >> (2 * i) & 3)
		switch i {
		case 1, 3, 4, 6:
			if at != c && at != board.Wall {
				return false
			}
		default:
			if at == c.Opponent() {
				foes++
			}
			if at == board.Wall {
				walls++
			}
		}
	}
	return foes < 2 && (foes == 0 || walls == 0)
}
