package shapes

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
)

// random has weights drawn at random.
func random(t testing.TB, size int, seed uint64) *Values {
	t.Helper()
	v, err := New(size)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	flat := v.Flat()
	for i := range flat {
		flat[i] = float32(rng.NormFloat64())
	}
	if err := v.SetFlat(flat); err != nil {
		t.Fatal(err)
	}
	return v
}

// slow is the logit by the definition: every window is read from the board.
type slow struct{ v *Values }

func (s slow) logit(pos *board.Position) float64 {
	size := pos.Size()
	sum := float64(s.v.pairs[2*constant])
	if pos.ToMove() == board.White {
		sum += float64(s.v.pairs[2*turn])
	} else {
		sum -= float64(s.v.pairs[2*turn])
	}
	l := s.v.layout
	n := 0
	for side := 1; side <= min(MaxSide, size); side++ {
		for y := range size - side + 1 {
			for x := range size - side + 1 {
				code, power := 0, 1
				for i := range side * side {
					code += power * int(pos.At(board.XY(x+i%side, y+i/side)))
					power *= 3
				}
				if w := l.windows[n]; w.x != x || w.y != y || w.side != side {
					panic("windows are in another order")
				}
				sum += float64(s.v.pairs[l.anywhere[first[side]+code]]) + float64(s.v.pairs[l.here[int(l.windows[n].here)+code]])
				n++
			}
		}
	}
	return sum
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-3*(1+math.Abs(a)) }

// Following the moves of a game gives what looking afresh gives, and every afterstate has
// the value that it has once the move is played.
func TestWindowsFollowAGame(t *testing.T) {
	captures := 0
	for _, size := range []int{2, 3, 5, 9} {
		v := random(t, size, uint64(size))
		for seed := range uint64(4) {
			r := board.NewRand(seed)
			pos := board.NewPosition(size)
			g, fresh := NewWindows(size), NewWindows(size)
			moves, values := make([]board.Point, 0, 400), make([]float32, 400)
			for range 2 * size * size {
				moves = append(pos.LegalMoves(moves[:0]), board.Pass)
				v.Afterstates(g, &pos, moves, values)
				for i, m := range moves {
					after := pos
					if after.Play(m, pos.ToMove()) > 0 {
						captures++
					}
					if want := (slow{v}).logit(&after); !near(float64(values[i]), want) {
						t.Fatalf("%s is worth %v, played %v\n%v", m.Vertex(size), values[i], want, pos.String())
					}
				}
				fresh.Set(&pos)
				for i := range g.codes {
					if g.codes[i] != fresh.codes[i] {
						t.Fatalf("window %d: %d followed, %d afresh\n%v", i, g.codes[i], fresh.codes[i], pos.String())
					}
				}
				active := v.Active(g, nil)
				if a, b, c := float64(v.Logit(g)), float64(v.Logit(fresh)), float64(v.Sum(active)); !near(a, b) ||
					!near(a, c) || !near(a, (slow{v}).logit(&pos)) {
					t.Fatalf("logit %v followed, %v afresh, %v by weights, %v slowly", a, b, c, (slow{v}).logit(&pos))
				}
				m := pos.RandomMove(&r)
				g.Play(&pos, m)
				pos.Play(m, pos.ToMove())
			}
		}
	}
	if captures < 100 {
		t.Errorf("only %d captures were tried", captures)
	}
}

// transformed is the position as a symmetry has it, with colours exchanged or not.
func transformed(pos *board.Position, s features.Symmetry, invert bool) *board.Position {
	size := pos.Size()
	out := board.NewPosition(size)
	color := func(c board.Color) board.Color {
		if invert {
			return c.Opponent()
		}
		return c
	}
	for i := range size * size {
		p := board.FromIndex(i, size)
		if c := pos.At(p); c != board.Empty {
			out.Put(s.Point(p, size), color(c))
		}
	}
	out.SetToMove(color(pos.ToMove()))
	return &out
}

// A position has the value of its rotations and reflections; with colours exchanged it has
// the opposite one, apart from the constant that stands for komi.
func TestSymmetricPositionsShareTheirValue(t *testing.T) {
	for _, size := range []int{2, 4, 5, 9} {
		v := random(t, size, 7)
		r := board.NewRand(uint64(size))
		pos := board.NewPosition(size)
		g := NewWindows(size)
		for range 3 * size {
			pos.Play(pos.RandomMove(&r), pos.ToMove())
			g.Set(&pos)
			b := float64(v.pairs[2*constant])
			want := float64(v.Logit(g)) - b
			for s := range features.Symmetry(features.Symmetries) {
				for _, invert := range []bool{false, true} {
					g.Set(transformed(&pos, s, invert))
					got := float64(v.Logit(g)) - b
					if invert {
						got = -got
					}
					if !near(got, want) {
						t.Fatalf("symmetry %d, colours exchanged %v: %v, want %v\n%v", s, invert, got, want, pos.String())
					}
				}
			}
		}
	}
}

