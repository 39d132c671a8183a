package rollout

import (
	"math/bits"

	"github.com/tengen-go/tengen/board"
)

// MoGoConfig is how MoGo plays. The zero value is what was published.
type MoGoConfig struct {
	// AvoidSelfAtari passes over moves of the second rule (patterns) that leave the stone in
	// atari. What was published does not say that MoGo did, but with it our MC-RAVE is nearer to
	// MoGo's strength (docs/lab.md).
	AvoidSelfAtari bool
}

// MoGo plays by the rules of MoGo's playouts (Gelly, Wang, Munos and Teytaud 2006; Gelly and
// Silver 2011): the first of these that has a move gives one, each of its moves being
// equally probable:
//
//  1. save a chain that the last move put in atari: play its liberty, if it then has two,
//     or capture a chain next to it;
//  2. of the eight points round the last move, one where a 3×3 pattern matches (mogoShapes);
//  3. capture a chain anywhere;
//  4. any legal move that fills no own one-point eye.
//
// A player without any move passes.
type MoGo struct {
	config MoGoConfig
	table  *shapeTable
	ataris ataris
	moves  [cells]board.Point // scratch
}

// NewMoGo makes such a player.
func NewMoGo(c MoGoConfig) *MoGo { return &MoGo{config: c, table: mogoTable()} }

// Play implements Playout.
func (m *MoGo) Play(pos *board.Position, r *board.Rand, trace []board.Point) []board.Point {
	return play(m, pos, r, trace)
}

func (m *MoGo) known() *ataris { return &m.ataris }

// move is the next move.
func (m *MoGo) move(pos *board.Position, r *board.Rand) board.Point {
	if last := pos.Recent(0); last > 0 {
		if moves := m.saves(pos, last); len(moves) > 0 {
			return moves[r.IntN(len(moves))]
		}
		if moves := m.patterns(pos, last); len(moves) > 0 {
			return moves[r.IntN(len(moves))]
		}
	}
	if moves := m.captures(pos); len(moves) > 0 {
		return moves[r.IntN(len(moves))]
	}
	return pos.RandomMove(r)
}

// saves are the moves of the first rule, each once.
func (m *MoGo) saves(pos *board.Position, last board.Point) []board.Point {
	own := pos.ToMove()
	moves := m.moves[:0]
	for d := pos.Sides(last, own); d != 0; d &= d - 1 {
		if q := last.Neighbours()[bits.TrailingZeros8(d)&3]; pos.Liberties(q) == 1 {
			moves = appendSaves(moves, pos, q, own)
		}
	}
	return moves
}

// patterns are the moves of the second rule.
func (m *MoGo) patterns(pos *board.Position, last board.Point) []board.Point {
	own := pos.ToMove()
	moves := m.moves[:0]
	for _, p := range last.Ring() {
		if pos.At(p) == board.Empty && m.table.has(own, pos.Around(p)) && pos.Legal(p, own) &&
			!(m.config.AvoidSelfAtari && selfAtari(pos, p, own)) {
			moves = append(moves, p)
		}
	}
	return moves
}

// MoGoMatch says whether one of MoGo's 3×3 patterns matches a move of c at p.
func MoGoMatch(pos *board.Position, p board.Point, c board.Color) bool {
	return mogoTable().has(c, pos.Around(p))
}

// captures are the moves of the third rule, each once.
func (m *MoGo) captures(pos *board.Position) []board.Point {
	return m.ataris.takes(m.moves[:0], pos)
}

// appendNew adds a point that is not there yet.
func appendNew(moves []board.Point, p board.Point) []board.Point {
	for _, q := range moves {
		if q == p {
			return moves
		}
	}
	return append(moves, p)
}
