package kernel

import "math/bits"

// The first layer of a network reads planes of features, which are 0 or 1. A point of
// the board then is one word of bits, and real positions have few different words:
// some forty on a board of 361 points, since most points are empty and far from
// everything. So the layer is not computed as a product at all:
//
//	table[word][tap] = Σ over the planes set in word of w[tap][plane]
//	y[p] = Σ over the 25 taps of table[word of p+tap][tap]
//
// which costs 25 additions for each output instead of 250 multiplications by
// Winograd's method or 1,200 directly, and rounds less. The weight gradient goes the
// same way back: the gradients of all points with the same word are summed for each
// tap, and the sum is added to the weights of the word's planes.
//
// A board that has other values than 0 and 1, more than 64 channels, or too many
// different words to profit, is left to Winograd's method; which it is depends on that
// board alone, so that its result never depends on the other boards of its batch.

const (
	planeTaps    = 25             // of a 5×5 filter
	planeRow     = planeTaps * 32 // floats of a row of the table: [tap][32 channels]
	planeBoards  = 8              // that share one table
	planeMost    = 64             // channels that fit a word
	planeBorder  = 2              // of the filter
	planeNothing = 0              // row of the word 0, which is all zeros
)

// planes is the workspace of one goroutine for the first layer.
type planes struct {
	words    []uint64  // of the pixels of the boards
	at       []int32   // forward: [board][side+4][side+4], place of each pixel's row in the table
	keys     []uint64  // hash table of the words; 0 is a free place
	rows     []int32   // their row numbers
	kinds    []uint64  // the words by row number
	seen     []int32   // the board that a word was last met on, by row number
	table    []float32 // [row][tap][32]
	ofPixel  []int32   // backward: row number of each pixel
	starts   []int32   // backward: where in list each row's pixels begin
	list     []int32   // backward: pixels ordered by their row
	picture  []float32 // backward: [board][side+4][side+4][32]
	sum      []float32 // backward: one row of the table
	dw       []float32 // backward: [in][tap][32]
	capacity int       // boards times points that the slices have room for
}

// hasPlanes tells whether layers of the shape may take the way of this file.
func (s Shape) hasPlanes() bool { return s.Filter == 5 && s.In <= planeMost }

// setPlanes stores the weights [tap][in][out] as [block][in][tap][32].
func (c *Conv) setPlanes(w []float32) {
	for b := range c.outBlocks {
		width := min(32, c.Out-b*32)
		for i := range c.In {
			row := c.rows[(b*c.In+i)*planeRow:][:planeRow]
			for tap := range planeTaps {
				copy(row[tap*32:][:width], w[(tap*c.In+i)*c.Out+b*32:])
			}
		}
	}
}

// words reads the boards of x as bits. It returns how many boards, from the first on,
// are to be computed by way of the table; the others have not been looked at.
func (c *Conv) words(s *planes, x []float32, boards int) int {
	points := c.Board * c.Board
	s.reserve(boards, c.Board)
	clear(s.keys)
	s.kinds = append(s.kinds[:0], 0)
	s.seen = append(s.seen[:0], -1)
	for b := range boards {
		words := s.words[b*points:][:points]
		if !c.k.planeWords(words, x[b*c.InSize():][:c.InSize()], points, Pad(c.In)) {
			return b
		}
		known, adds := len(s.kinds), 0
		of := s.ofPixel[b*points:][:points]
		for p, word := range words {
			n := s.number(word)
			of[p] = n
			if s.seen[n] != int32(b) {
				s.seen[n] = int32(b)
				adds += bits.OnesCount64(word)
			}
		}
		// In units of the 25 taps: a plane of a word costs about two additions, a
		// point one; Winograd's method 36·In products for 100 tiles of 361 points.
		if products := c.tiles * c.tiles * points36 * c.In / planeTaps; 2*adds+points > products {
			s.kinds, s.seen = s.kinds[:known], s.seen[:known]
			return b
		}
	}
	return boards
}

// points36 is the number of points of a tile of F(2,5).
const points36 = 36

// number returns the row number of a word.
func (s *planes) number(word uint64) int32 {
	if word == 0 {
		return planeNothing
	}
	mask := uint64(len(s.keys) - 1)
	for h := word * 0x9e3779b97f4a7c15 >> 32; ; h++ {
		i := h & mask
		switch s.keys[i] {
		case word:
			return s.rows[i]
		case 0:
			n := int32(len(s.kinds))
			s.keys[i], s.rows[i] = word, n
			s.kinds, s.seen = append(s.kinds, word), append(s.seen, -1)
			return n
		}
	}
}

