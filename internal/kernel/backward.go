package kernel

const (
	// backwardTiles is how many tiles Backward computes together: twice as many as
	// Forward, since each chunk reads and writes the gradient of all filters once.
	backwardTiles = 100
	// outerDepth is how many tiles one outer product sums before it adds the sum to
	// the gradient; their rows fit the first-level cache.
	outerDepth = 200
)

// Backward computes the gradients of a layer from dy, the gradient of its output:
// dx (nil: not wanted), dw and db are overwritten. x is the layer's input and y its
// output with ReLU, nil without. dx and x are [batch][Board²][PadIn(In)], dy and y
// [batch][Board²][PadOut(Out)], dw is [Filter²][In][Out], db is [Out]. dx needs
// [Conv.SetWeights] with train.
func (c *Conv) Backward(s *Scratch, dx, dw, db, x, y, dy []float32, batch int) {
	g := c.gradients(s, dx, dw, db, x, y, dy, batch)
	if batch == 0 {
		clear(g.db)
		clear(g.dw)
		return
	}
	if c.rows != nil && dx == nil && c.backwardPlanes(s, g) {
		return
	}
	c.backward(s, g, 0, c.outBlocks, 0, c.inBlocks)
}

// gradients is what Backward reads and writes, in addition to a goroutine's own scratch.
type gradients struct {
	dx, dw, db, x, y, dy []float32
	batch                int
	du                   []float32 // [points][outBlocks][Pad(In)][32]
	padded               []float32 // weight gradient with room for whole blocks; nil: dw has it
}

// gradients checks the arguments of Backward and makes room.
func (c *Conv) gradients(s *Scratch, dx, dw, db, x, y, dy []float32, batch int) gradients {
	if dx != nil {
		if !c.train {
			panic("kernel: input gradient of weights that were not set for training")
		}
		dx = dx[:batch*c.InSize()]
	}
	if y != nil {
		y = y[:batch*c.OutSize()]
	}
	g := gradients{dx, dw[:c.Weights()], db[:c.Out], x[:batch*c.InSize()], y, dy[:batch*c.OutSize()], batch, nil, nil}
	grow(&s.du, c.points()*c.uPlane())
	g.du = s.du
	if width := c.outBlocks * 32; c.Filter == 1 || c.Out != width {
		grow(&s.dw, c.filter*c.filter*c.In*width)
		g.padded = s.dw
	}
	return g
}

// backward computes the gradients of weights and bias for the blocks [outFrom, outTo) of
// output channels, and the gradient of the input for its blocks [inFrom, inTo).
func (c *Conv) backward(s *Scratch, g gradients, outFrom, outTo, inFrom, inTo int) {
	clear(g.db[min(outFrom*32, c.Out):min(outTo*32, c.Out)])
	n := chunk(g.batch, c.tiles, backwardTiles)
	for b := 0; b < g.batch; b += n {
		boards := min(n, g.batch-b)
		tiles := boards * c.tiles * c.tiles
		grow(&s.v, c.points()*c.vPlane(tiles))
		grow(&s.m, c.points()*c.mPlane(tiles))
		from, to := outFrom*32, min(outTo*32, Pad(c.Out))
		if g.dx != nil && inFrom < inTo { // which depends on all output channels
			from, to = 0, Pad(c.Out)
		}
		for i := range boards {
			if outFrom < outTo {
				c.input(s, g.x[(b+i)*c.InSize():], i, tiles, c.whole())
			}
			c.outputGrad(s, g, b+i, i, tiles, from, to)
		}
		for p := range c.points() {
			c.filterSums(s, g.du, p, tiles, outFrom, outTo, b > 0)
		}
		c.biasGrad(s, g.db, tiles, outFrom, outTo)
		if g.dx != nil && inFrom < inTo {
			c.inputGrad(s, g.dx[b*c.InSize():], boards, inFrom, inTo)
		}
	}
	c.weightGrad(s, g, outFrom, outTo)
}

