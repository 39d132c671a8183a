package features

import "github.com/tengen-go/tengen/board"

// Extractor computes planes. It holds scratch, so that extracting does not
// allocate, and is for one goroutine at a time. The zero value is ready.
type Extractor struct {
	ladder board.Ladder

	// What follows from the size of the board: its points in row-major order, and
	// under each symmetry the row of the output that a point has.
	size   int
	points [maxPoints]board.Point
	rows   [Symmetries][gridCells]uint16
	sym    Symmetry // in hand

	// Moves with a chain that must be counted have stamps of ascending numbers; first is
	// the first stamp in the position. seen[p] == stamp marks p as counted.
	stamp, first uint32
	seen         [gridCells]uint32

	// listed holds the liberties of chains that have few, at their heads.
	listed [gridCells]liberties
}

const (
	maxPoints = board.MaxSize * board.MaxSize

	// gridCells bounds board.Point from above; a power of two lets the compiler
	// see that a masked point is in range.
	gridCells = 512
	gridMask  = gridCells - 1
)

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
		e.moves(dst, stride, pos)
		e.ladders(dst, stride, pos)
	}
	if planes >= ValuePlanes && pos.ToMove() == board.Black {
		for i := range n {
			dst[i*stride+Color] = 1
		}
	}
}

// view prepares the tables for boards of this size.
func (e *Extractor) view(size int, sym Symmetry) {
	e.sym = sym % Symmetries
	if e.size == size {
		return
	}
	e.size = size
	for i := range size * size {
		p := board.FromIndex(i, size)
		e.points[i] = p
		for s := range e.rows {
			e.rows[s][p&gridMask] = uint16(Symmetry(s).Index(i, size))
		}
	}
}

// row is the output row of the point p.
func (e *Extractor) row(dst []float32, stride int, p board.Point) []float32 {
	return dst[int(e.rows[e.sym%Symmetries][p&gridMask])*stride:]
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
		if planes < TurnPlanes {
			continue
		}
		row[Turns+steps-1] = 1
		if planes < LibertyPlanes {
			continue
		}
		row[Liberties+min(pos.Liberties(p), steps)-1] = 1
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