// reserve makes room for the boards.
func (s *planes) reserve(boards, board int) {
	points := boards * board * board
	if points > s.capacity {
		s.capacity = points
		s.words, s.ofPixel, s.list = make([]uint64, points), make([]int32, points), make([]int32, points)
		s.kinds, s.seen = make([]uint64, 0, points+1), make([]int32, 0, points+1)
		s.starts = make([]int32, points+2)
	}
	places := 1 << bits.Len(uint(2*points))
	if len(s.keys) < places {
		s.keys, s.rows = make([]uint64, places), make([]int32, places)
	}
	if wide := boards * (board + 2*planeBorder) * (board + 2*planeBorder); len(s.at) < wide {
		s.at = make([]int32, wide)
	}
}

// forwardPlanes is Forward for the first boards of x; it returns how many it did.
func (c *Conv) forwardPlanes(s *Scratch, y, x []float32, boards int, relu bool) int {
	if boards = c.setWords(&s.planes, x, boards); boards > 0 {
		c.sumTable(&s.planes, &s.planes.table, y, s.bias, boards, 0, c.outBlocks, relu)
	}
	return boards
}

// setWords reads the first boards of x, as far as they go by way of the table, and
// finds the place of each pixel's row. It returns how many they are.
func (c *Conv) setWords(p *planes, x []float32, boards int) int {
	boards = c.words(p, x, boards)
	side, points := c.Board+2*planeBorder, c.Board*c.Board
	at := p.at[:boards*side*side]
	clear(at) // the border is the word 0
	for b := range boards {
		for i := range c.Board {
			to := at[(b*side+i+planeBorder)*side+planeBorder:]
			for j, n := range p.ofPixel[b*points+i*c.Board:][:c.Board] {
				to[j] = n * planeRow
			}
		}
	}
	return boards
}

// sumTable computes the blocks [from, to) of output channels of boards with words that
// are set. It only reads p.
func (c *Conv) sumTable(p *planes, table *[]float32, y, bias []float32, boards, from, to int, relu bool) {
	grow(table, len(p.kinds)*planeRow)
	side, channels := c.Board+2*planeBorder, Pad(c.Out)
	for k := from; k < to; k++ {
		c.fillTable(*table, p.kinds, k)
		sum := c.k.sumTaps32
		if channels-k*32 < 32 {
			sum = c.k.sumTaps16
		}
		for b := range boards {
			sum(y[b*c.OutSize()+k*32:], *table, bias[k*32:], p.at[b*side*side:], c.Board, c.Board*channels, channels,
				side, relu)
		}
	}
}

// fillTable computes the table's rows for one block of output channels.
func (c *Conv) fillTable(table []float32, kinds []uint64, block int) {
	clear(table[:planeRow])
	for n := 1; n < len(kinds); n++ {
		row := table[n*planeRow:][:planeRow]
		first := true
		for word := kinds[n]; word != 0; word &= word - 1 {
			w := c.rows[(block*c.In+bits.TrailingZeros64(word))*planeRow:][:planeRow]
			if first {
				copy(row, w)
				first = false
			} else {
				c.k.axpy(row, w, 1)
			}
		}
	}
}

// backwardPlanes is Backward without dx. It does nothing and returns false if a board
// is not fit for it.
func (c *Conv) backwardPlanes(s *Scratch, g gradients) bool {
	p := &s.planes
	if !c.allWords(p, g) {
		return false
	}
	for b := 0; b < g.batch; b += planeBoards {
		n := c.setLists(p, g, b)
		c.sumWords(p, p, g, b, n, 0, c.outBlocks)
	}
	return true
}

// allWords tells whether all boards go by way of the table.
func (c *Conv) allWords(s *planes, g gradients) bool {
	for b := 0; b < g.batch; b += planeBoards {
		n := min(planeBoards, g.batch-b)
		if c.words(s, g.x[b*c.InSize():], n) < n {
			return false
		}
	}
	grow(&s.dw, c.outBlocks*c.In*planeRow)
	return true
}

// setLists prepares the boards from the given one on for sumWords, and returns how many
// they are.
func (c *Conv) setLists(s *planes, g gradients, first int) int {
	boards := min(planeBoards, g.batch-first)
	if g.batch > planeBoards {
		c.words(s, g.x[first*c.InSize():], boards)
	}
	side, points := c.Board+2*planeBorder, c.Board*c.Board
	s.order(boards*points, func(pixel int) int32 {
		b, p := pixel/points, pixel%points
		return int32(((b*side+p/c.Board)*side + p%c.Board) * 32)
	})
	return boards
}

