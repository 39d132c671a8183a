package rollout

import (
	"maps"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/board"
)

// reference finds the features of one move by asking the board and by trying the move,
// with no table of points or directions.
type reference struct {
	book *book
	pos  *board.Position
}

func (r reference) cell(x, y int) cell {
	size := r.pos.Size()
	if x < 0 || y < 0 || x >= size || y >= size {
		return cellWall
	}
	p := board.XY(x, y)
	switch r.pos.At(p) {
	case board.Empty:
		return cellEmpty
	case r.pos.ToMove():
		return cell(min(3, r.pos.Liberties(p)))
	}
	return cell(4 + min(3, r.pos.Liberties(p)))
}

var compass = [8][2]int{{0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}}

var twelve = [12][2]int{
	{0, -1},
	{1, 0},
	{0, 1},
	{-1, 0},
	{1, -1},
	{1, 1},
	{-1, 1},
	{-1, -1},
	{0, -2},
	{2, 0},
	{0, 2},
	{-2, 0},
}

func (r reference) square(p board.Point) (s square) {
	for i, d := range compass {
		s |= square(r.cell(p.X()+d[0], p.Y()+d[1])) << (3 * i)
	}
	return s
}

func (r reference) diamond(p board.Point) (d diamond) {
	for i, w := range twelve {
		d |= diamond(r.cell(p.X()+w[0], p.Y()+w[1])) << (3 * i)
	}
	return d
}