// inputGrad computes the blocks [from, to) of the input channels of dx.
func (c *Conv) inputGrad(s *Scratch, dx []float32, boards, from, to int) {
	tiles := boards * c.tiles * c.tiles
	plane := c.vPlane(tiles)
	grow(&s.dv, c.points()*plane)
	for p := range c.points() {
		for k := from; k < to; k++ {
			c.k.product(s.dv[p*plane+k*tiles*32:], s.m[p*c.mPlane(tiles):], c.back[p*c.backPlane()+k*Pad(c.Out)*32:],
				tiles, Pad(c.Out), tiles*32)
		}
	}
	channels := Pad(c.In)
	s.reserve(c.Board * channels)
	for b := range boards {
		for k := from * 32; k < min(to*32, channels); k += 16 {
			c.t.spreadTiles(dx[b*c.InSize()+k:], s.dv[at(k, b*c.tiles*c.tiles, tiles):], s.tile, s.waste, c.Board,
				channels, c.tiles, plane)
		}
	}
}

// outputGrad transforms the channels [from, to) of a board of dy, where y is
// positive, into the planes of s.m, where it has the number i.
func (c *Conv) outputGrad(s *Scratch, g gradients, board, i, tiles, from, to int) {
	channels := Pad(c.Out)
	s.reserve(c.Board * channels)
	for k := from; k < to; k += 16 {
		channel := board*c.OutSize() + k
		var mask []float32
		if g.y != nil {
			mask = g.y[channel:]
		}
		c.t.gradTiles(s.m[at(k, i*c.tiles*c.tiles, tiles):], g.dy[channel:], mask, s.tile, s.zeros, c.Board, channels,
			c.tiles, c.mPlane(tiles))
	}
}

// filterSums computes the blocks [from, to) of output channels of dU = Vᵀ dM at one
// point.
func (c *Conv) filterSums(s *Scratch, du []float32, p, tiles, from, to int, add bool) {
	v, m := s.v[p*c.vPlane(tiles):], s.m[p*c.mPlane(tiles):]
	du = du[p*c.uPlane():]
	for k := from; k < to; k++ {
		for i := range c.inBlocks {
			for t := 0; t < tiles; t += outerDepth {
				c.k.outer(du[(k*Pad(c.In)+i*32)*32:], v[(i*tiles+t)*32:], m[(k*tiles+t)*32:],
					min(32, c.In-i*32), min(outerDepth, tiles-t), add || t > 0)
			}
		}
	}
}

// biasGrad adds the sums over the board to db: the row 1 of A is all ones.
func (c *Conv) biasGrad(s *Scratch, db []float32, tiles, from, to int) {
	allOnes := c.tile.side() + 1
	m := s.m[allOnes*c.mPlane(tiles):]
	for k := from; k < to; k++ {
		sum := s.sum[:]
		clear(sum)
		c.k.sumRows(sum, m[k*tiles*32:], tiles)
		d := db[k*32:]
		for i := range min(32, len(d)) {
			d[i] += sum[i]
		}
	}
}

// weightGrad computes the blocks [from, to) of output channels of dw = Gᵀ dU G.
func (c *Conv) weightGrad(s *Scratch, g gradients, from, to int) {
	width := c.outBlocks * 32
	dst := g.padded
	if dst == nil {
		dst = g.dw
	}
	grow(&s.tile, scratchSize)
	for b := from; b < to; b++ {
		c.t.filterGrad(dst[b*32:], g.du[b*Pad(c.In)*32:], s.tile, c.In, c.In*width, width, c.uPlane())
	}
	if g.padded == nil {
		return
	}
	from, to = from*32, min(to*32, c.Out)
	for tap := range c.Filter * c.Filter {
		for i := range c.In {
			copy(g.dw[(tap*c.In+i)*c.Out+from:][:to-from], dst[(c.tap(tap)*c.In+i)*width+from:])
		}
	}
}