// The empty board, which is its own opposite, is even but for the two weights that are no
// shapes.
func TestTheEmptyBoardIsEven(t *testing.T) {
	v := random(t, 9, 3)
	g := NewWindows(9)
	if got, want := v.Logit(g), v.pairs[2*constant]-v.pairs[2*turn]; got != want {
		t.Errorf("%v, want %v", got, want)
	}
	if n := len(v.Active(g, nil)); n != 2 {
		t.Errorf("%d weights are active on an empty board", n)
	}
}

// RLGO has nearly a million features on 9×9 (Gelly and Silver 2011, §3.4); sharing leaves a
// sixteenth, and a few more on the axes of symmetry.
func TestNumbersOfFeaturesAndWeights(t *testing.T) {
	v, err := New(9)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := v.Features(), 81*3+64*81+49*19683; got != want {
		t.Errorf("%d features, want %d", got, want)
	}
	if got := v.Weights(); got < v.Features()/16 || got > v.Features()/12 {
		t.Errorf("%d weights for %d features", got, v.Features())
	}
	// Burnside's lemma over the eight symmetries: 2,862 patterns of 3×3, 21 of 2×2; one of
	// colours exchanged for each left but where it is the same.
	if l := v.layout; l.free-special < 2862/2-100 || l.free-special > (2862+21+3)/2 {
		t.Errorf("%d weights of patterns anywhere", l.free-special)
	}
	// Every weight is somebody's: none was numbered and lost.
	used := make([]bool, v.layout.weights)
	for _, refs := range [][]int32{v.layout.anywhere, v.layout.here} {
		for _, ref := range refs {
			used[ref>>1] = true
		}
	}
	for i := special; i < len(used); i++ {
		if !used[i] {
			t.Fatalf("nothing has weight %d", i)
		}
	}
	if _, err := New(20); err == nil {
		t.Error("a board of 20×20")
	}
}

// A step changes the logit by the step times the squared length of the features, which
// count as often as they are there (and negatively where the colours are exchanged).
func TestLearnMovesAlongTheFeatures(t *testing.T) {
	v := random(t, 5, 1)
	g := NewWindows(5)
	pos := board.NewPosition(5)
	for _, p := range []board.Point{board.XY(1, 1), board.XY(3, 3), board.XY(2, 1)} {
		g.Play(&pos, p)
		pos.Play(p, pos.ToMove())
	}
	active := v.Active(g, nil)
	counts := map[int32]float64{}
	for _, ref := range active {
		counts[ref>>1] += 1 - 2*float64(ref&1)
	}
	length := 0.0
	for _, n := range counts {
		length += n * n
	}
	before := float64(v.Logit(g))
	v.Learn(active, 0.01)
	if got, want := float64(v.Logit(g))-before, 0.01*length; math.Abs(got-want) > 1e-4 {
		t.Errorf("the logit moved by %v, want %v", got, want)
	}
	for i := 0; i < len(v.pairs); i += 2 {
		if v.pairs[i] != -v.pairs[i+1] {
			t.Fatalf("pair %d is %v, %v", i/2, v.pairs[i], v.pairs[i+1])
		}
	}
}

// All moves of positions that have nothing to do with each other, as new nodes of a tree.
func BenchmarkAfterstates(b *testing.B) {
	v := random(b, 9, 1)
	var positions [64]board.Position
	for i := range positions {
		r := board.NewRand(uint64(i))
		positions[i] = board.NewPosition(9)
		for range 5 + i/4 {
			positions[i].Play(positions[i].RandomMove(&r), positions[i].ToMove())
		}
	}
	g, i := NewWindows(9), 0
	moves, values := make([]board.Point, 0, 81), make([]float32, 81)
	b.ReportAllocs()
	for b.Loop() {
		pos := &positions[i%len(positions)]
		moves = pos.LegalMoves(moves[:0])
		g.Set(pos)
		v.Afterstates(g, pos, moves, values)
		i++
	}
}
