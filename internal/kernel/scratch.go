package kernel

// Scratch is the workspace of one goroutine. The zero value is ready; it grows to
// the largest layer it meets and can serve any number of layers in turn.
type Scratch struct {
	v, m     []float32 // transformed input and output, or their gradient, of a chunk
	dv       []float32 // gradient of v
	du       []float32 // gradient of the transformed filters
	dw       []float32 // weight gradient with room for whole blocks
	tile     []float32 // of the transforms
	bias     []float32 // padded
	in, grad picture
	out, dx  picture
}

// picture is one board's block of 16 channels. Its border is zero; as long as the
// layers agree on where the border lies, it need not be cleared again.
type picture struct {
	data                []float32
	side, board, offset int
}

// bordered returns the picture with a zero border around a board at offset.
func (p *picture) bordered(side, board, offset int) []float32 {
	if p.side != side || p.board != board || p.offset != offset {
		grow(&p.data, side*side*16)
		clear(p.data)
		p.side, p.board, p.offset = side, board, offset
	}
	return p.data
}

// plain returns a picture with anything in it.
func (p *picture) plain(side int) []float32 {
	grow(&p.data, side*side*16)
	return p.data[:side*side*16]
}

// grow makes *p at least n long; what it held is lost.
func grow(p *[]float32, n int) {
	if len(*p) < n {
		*p = Aligned(n)
	}
}

// chunk returns how many boards of n, with tiles² tiles each, are computed together.
// Enough tiles make the products efficient; too many drive their planes out of the
// cache. The boards are dealt out evenly.
func chunk(n, tiles, want int) int {
	most := max(1, want/(tiles*tiles))
	pieces := (n + most - 1) / most
	return (n + pieces - 1) / pieces
}
