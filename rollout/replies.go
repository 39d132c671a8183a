package rollout

import "github.com/tengen-go/tengen/board"

// Learner is a Playout that learns from the games it plays.
type Learner interface {
	Playout
	// Learn reports the winner of the game that Play played last: Empty for nobody.
	Learn(winner board.Color)
}

// replies is a cache of good replies (Silver et al. 2016, Methods, "Rollout policy": moves
// kept under the 3×3 patterns, with liberties, round the previous and the current move).
// What is kept is the last good reply with forgetting of Baier and Drake, The Power of
// Forgetting (2010): each reply of the winner of a playout, until it loses one.
type replies struct {
	probability float64 // of a reply to be played
	table       []reply
	history     []reply // of the game at hand, by move; key 0 for none
	first       board.Color
}

// reply is a move and what must stand round it, kept under the previous move and what
// stood round that.
type reply struct {
	key     uint64 // 0 for none
	context square
	move    board.Point
}

// repliesBits is the logarithm of the number of replies that are kept: 1 MB. A new one
// takes the place of another.
const repliesBits = 16

// start begins a game.
func (r *replies) start(pos *board.Position) {
	r.history, r.first = r.history[:0], pos.ToMove()
}

// key is under what a reply to the previous move is kept; 0 if there is none.
func (r *replies) key(pos *board.Position, t *tracker) uint64 {
	last := pos.Recent(0)
	if last <= 0 {
		return 0
	}
	x := uint64(t.squares[last])<<10 | uint64(last)<<1 | uint64(pos.ToMove()-board.Black)
	return (x + 1) * 0x9e3779b97f4a7c15
}

func (r *replies) entry(key uint64) *reply { return &r.table[key>>(64-repliesBits)] }

// find is the reply kept under the key, if its surroundings are as they were; Pass if not.
func (r *replies) find(key uint64, t *tracker) board.Point {
	e := r.entry(key)
	if key == 0 || e.key != key || t.grid[e.move] != cellEmpty || t.squares[e.move] != e.context {
		return board.Pass
	}
	return e.move
}

// played notes a move, before it is played.
func (r *replies) played(key uint64, p board.Point, t *tracker) {
	e := reply{key: key, move: p}
	if p == board.Pass {
		e.key = 0
	} else {
		e.context = t.squares[p]
	}
	r.history = append(r.history, e)
}

// learn keeps the winner's replies and forgets the loser's.
func (r *replies) learn(winner board.Color) {
	if winner == board.Empty {
		return
	}
	by := r.first
	for _, h := range r.history {
		switch e := r.entry(h.key); {
		case h.key == 0:
		case by == winner:
			*e = h
		case *e == h:
			*e = reply{}
		}
		by = by.Opponent()
	}
	r.history = r.history[:0]
}
