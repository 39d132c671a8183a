package rollout

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/tengen-go/tengen/board"
)

// unit is the share of a move without any feature. Shares are whole numbers, so that sums
// that are kept up to date are the same to the last bit as sums made afresh.
const unit = 1 << 12

// mostShare bounds a share, so that no sum of them overflows.
const mostShare = 1 << 40

// share is the number for a factor: at least 1, because no legal move is impossible.
func share(factor float64) uint64 { return uint64(min(max(factor*unit, 1), mostShare)) }

// shares says how likely a move in the middle of a square is for either side, before what
// the previous move adds; 0 if it is illegal or fills an own eye.
type shares struct {
	key  uint32 // the canonical square plus one, black and white as they are; 0 for none
	side [2]uint32
}

// Tables are the weights of a rollout policy made ready for playouts. They do not change
// and are for many goroutines.
type Tables struct {
	book    *book
	factors []float32 // exp of the weight of each feature
	squares []shares  // open-addressed
	shift   uint8
}

// NewTables makes tables of a policy for playouts; of a tree policy, which has features
// that playouts do not look at, they are of no use.
func NewTables(p *Policy) *Tables {
	t := &Tables{book: p.book, factors: make([]float32, len(p.weights))}
	for i, w := range p.weights {
		t.factors[i] = float32(math.Exp(float64(w)))
	}
	list := p.book.patterns.Squares
	logSize := bits.Len(uint(4*len(list) + 1))
	t.squares, t.shift = make([]shares, 1<<logSize), uint8(32-logSize)
	for _, x := range list {
		for _, s := range []square{square(x), square(x).flip().canonical()} {
			at := t.place(s)
			t.squares[at] = t.score(s)
		}
	}
	return t
}

// place is where a canonical square is or would be.
func (t *Tables) place(s square) int {
	key := uint32(s) + 1
	at := int(key * 0x9e3779b1 >> t.shift)
	for t.squares[at].key != 0 && t.squares[at].key != key {
		at = (at + 1) & (len(t.squares) - 1)
	}
	return at
}

// score finds the shares of a square without the table.
func (t *Tables) score(s square) shares {
	e := shares{key: uint32(s) + 1}
	for side, own := range []square{s, s.flip()} {
		if !own.playable() {
			continue
		}
		e.side[side] = unit
		if f := t.book.squareFeature(own); f != noFeature {
			e.side[side] = uint32(min(share(float64(t.factors[f])), math.MaxUint32))
		}
	}
	return e
}

// of is the shares of a square for black and for white.
func (t *Tables) of(s square) [2]uint32 {
	s = s.canonical()
	if e := &t.squares[t.place(s)]; e.key != 0 {
		return e.side
	}
	return t.score(s).side
}

// SoftmaxConfig is how Softmax plays.
type SoftmaxConfig struct {
	// Replies is the probability with which a move that answered the previous one well in
	// an earlier playout is played again, from 0 (no such moves are kept) to 1. The paper
	// says "high". Whoever counts the games has to call Learn.
	Replies float64
}

// Validate says what is wrong with c.
func (c SoftmaxConfig) Validate() error {
	if !(c.Replies >= 0 && c.Replies <= 1) {
		return fmt.Errorf("replies %v: want a probability from 0 to 1", c.Replies)
	}
	return nil
}

// Softmax is a Playout by the linear softmax policy. It passes only when all other moves would
// fill own eyes. While stones are played it keeps the share of every point and the sums of the
// rows. It scores again only the points with a changed 3×3 pattern or changed liberties, and the
// few points round the previous move. It does not allocate.
type Softmax struct {
	tables   *Tables
	tracker  tracker
	reaction reaction
	share    [2][cells]uint32 // by colour less one, before what the previous move adds
	row      [2][board.MaxSize + 1]uint64
	total    [2]uint64

	changes [cells]uint64 // of the points of reaction.at: their shares now
	changed uint64        // sum of these
	memo    []memo
	replies *replies // nil for none
}

// memo remembers the shares of squares as they lie, to spare their canonical form.
type memo struct {
	key  square // plus one
	side [2]uint32
}

// memoBits is the logarithm of the number of remembered squares: 48 KB.
const memoBits = 12

// NewSoftmax makes a playout; many may share the tables. The error says what is wrong with
// the configuration.
func NewSoftmax(t *Tables, c SoftmaxConfig) (*Softmax, error) {
	if err := c.Validate(); err != nil {
		return nil, fmt.Errorf("softmax playout: %w", err)
	}
	s := &Softmax{tables: t, memo: make([]memo, 1<<memoBits)}
	s.tracker.changed = make([]board.Point, 0, cells)
	s.tracker.taken = make([]board.Point, 0, cells)
	if c.Replies > 0 {
		s.replies = &replies{
			probability: c.Replies,
			table:       make([]reply, 1<<repliesBits),
			history:     make([]reply, 0, MoveLimit(board.MaxSize)),
		}
	}
	return s, nil
}

// Play implements Playout.
func (s *Softmax) Play(pos *board.Position, r *board.Rand, trace []board.Point) []board.Point {
	s.start(pos)
	if s.replies != nil {
		s.replies.start(pos)
	}
	limit := MoveLimit(pos.Size())
	for passes, moves := 0, 0; passes < 2 && moves < limit; moves++ {
		p := s.move(pos, r)
		s.play(pos, p)
		trace = append(trace, p)
		if p == board.Pass {
			passes++
		} else {
			passes = 0
		}
	}
	return trace
}

// Learn implements Learner; without replies there is nothing to learn.
func (s *Softmax) Learn(winner board.Color) {
	if s.replies != nil {
		s.replies.learn(winner)
	}
}

