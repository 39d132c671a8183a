package evaluation

import (
	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
)

// Network is what reads positions. *nets.Policy, *nets.Value and *nets.Evaluator do.
type Network interface {
	// Planes is the number of input planes.
	Planes() int
	// Points is the number of points of the board.
	Points() int
	// Stride is the number of floats from one point of the input to the next.
	Stride() int
}

// Input holds positions in the form that a network reads. It belongs to one goroutine, and
// keeps its memory.
type Input struct {
	extractor   features.Extractor
	planes      features.Planes
	stride, row int       // floats of a point, of a position
	data        []float32 // [position][point][stride]; what Extract leaves alone stays zero
	n           int
}

// NewInput is an input without positions.
func NewInput(n Network) *Input {
	return &Input{planes: features.Planes(n.Planes()), stride: n.Stride(), row: n.Points() * n.Stride()}
}

// Reset forgets the positions.
func (in *Input) Reset() { in.n = 0 }

// Len is the number of positions.
func (in *Input) Len() int { return in.n }

// Add adds a position of the network's board, as the side to move sees it, turned by a symmetry.
func (in *Input) Add(pos *board.Position, s features.Symmetry) {
	from := in.n * in.row
	if from == len(in.data) {
		in.data = append(in.data, make([]float32, in.row)...)
	}
	in.extractor.Extract(in.data[from:from+in.row], in.stride, pos, in.planes, s)
	in.n++
}

// Planes are the planes of all positions, [position][point][stride], until the next Add.
func (in *Input) Planes() []float32 { return in.Range(0, in.n) }

// Range is Planes for the positions from and up to, but not including, to.
func (in *Input) Range(from, to int) []float32 { return in.data[from*in.row : to*in.row] }
