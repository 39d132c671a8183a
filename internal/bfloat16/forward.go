package bfloat16

import (
	"unsafe"

	"github.com/tengen-go/tengen/internal/kernel"
)

// Forward computes y = [relu](conv(x) + bias) for batch boards, as [kernel.Conv.Forward] does.
func (c *Conv) Forward(s *Scratch, y, x, bias []float32, batch int, relu bool) {
	grow(&s.bias, c.out.channels)
	clear(s.bias[copy(s.bias, bias[:c.Out]):])
	channels := kernel.Pad(c.In)
	for b := range batch {
		frame := s.in.of(c.in, channels)
		from, to := x[b*c.InSize():][:c.InSize()], y[b*c.OutSize():][:c.OutSize()]
		c.place(frame, c.in, from, nil, channels)
		c.convolve(s, frame, c.in, c.aheadSteps, c.ahead, to, s.bias, kernel.Pad(c.Out), relu)
	}
}

// place rounds a board of so many channels into the middle of a frame; mask is as for loops.narrow.
func (c *Conv) place(frame []uint16, p plane, x, mask []float32, channels int) {
	row := c.Board * channels
	if channels == p.channels {
		c.l.narrow(frame[p.first*p.channels:], x, mask, c.Board, row, p.width*p.channels, row)
		return
	}
	for r := range c.Board {
		if mask != nil && r > 0 {
			mask = mask[row:]
		}
		c.l.narrow(frame[(p.first+r*p.width)*p.channels:], x[r*row:], mask, c.Board, channels, p.channels, channels)
	}
}

// convolve multiplies a frame by weights, and writes a board of so many channels.
func (c *Conv) convolve(
	s *Scratch, frame []uint16, p plane, steps []int32, weights []uint32, y, bias []float32, channels int, relu bool,
) {
	grow(&s.c, p.rows*tile)
	w := &s.work
	*w = work{
		c: unsafe.Pointer(&s.c[0]), a: unsafe.Pointer(&frame[0]), cRow: 4 * tile, aRow: 2 * p.channels,
		offsets: &steps[0], steps: len(steps),
		blocks: p.rows / tile, aBlock: 2 * p.channels * tile, cBlock: 4 * tile * tile,
	}
	for k := 0; k < channels; k += tile {
		w.b = unsafe.Pointer(&weights[k/tile*len(steps)*stepBytes/4])
		c.l.tiles(w)
		c.l.finish(y[k:], s.c, bias[k:], c.Board, c.Board, min(tile, channels-k), c.Board*channels, channels,
			p.width*tile, relu)
	}
	*w = work{} // releases the caller's memory
}
