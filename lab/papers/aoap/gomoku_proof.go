package aoap

import "github.com/tengen-go/tengen/games/gomoku"

// forces says whether the player to move in p, which is not over, wins within so many plies,
// whatever the other does. plies is odd.
func forces(p *gomoku.Position, plies int) bool {
	var buf [gomoku.MaxSize * gomoku.MaxSize]int16
	for _, m := range gomoku.AppendFree(p, buf[:0]) {
		if winsBy(p, int(m), plies) {
			return true
		}
	}
	return false
}

// winsBy says whether the move wins within so many plies, itself the first.
func winsBy(p *gomoku.Position, move, plies int) bool {
	next := *p
	next.Play(move)
	value, over := next.Over()
	if over || plies < 3 {
		return value != 0
	}
	return lost(&next, plies-1)
}

// lost says whether every move of the player to move is answered by a win within so many plies,
// his own the first.
func lost(p *gomoku.Position, plies int) bool {
	var buf [gomoku.MaxSize * gomoku.MaxSize]int16
	free := gomoku.AppendFree(p, buf[:0])
	for _, m := range free {
		if winsBy(p, int(m), 1) {
			return false
		}
	}
	for _, m := range free {
		next := *p
		next.Play(int(m))
		if _, over := next.Over(); over || !forces(&next, plies-1) {
			return false
		}
	}
	return true
}
