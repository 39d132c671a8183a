package board

import (
	"errors"
	"fmt"
	"maps"
)

// Move is one turn of a game.
type Move struct {
	Point Point // or Pass
	Color Color
}

// Why a move is refused.
var (
	ErrOffBoard = errors.New("off the board")
	ErrOccupied = errors.New("occupied")
	ErrKo       = errors.New("retakes the ko")
	ErrSuperko  = errors.New("repeats an earlier position (superko)")
	ErrSuicide  = errors.New("is suicide")
	ErrOver     = errors.New("the game is over")
	ErrNoUndo   = errors.New("there is no move to take back")
	ErrNotEmpty = errors.New("the board is not empty")
)

// Game is a position with its history: it knows superko, takes moves back, and
// ends by two passes or resignation.
type Game struct {
	rules    Rules
	start    Position // after handicap and setup
	now      Position
	moves    []Move
	hashes   []uint64      // of start and after each move: see key
	turns    map[int]Color // who moves next after so many moves, where SetToMove set it
	handicap int
	resigned Color
}

// NewGame is an empty board under these rules.
func NewGame(size int, rules Rules) (*Game, error) {
	if err := CheckSize(size); err != nil {
		return nil, err
	}
	if err := rules.Validate(); err != nil {
		return nil, err
	}
	return newGame(NewPosition(size), rules), nil
}

// NewGameFrom starts from a position that was set up; its side to move begins.
func NewGameFrom(p Position, rules Rules) (*Game, error) {
	if err := rules.Validate(); err != nil {
		return nil, err
	}
	return newGame(p, rules), nil
}

func newGame(p Position, rules Rules) *Game {
	g := &Game{rules: rules, start: p, now: p}
	g.hashes = append(g.hashes, g.key(&p))
	return g
}

// Clone is an independent copy.
func (g *Game) Clone() *Game {
	c := *g
	c.moves = append([]Move(nil), g.moves...)
	c.hashes = append([]uint64(nil), g.hashes...)
	c.turns = maps.Clone(g.turns)
	return &c
}

// Position is the board now. It changes with the game; copy it to keep it.
func (g *Game) Position() *Position { return &g.now }

// Start is the board before the first move.
func (g *Game) Start() *Position { return &g.start }

// Size is the side of the board.
func (g *Game) Size() int { return g.now.Size() }

// Rules are the rules in force.
func (g *Game) Rules() Rules { return g.rules }

// SetRules changes the rules from here on.
func (g *Game) SetRules(r Rules) error {
	if err := r.Validate(); err != nil {
		return err
	}
	g.rules = r
	g.replay()
	return nil
}

// replay makes the position and its keys of the moves.
func (g *Game) replay() {
	g.now = g.start
	g.hashes = append(g.hashes[:0], g.key(&g.now))
	for i, m := range g.moves {
		g.now.Play(m.Point, m.Color)
		if c, ok := g.turns[i+1]; ok {
			g.now.SetToMove(c)
		}
		g.hashes = append(g.hashes, g.key(&g.now))
	}
}

// SetToMove lets a colour move next, whoever moved last, as PL of a record does. Without moves it is part of the start.
func (g *Game) SetToMove(c Color) {
	g.now.SetToMove(c)
	n := len(g.moves)
	g.hashes[n] = g.key(&g.now)
	if n == 0 {
		g.start.SetToMove(c)
		return
	}
	if g.turns == nil {
		g.turns = map[int]Color{}
	}
	g.turns[n] = c
}

// Moves are the moves so far, in order. The slice belongs to the game.
func (g *Game) Moves() []Move { return g.moves }

// Keys are what the ko rule compares: the hash of the start and of the position after each
// move, with the side to move under situational superko. The slice belongs to the game.
func (g *Game) Keys() []uint64 { return g.hashes }

// Handicap is the number of handicap stones placed.
func (g *Game) Handicap() int { return g.handicap }

// key is what superko compares.
func (g *Game) key(p *Position) uint64 {
	if g.rules.Ko == SituationalSuperko {
		return p.HashToMove()
	}
	return p.Hash()
}

