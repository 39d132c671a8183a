package features

import (
	"testing"

	"github.com/tengen-go/tengen/board"
	"pgregory.net/rapid"
)

// image is where the nine points of a 3×3 board go, by drawing the board with
// each point's letter.
func image(s Symmetry) string {
	out := make([]byte, 9)
	for i := range 9 {
		out[s.Index(i, 3)] = "abcdefghi"[i]
	}
	return string(out)
}

// TestSymmetryImages fixes what the eight numbers mean, since seeds and
// checkpoints rely on them.
func TestSymmetryImages(t *testing.T) {
	want := [Symmetries]string{
		"abcdefghi", // identity
		"cbafedihg", // columns reversed
		"ghidefabc", // rows reversed
		"ihgfedcba", // half turn
		"adgbehcfi", // columns and rows exchanged
		"cfibehadg", // columns reversed, then exchanged: a quarter turn
		"gdahebifc", // rows reversed, then exchanged: the other quarter turn
		"ifchebgda", // the other diagonal
	}
	for s := range Symmetry(Symmetries) {
		if got := image(s); got != want[s] {
			t.Errorf("symmetry %d draws abcdefghi as %s, want %s", s, got, want[s])
		}
	}
}

// TestSymmetriesAreAGroup: distinct, closed under composition, with inverses.
func TestSymmetriesAreAGroup(t *testing.T) {
	images := map[string]Symmetry{}
	for s := range Symmetry(Symmetries) {
		if other, ok := images[image(s)]; ok {
			t.Errorf("symmetries %d and %d are the same", other, s)
		}
		images[image(s)] = s
	}
	for size := 2; size <= board.MaxSize; size++ {
		for s := range Symmetry(Symmetries) {
			for u := range Symmetry(Symmetries) {
				both := s.Compose(u)
				for i := range size * size {
					if got, want := both.Index(i, size), u.Index(s.Index(i, size), size); got != want {
						t.Fatalf("size %d: %d then %d moves %d to %d, their composition %d to %d", size, s, u, i, want, both, got)
					}
				}
			}
			for i := range size * size {
				if got := s.Inverse().Index(s.Index(i, size), size); got != i {
					t.Fatalf("size %d: %d and its inverse move %d to %d", size, s, i, got)
				}
			}
		}
	}
}

// TestSymmetryMovesPointsAndDistributionsAlike: what holds the probability of a
// point holds it at the point's image, and the inverse brings it back.
func TestSymmetryMovesPointsAndDistributionsAlike(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(board.MinSize, board.MaxSize).Draw(t, "size")
		s := Symmetry(rapid.IntRange(0, 7).Draw(t, "symmetry"))
		n := size * size
		src, dst, back := make([]float32, n), make([]float32, n), make([]float32, n)
		for i := range src {
			src[i] = float32(i + 1)
		}
		s.Distribution(dst, src, size)
		for i := range n {
			p := board.FromIndex(i, size)
			if got := dst[s.Point(p, size).Index(size)]; got != src[i] {
				t.Fatalf("the image of %s holds %v, want %v", p.Vertex(size), got, src[i])
			}
		}
		s.Inverse().Distribution(back, dst, size)
		for i := range back {
			if back[i] != src[i] {
				t.Fatalf("there and back: entry %d holds %v, want %v", i, back[i], src[i])
			}
		}
	})
	for s := range Symmetry(Symmetries) {
		if s.Point(board.Pass, 9) != board.Pass || s.Point(board.NoPoint, 9) != board.NoPoint {
			t.Errorf("symmetry %d moves a pass", s)
		}
	}
}

// TestPlanesTurnWithTheBoard: the planes of a transformed game are the
// transformed planes of the game, all 49, under all eight symmetries; and
// Extract's own symmetry is the same thing. Games are played out move by move, so
// chains, rings and liberty lists are built in a different order each time.
func TestPlanesTurnWithTheBoard(t *testing.T) {
	e := NewExtractor()
	const stride = int(ValuePlanes)
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.SampledFrom([]int{3, 5, 7, 9, 13, 19}).Draw(t, "size")
		moves := rapid.SliceOfN(rapid.IntRange(0, size*size-1), 1, 200).Draw(t, "moves")
		s := Symmetry(rapid.IntRange(0, 7).Draw(t, "symmetry"))
		pos, turned := board.NewPosition(size), board.NewPosition(size)
		for _, i := range moves {
			p := board.FromIndex(i, size)
			if pos.Legal(p, pos.ToMove()) {
				pos.Play(p, pos.ToMove())
				turned.Play(s.Point(p, size), turned.ToMove())
			}
		}
		n := size * size * stride
		plain, asked, played := make([]float32, n), make([]float32, n), make([]float32, n)
		e.Extract(plain, stride, &pos, ValuePlanes, 0)
		e.Extract(asked, stride, &pos, ValuePlanes, s)
		e.Extract(played, stride, &turned, ValuePlanes, 0)
		for i := range size * size {
			for plane := range stride {
				want := plain[i*stride+plane]
				at := s.Index(i, size)*stride + plane
				if asked[at] != want || played[at] != want {
					t.Fatalf("%s, plane %s, symmetry %d: %v; Extract under the symmetry %v, of the turned game %v\n%s",
						board.FromIndex(i, size).Vertex(size), Name(plane), s, want, asked[at], played[at], pos.String())
				}
			}
		}
	})
}

// TestColorsAreRelative: exchanging the colours of all stones and of the player
// to move changes only plane 48.
func TestColorsAreRelative(t *testing.T) {
	e := NewExtractor()
	const stride = int(ValuePlanes)
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(4, 11).Draw(t, "size")
		moves := rapid.SliceOfN(rapid.IntRange(0, size*size-1), 1, 150).Draw(t, "moves")
		pos, swapped := board.NewPosition(size), board.NewPosition(size)
		swapped.SetToMove(board.White)
		for _, i := range moves {
			p := board.FromIndex(i, size)
			if pos.Legal(p, pos.ToMove()) {
				pos.Play(p, pos.ToMove())
				swapped.Play(p, swapped.ToMove())
			}
		}
		a, b := make([]float32, size*size*stride), make([]float32, size*size*stride)
		e.Extract(a, stride, &pos, ValuePlanes, 0)
		e.Extract(b, stride, &swapped, ValuePlanes, 0)
		for i, v := range a {
			if i%stride == Color {
				v = 1 - v
			}
			if b[i] != v {
				t.Fatalf("%s, plane %s: %v, with colours exchanged %v", board.FromIndex(i/stride, size).Vertex(size), Name(i%stride), a[i], b[i])
			}
		}
	})
}
