package features

import (
	"slices"

	"github.com/tengen-go/tengen/board"
)

// oracle is the slow twin of Extractor and of the board below it: a plain array
// of stones with their ages, flood fills for every question, and every move asked
// about is played on a copy. It shares with the code under test only the colours'
// names.
type oracle struct {
	size   int
	stones []board.Color // row-major
	turns  []int         // turns since each stone was played; setUp for none
	toMove board.Color
	ko     int // index that the side to move may not retake, or -1
}

const setUp = 1 << 20

func newOracle(size int) *oracle {
	o := &oracle{size: size, stones: make([]board.Color, size*size), turns: make([]int, size*size), toMove: board.Black, ko: -1}
	for i := range o.turns {
		o.turns[i] = setUp
	}
	return o
}

func (o *oracle) next(i int) (around []int) {
	x, y := i%o.size, i/o.size
	if y > 0 {
		around = append(around, i-o.size)
	}
	if x > 0 {
		around = append(around, i-1)
	}
	if x < o.size-1 {
		around = append(around, i+1)
	}
	if y < o.size-1 {
		around = append(around, i+o.size)
	}
	return around
}

// chain floods from the stone at i.
func (o *oracle) chain(i int) (stones, liberties []int) {
	stones = []int{i}
	for k := 0; k < len(stones); k++ {
		for _, q := range o.next(stones[k]) {
			switch {
			case o.stones[q] == o.stones[i] && !slices.Contains(stones, q):
				stones = append(stones, q)
			case o.stones[q] == board.Empty && !slices.Contains(liberties, q):
				liberties = append(liberties, q)
			}
		}
	}
	return stones, liberties
}

// play is the position after c's move at i (-1 passes) and the stones it took; the
// position is nil if the move is not legal.
func (o *oracle) play(i int) (after *oracle, captured int) {
	c := o.toMove
	after = &oracle{size: o.size, stones: slices.Clone(o.stones), turns: slices.Clone(o.turns), toMove: c.Opponent(), ko: -1}
	for q := range after.turns {
		if after.turns[q] < setUp {
			after.turns[q]++
		}
	}
	if i < 0 {
		return after, 0
	}
	if o.stones[i] != board.Empty || i == o.ko {
		return nil, 0
	}
	after.stones[i], after.turns[i] = c, 0
	last := -1
	for _, q := range o.next(i) {
		if after.stones[q] != c.Opponent() {
			continue
		}
		if stones, liberties := after.chain(q); len(liberties) == 0 {
			for _, s := range stones {
				after.stones[s], after.turns[s] = board.Empty, setUp
				captured++
				last = s
			}
		}
	}
	stones, liberties := after.chain(i)
	if len(liberties) == 0 {
		return nil, 0
	}
	if captured == 1 && len(stones) == 1 && len(liberties) == 1 {
		after.ko = last
	}
	return after, captured
}

// ownEye: an empty point with only stones of the player as neighbours, and with
// diagonals that make it an eye: in the middle at most one is the opponent's, on the
// edge none.
func (o *oracle) ownEye(i int) bool {
	for _, q := range o.next(i) {
		if o.stones[q] != o.toMove {
			return false
		}
	}
	bad, off := 0, 0
	for _, d := range [][2]int{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}} {
		x, y := i%o.size+d[0], i/o.size+d[1]
		switch {
		case x < 0 || y < 0 || x >= o.size || y >= o.size:
			off++
		case o.stones[y*o.size+x] == o.toMove.Opponent():
			bad++
		}
	}
	return bad == 0 || bad == 1 && off == 0
}

// planes writes the table's statements down one by one.
func (o *oracle) planes() [][ValuePlanes]float32 {
	rows := make([][ValuePlanes]float32, o.size*o.size)
	for i := range rows {
		row := &rows[i]
		row[3] = 1
		if o.toMove == board.Black {
			row[48] = 1
		}
		switch o.stones[i] {
		case o.toMove:
			row[0] = 1
		case o.toMove.Opponent():
			row[1] = 1
		case board.Empty:
			row[2] = 1
		}
		if o.stones[i] != board.Empty {
			_, liberties := o.chain(i)
			row[4+min(o.turns[i], 7)] = 1
			row[11+min(len(liberties), 8)] = 1
			continue
		}
		after, captured := o.play(i)
		if after == nil {
			continue
		}
		stones, liberties := after.chain(i)
		row[20+min(captured, 7)] = 1
		if len(liberties) == 1 {
			row[27+min(len(stones), 8)] = 1
		}
		row[35+min(len(liberties), 8)] = 1
		if !o.ownEye(i) {
			row[46] = 1
		}
	}
	return rows
}

// ladderOracle reads one ladder question without pruning, counting the moves it
// plays. Two kos can make a ladder go round for ever: after 20 times the reader's
// bound the prey counts as escaped, and compare knows the question for one that the
// reader need not agree on.
type ladderOracle struct{ moves int }

const endless = 20 * board.LadderNodes

// takes: may the side to move take, in a ladder begun at move, one of the opponent
// chains of exactly two liberties there?
func (l *ladderOracle) takes(o *oracle, move int) bool {
	for _, q := range o.next(move) {
		if o.stones[q] != o.toMove.Opponent() {
			continue
		}
		if _, liberties := o.chain(q); len(liberties) == 2 && l.attack(o, q, move) {
			return true
		}
	}
	return false
}

// saves: does move bring a chain that is in atari out of it for good, by
// extending from it or by taking a neighbour?
func (l *ladderOracle) saves(o *oracle, move int) bool {
	if o.stones[move] != board.Empty {
		return false
	}
	for i, c := range o.stones {
		if c != o.toMove {
			continue
		}
		if _, liberties := o.chain(i); len(liberties) != 1 {
			continue
		}
		if slices.Contains(o.answers(i), move) && l.lives(o, i, move) {
			return true
		}
	}
	return false
}

// answers are the moves that could save the chain at i, in atari: its last liberty
// and those of its neighbours in atari.
func (o *oracle) answers(i int) (moves []int) {
	stones, liberties := o.chain(i)
	moves = append(moves, liberties...)
	for _, s := range stones {
		for _, q := range o.next(s) {
			if o.stones[q] != o.stones[i].Opponent() {
				continue
			}
			if _, liberties := o.chain(q); len(liberties) == 1 && !slices.Contains(moves, liberties[0]) {
				moves = append(moves, liberties[0])
			}
		}
	}
	return moves
}

// attack: the hunter plays move, against the chain at prey.
func (l *ladderOracle) attack(o *oracle, prey, move int) bool {
	after, _ := o.play(move)
	if after == nil || l.moves > endless {
		return false
	}
	l.moves++
	if _, liberties := after.chain(prey); len(liberties) != 1 {
		return false
	}
	for _, answer := range after.answers(prey) {
		if l.lives(after, prey, answer) {
			return false
		}
	}
	return true
}

// lives: the side of prey plays move.
func (l *ladderOracle) lives(o *oracle, prey, move int) bool {
	after, _ := o.play(move)
	if after == nil {
		return false
	}
	l.moves++
	_, liberties := after.chain(prey)
	switch len(liberties) {
	case 1: // taken at once, except by ko
		taken, _ := after.play(liberties[0])
		return taken == nil
	case 2:
		return !l.attack(after, prey, liberties[0]) && !l.attack(after, prey, liberties[1])
	}
	return true
}
