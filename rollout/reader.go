package rollout

import "github.com/tengen-go/tengen/board"

// Candidates are moves of one position with their features. The numbers of the features
// of move i are Features[Ends[i-1]:Ends[i]], from 0 for the first.
type Candidates struct {
	Moves    []board.Point
	Features []int32
	Ends     []int32
}

// Of is the features of move i.
func (c *Candidates) Of(i int) []int32 {
	if i == 0 {
		return c.Features[:c.Ends[0]]
	}
	return c.Features[c.Ends[i-1]:c.Ends[i]]
}

// Reader finds the features of moves. It reads each position afresh. It holds scratch and
// is for one goroutine; once its buffers have grown it does not allocate.
type Reader struct {
	book     *book
	grid     grid
	reaction reaction
}

// NewReader makes a reader for the features of a policy.
func NewReader(p *Policy) *Reader { return &Reader{book: p.book} }

// Read sets c to all legal moves of the side to move, those that fill own eyes too. Pass
// is none of them.
func (r *Reader) Read(pos *board.Position, c *Candidates) {
	c.Moves = pos.LegalMoves(c.Moves[:0])
	r.read(pos, c)
}

// ReadMoves sets c to the given moves, empty points or [board.Pass], which has no
// features.
func (r *Reader) ReadMoves(pos *board.Position, moves []board.Point, c *Candidates) {
	c.Moves = append(c.Moves[:0], moves...)
	r.read(pos, c)
}

func (r *Reader) read(pos *board.Position, c *Candidates) {
	r.begin(pos)
	c.Features, c.Ends = c.Features[:0], c.Ends[:0]
	white := pos.ToMove() == board.White
	for _, p := range c.Moves {
		if p == board.Pass {
			c.Ends = append(c.Ends, int32(len(c.Features)))
			continue
		}
		s := r.grid.square(p)
		if white {
			s = s.flip()
		}
		r.append(pos, p, s, c)
	}
}

func (r *Reader) begin(pos *board.Position) {
	r.grid.read(pos)
	var around diamond
	if last := pos.Recent(0); last > 0 {
		around = r.diamond(pos, last)
	}
	r.reaction.read(pos, r.book, around)
}

// diamond is the diamond round p as the side to move sees it.
func (r *Reader) diamond(pos *board.Position, p board.Point) diamond {
	d := r.grid.diamond(p)
	if pos.ToMove() == board.White {
		d = d.flip()
	}
	return d
}

// append adds the features of the move at p; s is the square of p.
func (r *Reader) append(pos *board.Position, p board.Point, s square, c *Candidates) {
	f := append(c.Features, r.reaction.of(p)...)
	if x := r.book.squareFeature(s); x != noFeature {
		f = append(f, x)
	}
	if r.book.kind == KindTree {
		if selfAtari(pos, p, pos.ToMove()) {
			f = append(f, r.book.firstOfTree())
		}
		for which := range 2 {
			if q := pos.Recent(which); q > 0 {
				f = append(f, r.book.distanceFeature(which, manhattan(p, q)))
			}
		}
		if x := r.book.diamondFeature(r.diamond(pos, p)); x != noFeature {
			f = append(f, x)
		}
	}
	c.Features, c.Ends = f, append(c.Ends, int32(len(f)))
}

// manhattan is the number of steps from one point to another.
func manhattan(p, q board.Point) int {
	return abs(p.X()-q.X()) + abs(p.Y()-q.Y())
}

func abs(x int) int { return max(x, -x) }
