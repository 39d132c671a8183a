package kernel

// forwardTiles is how many tiles Forward computes together.
const forwardTiles = 50

// Forward computes y = [relu](conv(x) + bias) for batch boards. x is
// [batch][Board²][PadIn(In)] with zeros in the channels beyond In, y is
// [batch][Board²][PadOut(Out)] and gets zeros beyond Out; bias is [Out]. y and x do
// not overlap. What a board yields does not depend on batch nor on its place in it.
func (c *Conv) Forward(s *Scratch, y, x, bias []float32, batch int, relu bool) {
	if batch <= 0 {
		return
	}
	y, x = y[:batch*c.OutSize()], x[:batch*c.InSize()]
	c.setBias(s, bias)
	if c.rows != nil {
		for b := 0; b < batch; {
			n := c.forwardPlanes(s, y[b*c.OutSize():], x[b*c.InSize():], min(planeBoards, batch-b), relu)
			if n == 0 { // a board for the other way
				n = 1
				c.forward(s, y[b*c.OutSize():], x[b*c.InSize():], n, relu)
			}
			b += n
		}
		return
	}
	n := chunk(batch, c.tiles, forwardTiles)
	for b := 0; b < batch; b += n {
		c.forward(s, y[b*c.OutSize():], x[b*c.InSize():], min(n, batch-b), relu)
	}
}

func (c *Conv) forward(s *Scratch, y, x []float32, boards int, relu bool) {
	c.inputs(s, x, boards, c.whole())
	c.outputs(s, y, boards, c.whole(), 0, c.outBlocks, relu)
}

// setBias keeps the bias with zeros for the padded channels.
func (c *Conv) setBias(s *Scratch, bias []float32) {
	grow(&s.bias, Pad(c.Out))
	clear(s.bias[copy(s.bias, bias[:c.Out]):])
}

// band is the rows [from, to) of a board's tiles.
type band struct{ from, to int }

// whole is the band of all tiles.
func (g *geometry) whole() band { return band{0, g.tiles} }

// inBand is the number of tiles of a band.
func (g *geometry) inBand(r band) int { return (r.to - r.from) * g.tiles }

// inputs transforms a band of some boards of x into the planes of s.v.
func (c *Conv) inputs(s *Scratch, x []float32, boards int, r band) {
	tiles := boards * c.inBand(r)
	grow(&s.v, c.points()*c.vPlane(tiles))
	for b := range boards {
		c.input(s, x[b*c.InSize():], b, tiles, r)
	}
}

// outputs computes a band of some boards of y, the blocks [from, to) of 32 output
// channels, from the planes of s.v.
func (c *Conv) outputs(s *Scratch, y []float32, boards int, r band, from, to int, relu bool) {
	tiles := boards * c.inBand(r)
	grow(&s.m, c.points()*c.mPlane(tiles))
	for p := range c.points() {
		c.products(s, p, tiles, from, to)
	}
	for b := range boards {
		c.output(s, y[b*c.OutSize():], b, tiles, r, from*32, min(to*32, Pad(c.Out)), relu)
	}
}

// at is the place of channel k of a tile in a plane of so many tiles.
func at(k, tile, tiles int) int { return (k/32*tiles+tile)*32 + k%32 }

// input transforms a band of one board of x into the planes of s.v, which hold so many
// tiles.
func (c *Conv) input(s *Scratch, x []float32, board, tiles int, r band) {
	channels := Pad(c.In)
	s.reserve(c.Board * channels)
	for k := 0; k < channels; k += 16 {
		c.t.inputTiles(s.v[at(k, board*c.inBand(r), tiles):], x[k:], s.tile, s.zeros,
			c.Board, channels, c.tiles, r.from, r.to, c.vPlane(tiles))
	}
}

// products computes M = V·U at one point, its blocks [from, to) of 32 output
// channels.
func (c *Conv) products(s *Scratch, p, tiles, from, to int) {
	m, v, u := s.m[p*c.mPlane(tiles):], s.v[p*c.vPlane(tiles):], c.filters()[p*c.uPlane():]
	for k := from; k < to; k++ {
		c.k.product(m[k*tiles*32:], v, u[k*Pad(c.In)*32:], tiles, Pad(c.In), tiles*32)
	}
}

// output transforms the planes of s.m back into a band of one board of y, its channels
// [from, to).
func (c *Conv) output(s *Scratch, y []float32, board, tiles int, r band, from, to int, relu bool) {
	channels := Pad(c.Out)
	s.reserve(c.Board * channels)
	for k := from; k < to; k += 16 {
		c.t.outputTiles(y[k:], s.m[at(k, board*c.inBand(r), tiles):], s.tile, s.waste, s.bias[k:],
			c.Board, channels, c.tiles, r.from, r.to, c.mPlane(tiles), relu)
	}
}
