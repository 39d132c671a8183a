package bfloat16

import (
	"unsafe"

	"github.com/tengen-go/tengen/internal/kernel"
)

// backwardBoards is how many boards Backward takes together: their inputs and gradients should stay in the
// second-level cache for the weights' gradient.
const backwardBoards = 4

// Backward computes the gradients of a layer, as [kernel.Conv.Backward] does.
func (c *Conv) Backward(s *Scratch, dx, dw, db, x, y, dy []float32, batch int) {
	if dx != nil && !c.train {
		panic("bfloat16: input gradient of weights that were not set for training")
	}
	dw, db = dw[:c.Weights()], db[:c.Out]
	if batch == 0 {
		clear(dw)
		clear(db)
		return
	}
	in, out := kernel.Pad(c.In), kernel.Pad(c.Out)
	grow(&s.sums, c.out.channels)
	clear(s.sums[:c.out.channels])
	grow(&s.zeros, c.in.channels)
	for from := 0; from < batch; from += backwardBoards {
		boards := min(backwardBoards, batch-from)
		for i := range boards {
			b := from + i
			var mask []float32
			if y != nil {
				mask = y[b*c.OutSize():][:c.OutSize()]
			}
			d := dy[b*c.OutSize():][:c.OutSize()]
			frame := s.out.of(c.out, out)
			c.place(frame, c.out, d, mask, out)
			c.pairGradient(s, frame, i, boards)
			if dx != nil {
				c.convolve(s, frame, c.out, c.backSteps, c.back, dx[b*c.InSize():][:c.InSize()], s.zeros, in, false)
			}
			frame = s.in.of(c.in, in)
			c.place(frame, c.in, x[b*c.InSize():][:c.InSize()], nil, in)
			c.turnInput(s, frame, i, boards)
		}
		c.weightGradient(s, dw, boards, from > 0)
	}
	copy(db, s.sums)
}

// pairGradient makes pairs of the points of a board's gradient, the board i of some, and adds them up.
func (c *Conv) pairGradient(s *Scratch, frame []uint16, i, boards int) {
	p := c.out
	growWords(&s.pairs, boards*p.rows/2*p.channels)
	for k := range p.channels / tile {
		pairs := s.pairs[(k*boards+i)*p.rows/2*tile:]
		c.l.pairs(pairs, frame[p.first*p.channels+k*tile:], p.rows/2, tile, tile, p.channels)
		c.l.sums(s.sums[k*tile:], pairs, p.rows/2)
	}
}

// lineGap is how many words lie between the channels of the turned inputs, against conflicts in the cache's sets.
const lineGap = 16

// line is how many words a channel of some turned boards takes.
func (c *Conv) line(boards int) int { return boards*c.in.length/2 + lineGap }

// turnInput writes the points of a board's channels in a row, the board i of some.
func (c *Conv) turnInput(s *Scratch, frame []uint16, i, boards int) {
	p := c.in
	growWords(&s.words, p.length/2*p.channels)
	growWords(&s.turned, p.channels*c.line(boards))
	c.l.pairs(s.words, frame, p.length/2, p.channels, p.channels, p.channels)
	kernel.Transpose(floats(s.turned[i*p.length/2:]), floats(s.words), p.length/2, p.channels, c.line(boards),
		p.channels)
}

// weightGradient sets dw to the sum over some boards, or adds it.
func (c *Conv) weightGradient(s *Scratch, dw []float32, boards int, add bool) {
	s.steps = s.steps[:0]
	for i := range boards {
		for k := 0; k < c.out.rows; k += tile {
			s.steps = append(s.steps, int32(2*(i*c.in.length+k)))
		}
	}
	direct := c.in.channels == c.In && c.out.channels == c.Out
	w := &s.work
	*w = work{
		cRow: 4 * c.Out, aRow: 4 * c.line(boards), offsets: &s.steps[0], steps: len(s.steps), blocks: 1,
	}
	if direct && add {
		w.add = 1
	}
	grow(&s.c, tile*tile)
	turned := unsafe.Pointer(&s.turned[0])
	for k := 0; k < c.Out; k += tile {
		w.b = unsafe.Pointer(&s.pairs[k/tile*boards*c.out.rows/2*tile])
		for i := 0; i < c.In; i += tile {
			for tap := range c.Filter * c.Filter {
				w.a = unsafe.Add(turned, i*w.aRow+2*c.in.at(tap, c.Filter))
				if direct {
					w.c = unsafe.Pointer(&dw[(tap*c.In+i)*c.Out+k])
					c.l.tiles(w)
					continue
				}
				w.c, w.cRow = unsafe.Pointer(&s.c[0]), 4*tile
				c.l.tiles(w)
				c.put(dw, s.c, tap, i, k, add)
			}
		}
	}
	*w = work{}
}

// put copies the true channels of a block of the weights' gradient, or adds them.
func (c *Conv) put(dw, block []float32, tap, in, out int, add bool) {
	for i := range min(tile, c.In-in) {
		to := dw[(tap*c.In+in+i)*c.Out+out:][:min(tile, c.Out-out)]
		from := block[i*tile:][:len(to)]
		if !add {
			copy(to, from)
			continue
		}
		for j, v := range from {
			to[j] += v
		}
	}
}