// Legal says why c may not play p now; nil if it may. Either colour may play at
// any time, as setting up a game from outside needs.
func (g *Game) Legal(p Point, c Color) error {
	switch {
	case p == Pass:
		return nil
	case !p.OnBoard(g.Size()):
		return ErrOffBoard
	case g.now.At(p) != Empty:
		return ErrOccupied
	case g.rules.Ko == SimpleKo && p == g.now.ko && c == g.now.koColor:
		return ErrKo
	case !g.rules.Suicide && g.now.Suicide(p, c):
		return ErrSuicide
	}
	if g.rules.Ko == SimpleKo {
		return nil
	}
	if p == g.now.ko && c == g.now.koColor {
		return ErrKo // the commonest repetition, named as players name it
	}
	after := g.now
	after.Play(p, c)
	key := g.key(&after)
	for i := len(g.hashes) - 1; i >= 0; i-- {
		if g.hashes[i] == key {
			return ErrSuperko
		}
	}
	return nil
}

// Play plays p (or Pass) for c.
func (g *Game) Play(p Point, c Color) error {
	if c != Black && c != White {
		return fmt.Errorf("move by %v", c)
	}
	if g.resigned != Empty {
		return ErrOver
	}
	if err := g.Legal(p, c); err != nil {
		return fmt.Errorf("%v %s: %w", c, p.Vertex(g.Size()), err)
	}
	g.now.Play(p, c)
	g.moves = append(g.moves, Move{p, c})
	g.hashes = append(g.hashes, g.key(&g.now))
	return nil
}

// Undo takes the last move (or the resignation) back.
func (g *Game) Undo() error {
	if g.resigned != Empty {
		g.resigned = Empty
		return nil
	}
	n := len(g.moves)
	if n == 0 {
		return ErrNoUndo
	}
	delete(g.turns, n)
	g.moves = g.moves[:n-1]
	g.replay()
	return nil
}

// Forget lets the history begin here: no move retakes a ko or repeats a position, and none can be taken back. What the
// score depends on stays, prisoners and handicap, and so do the moves that the position remembers.
func (g *Game) Forget() {
	p, handicap := g.now, g.handicap
	p.ko = NoPoint
	*g = *newGame(p, g.rules)
	g.handicap = handicap
}

// Resign ends the game in favour of c's opponent.
func (g *Game) Resign(c Color) { g.resigned = c }

// Resigned is the side that resigned, Empty if none did.
func (g *Game) Resigned() Color { return g.resigned }

// Over says whether the game has ended: by resignation or two passes in a row.
func (g *Game) Over() bool {
	n := len(g.moves)
	return g.resigned != Empty || n >= 2 && g.moves[n-1].Point == Pass && g.moves[n-2].Point == Pass
}

// Score counts the board under the game's rules with the given stones dead.
func (g *Game) Score(dead []Point) Score {
	var black, white int
	if g.rules.Scoring == Territory {
		black, white = g.now.Territory(dead)
	} else {
		black, white = g.now.Area(dead)
	}
	return Score{float64(black), float64(white) + g.Compensation()}
}

// Compensation is the points that White gets besides stones and territory: komi, and
// the bonus for handicap stones.
func (g *Game) Compensation() float64 { return g.rules.Komi + float64(g.bonus()) }

// bonus is White's for handicap stones, which only area counting needs: there each
// stone is itself a point.
func (g *Game) bonus() int {
	if g.rules.Scoring != Area || g.handicap == 0 {
		return 0
	}
	switch g.rules.Bonus {
	case BonusN:
		return g.handicap
	case BonusNMinus1:
		return g.handicap - 1
	}
	return 0
}

// Result is the outcome as SGF writes it: "B+R", "W+2.5", "0" for a draw; dead
// stones as for Score.
func (g *Game) Result(dead []Point) string {
	switch g.resigned {
	case Black:
		return "W+R"
	case White:
		return "B+R"
	}
	return g.Score(dead).String()
}
