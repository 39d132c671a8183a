package features

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/board"
	"pgregory.net/rapid"
)

// pair is one position on the board and on the oracle.
type pair struct {
	pos  board.Position
	slow *oracle
}

func newPair(size int) *pair { return &pair{board.NewPosition(size), newOracle(size)} }

// play plays the point of index i, -1 passing, on both; false if it is illegal.
func (b *pair) play(i int) bool {
	after, _ := b.slow.play(i)
	p := board.Pass
	if i >= 0 {
		p = board.FromIndex(i, b.slow.size)
	}
	if legal := b.pos.Legal(p, b.pos.ToMove()); legal != (after != nil) {
		panic(fmt.Sprintf("board and oracle disagree: %s legal on the board: %v", p.Vertex(b.slow.size), legal))
	}
	if after == nil {
		return false
	}
	b.pos.Play(p, b.pos.ToMove())
	b.slow = after
	return true
}

// compare reports every plane of every point in which Extract differs from the
// oracle. It returns the ladder questions that the reader's bound cut short.
func (b *pair) compare(t interface{ Errorf(string, ...any) }, e *Extractor) (cut int) {
	size := b.slow.size
	got := make([]float32, size*size*int(ValuePlanes))
	e.Extract(got, int(ValuePlanes), &b.pos, ValuePlanes, 0)
	for i, want := range b.slow.planes() {
		var captures, escapes ladderOracle
		if captures.takes(b.slow, i) {
			want[LadderCapture] = 1
		}
		if escapes.saves(b.slow, i) {
			want[LadderEscape] = 1
		}
		for plane, v := range want {
			if g := got[i*int(ValuePlanes)+plane]; g != v {
				if plane == LadderCapture && captures.moves > board.LadderNodes || plane == LadderEscape && escapes.moves > board.LadderNodes {
					cut++
					continue
				}
				t.Errorf("%s, plane %d (%s): %v, want %v\n%s to move\n%s",
					board.FromIndex(i, size).Vertex(size), plane, Name(plane), g, v, b.pos.ToMove(), b.pos.String())
			}
		}
	}
	return cut
}

// TestExtractAgreesWithDefinitions compares all planes with the oracle along
// random games of all sizes.
func TestExtractAgreesWithDefinitions(t *testing.T) {
	e := NewExtractor()
	for size := 5; size <= board.MaxSize; size++ {
		rng := rand.New(rand.NewPCG(uint64(size), 48))
		b := newPair(size)
		for ply := range 2 * size * size {
			i := rng.IntN(size * size)
			if rng.IntN(40) == 0 {
				i = -1
			}
			if b.play(i) && ply%(size*size/12+1) == 0 {
				b.compare(t, e)
			}
			if t.Failed() {
				t.FailNow()
			}
		}
	}
}

// TestExtractOnSmallBoards is the same on boards so small that everything is an
// edge, a ko or a capture, with games that rapid can shrink.
func TestExtractOnSmallBoards(t *testing.T) {
	e := NewExtractor()
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(2, 6).Draw(t, "size")
		b := newPair(size)
		for _, i := range rapid.SliceOfN(rapid.IntRange(-1, size*size-1), 0, 60).Draw(t, "moves") {
			b.play(i)
		}
		b.compare(t, e)
	})
}

// drawn is a drawn position with Black to move, and its planes.
type drawn struct {
	pos    board.Position
	planes []float32
}

func draw(t *testing.T, diagram string) *drawn {
	t.Helper()
	pos, err := board.Parse(diagram)
	if err != nil {
		t.Fatal(err)
	}
	d := &drawn{pos: pos}
	d.extract()
	return d
}

func (d *drawn) extract() {
	n := d.pos.Size() * d.pos.Size()
	d.planes = make([]float32, n*int(ValuePlanes))
	NewExtractor().Extract(d.planes, int(ValuePlanes), &d.pos, ValuePlanes, Identity)
}

// play plays the vertices in turn.
func (d *drawn) play(t *testing.T, vertices ...string) {
	t.Helper()
	for _, v := range vertices {
		p, err := board.ParseVertex(v, d.pos.Size())
		if err != nil || !d.pos.Legal(p, d.pos.ToMove()) {
			t.Fatalf("%s for %s: %v", v, d.pos.ToMove(), err)
		}
		d.pos.Play(p, d.pos.ToMove())
	}
	d.extract()
}