// sumWords adds the gradients of some boards for the blocks [from, to) of output channels.
// The boards' lists are in p. The first board's gradients replace the earlier content; after
// the last board dw is complete. In p it writes only these blocks of dw; own belongs to the
// caller.
func (c *Conv) sumWords(p, own *planes, g gradients, first, boards, from, to int) {
	side := c.Board + 2*planeBorder
	grow(&own.picture, boards*side*side*32)
	grow(&own.sum, planeRow)
	var y []float32
	if g.y != nil {
		y = g.y[first*c.OutSize():]
	}
	const centre = planeTaps / 2 * 32
	for k := from; k < to; k++ {
		db, dw := g.db[k*32:min(k*32+32, c.Out)], p.dw[k*c.In*planeRow:][:c.In*planeRow]
		if first == 0 {
			clear(db)
			clear(dw)
		}
		c.positivePixels(own.picture, y, g.dy[first*c.OutSize():], boards, k)
		for n, word := range p.kinds {
			list := p.list[p.starts[n]:p.starts[n+1]]
			if len(list) == 0 {
				continue
			}
			// Tap (i, j) met the pixel (2-i, 2-j) away from the output.
			for i := range 5 {
				c.k.sumPixels(own.sum[i*5*32:], own.picture[(4-i)*side*32:], list)
			}
			for i, v := range own.sum[centre:][:len(db)] {
				db[i] += v
			}
			for ; word != 0; word &= word - 1 {
				c.k.axpy(dw[bits.TrailingZeros64(word)*planeRow:][:planeRow], own.sum[:planeRow], 1)
			}
		}
		if first+boards < g.batch {
			continue
		}
		for i := range c.In {
			for tap := range planeTaps {
				copy(g.dw[(tap*c.In+i)*c.Out+k*32:][:len(db)], dw[i*planeRow+tap*32:])
			}
		}
	}
}

// order lists the pixels by their words. Counting sort keeps the order of the boards in the
// sums.
func (s *planes) order(pixels int, place func(pixel int) int32) {
	starts := s.starts[:len(s.kinds)+1]
	clear(starts)
	for _, n := range s.ofPixel[:pixels] {
		starts[n+1]++
	}
	for n := 1; n < len(starts); n++ {
		starts[n] += starts[n-1]
	}
	for p, n := range s.ofPixel[:pixels] {
		s.list[starts[n]] = place(p)
		starts[n]++
	}
	copy(starts[1:], starts) // each has moved to the next one's start
	starts[0] = 0
}

// positivePixels copies a block of dy, where y is positive, into pictures with a
// border of zeros.
func (c *Conv) positivePixels(picture, y, dy []float32, boards, block int) {
	side, channels := c.Board+2*planeBorder, Pad(c.Out)
	clear(picture[:boards*side*side*32])
	for k := block * 32; k < min(channels, block*32+32); k += 16 {
		for b := range boards {
			to := picture[((b*side+planeBorder)*side+planeBorder)*32+k%32:]
			from := b*c.OutSize() + k
			if y == nil {
				c.k.copyPixels(to, dy[from:], c.Board, c.Board, side*32, 32, c.Board*channels, channels)
				continue
			}
			c.k.copyPositive(to, dy[from:], y[from:], c.Board, c.Board, side*32, 32, c.Board*channels, channels)
		}
	}
}

// planeWordsPortable turns pixels of 0 and 1 into words, bit i for channel i, and
// tells whether x holds nothing else.
func planeWordsPortable(words []uint64, x []float32, pixels, channels int) bool {
	for p := range pixels {
		var word uint64
		for i, v := range x[p*channels:][:channels] {
			switch v {
			case 0:
			case 1:
				word |= 1 << i
			default:
				return false
			}
		}
		words[p] = word
	}
	return true
}

// sumTapsPortable computes rows×rows pixels y = [relu](bias + Σ table[at of the
// neighbour][tap]) of so many channels. at begins with the neighbour of the first
// pixel's first tap; its rows are atRow = rows+4 long.
func sumTapsPortable(
	channels int,
) func(y, table, bias []float32, at []int32, rows, yRow, yPixel, atRow int, relu bool) {
	return func(y, table, bias []float32, at []int32, rows, yRow, yPixel, atRow int, relu bool) {
		for i := range rows {
			for j := range atRow - 4 {
				to := y[i*yRow+j*yPixel:][:channels]
				copy(to, bias)
				for tap := range planeTaps {
					from := table[int(at[(i+tap/5)*atRow+j+tap%5])+tap*32:][:channels]
					for k, v := range from {
						to[k] += v
					}
				}
				if relu {
					for k, v := range to {
						if v < 0 {
							to[k] = 0
						}
					}
				}
			}
		}
	}
}

// sumPixelsPortable sets sum, [5][32], to the sums over at of the five pixels of the
// picture from there on, the last pixel first.
func sumPixelsPortable(sum, picture []float32, at []int32) {
	clear(sum[:5*32])
	for _, a := range at {
		for j := range 5 {
			to := sum[(4-j)*32:][:32]
			for k, v := range picture[int(a)+j*32:][:32] {
				to[k] += v
			}
		}
	}
}
