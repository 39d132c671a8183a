package rollout

import "github.com/tengen-go/tengen/board"

// answers are last good replies with forgetting to the last two moves and to the last one
// (Drake 2009, The Last-Good-Reply Policy; Baier and Drake 2010, The Power of Forgetting,
// LGRF-2): what the winner of a playout answered is answered again, until it loses. Unlike
// replies they know moves alone, and cost next to nothing.
type answers struct {
	two [2][cells][cells]board.Point // by player, the move before the last, the last
	one [2][cells]board.Point        // by player, the last move; Pass for none

	before, last board.Point // the moves before the game at hand
	first        board.Color
	game         []board.Point
}

// find is the answer to the last two moves, or to the last one, that may be played; Pass if
// there is none.
func (a *answers) find(pos *board.Position) board.Point {
	c := pos.ToMove()
	last, before := pos.Recent(0), pos.Recent(1)
	if last <= 0 {
		return board.Pass
	}
	if before > 0 {
		if p := a.two[(c-board.Black)&1][before][last]; p != board.Pass && a.sound(pos, p, c) {
			return p
		}
	}
	if p := a.one[(c-board.Black)&1][last]; p != board.Pass && a.sound(pos, p, c) {
		return p
	}
	return board.Pass
}

func (*answers) sound(pos *board.Position, p board.Point, c board.Color) bool {
	return pos.Legal(p, c) && !pos.OwnEye(p, c)
}

// begin notes where a game starts.
func (a *answers) begin(pos *board.Position) {
	a.before, a.last, a.first = pos.Recent(1), pos.Recent(0), pos.ToMove()
	a.game = a.game[:0]
}

// learn keeps the winner's answers and forgets the loser's.
func (a *answers) learn(winner board.Color) {
	if winner == board.Empty {
		return
	}
	before, last, by := a.before, a.last, a.first
	for _, p := range a.game {
		if last > 0 && p != board.Pass {
			one := &a.one[(by-board.Black)&1][last]
			two := one
			if before > 0 {
				two = &a.two[(by-board.Black)&1][before][last]
			}
			switch {
			case by == winner:
				*one, *two = p, p
			default:
				if *one == p {
					*one = board.Pass
				}
				if *two == p {
					*two = board.Pass
				}
			}
		}
		before, last, by = last, p, by.Opponent()
	}
	a.game = a.game[:0]
}
