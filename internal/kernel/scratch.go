package kernel

// Scratch is the workspace of one goroutine. The zero value is ready; it grows to
// the largest layer it meets and can serve any number of layers in turn.
type Scratch struct {
	v, m   []float32 // transformed input and output, or their gradient, of a chunk
	dv     []float32 // gradient of v
	du     []float32 // gradient of the transformed filters
	dw     []float32 // weight gradient with room for whole blocks
	tile   []float32 // of the transforms
	bias   []float32 // padded
	sum    row       // of a bias gradient
	zeros  []float32 // the rows outside a board, to read
	waste  []float32 // the rows outside a board, to write
	planes planes
}

// reserve makes room for what the transforms of a board with rows of n floats need.
func (s *Scratch) reserve(n int) {
	grow(&s.tile, scratchSize)
	grow(&s.zeros, n)
	grow(&s.waste, n)
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