// group wants exactly the given planes, of those from first to before last, set
// at the vertex.
func (d *drawn) group(t *testing.T, vertex string, first, last int, want ...int) {
	t.Helper()
	p, err := board.ParseVertex(vertex, d.pos.Size())
	if err != nil {
		t.Fatal(err)
	}
	var got []int
	for plane := first; plane < last; plane++ {
		if d.planes[p.Index(d.pos.Size())*int(ValuePlanes)+plane] != 0 {
			got = append(got, plane)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: planes %v set, want %v\n%s", vertex, got, want, d.pos.String())
	}
}

func TestTable2StoneColor(t *testing.T) {
	d := draw(t, `
		X . .
		. O .
		. . .`)
	d.group(t, "A3", 0, 4, 0, 3)
	d.group(t, "B2", 0, 4, 1, 3)
	d.group(t, "C1", 0, 4, 2, 3)
	d.pos.SetToMove(board.White)
	d.extract()
	d.group(t, "A3", 0, 4, 1, 3)
	d.group(t, "B2", 0, 4, 0, 3)
}

// TestTable2TurnsSince: a pass is a turn, a stone set up is old, and a stone
// played again where one was taken is new.
func TestTable2TurnsSince(t *testing.T) {
	d := draw(t, `
		. . . . .
		. O . X .
		O X . . .
		. O . . .
		. . . . .`)
	d.group(t, "B3", 4, 12, 11)
	d.play(t, "E1", "pass", "D1")
	d.group(t, "D1", 4, 12, 4)
	d.group(t, "E1", 4, 12, 6)
	d.group(t, "C1", 4, 12)
	d = draw(t, `
		. X O . .
		X . X O .
		. X O . .
		. . . . .
		. . . . .`)
	d.play(t, "E1", "B4") // White takes C4 in the ko
	d.group(t, "B4", 4, 12, 4)
	d.group(t, "C4", 4, 12)
	d.play(t, "D1", "A1", "C4") // and Black retakes
	d.group(t, "C4", 4, 12, 4)
	d.group(t, "B4", 4, 12)
	d.group(t, "D1", 4, 12, 6)
	d.play(t, "E3", "B1", "B2", "C1", "E5")
	d.group(t, "E1", 4, 12, 11) // nine turns ago
	d.group(t, "D1", 4, 12, 11) // seven
	d.group(t, "A1", 4, 12, 10) // six
}

func TestTable2Liberties(t *testing.T) {
	d := draw(t, `
		X . . . .
		O . . . .
		. . X X X
		. . . . .
		X X X X X`)
	d.group(t, "A5", 12, 20, 12)
	d.group(t, "A4", 12, 20, 13)
	d.group(t, "C3", 12, 20, 18) // seven
	d.group(t, "A1", 12, 20, 16) // five
}

// TestTable2CaptureSize: no capture has a plane of its own; seven and more share
// the last; a point where Black may not play has none.
func TestTable2CaptureSize(t *testing.T) {
	d := draw(t, `
		. O O O O O O .
		X X X X X X X O
		. O . X O . . .
		O O . X O X . .
		. . . X O X . .
		. . . . X . . .
		. . . . . . . .
		. . . . . . . .`)
	d.group(t, "A8", 20, 28, 20) // the six have another liberty at H8
	d.group(t, "F6", 20, 28, 23) // three
	d.group(t, "D1", 20, 28, 20)
	d.group(t, "B8", 20, 28) // occupied
	d.play(t, "A8", "E1")
	d.group(t, "H8", 20, 28, 26) // six
	d = draw(t, `
		O O O O O O O .
		X X X X X X X .
		. O . . . . . .
		O O . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .`)
	d.group(t, "H8", 20, 28, 27) // seven
	d = draw(t, `
		. O . . .
		O . O . .
		X O X . .
		. X . . .
		. . . . .`)
	d.group(t, "A5", 20, 28)     // suicide
	d.group(t, "B4", 20, 28, 21) // takes in the ko
	d.play(t, "B4")
	d.group(t, "B3", 20, 28) // White may not retake
	d.play(t, "E1", "E5")
	d.group(t, "B4", 20, 28) // a stone there
}

// TestTable2SelfAtariSize: the size of the whole chain, only where exactly one
// liberty remains.
func TestTable2SelfAtariSize(t *testing.T) {
	d := draw(t, `
		. O . . .
		. O . . .
		X O . . .
		X O . . .
		O O . . .`)
	d.group(t, "A4", 28, 36, 30) // three stones, A5 remains
	d.group(t, "A5", 28, 36, 28) // one stone, A4 remains
	d.group(t, "C3", 28, 36)
	d = draw(t, `
		. O . . .
		. O . . .
		X O . . .
		X O . . .
		. O . . .`)
	d.group(t, "A4", 28, 36) // A5 and A1 remain
	d.group(t, "A1", 28, 36, 30)
	d = draw(t, `
		X X X . .
		X O O O .
		X O . . .
		X O . . .
		. O . . .`)
	d.group(t, "D5", 28, 36) // A1 and E5
	d.group(t, "A1", 28, 36, 34)
	d = draw(t, `
		X X X X .
		X O O O .
		X O . . .
		X O . . .
		. O . . .`)
	d.group(t, "A1", 28, 36, 35) // eight
}

// TestTable2LibertiesAfterMove: chains joined, liberties shared, and stones taken
// that make room.
func TestTable2LibertiesAfterMove(t *testing.T) {
	d := draw(t, `
		. . . . . . .
		. . . . . . .
		. . X . X . .
		. . . . . . .
		. . X X . . .
		. . . . . . .
		. . . . . . .`)
	d.group(t, "A7", 36, 44, 37) // a corner: two
	d.group(t, "D6", 36, 44, 39) // alone: four
	d.group(t, "D5", 36, 44, 43) // joins C5 and E5: B5 C6 D6 E6 F5 C4 D4 E4
	d.group(t, "B5", 36, 44, 41) // joins C5: A5 B6 B4 C6 C4 D5
	d = draw(t, `
		X O . . .
		. O X . .
		O O X . .
		X X . . .
		. . . . .`)
	d.group(t, "A4", 36, 44)     // suicide, while the four have C5
	d.group(t, "C5", 36, 44, 39) // D5 D4 D3 C2
	d.play(t, "C5", "E1")
	d.group(t, "A4", 36, 44, 38) // takes four; of them B5 B4 A3 are next to A5 and A4
	d = draw(t, `
		. O X . .
		O X . . .
		X . . . .
		. . . . .
		. . . . .`)
	d.group(t, "A5", 36, 44, 37) // takes both neighbours: B5 and A4
	d.group(t, "A5", 20, 28, 22)
}

// TestTable2Sensibleness: legal, and no own eye filled; a false eye is no eye.
func TestTable2Sensibleness(t *testing.T) {
	d := draw(t, `
		. X . X . X .
		X X X X X X .
		. . X . X . .
		. . X X X . .
		O O O . . . .
		O . O . . . .
		O O O . . . .`)
	d.group(t, "A7", 46, 47)     // own eye in the corner
	d.group(t, "C7", 46, 47)     // own eye on the edge
	d.group(t, "D5", 46, 47)     // own eye in the middle
	d.group(t, "G7", 46, 47, 46) // not surrounded
	d.group(t, "B2", 46, 47)     // suicide
	d.group(t, "A5", 46, 47, 46)
	d.pos.SetToMove(board.White)
	d.extract()
	d.group(t, "B2", 46, 47) // own eye
	d.group(t, "A7", 46, 47) // suicide
	d = draw(t, `
		. X . . O . .
		X O . O X . .
		. . . X . X .
		. . . . X O .
		. . . . . . .
		. . X . X . .
		. X . X . X .`)
	d.group(t, "A7", 46, 47, 46) // one diagonal is enough to make an eye on the edge false
	d.group(t, "E5", 46, 47, 46) // in the middle it takes two
	d.group(t, "C1", 46, 47)     // an empty diagonal is none
	d = draw(t, `
		. . . . .
		. O X . .
		. X . X .
		. . X . .
		. . . . .`)
	d.group(t, "C3", 46, 47) // one in the middle is not enough
}

// TestTable2Constants: ones, zeros and the colour of the player to move.
func TestTable2Constants(t *testing.T) {
	d := draw(t, "X . .\n. O .\n. . .")
	for _, player := range []board.Color{board.Black, board.White} {
		d.pos.SetToMove(player)
		d.extract()
		for i := range 9 {
			row := d.planes[i*int(ValuePlanes):]
			black := float32(0)
			if player == board.Black {
				black = 1
			}
			if row[3] != 1 || row[47] != 0 || row[48] != black {
				t.Errorf("%s to move, point %d: ones %v, zeros %v, colour %v", player, i, row[3], row[47], row[48])
			}
		}
	}
}

// TestAblationsAreFirstPlanes: fewer planes are the first of all, the buffer's old
// contents go, and what lies between planes and stride, or behind, stays.
func TestAblationsAreFirstPlanes(t *testing.T) {
	pos := board.NewPosition(9)
	rng := rand.New(rand.NewPCG(4, 12))
	for range 60 {
		if p := board.FromIndex(rng.IntN(81), 9); pos.Legal(p, pos.ToMove()) {
			pos.Play(p, pos.ToMove())
		}
	}
	e := NewExtractor()
	all := make([]float32, 81*int(ValuePlanes))
	e.Extract(all, int(ValuePlanes), &pos, ValuePlanes, 5)
	for _, planes := range []Planes{StonePlanes, TurnPlanes, LibertyPlanes, PolicyPlanes, ValuePlanes} {
		for _, stride := range []int{int(planes), 64} {
			dst := make([]float32, 81*stride+7)
			for i := range dst {
				dst[i] = -1
			}
			e.Extract(dst, stride, &pos, planes, 5)
			for i, v := range dst {
				want := float32(-1)
				if plane := i % stride; i < 81*stride && plane < int(planes) {
					want = all[i/stride*int(ValuePlanes)+plane]
				}
				if v != want {
					t.Fatalf("%d planes, stride %d: point %d, plane %d holds %v, want %v", planes, stride, i/stride, i%stride, v, want)
				}
			}
		}
	}
}

// TestPlanesValidate: only the paper's inputs exist.
func TestPlanesValidate(t *testing.T) {
	for n := range Planes(60) {
		valid := n == 4 || n == 12 || n == 20 || n == 48 || n == 49
		if err := n.Validate(); (err == nil) != valid {
			t.Errorf("%d planes: %v", n, err)
		}
	}
}

// TestNamesAreDistinct: people tell planes apart by them.
func TestNamesAreDistinct(t *testing.T) {
	of := map[string]int{}
	for i := range int(ValuePlanes) {
		if other, ok := of[Name(i)]; ok {
			t.Errorf("planes %d and %d are both %q", other, i, Name(i))
		}
		of[Name(i)] = i
	}
	for name, want := range map[string]int{
		"empty": 2, "turns since 0": 4, "turns since 7 or more": 11, "captures 0": 20, "self-atari of 1": 28,
		"liberties after 8 or more": 43, "ladder escape": 45,
	} {
		if of[name] != want {
			t.Errorf("%q is plane %d, want %d", name, of[name], want)
		}
	}
}

// TestExtractDoesNotAllocate, whatever changes between calls.
func TestExtractDoesNotAllocate(t *testing.T) {
	e := NewExtractor()
	dst := make([]float32, maxPoints*int(ValuePlanes))
	rng := rand.New(rand.NewPCG(19, 9))
	sym := Symmetry(0)
	var positions []board.Position
	for _, size := range []int{9, 19} {
		pos := board.NewPosition(size)
		for range size * size {
			if p := board.FromIndex(rng.IntN(size*size), size); pos.Legal(p, pos.ToMove()) {
				pos.Play(p, pos.ToMove())
			}
		}
		positions = append(positions, pos)
	}
	if allocs := testing.AllocsPerRun(50, func() {
		for i := range positions {
			e.Extract(dst, int(ValuePlanes), &positions[i], ValuePlanes, sym)
			sym = (sym + 1) % Symmetries
		}
	}); allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}
