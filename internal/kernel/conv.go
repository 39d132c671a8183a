package kernel

// Conv is one padded convolution layer with bias and ReLU. Its weights are only
// read by [Conv.Forward] and [Conv.Backward], so any number of goroutines may share
// one Conv, each with a [Scratch] of its own; [Conv.SetWeights] must not run beside
// them.
type Conv struct {
	Shape
	geometry
	k *kernels
	t *transforms

	u       []float32 // [36][outBlocks][Pad(In)][32], the transformed filters
	back    []float32 // [36][inBlocks][Pad(Out)][32], of the transposed filters; nil before training
	train   bool      // back is up to date
	padded  []float32 // [side²][In][outBlocks·32], weights with room for whole blocks
	turned  []float32 // [side²][Out][inBlocks·32], weights transposed
	scratch []float32
}

// NewConv returns a layer with zero weights, computed by the kernel in use now.
func NewConv(s Shape) (*Conv, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	if environmentErr != nil {
		return nil, environmentErr
	}
	c := &Conv{Shape: s, geometry: geometryOf(s), k: active.Load(), scratch: Aligned(scratchSize)}
	c.t = &c.k.three
	if c.side == 5 {
		c.t = &c.k.five
	}
	c.u = Aligned(points * c.uPlane())
	return c, nil
}

// geometry is what follows from a Shape.
type geometry struct {
	side      int // of the filter that is computed: 3 for filters of side 1
	step      int // side of a tile's output
	tiles     int // tiles along the board's side
	inBlocks  int // blocks of 32 input channels
	outBlocks int // blocks of 32 output channels
	picture   int // side of a picture with its border
}

func geometryOf(s Shape) geometry {
	g := geometry{side: 3, step: 4}
	if s.Filter == 5 {
		g.side, g.step = 5, 2
	}
	g.tiles = (s.Board + g.step - 1) / g.step
	g.inBlocks = (s.In + 31) / 32
	g.outBlocks = (s.Out + 31) / 32
	g.picture = g.tiles*g.step + g.side - 1
	return g
}

// Distances between the 36 planes of the transformed filters and of n tiles.
func (c *Conv) uPlane() int          { return c.outBlocks*Pad(c.In)*32 + planeGap }
func (c *Conv) backPlane() int       { return c.inBlocks*Pad(c.Out)*32 + planeGap }
func (g *geometry) vPlane(n int) int { return g.inBlocks*n*32 + planeGap }
func (g *geometry) mPlane(n int) int { return g.outBlocks*n*32 + planeGap }

// SetWeights transforms w, [Filter²][In][Out] in true channels, for use; train also
// prepares the input gradient of [Conv.Backward]. w is not kept.
func (c *Conv) SetWeights(w []float32, train bool) {
	w = w[:c.Weights()]
	width := c.outBlocks * 32
	src := w
	if c.Filter == 1 || c.Out != width {
		if c.padded == nil {
			c.padded = Aligned(c.side * c.side * c.In * width)
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
	c.train = train
	if !train {
		return
	}
	width = c.inBlocks * 32
	if c.back == nil {
		c.back = Aligned(points * c.backPlane())
		c.turned = Aligned(c.side * c.side * c.Out * width)
	}
	for tap := range c.Filter * c.Filter {
		transpose(c.turned[c.tap(tap)*c.Out*width:], w[tap*c.In*c.Out:], c.In, c.Out, width)
	}
	for b := range c.inBlocks {
		c.t.filter(c.back[b*Pad(c.Out)*32:], c.turned[b*32:], c.scratch, c.Out, c.Out*width, width, c.backPlane())
	}
}

// tap returns the place of a tap in the filter that is computed: a filter of side 1
// is the middle of one of side 3.
func (c *Conv) tap(tap int) int {
	if c.Filter == 1 {
		return 4
	}
	return tap
}

// transpose sets dst[j][i] = src[i][j] for src [rows][cols] and dst [cols][width], in
// squares that stay in the cache.
func transpose(dst, src []float32, rows, cols, width int) {
	const square = 16
	for i0 := 0; i0 < rows; i0 += square {
		n := min(square, rows-i0)
		for j := range cols {
			d := dst[j*width+i0:][:n]
			for i := range d {
				d[i] = src[(i0+i)*cols+j]
			}
		}
	}
}
