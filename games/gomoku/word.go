package gomoku

import (
	"math/bits"

	"github.com/tengen-go/tengen/internal/wyrand"
)

// wordCells is the size of a board that fits into the bits of one number.
const wordCells = 64

// together is how many moves of a playout are drawn before anybody looks for a row.
const together = 8

// word is what finds rows on a board of at most wordCells cells, in the four directions:
// across, down, falling, rising.
type word struct {
	step [4]uint8 // from a cell to the next one
	// The cells from which a row of the length that wins fits on the board, and one that is
	// longer by one. They keep rows from going round the edges.
	starts, longer [4]uint64
}

func newWord(r Rules) (w word) {
	width, height := r.Size, r.height()
	if width*height > wordCells {
		return word{}
	}
	for d, to := range [4][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
		w.step[d] = uint8(to[1]*width + to[0])
		fits := func(cell, length int) uint64 {
			x, y := cell%width+(length-1)*to[0], cell/width+(length-1)*to[1]
			if x < 0 || x >= width || y >= height {
				return 0
			}
			return 1 << cell
		}
		for cell := range width * height {
			w.starts[d] |= fits(cell, r.Length)
			w.longer[d] |= fits(cell, r.Length+1)
		}
	}
	return w
}

// rows says whether the stones have a row of the length that wins, or of more.
func (p *Position) rows(stones uint64) bool {
	across, down, falling, rising := stones, stones, stones, stones
	w := &p.word
	for _, s := range p.steps {
		if s == 0 {
			break
		}
		across &= across >> (s * w.step[0] & 63)
		down &= down >> (s * w.step[1] & 63)
		falling &= falling >> (s * w.step[2] & 63)
		rising &= rising >> (s * w.step[3] & 63)
	}
	return across&w.starts[0]|down&w.starts[1]|falling&w.starts[2]|rising&w.starts[3] != 0
}

// exactRows says whether they have one of the length that wins and no more.
func (p *Position) exactRows(stones uint64) bool {
	for d, step := range p.word.step {
		row := stones
		for _, s := range p.steps {
			row &= row >> (s * step)
		}
		long := row & (stones >> (p.length * step)) & p.word.longer[d]
		if row&p.word.starts[d]&^(long|long<<step) != 0 {
			return true
		}
	}
	return false
}

// wins says whether they have one that wins.
func (p *Position) wins(stones uint64) bool {
	return p.rows(stones) && (!p.exact || p.exactRows(stones))
}

// stones are the stones of both players, a bit a cell, on a board of at most wordCells cells.
func (p *Position) stones() (s [2]uint64) {
	for player := range s {
		for y, row := range p.lines[player].rows[:p.height] {
			s[player] |= uint64(row) << (y * int(p.width) & 63)
		}
	}
	return s
}

// playWord is playLines on a board of at most wordCells cells. It draws several moves before
// it looks for rows: where none of the length that wins, or longer, stands after them, none of them has
// won. Otherwise it looks at them one by one.
func playWord[Cell ~int16](p *Position, r *wyrand.Rand, trace []Cell) (value int, played []Cell) {
	var cells [wordCells]uint8
	stones, n := p.stones(), 0
	for free := ^(stones[0] | stones[1]) & (1<<p.Cells() - 1); free != 0; free &= free - 1 {
		cells[n&63] = uint8(bits.TrailingZeros64(free))
		n++
	}
	player := p.ToMove()
	mine, other := stones[player], stones[1-player]
	for n > 0 {
		drawn := len(trace)
		nextMine, nextOther := mine, other
		for range min(together, n) {
			i := r.IntN(n) & 63
			n--
			cell := cells[i]
			cells[i] = cells[n&63]
			trace = append(trace, Cell(cell))
			nextMine, nextOther = nextOther, nextMine|1<<(cell&63)
		}
		if p.rows(nextMine) || p.rows(nextOther) {
			for k, cell := range trace[drawn:] {
				mine, other = other, mine|1<<(cell&63)
				if p.wins(other) {
					return 1 - 2*(player^k&1), trace[:drawn+k+1]
				}
			}
		}
		// An odd number is drawn only at the end, after the last move.
		mine, other = nextMine, nextOther
	}
	return 0, trace
}
