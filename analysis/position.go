package analysis

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/splitmix"
)

// decimal writes a number.
func decimal(n int64) string { return strconv.FormatInt(n, 10) }

// begin sets the start of the game up and plays its moves, to see whether they can be played.
func (q *query) begin(size int, rules board.Rules, stones []board.Move) *fault {
	start, err := setUp(size, rules, stones)
	if err != nil {
		return &fault{"initialStones", err.Error()}
	}
	q.start = start
	switch {
	case q.first != board.Empty:
	case len(q.moves) > 0:
		q.first = q.moves[0].Color
	case start.Handicap() > 0:
		q.first = board.White
	default:
		q.first = board.Black
	}
	if _, _, played, err := q.at(len(q.moves)); err != nil {
		return &fault{"moves", "Illegal move " + decimal(int64(played)) + ": " + q.moves[played].Point.Vertex(size)}
	}
	return nil
}

// setUp is a game that begins with stones on the board. Two or more stones of Black's alone are a
// handicap.
func setUp(size int, rules board.Rules, stones []board.Move) (*board.Game, error) {
	g, err := board.NewGame(size, rules)
	if err != nil {
		return nil, err
	}
	var placed [3][]board.Point
	at := map[board.Point]board.Color{}
	for _, m := range stones { // the last stone on a point stays, as in KataGo
		at[m.Point] = m.Color
	}
	for i := range size * size {
		p := board.FromIndex(i, size)
		if c, ok := at[p]; ok {
			placed[c] = append(placed[c], p)
		}
	}
	black, white := placed[board.Black], placed[board.White]
	if len(white) == 0 && len(black) > 1 && len(black) < size*size {
		if err := g.PlaceHandicap(black); err == nil {
			return g, nil
		}
	}
	position := board.NewPosition(size)
	if err := position.Setup(black, white); err != nil {
		return nil, err
	}
	return board.NewGameFrom(position, rules)
}

// at is the game after so many moves, with the side to move. A move that only takes back a ko or
// repeats a position is played all the same: then the game's history begins anew before it, as in
// KataGo. played is the number of moves before an error.
func (q *query) at(turn int) (g *board.Game, c board.Color, played int, err error) {
	g, c = q.start.Clone(), q.first
	for played, m := range q.moves[:turn] {
		err := g.Play(m.Point, m.Color)
		if errors.Is(err, board.ErrKo) || errors.Is(err, board.ErrSuperko) {
			g.Forget()
			err = g.Play(m.Point, m.Color)
		}
		if err != nil {
			return nil, c, played, fmt.Errorf("move %d: %w", played, err)
		}
		c = m.Color.Opponent()
	}
	return g, c, turn, nil
}

// turned is the board of a position, rotated or reflected. The ko is left out.
func turned(of *board.Position, s features.Symmetry) (board.Position, error) {
	var stones [3][]board.Point
	for i := range of.Size() * of.Size() {
		p := board.FromIndex(i, of.Size())
		if c := of.At(p); c != board.Empty {
			stones[c] = append(stones[c], s.Point(p, of.Size()))
		}
	}
	position := board.NewPosition(of.Size())
	err := position.Setup(stones[board.Black], stones[board.White])
	return position, err
}

// hashes name a position with the side to move and the ko: this the position itself, symmetric all
// that are rotations or reflections of it.
func hashes(of *board.Position, c board.Color) (this, symmetric string) {
	for s := range features.Symmetry(features.Symmetries) {
		position, err := turned(of, s)
		if err != nil {
			continue // of has the same stones, so it cannot be
		}
		position.SetToMove(c)
		ko := uint64(0)
		if of.Ko() != board.NoPoint {
			ko = uint64(s.Index(of.Ko().Index(of.Size()), of.Size()) + 1)
		}
		// The hash of an empty board is 0 on every board.
		high := splitmix.Mix(position.HashToMove() + uint64(of.Size()))
		hash := fmt.Sprintf("%016X%016X", high, splitmix.Mix(position.Hash()^ko))
		if s == features.Identity {
			this, symmetric = hash, hash
		}
		symmetric = min(symmetric, hash)
	}
	return this, symmetric
}
