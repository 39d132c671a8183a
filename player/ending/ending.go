package ending

import (
	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/ownership"
)

// Judgement is what the playouts say about going on.
type Judgement struct {
	Pass   bool          // nothing is left to play for
	Keep   []board.Point // the candidates worth considering; a subset of those given
	Winner float64       // share of the playouts that the player wins
	Dead   []board.Point // the stones that the playouts give to the opponent; none if there were no playouts
}

// Earliest is the number of moves before which a position is never finished: a
// quarter of the board.
func Earliest(size int) int { return size * size / 4 }

// LongestGame is after how many moves our players only pass: without superko a game could go on for ever.
func LongestGame(size int) int { return 3*size*size + 20 }

// OpponentPassed says whether the last move was a pass by c's opponent.
func OpponentPassed(g *board.Game, c board.Color) bool {
	moves := g.Moves()
	n := len(moves)
	return n > 0 && moves[n-1] == board.Move{Point: board.Pass, Color: c.Opponent()}
}

// stages are the numbers of games after which Judge looks whether more are needed, enough that
// from which on one open point answers it.
var stages = [...]int{8, 16, 32, 64, 125, 250, ownership.Playouts}

const enough = 32

// certain is how many games at least say that nothing is in doubt. After 32 a judgement was still
// another than after all.
const certain = 64

// Judge says whether c should go on in g, and on which of the given candidates.
// With settle c captures every dead stone before it passes, as in a dispute
// about the score.
//
// lost is the share of won playouts below which the caller gives up; 0 if the caller does not ask.
// The judgement says who wins only as precisely as lost needs it.
//
// While the board is open few playouts show it, and no more are played. Nor are more played when
// every point is surely one side's. All Playouts are played where some points stay in doubt, before a
// pass, and where the opponent passed.
//
// Under area scoring a game is finished when the owner of every candidate's point is
// decided, and the opponent's dead stones need no capture. They may stay if c wins
// even when every stone on the board counts as alive. Otherwise c captures them
// first, because the opponent (or the server) may not agree that they are dead.
// Under territory scoring capturing them costs points, and the players agree on
// dead stones after the game.
func Judge(g *board.Game, c board.Color, candidates []board.Point, settle bool, lost float64, seed uint64) Judgement {
	passed := OpponentPassed(g, c)
	if len(candidates) == 0 || len(g.Moves()) >= LongestGame(g.Size()) {
		return Judgement{Pass: true}
	}
	if len(g.Moves()) < Earliest(g.Size()) && !passed && !settle {
		return Judgement{Keep: candidates, Winner: 0.5}
	}
	e := ownership.NewSample(g, seed)
	ask(e, g, c, candidates, passed || settle, lost)
	return conclude(e, g, c, candidates, settle)
}

// ask has the estimate play as many games as the judgement needs. If whole, it does not matter
// how open the board is.
func ask(e *ownership.Sample, g *board.Game, c board.Color, candidates []board.Point, whole bool, lost float64) {
	empty := empties(g.Position())
	for _, n := range stages {
		e.Play(n - e.Games())
		switch {
		case e.MayWinLess(c, lost):
			continue
		case n >= certain && e.Decided():
			return
		case whole:
			continue
		}
		// Whoever has a move to make does not pass, and all points are worth considering while
		// many are open: more games would not change that.
		if e.Open(candidates) > 0 && (n >= enough || e.Open(empty) > 2*g.Size()) {
			return
		}
	}
}

// conclude is the judgement by an estimate.
func conclude(e *ownership.Sample, g *board.Game, c board.Color, candidates []board.Point, settle bool) Judgement {
	pos := g.Position()
	passed := OpponentPassed(g, c)
	o := e.Map()
	dead := o.DeadStones(pos)
	j := Judgement{Keep: candidates, Winner: o.Wins[c], Dead: dead}
	territory := g.Rules().Scoring == board.Territory
	ahead := g.Score(dead).Winner() == c
	safe := ahead && (territory || g.Score(nil).Winner() == c)
	if settle {
		safe = false
	}
	late := len(e.Unsettled(nil, empties(pos))) <= 2*g.Size()
	// With the board still open a pass would win by the letter of the rules, and
	// make no game.
	if passed && safe && late {
		j.Pass = true
		return j
	}
	open := e.Unsettled(nil, candidates)
	switch {
	case len(open) > 0 && late:
		// The end is near: settled points are wasted moves.
		j.Keep = open
	case len(open) > 0:
	case safe || territory && !settle:
		j.Pass = true
	default:
		j.Keep = takers(pos, c, dead, candidates)
		j.Pass = len(j.Keep) == 0
	}
	return j
}

// empties are the empty points.
func empties(pos *board.Position) []board.Point {
	var all []board.Point
	for i := range pos.EmptyCount() {
		all = append(all, pos.EmptyAt(i))
	}
	return all
}

// takers are the candidates that take a liberty of a dead chain of the opponent:
// those that do not put the player itself into atari if there are any, else all
// (a dead shape may have to be filled from inside).
func takers(pos *board.Position, c board.Color, dead, candidates []board.Point) []board.Point {
	touches := map[board.Point]bool{}
	var buf []board.Point
	for _, p := range dead {
		if pos.At(p) == c {
			continue
		}
		buf = pos.LibertyPoints(p, buf[:0])
		for _, q := range buf {
			touches[q] = true
		}
	}
	var all, safe []board.Point
	for _, p := range candidates {
		if !touches[p] {
			continue
		}
		all = append(all, p)
		after := *pos
		captured := after.Play(p, c)
		if captured > 0 || after.At(p) == c && after.Liberties(p) > 1 {
			safe = append(safe, p)
		}
	}
	if len(safe) > 0 {
		return safe
	}
	return all
}
