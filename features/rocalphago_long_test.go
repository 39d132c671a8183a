//go:build long

package features

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/board"
)

func suitePlanes(t *testing.T) []byte {
	folder := os.Getenv("TENGEN_SUITES")
	if folder == "" {
		t.Skip("TENGEN_SUITES is not set: the folder that holds feature-planes")
	}
	f, err := os.Open(filepath.Join(folder, "feature-planes", "planes49.u8.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// strictEye is the other program's eye: like board.OwnEye, but an empty diagonal
// also counts against the eye unless it is such an eye itself; through is where
// the question came from.
func strictEye(pos *board.Position, p board.Point, c board.Color, through []board.Point) bool {
	edge := false
	for _, q := range p.Neighbours() {
		if !q.OnBoard(pos.Size()) {
			edge = true
		} else if pos.At(q) != c {
			return false
		}
	}
	bad := 0
	for _, d := range [][2]int{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
		x, y := p.X()+d[0], p.Y()+d[1]
		if x < 0 || y < 0 || x >= pos.Size() || y >= pos.Size() {
			continue
		}
		q := board.XY(x, y)
		switch {
		case pos.At(q) == c.Opponent():
			bad++
		case pos.At(q) == board.Empty && !slices.Contains(through, q):
			if !strictEye(pos, q, c, append(slices.Clone(through), p)) {
				bad++
			}
		}
	}
	return bad == 0 || bad == 1 && !edge
}

// lastLiberty says whether p is the last liberty of an own chain.
func lastLiberty(pos *board.Position, p board.Point) bool {
	for _, q := range p.Neighbours() {
		if pos.At(q) == pos.ToMove() && pos.Liberties(q) == 1 {
			return true
		}
	}
	return false
}

// TestPlanesOfRocAlphaGo compares 300 positions with the planes that RocAlphaGo
// computed for them. Its records of turns are empty, and so no plane 4 to 11. All
// others agree, at each of 300×361 points, except in two choices:
//
//   - Ladder escape: RocAlphaGo tries the last liberty of the chain in atari, this
//     package also the capture of a chain that holds it. 52 points more.
//   - Sensibleness: RocAlphaGo counts an empty diagonal against an eye, so that it
//     finds 506 more moves sensible; by its rule for eyes all agree.
func TestPlanesOfRocAlphaGo(t *testing.T) {
	const samples, size, points, stride = 300, 19, 19 * 19, int(ValuePlanes)
	data := suitePlanes(t)
	if len(data) != samples*stride*points {
		t.Fatalf("the suite holds %d bytes, want %d", len(data), samples*stride*points)
	}
	e := NewExtractor()
	got := make([]float32, points*stride)
	moreEscapes, moreSensible := 0, 0
	for sample := range samples {
		// The suite's axes are plane, x, y; the direction of y is its own, which
		// no plane can tell.
		suite := func(plane int, p board.Point) float32 {
			return float32(data[(sample*stride+plane)*points+p.X()*size+p.Y()])
		}
		pos := board.NewPosition(size)
		player := board.White
		if suite(Color, board.XY(0, 0)) == 1 {
			player = board.Black
		}
		pos.SetToMove(player)
		for i := range points {
			switch p := board.FromIndex(i, size); {
			case suite(Own, p) == 1:
				pos.Put(p, player)
			case suite(Opponent, p) == 1:
				pos.Put(p, player.Opponent())
			}
		}
		e.Extract(got, stride, &pos, ValuePlanes, Identity)
		for i := range points {
			p := board.FromIndex(i, size)
			for plane := range stride {
				want, g := suite(plane, p), got[i*stride+plane]
				switch {
				case plane >= Turns && plane < Liberties:
					if want != 0 {
						t.Fatalf("the suite has turns at sample %d %s", sample, p.Vertex(size))
					}
					continue
				case plane == LadderEscape && g == 1 && want == 0 && !lastLiberty(&pos, p):
					moreEscapes++
					continue
				case plane == Sensible && g == 0 && want == 1 && pos.OwnEye(p, player) && !strictEye(&pos, p, player, nil):
					moreSensible++
					continue
				}
				if g != want {
					t.Errorf("sample %d, %s, plane %d (%s): %v, RocAlphaGo %v\n%s to move\n%s",
						sample, p.Vertex(size), plane, Name(plane), g, want, player, pos.String())
				}
				if plane == Sensible && want == 0 && pos.Legal(p, player) && !strictEye(&pos, p, player, nil) {
					t.Errorf("sample %d, %s is sensible by RocAlphaGo's rule as we know it, not in its planes", sample, p.Vertex(size))
				}
			}
		}
	}
	if moreEscapes != 52 || moreSensible != 506 {
		t.Errorf("%d escapes by capture and %d moves into eyes with empty diagonals, want 52 and 506", moreEscapes, moreSensible)
	}
}
