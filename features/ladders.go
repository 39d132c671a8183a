package features

import "github.com/tengen-go/tengen/board"

// ladders writes the two ladder planes.
func (e *Extractor) ladders(dst []float32, stride int, pos *board.Position) {
	captures, escapes := e.ladder.Read(pos)
	var buf [maxPoints]board.Point
	all := captures.Append(buf[:0])
	for _, p := range all {
		e.row(dst, stride, p)[LadderCapture] = 1
	}
	for _, p := range escapes.Append(all[:0]) {
		e.row(dst, stride, p)[LadderEscape] = 1
	}
}