// move is the next move: a kept reply or one by the policy.
func (s *Softmax) move(pos *board.Position, r *board.Rand) board.Point {
	if s.replies == nil {
		return s.draw(pos, r)
	}
	key := s.replies.key(pos, &s.tracker)
	p := s.replies.find(key, &s.tracker)
	if p == board.Pass || float64(r.Uint64()>>11)/(1<<53) >= s.replies.probability || s.now(pos, p) == 0 {
		p = s.draw(pos, r)
	}
	s.replies.played(key, p, &s.tracker)
	return p
}

// now is the share of an empty point for the side to move: 0 if it may not play there.
func (s *Softmax) now(pos *board.Position, p board.Point) uint64 {
	if i := s.reaction.place[p]; i != 0 {
		return s.changes[i-1]
	}
	return uint64(s.share[pos.ToMove()-board.Black][p])
}

// start takes a position over.
func (s *Softmax) start(pos *board.Position) {
	for side := range s.total {
		clear(s.share[side][:])
		clear(s.row[side][:])
		s.total[side] = 0
	}
	s.tracker.start(pos)
	s.rescore()
	s.react(pos)
}

// play plays a move and brings everything up to date.
func (s *Softmax) play(pos *board.Position, p board.Point) {
	s.tracker.play(pos, p)
	s.rescore()
	s.react(pos)
}

// rescore finds the shares of the points that changed.
func (s *Softmax) rescore() {
	t := &s.tracker
	for _, p := range t.changed {
		var now [2]uint32
		if t.grid[p] == cellEmpty {
			now = s.of(t.squares[p])
		}
		y := int(p) / stride
		for side, n := range now {
			more := uint64(n) - uint64(s.share[side][p])
			s.share[side][p] = n
			s.row[side][y] += more
			s.total[side] += more
		}
	}
	t.forget()
}

// of is Tables.of through the memo.
func (s *Softmax) of(q square) [2]uint32 {
	m := &s.memo[uint32(q+1)*0x9e3779b1>>(32-memoBits)]
	if m.key != q+1 {
		m.key, m.side = q+1, s.tables.of(q)
	}
	return m.side
}

// react finds what the previous move changes for the side to move, and the point that the
// ko rule forbids.
func (s *Softmax) react(pos *board.Position) {
	var around diamond
	if last := pos.Recent(0); last > 0 {
		around = s.tracker.grid.diamond(last)
		if pos.ToMove() == board.White {
			around = around.flip()
		}
	}
	a := &s.reaction
	a.read(pos, s.tables.book, around)
	ko := pos.Ko()
	if ko != board.NoPoint {
		a.entry(ko) // its share is 0
	}
	share := &s.share[pos.ToMove()-board.Black]
	s.changed = 0
	for i, p := range a.at[:a.n] {
		n := uint64(share[p])
		if p == ko {
			n = 0
		}
		if n != 0 {
			factor := float32(1)
			for _, f := range a.features[i][:a.count[i]] {
				factor *= s.tables.factors[f]
			}
			n = min(max(uint64(float32(n)*factor), 1), mostShare)
		}
		s.changes[i] = n
		s.changed += n
	}
}

// mostTries bounds the redraws of a move, to about a millisecond. The policies that ship need up to 40,000 in
// 20 million moves.
const mostTries = 1 << 16

// draw chooses a move by the policy; Pass if there is none.
func (s *Softmax) draw(pos *board.Position, r *board.Rand) board.Point {
	side := pos.ToMove() - board.Black
	a := &s.reaction
	// The points with changes are drawn by these. The others are drawn by their shares in
	// the rows; if a point with a change comes up there, all is drawn again.
	sum := s.changed + s.total[side]
	if sum == 0 {
		return board.Pass
	}
	for tries := range mostTries {
		x, _ := bits.Mul64(r.Uint64(), sum) // from 0 to sum − 1
		if x < s.changed {
			return s.changedAt(x)
		}
		x -= s.changed
		y := 0
		for x >= s.row[side][y] {
			x -= s.row[side][y]
			y++
		}
		p := board.Point(y * stride)
		for x >= uint64(s.share[side][p]) {
			x -= uint64(s.share[side][p])
			p++
		}
		if a.place[p] == 0 {
			return p
		}
		if tries == 0 && s.changed == 0 && s.unchanged(side) == 0 {
			return board.Pass
		}
	}
	return s.drawOnce(side, r)
}

// drawOnce is draw without redraws, for weights so extreme that nearly every draw would be one. It looks at
// every point.
func (s *Softmax) drawOnce(side board.Color, r *board.Rand) board.Point {
	x, _ := bits.Mul64(r.Uint64(), s.changed+s.unchanged(side))
	if x < s.changed {
		return s.changedAt(x)
	}
	x -= s.changed
	p := board.Point(0)
	for ; s.reaction.place[p] != 0 || x >= uint64(s.share[side][p]); p++ {
		if s.reaction.place[p] == 0 {
			x -= uint64(s.share[side][p])
		}
	}
	return p
}

// changedAt is the point with a change to which x belongs, if their shares lie one after the other.
func (s *Softmax) changedAt(x uint64) board.Point {
	i := 0
	for x >= s.changes[i] {
		x -= s.changes[i]
		i++
	}
	return s.reaction.at[i]
}

// unchanged is the sum of the shares of the points without a change. Where it is 0, and those with
// changes have no share either, there is no move.
func (s *Softmax) unchanged(side board.Color) uint64 {
	left := s.total[side]
	for _, p := range s.reaction.at[:s.reaction.n] {
		left -= uint64(s.share[side][p])
	}
	return left
}
