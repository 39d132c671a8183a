package features

import "github.com/tengen-go/tengen/board"

// Extractor computes planes. It holds scratch, so that extracting does not
// allocate, and is for one goroutine at a time. The zero value is ready.
type Extractor struct {
	ladder board.Ladder

	// The view of one board size and symmetry: per row-major index the point, and
	// per point its row in the output.
	size   int
	sym    Symmetry
	points [maxPoints]board.Point
	target [gridCells]uint16

	// small holds, at the heads of own chains with at most steps liberties, those
	// liberties; see chainsLiberties.
	small [gridCells]liberties

	// seen[p] == stamp marks p as counted for the move in hand.
	seen  [gridCells]uint32
	stamp uint32
}

const (
	maxPoints = board.MaxSize * board.MaxSize

	// gridCells bounds board.Point from above; a power of two lets the compiler
	// see that a masked point is in range.
	gridCells = 512
	gridMask  = gridCells - 1
)

// liberties is a short list of them.
type liberties struct {
	n  uint8
	at [steps]board.Point
}

// NewExtractor returns an Extractor ready for positions of any size.
func NewExtractor() *Extractor { return new(Extractor) }

// Extract writes the first planes planes of pos, as its side to move sees it and
// turned by sym, to dst[point*stride+plane]: points in row-major order from the
// top left after sym; zeros are written too. Entries between planes and stride
// are left alone. dst must hold size² rows of stride ≥ planes; planes must be
// valid. pos is not changed.
func (e *Extractor) Extract(dst []float32, stride int, pos *board.Position, planes Planes, sym Symmetry) {
	e.view(pos.Size(), sym)
	n := e.size * e.size
	dst = dst[:(n-1)*stride+int(planes)]
	if stride == int(planes) {
		clear(dst)
	} else {
		for i := range n {
			clear(dst[i*stride:][:planes])
		}
	}
	e.stones(dst, stride, pos, planes)
	if planes >= PolicyPlanes {
		e.gatherLiberties(pos)
		e.moves(dst, stride, pos)
		e.ladders(dst, stride, pos)
	}
	if planes >= ValuePlanes && pos.ToMove() == board.Black {
		for i := range n {
			dst[i*stride+Colour] = 1
		}
	}
}

// view prepares the tables for this size and symmetry.
func (e *Extractor) view(size int, sym Symmetry) {
	if e.size == size && e.sym == sym {
		return
	}
	e.size, e.sym = size, sym
	// The index is affine in x and y: three values tell all.
	origin := sym.Index(0, size)
	right, down := sym.Index(1, size)-origin, sym.Index(size, size)-origin
	i := 0
	for y := range size {
		for x := range size {
			p := board.XY(x, y)
			e.points[i] = p
			e.target[p&gridMask] = uint16(origin + x*right + y*down)
			i++
		}
	}
}

// row is the output row of the point p.
func (e *Extractor) row(dst []float32, stride int, p board.Point) []float32 {
	return dst[int(e.target[p&gridMask])*stride:]
}

// stones writes what the position itself holds: stone colour, ones, turns since,
// liberties.
func (e *Extractor) stones(dst []float32, stride int, pos *board.Position, planes Planes) {
	player := pos.ToMove()
	for _, p := range e.points[:e.size*e.size] {
		row := e.row(dst, stride, p)[:planes]
		row[Ones] = 1
		switch pos.At(p) {
		case board.Empty:
			row[Vacant] = 1
			continue
		case player:
			row[Own] = 1
		default:
			row[Opponent] = 1
		}
		if planes >= TurnPlanes {
			row[Turns+steps-1] = 1
		}
		if planes >= LibertyPlanes {
			row[Liberties+min(pos.Liberties(p), steps)-1] = 1
		}
	}
	if planes < TurnPlanes {
		return
	}
	// From the oldest to the newest: a point played twice has the newer stone.
	for age := steps - 2; age >= 0; age-- {
		p := pos.Recent(age)
		if p == board.Pass || p == board.NoPoint || pos.At(p) == board.Empty {
			continue
		}
		turns := e.row(dst, stride, p)[Turns : Turns+steps]
		clear(turns)
		turns[age] = 1
	}
}