// features are those of a move, sorted.
func (r reference) features(m board.Point) []int32 {
	b, pos := r.book, r.pos
	me := pos.ToMove()
	set := map[int32]bool{}
	if last := pos.Recent(0); last > 0 {
		for i, d := range compass {
			if m.X() == last.X()+d[0] && m.Y() == last.Y()+d[1] {
				set[int32(featureNeighbour+i)] = true
			}
		}
		for i, w := range twelve {
			if m.X() == last.X()+w[0] && m.Y() == last.Y()+w[1] {
				if at, ok := slices.BinarySearch(b.patterns.Responses, uint64(r.diamond(last).respond(i))); ok {
					set[featureResponse] = true
					set[int32(firstPattern+at)] = true
				}
			}
		}
		after := *pos
		legal := after.Legal(m, me)
		if legal {
			after.Play(m, me)
		}
		for _, q := range last.Neighbours() {
			if legal && pos.At(q) == me && pos.Liberties(q) == 1 && after.Liberties(q) >= 2 {
				set[featureSaveAtari] = true
			}
			if n, ok := r.nakade(q, m); ok {
				set[int32(featureNakade+n)] = true
			}
		}
	}
	if at, ok := slices.BinarySearch(b.patterns.Squares, uint64(r.square(m).canonical())); ok {
		set[int32(firstPattern+len(b.patterns.Responses)+at)] = true
	}
	if b.kind == KindTree {
		base := firstPattern + len(b.patterns.Responses) + len(b.patterns.Squares)
		after := *pos
		after.Play(m, me)
		if after.Liberties(m) < 2 {
			set[int32(base)] = true
		}
		for k := range 2 {
			if q := pos.Recent(k); q > 0 {
				set[int32(base+1+17*k+min(16, manhattan(q, m)))] = true
			}
		}
		least, _ := r.diamond(m).canonical()
		if at, ok := slices.BinarySearch(b.patterns.Diamonds, uint64(least)); ok {
			set[int32(base+1+34+at)] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// nakade is the pattern of m in the eyespace that q is in.
func (r reference) nakade(q, m board.Point) (int, bool) {
	if r.pos.At(q) != board.Empty {
		return 0, false
	}
	region := map[board.Point]bool{q: true}
	for todo := []board.Point{q}; len(todo) > 0; todo = todo[1:] {
		for _, x := range todo[0].Neighbours() {
			if r.pos.At(x) == r.pos.ToMove() {
				return 0, false
			}
			if r.pos.At(x) == board.Empty && !region[x] {
				region[x] = true
				todo = append(todo, x)
			}
		}
	}
	if len(region) > 7 || !region[m] {
		return 0, false
	}
	least, inside := 1<<12, 0
	for t := range 8 {
		shape := 0
		inside = 0
		for i, w := range twelve {
			if x, y := m.X()+w[0], m.Y()+w[1]; x >= 0 && x < r.pos.Size() && y >= 0 && y < r.pos.Size() && region[board.XY(x, y)] {
				shape |= 1 << turned[t][i]
				inside++
			}
		}
		least = min(least, shape)
	}
	if inside+1 < len(region) {
		least |= 1 << 12
	}
	return least, true
}

// somePatterns are what stands in random games.
func somePatterns(kind Kind) Patterns {
	responses, squares, diamonds := map[uint64]bool{}, map[uint64]bool{}, map[uint64]bool{}
	rand := board.NewRand(7)
	for _, size := range []int{5, 9, 19} {
		pos := board.NewPosition(size)
		for range size * size {
			m := pos.RandomMove(&rand)
			if m == board.Pass {
				break
			}
			r := reference{pos: &pos}
			if last := pos.Recent(0); last > 0 {
				for i := range 12 {
					if rand.IntN(3) > 0 {
						responses[uint64(r.diamond(last).respond(i))] = true
					}
				}
			}
			squares[uint64(r.square(m).canonical())] = true
			least, _ := r.diamond(m).canonical()
			diamonds[uint64(least)] = true
			pos.Play(m, pos.ToMove())
		}
	}
	p := Patterns{Responses: slices.Sorted(maps.Keys(responses)), Squares: slices.Sorted(maps.Keys(squares))}
	if kind == KindTree {
		p.Diamonds = slices.Sorted(maps.Keys(diamonds))
	}
	return p
}

// somePolicy has such patterns and random weights.
func somePolicy(tb testing.TB, kind Kind, seed uint64) *Policy {
	tb.Helper()
	patterns := somePatterns(kind)
	rand := board.NewRand(seed)
	weights := make([]float32, newBook(kind, patterns).features())
	for i := range weights {
		weights[i] = float32(rand.IntN(2001)-1000) / 500
	}
	p, err := NewPolicy(kind, patterns, weights)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// randomGames calls f with every position of random games, the mover's turn set.
func randomGames(sizes []int, games int, f func(pos *board.Position, r *board.Rand)) {
	rand := board.NewRand(1)
	for _, size := range sizes {
		for range games {
			pos := board.NewPosition(size)
			for range 2 * size * size {
				f(&pos, &rand)
				m := pos.RandomMove(&rand)
				if m == board.Pass && pos.Recent(0) == board.Pass {
					break
				}
				pos.Play(m, pos.ToMove())
			}
		}
	}
}

// The reader finds what the reference finds, for every move of random games.
func TestReaderAgainstReference(t *testing.T) {
	sizes := []int{2, 5, 9, 19}
	if testing.Short() {
		sizes = sizes[:3]
	}
	for _, kind := range []Kind{KindRollout, KindTree} {
		p := somePolicy(t, kind, 1)
		reader := NewReader(p)
		var c Candidates
		var seen [5]int // features by group, so that none is missing from the test
		randomGames(sizes, 3, func(pos *board.Position, r *board.Rand) {
			if pos.Size() == 19 && r.IntN(12) > 0 {
				return // the reference is slow
			}
			reader.Read(pos, &c)
			want := map[board.Point]bool{}
			for i := range pos.EmptyCount() {
				if q := pos.EmptyAt(i); pos.Legal(q, pos.ToMove()) {
					want[q] = true
				}
			}
			if len(want) != len(c.Moves) {
				t.Fatalf("%d moves, want %d", len(c.Moves), len(want))
			}
			for i, m := range c.Moves {
				got := slices.Sorted(slices.Values(c.Of(i)))
				expected := reference{p.book, pos}.features(m)
				if !want[m] || !slices.Equal(got, expected) {
					t.Fatalf("move %v: features %v, want %v, among the moves: %v", m.Vertex(pos.Size()), got, expected, want[m])
				}
				for _, f := range got {
					switch {
					case f == featureSaveAtari:
						seen[0]++
					case f >= featureNakade && f < firstPattern:
						seen[1]++
					case f == featureResponse:
						seen[2]++
					case f >= p.book.firstOfTree() && kind == KindTree:
						seen[3]++
						if f == p.book.firstOfTree() {
							seen[4]++
						}
					}
				}
			}
		})
		for i, n := range seen {
			if n == 0 && (i < 3 || kind == KindTree) {
				t.Errorf("%s: no feature of group %d was ever active", kind, i)
			}
		}
	}
}
