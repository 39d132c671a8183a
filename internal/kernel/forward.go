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
	grow(&s.tile, scratchSize)
	grow(&s.bias, Pad(c.Out))
	clear(s.bias[copy(s.bias, bias[:c.Out]):])
	n := chunk(batch, c.tiles, forwardTiles)
	for b := 0; b < batch; b += n {
		c.forward(s, y[b*c.OutSize():], x[b*c.InSize():], min(n, batch-b), relu)
	}
}

func (c *Conv) forward(s *Scratch, y, x []float32, boards int, relu bool) {
	tiles := boards * c.tiles * c.tiles
	vPlane, mPlane := c.vPlane(tiles), c.mPlane(tiles)
	grow(&s.v, points*vPlane)
	grow(&s.m, points*mPlane)
	for b := range boards {
		c.input(s, x[b*c.InSize():], b, tiles)
	}
	for p := range points {
		for k := range c.outBlocks {
			c.k.product(s.m[p*mPlane+k*tiles*32:], s.v[p*vPlane:], c.u[p*c.uPlane()+k*Pad(c.In)*32:],
				tiles, Pad(c.In), tiles*32)
		}
	}
	out := s.out.plain(c.tiles * c.step)
	pitch := c.tiles * c.step * 16
	channels := Pad(c.Out)
	for b := range boards {
		for k := 0; k < channels; k += 16 {
			c.t.outputTiles(out, s.m[c.at(k, b, tiles):], s.tile, s.bias[k:], c.tiles, pitch, mPlane, relu)
			c.k.copyPixels(y[b*c.OutSize()+k:], out, c.Board, c.Board, c.Board*channels, channels, pitch, 16)
		}
	}
}

// at is the place of channel k of a board's first tile in a plane.
func (g *geometry) at(k, board, tiles int) int {
	return (k/32*tiles+board*g.tiles*g.tiles)*32 + k%32
}

// input transforms one board of x into the planes of s.v.
func (c *Conv) input(s *Scratch, x []float32, board, tiles int) {
	border := c.side / 2
	picture := s.in.bordered(c.picture, c.Board, border)
	pitch := c.picture * 16
	channels := Pad(c.In)
	for k := 0; k < channels; k += 16 {
		c.k.copyPixels(picture[border*(pitch+16):], x[k:], c.Board, c.Board, pitch, 16, c.Board*channels, channels)
		c.t.inputTiles(s.v[c.at(k, board, tiles):], picture, s.tile, c.tiles, pitch, c.vPlane(tiles))
	}
}
