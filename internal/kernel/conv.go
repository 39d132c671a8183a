package kernel

import (
	"sync"
	"sync/atomic"
)

// Conv is one padded convolution layer with bias and ReLU. [Conv.Forward] and
// [Conv.Backward] only read its weights, so any number of goroutines may share one
// Conv, each with a [Scratch] of its own. [Conv.SetWeights] must not run at the same
// time.
type Conv struct {
	Shape
	geometry
	k *kernels
	t *transforms

	u       []float32 // [points][outBlocks][Pad(In)][32], the transformed filters
	back    []float32 // [points][inBlocks][Pad(Out)][32], of the transposed filters; nil before training
	train   bool      // back is up to date
	padded  []float32 // [filter²][In][outBlocks·32], weights with room for whole blocks
	turned  []float32 // [filter²][Out][inBlocks·32], weights transposed
	scratch []float32

	rows      []float32 // of the first layer: [outBlocks][In][25][32], see planes.go
	transform sync.Mutex
	ready     atomic.Bool // u is up to date
}

// NewConv returns a layer with zero weights, computed by the kernel in use now.
func NewConv(s Shape) (*Conv, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	if environmentErr != nil {
		return nil, environmentErr
	}
	return newConv(s, tileFor(s)), nil
}

func newConv(s Shape, t tile) *Conv {
	c := &Conv{Shape: s, geometry: geometryOf(s, t), k: active.Load(), scratch: Aligned(scratchSize)}
	c.t = c.k.of(c.tile)
	if s.hasPlanes() {
		c.rows = Aligned(c.outBlocks * s.In * planeRow)
	}
	return c
}

// geometry is what follows from a Shape.
type geometry struct {
	tile          // its filter is of side 3 for filters of side 1
	tiles     int // tiles along the board's side
	inBlocks  int // blocks of 32 input channels
	outBlocks int // blocks of 32 output channels
}

func geometryOf(s Shape, t tile) geometry {
	g := geometry{tile: t, tiles: t.along(s.Board)}
	g.inBlocks = (s.In + 31) / 32
	g.outBlocks = (s.Out + 31) / 32
	return g
}

// Distances between the planes of the transformed filters and of n tiles.
func (c *Conv) uPlane() int          { return c.outBlocks*Pad(c.In)*32 + planeGap }
func (c *Conv) backPlane() int       { return c.inBlocks*Pad(c.Out)*32 + planeGap }
func (g *geometry) vPlane(n int) int { return g.inBlocks*n*32 + planeGap }
func (g *geometry) mPlane(n int) int { return g.outBlocks*n*32 + planeGap }

// SetWeights transforms w, [Filter²][In][Out] in true channels, for use; train also
// prepares the input gradient of [Conv.Backward]. w is not kept.
func (c *Conv) SetWeights(w []float32, train bool) {
	w = w[:c.Weights()]
	c.ready.Store(false)
	c.train = train
	if c.rows != nil {
		c.setPlanes(w)
	} else {
		c.setFilters(w)
	}
	if !train {
		return
	}
	width := c.inBlocks * 32
	if c.back == nil {
		c.back = Aligned(c.points() * c.backPlane())
		c.turned = Aligned(c.filter * c.filter * c.Out * width)
	}
	for tap := range c.Filter * c.Filter {
		c.transpose(c.turned[c.tap(tap)*c.Out*width:], w[tap*c.In*c.Out:], c.In, c.Out, width)
	}
	for b := range c.inBlocks {
		c.t.filter(c.back[b*Pad(c.Out)*32:], c.turned[b*32:], c.scratch, c.Out, c.Out*width, width, c.backPlane())
	}
}

// setFilters transforms the weights.
func (c *Conv) setFilters(w []float32) {
	if c.u == nil {
		c.u = Aligned(c.points() * c.uPlane())
	}
	width := c.outBlocks * 32
	src := w
	if c.Filter == 1 || c.Out != width {
		if c.padded == nil {
			c.padded = Aligned(c.filter * c.filter * c.In * width)
		}
		src = c.padded
		for tap := range c.Filter * c.Filter {
			for i := range c.In {
				copy(src[(c.tap(tap)*c.In+i)*width:], w[(tap*c.In+i)*c.Out:][:c.Out])
			}
		}
	}
	for b := range c.outBlocks {
		c.t.filter(c.u[b*Pad(c.In)*32:], src[b*32:], c.scratch, c.In, c.In*width, width, c.uPlane())
	}
	c.ready.Store(true)
}

// filters returns the transformed weights. Those of the first layer are made only
// when a board turns up that needs them.
func (c *Conv) filters() []float32 {
	if c.ready.Load() {
		return c.u
	}
	c.transform.Lock()
	defer c.transform.Unlock()
	if c.ready.Load() {
		return c.u
	}
	if c.u == nil {
		c.u = Aligned(c.points() * c.uPlane())
	}
	if c.rows != nil {
		for b := range c.outBlocks {
			c.t.filter(c.u[b*Pad(c.In)*32:], c.rows[b*c.In*planeRow:], c.scratch, c.In, 32, planeRow, c.uPlane())
		}
	}
	c.ready.Store(true)
	return c.u
}

// tap returns the place of a tap in the filter that is computed: a filter of side 1
// is the middle of one of side 3.
func (c *Conv) tap(tap int) int {
	if c.Filter == 1 {
		return 4
	}
	return tap
}

// transpose sets dst[j][i] = src[i][j] for src [rows][cols] and dst [cols][width].
func (c *Conv) transpose(dst, src []float32, rows, cols, width int) {
	r, s := rows&^7, cols&^7
	if r > 0 && s > 0 {
		c.k.transpose(dst, src, r, s, width, cols)
	}
	if s < cols {
		transposePortable(dst[s*width:], src[s:], r, cols-s, width, cols)
	}
	if r < rows {
		transposePortable(dst[r:], src[r*cols:], rows-r, cols, width, cols)
	}
}
