package record

import (
	"errors"
	"fmt"

	"github.com/tengen-go/tengen/board"
)

// Game is one game as played. Setup, Moves and Thoughts may be views into a Set and are
// not to be changed.
type Game struct {
	Size      int         // of the board, board.MinSize to board.MaxSize
	Komi      float64     // points for White; 0 where the record says none
	NoKomi    bool        // the record says none, or none that can be
	Handicap  int         // stones, 0 or 2 and more
	Setup     []Move      // stones on the board before the first move
	First     board.Color // the side that moves first
	Moves     []Move      // the main line
	Mark      int         // moves before the position that the game was made for; 0 for none
	Thoughts  []Thought   // of the player to move, one a move; nil where they were not kept
	Result    Result
	BlackRank Rank
	WhiteRank Rank
	Date      Date
	Rules     string // as the record writes it; board.ParseRules knows the usual names
	Source    Source
	Mended    bool // the record was no sound SGF, or only its beginning is the game; packed files do not say
}

// Source is where a game was read.
type Source struct {
	File string // path; a member of an archive follows its archive after "//"
	Line int    // of the game's first byte, from 1; the number of the game in a packed file
}

// String is "file:line".
func (s Source) String() string { return fmt.Sprintf("%s:%d", s.File, s.Line) }

// IllegalError says which move of a game the rules forbid.
type IllegalError struct {
	Ply  int // of the move, from 0; −1 for the setup
	Move Move
	Size int
	Err  error // board.ErrOccupied, board.ErrKo, board.ErrSuicide, or why the setup fails
}

func (e *IllegalError) Error() string {
	if e.Ply < 0 {
		return fmt.Sprintf("setup: %v", e.Err)
	}
	return fmt.Sprintf("move %d, %v %s: %v", e.Ply+1, e.Move.Color(), e.Move.Point(e.Size).Vertex(e.Size), e.Err)
}

func (e *IllegalError) Unwrap() error { return e.Err }

var errSizeOrMove = errors.New("no point of this board")

// Start is the position before the first move, First to move.
func (g *Game) Start() (board.Position, error) {
	var pos board.Position
	err := g.start(&pos)
	return pos, err
}

// start is Start into a place of the caller's.
func (g *Game) start(pos *board.Position) error {
	if err := board.CheckSize(g.Size); err != nil {
		return err
	}
	*pos = board.NewPosition(g.Size)
	for _, m := range g.Setup {
		if m.IsPass() || !m.valid(g.Size) {
			return &IllegalError{-1, m, g.Size, errSizeOrMove}
		}
		p := m.Point(g.Size)
		if pos.At(p) != board.Empty {
			return &IllegalError{-1, m, g.Size, fmt.Errorf("two stones at %s", p.Vertex(g.Size))}
		}
		pos.Put(p, m.Color())
	}
	for _, m := range g.Setup {
		if p := m.Point(g.Size); pos.At(p) != m.Color() {
			return &IllegalError{-1, m, g.Size, fmt.Errorf("the stone at %s has no liberty", p.Vertex(g.Size))}
		}
	}
	pos.SetToMove(g.First)
	return nil
}

// Replay calls f before each move with the position, the mover's turn set, until f
// returns false or the moves end. f must not change the position. The first
// illegal move (occupied, simple ko, suicide) ends it with an *IllegalError. Suicide ends it under all rules, also
// where g.Rules allows it: it is none of board.Position.LegalMoves, from which linear policies learn the move played.
func (g *Game) Replay(f func(ply int, pos *board.Position, m Move) bool) error {
	pos, err := g.Start()
	if err != nil {
		return err
	}
	for ply, m := range g.Moves {
		c := m.Color()
		pos.SetToMove(c)
		if err := legal(&pos, m); err != nil {
			return &IllegalError{ply, m, g.Size, err}
		}
		if !f(ply, &pos, m) {
			return nil
		}
		pos.Play(m.Point(g.Size), c)
	}
	return nil
}

// PositionAt sets pos to the position before move ply (the final position if ply
// is len(Moves)), the mover's turn set.
func (g *Game) PositionAt(ply int, pos *board.Position) error {
	if ply < 0 || ply > len(g.Moves) {
		return fmt.Errorf("ply %d: want 0 to %d", ply, len(g.Moves))
	}
	if err := g.start(pos); err != nil {
		return err
	}
	return g.Forward(pos, 0, ply)
}

// Forward takes pos from the position before move from to that before move to (the
// final position if that is len(Moves)), the mover's turn set.
func (g *Game) Forward(pos *board.Position, from, to int) error {
	for i, m := range g.Moves[from:to] {
		if !m.valid(g.Size) || !pos.Legal(m.Point(g.Size), m.Color()) {
			return &IllegalError{from + i, m, g.Size, legal(pos, m)}
		}
		pos.Play(m.Point(g.Size), m.Color())
	}
	if to < len(g.Moves) {
		pos.SetToMove(g.Moves[to].Color())
	}
	return nil
}

// Verify replays the whole game and returns what is wrong with it, nil if nothing.
func (g *Game) Verify() error {
	pos, err := g.Start()
	if err != nil {
		return err
	}
	for ply, m := range g.Moves {
		c := m.Color()
		if err := legal(&pos, m); err != nil {
			return &IllegalError{ply, m, g.Size, err}
		}
		pos.Play(m.Point(g.Size), c)
	}
	return nil
}

// legal says why m may not be played at pos.
func legal(pos *board.Position, m Move) error {
	if !m.valid(pos.Size()) {
		return errSizeOrMove
	}
	p := m.Point(pos.Size())
	if pos.Legal(p, m.Color()) {
		return nil
	}
	switch {
	case pos.At(p) != board.Empty:
		return board.ErrOccupied
	case pos.Suicide(p, m.Color()):
		return board.ErrSuicide
	}
	return board.ErrKo
}
