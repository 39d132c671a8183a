package features

import "github.com/tengen-go/tengen/board"

// Extractor computes planes. It holds scratch, so that extracting does not
// allocate, and is for one goroutine at a time. The zero value is ready.
type Extractor struct {
	ladder board.Ladder

	// The view of one board size and symmetry: per row-major index the point, and
	// per point its row in the output and the number of its neighbours.
	size   int
	sym    Symmetry
	points [maxPoints]board.Point
	target [gridCells]uint16
	degree [gridCells]uint8

	// small holds, at the heads of own chains with at most steps liberties, those
	// liberties. A chain with more keeps at least steps after any move, and then
	// their exact number does not matter.
	small   [gridCells]liberties
	waiting [maxPoints]around

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
			e.degree[p&gridMask] = uint8(min(x, 1) + min(y, 1) + min(size-1-x, 1) + min(size-1-y, 1))
			i++
		}
	}
}

// row is the output row of the point p.
func (e *Extractor) row(dst []float32, stride int, p board.Point) []float32 {
	return dst[int(e.target[p&gridMask])*stride:]
}

// stones writes what the position itself holds: stone colour, ones, turns since,
// liberties. On the way it empties the lists of liberties that moves fills.
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
		n := pos.Liberties(p)
		row[Liberties+min(n, steps)-1] = 1
		if pos.Head(p) == p {
			e.small[p&gridMask].n = 0
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
