package negamax

import "github.com/tengen-go/tengen/search"

// order knows which moves to try first: the move of the table; the last two moves at the same ply
// that were too good (killers, Akl and Newborn 1977); and moves that were too good anywhere, with
// more weight near the root (history, Schaeffer 1989).
type order struct {
	killers [MaxDepth + 2][2]search.Move
	history [2][]int32
}

// Scores of moves that come before the moves of the history.
const (
	scoreFirst  = 1 << 30
	scoreKiller = 1 << 29
	mostHistory = 1 << 28
)

func (o *order) init(moves int) {
	for i := range o.history {
		o.history[i] = make([]int32, moves)
	}
	o.clear()
}

func (o *order) clear() {
	for i := range o.killers {
		o.killers[i] = [2]search.Move{search.NoMove, search.NoMove}
	}
	for i := range o.history {
		clear(o.history[i])
	}
}

// begin lets what earlier searches found fade.
func (o *order) begin() {
	for i := range o.killers {
		o.killers[i] = [2]search.Move{search.NoMove, search.NoMove}
	}
	for i := range o.history {
		for j := range o.history[i] {
			o.history[i][j] >>= 3
		}
	}
}

// score appends the scores of moves at a ply.
func (o *order) score(buf []int32, moves []search.Move, first search.Move, ply, player int) []int32 {
	killers, history := o.killers[ply], o.history[player]
	for _, m := range moves {
		s := history[m]
		switch m {
		case first:
			s = scoreFirst
		case killers[0]:
			s = scoreKiller + 1
		case killers[1]:
			s = scoreKiller
		}
		buf = append(buf, s)
	}
	return buf
}

// cut notes that a move was too good at a ply, with so many plies to go.
func (o *order) cut(m search.Move, ply, depth, player int) {
	if k := &o.killers[ply]; k[0] != m {
		k[0], k[1] = m, k[0]
	}
	h := o.history[player]
	h[m] += int32(depth * depth)
	if h[m] >= mostHistory {
		for i := range h {
			h[i] >>= 1
		}
	}
}

// pick brings the best of the moves from i on to i, and returns it. Of moves with the same score
// it takes the first in the list.
func pick(moves []search.Move, scores []int32, i int) search.Move {
	at := i
	for j := i + 1; j < len(scores); j++ {
		if scores[j] > scores[at] {
			at = j
		}
	}
	m, s := moves[at], scores[at]
	copy(moves[i+1:at+1], moves[i:at])
	copy(scores[i+1:at+1], scores[i:at])
	moves[i], scores[i] = m, s
	return m
}
