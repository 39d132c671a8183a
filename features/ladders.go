package features

import "github.com/tengen-go/tengen/board"

// ladders writes the two ladder planes. A capture is tried at both liberties of
// each opponent chain of two; an escape, for each own chain in atari, at its last
// liberty and by taking a chain in atari that holds it.
func (e *Extractor) ladders(dst []float32, stride int, pos *board.Position) {
	player := pos.ToMove()
	for _, p := range e.weak[:e.nWeak] {
		var buf [2]board.Point
		switch n := pos.Liberties(p); {
		case n == 2 && pos.At(p) != player:
			for _, move := range pos.LibertyPoints(p, buf[:0]) {
				at := &e.row(dst, stride, move)[LadderCapture]
				if *at == 0 && pos.Legal(move, player) && e.ladder.CapturesChain(pos, p, move) {
					*at = 1
				}
			}
		case n == 1 && pos.At(p) == player:
			e.escape(dst, stride, pos, p, pos.LibertyPoints(p, buf[:0])[0])
			for s := p; ; {
				for _, q := range s.Neighbours() {
					if pos.At(q) == player.Opponent() && pos.Liberties(q) == 1 {
						e.escape(dst, stride, pos, p, pos.LibertyPoints(q, buf[:0])[0])
					}
				}
				if s = pos.Next(s); s == p {
					break
				}
			}
		}
	}
}

// escape marks move if it saves the own chain of prey.
func (e *Extractor) escape(dst []float32, stride int, pos *board.Position, prey, move board.Point) {
	at := &e.row(dst, stride, move)[LadderEscape]
	if *at == 0 && pos.Legal(move, pos.ToMove()) && e.ladder.EscapesChain(pos, prey, move) {
		*at = 1
	}
}
