package kernel

const (
	// backwardTiles is how many tiles Backward computes together.
	backwardTiles = 50
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
	if dx != nil {
		if !c.train {
			panic("kernel: input gradient of weights that were not set for training")
		}
		dx = dx[:batch*c.InSize()]
	}
	if y != nil {
		y = y[:batch*c.OutSize()]
	}
	x, dy, dw, db = x[:batch*c.InSize()], dy[:batch*c.OutSize()], dw[:c.Weights()], db[:c.Out]
	clear(db)
	grow(&s.tile, scratchSize)
	grow(&s.du, points*c.uPlane())
	if batch == 0 {
		clear(dw)
		return
	}
	n := chunk(batch, c.tiles, backwardTiles)
	for b := 0; b < batch; b += n {
		boards := min(n, batch-b)
		var dxb, yb []float32
		if dx != nil {
			dxb = dx[b*c.InSize():]
		}
		if y != nil {
			yb = y[b*c.OutSize():]
		}
		c.backward(s, dxb, db, x[b*c.InSize():], yb, dy[b*c.OutSize():], boards, b > 0)
	}
	c.weightGrad(s, dw)
}

// backward does one chunk of boards; add tells that dU has the sum of earlier ones.
func (c *Conv) backward(s *Scratch, dx, db, x, y, dy []float32, boards int, add bool) {
	tiles := boards * c.tiles * c.tiles
	vPlane, mPlane := c.vPlane(tiles), c.mPlane(tiles)
	grow(&s.v, points*vPlane)
	grow(&s.m, points*mPlane)
	for b := range boards {
		c.input(s, x[b*c.InSize():], b, tiles)
		c.outputGrad(s, dy[b*c.OutSize():], y, b, tiles)
	}
	for p := range points {
		c.filterSums(s, p, tiles, add)
	}
	c.biasGrad(s, db, tiles)
	if dx == nil {
		return
	}
	grow(&s.dv, points*vPlane)
	for p := range points {
		for k := range c.inBlocks {
			c.k.product(s.dv[p*vPlane+k*tiles*32:], s.m[p*mPlane:], c.back[p*c.backPlane()+k*Pad(c.Out)*32:],
				tiles, Pad(c.Out), tiles*32)
		}
	}
	border, pitch, channels := c.side/2, c.picture*16, Pad(c.In)
	picture := s.dx.plain(c.picture)
	for b := range boards {
		for k := 0; k < channels; k += 16 {
			clear(picture)
			c.t.spreadTiles(picture, s.dv[c.at(k, b, tiles):], s.tile, c.tiles, pitch, vPlane)
			c.k.copyPixels(dx[b*c.InSize()+k:], picture[border*(pitch+16):], c.Board, c.Board, c.Board*channels, channels, pitch, 16)
		}
	}
}

// outputGrad transforms one board of dy, where y is positive, into the planes of
// s.m.
func (c *Conv) outputGrad(s *Scratch, dy, y []float32, board, tiles int) {
	side := c.tiles * c.step
	picture := s.grad.bordered(side, c.Board, 0)
	pitch, channels := side*16, Pad(c.Out)
	for k := 0; k < channels; k += 16 {
		if y != nil {
			c.k.copyPositive(picture, dy[k:], y[board*c.OutSize()+k:], c.Board, c.Board, pitch, 16, c.Board*channels, channels)
		} else {
			c.k.copyPixels(picture, dy[k:], c.Board, c.Board, pitch, 16, c.Board*channels, channels)
		}
		c.t.gradTiles(s.m[c.at(k, board, tiles):], picture, s.tile, c.tiles, pitch, c.mPlane(tiles))
	}
}

// filterSums computes dU = Vᵀ dM at one point.
func (c *Conv) filterSums(s *Scratch, p, tiles int, add bool) {
	v, m, du := s.v[p*c.vPlane(tiles):], s.m[p*c.mPlane(tiles):], s.du[p*c.uPlane():]
	for k := range c.outBlocks {
		for i := range c.inBlocks {
			for t := 0; t < tiles; t += outerDepth {
				c.k.outer(du[(k*Pad(c.In)+i*32)*32:], v[(i*tiles+t)*32:], m[(k*tiles+t)*32:],
					min(32, c.In-i*32), min(outerDepth, tiles-t), add || t > 0)
			}
		}
	}
}

// biasGrad adds the sums over the board to db: the row 1 of A is all ones.
func (c *Conv) biasGrad(s *Scratch, db []float32, tiles int) {
	const allOnes = 1*6 + 1
	m := s.m[allOnes*c.mPlane(tiles):]
	for k := range c.outBlocks {
		var sum row
		for t := range tiles {
			for i, v := range (*row)(m[(k*tiles+t)*32:]) {
				sum[i] += v
			}
		}
		d := db[k*32:]
		for i := range min(32, len(d)) {
			d[i] += sum[i]
		}
	}
}

// weightGrad computes dw = Gᵀ dU G.
func (c *Conv) weightGrad(s *Scratch, dw []float32) {
	width := c.outBlocks * 32
	dst := dw
	if c.Filter == 1 || c.Out != width {
		grow(&s.dw, c.side*c.side*c.In*width)
		dst = s.dw
	}
	for b := range c.outBlocks {
		c.t.filterGrad(dst[b*32:], s.du[b*Pad(c.In)*32:], s.tile, c.In, c.In*width, width, c.uPlane())
	}
	if c.Filter == 1 || c.Out != width {
		for tap := range c.Filter * c.Filter {
			for i := range c.In {
				copy(dw[(tap*c.In+i)*c.Out:][:c.Out], dst[(c.tap(tap)*c.In+i)*width:])
			}
		}
	}
}
