package rollout

import (
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/board"
)

func newSoftmax(tb testing.TB, tables *Tables, c SoftmaxConfig) *Softmax {
	tb.Helper()
	s, err := NewSoftmax(tables, c)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// shares writes the share of each point for the side to move to dst, by point: the
// probability of a move is its share of the sum.
func (s *Softmax) shares(pos *board.Position, dst *[cells]uint64) {
	for p := range dst {
		dst[p] = s.now(pos, board.Point(p))
	}
}

// freshShares scores every move by the reference, without anything kept from before.
func freshShares(p *Policy, pos *board.Position) (shares [cells]float64) {
	squares := int32(firstPattern + len(p.book.patterns.Responses))
	me := pos.ToMove()
	for i := range pos.EmptyCount() {
		m := pos.EmptyAt(i)
		if !pos.Legal(m, me) || pos.OwnEye(m, me) {
			continue
		}
		base, factor := float64(unit), 1.0
		for _, f := range (reference{p.book, pos}).features(m) {
			if f < squares {
				factor *= math.Exp(float64(p.weights[f]))
			} else {
				base = max(1, math.Floor(unit*math.Exp(float64(p.weights[f]))))
			}
		}
		shares[m] = base * factor
	}
	return shares
}

// What is kept while stones are played is to the last bit what a new look at the position
// gives, and that is what the features say. Captures, kos, merged chains and eyes come up
// by themselves in random games and in games by the policy.
func TestIncrementalAgainstFresh(t *testing.T) {
	p := somePolicy(t, KindRollout, 5)
	tables := NewTables(p)
	kept, fresh := newSoftmax(t, tables, SoftmaxConfig{}), newSoftmax(t, tables, SoftmaxConfig{})
	var a, b [cells]uint64
	rand := board.NewRand(3)
	var captures, kos, positions int
	for _, size := range []int{2, 5, 9, 19} {
		games := 4
		if testing.Short() {
			games = 2
		}
		for game := range games {
			pos := board.NewPosition(size)
			kept.start(&pos)
			for range 2 * size * size {
				if pos.Ko() != board.NoPoint {
					kos++
				}
				fresh.start(&pos)
				kept.shares(&pos, &a)
				fresh.shares(&pos, &b)
				if a != b || kept.total != fresh.total || kept.row != fresh.row || kept.changed != fresh.changed {
					t.Fatalf("%d×%d, after %v: shares differ from fresh ones", size, size, pos.Recent(0).Vertex(size))
				}
				positions++
				if positions%7 == 0 { // the reference is slow
					for q, want := range freshShares(p, &pos) {
						if got := float64(a[q]); math.Abs(got-want) > 1e-5*want+1 {
							t.Fatalf("%s: share %v, want %v", board.Point(q).Vertex(size), got, want)
						}
					}
				}
				m := kept.draw(&pos, &rand)
				if game%2 == 0 {
					m = pos.RandomMove(&rand)
				}
				if m == board.Pass && pos.Recent(0) == board.Pass {
					break
				}
				before := pos.EmptyCount()
				kept.play(&pos, m)
				if pos.EmptyCount() >= before {
					captures++
				}
			}
		}
	}
	if captures < 20 || kos < 1 || positions < 500 {
		t.Errorf("%d captures, %d kos, %d positions: too few to prove anything", captures, kos, positions)
	}
}

// Moves come as often as their shares say.
func TestDrawFrequencies(t *testing.T) {
	p := somePolicy(t, KindRollout, 6)
	s := newSoftmax(t, NewTables(p), SoftmaxConfig{})
	rand := board.NewRand(8)
	pos := board.NewPosition(5)
	s.start(&pos)
	for range 9 {
		s.play(&pos, s.draw(&pos, &rand))
	}
	var shares [cells]uint64
	s.shares(&pos, &shares)
	checkDraws(t, &shares, 200000, func() board.Point { return s.draw(&pos, &rand) })
}

// checkDraws compares how often moves are drawn with their shares, on a board of 5×5.
func checkDraws(t *testing.T, shares *[cells]uint64, draws int, draw func() board.Point) {
	t.Helper()
	sum := 0.0
	for _, n := range shares {
		sum += float64(n)
	}
	var count [cells]int
	for range draws {
		count[draw()]++
	}
	for q, n := range shares {
		want := float64(draws) * float64(n) / sum
		if d := float64(count[q]) - want; math.Abs(d) > 5*math.Sqrt(want)+1 || n == 0 && d != 0 {
			t.Errorf("%s: %d times, want %.0f", board.Point(q).Vertex(5), count[q], want)
		}
	}
}

// A draw ends soon and is right where nearly all weight is on moves that the previous one makes unlikely.
func TestDrawOfExtremeWeights(t *testing.T) {
	pos := board.NewPosition(5)
	pos.Play(board.XY(2, 2), board.Black)
	near := map[uint64]bool{} // patterns next to the stone, and others
	for i := range pos.EmptyCount() {
		m := pos.EmptyAt(i)
		s := uint64(reference{pos: &pos}.square(m).canonical())
		x, y := m.X(), m.Y()
		near[s] = near[s] || max(x, 4-x, y, 4-y) < 4
	}
	patterns := Patterns{Squares: slices.Sorted(maps.Keys(near))}
	weights := make([]float32, newBook(KindRollout, patterns).features())
	for i := range 8 {
		weights[featureNeighbour+i] = -100
	}
	for i, s := range patterns.Squares {
		weights[firstPattern+i] = -30
		if near[s] {
			weights[firstPattern+i] = 30
		}
	}
	p, err := NewPolicy(KindRollout, patterns, weights)
	if err != nil {
		t.Fatal(err)
	}
	s, rand := newSoftmax(t, NewTables(p), SoftmaxConfig{}), board.NewRand(9)
	s.start(&pos)
	var shares [cells]uint64
	s.shares(&pos, &shares)
	checkDraws(t, &shares, 20000, func() board.Point { return s.drawOnce(board.White-board.Black, &rand) })
	checkDraws(t, &shares, 200, func() board.Point { return s.draw(&pos, &rand) })
	// Where those with a change must not be played at all, the others are.
	clear(s.changes[:])
	s.changed = 0
	s.shares(&pos, &shares)
	checkDraws(t, &shares, 200, func() board.Point { return s.draw(&pos, &rand) })
}

// A game ends when nobody has a move but into eyes, within its limit, without garbage and
// alike for equal seeds.
func TestSoftmaxPlayout(t *testing.T) {
	tables := NewTables(somePolicy(t, KindRollout, 2))
	for _, size := range []int{2, 3, 9, 19} {
		s := newSoftmax(t, tables, SoftmaxConfig{Replies: 0.5 * float64(size%2)})
		trace := make([]board.Point, 0, MoveLimit(size))
		play := func(seed uint64) (board.Position, []board.Point) {
			pos, rand := board.NewPosition(size), board.NewRand(seed)
			return pos, s.Play(&pos, &rand, trace[:0])
		}
		_, first := play(1)
		first = append([]board.Point(nil), first...)
		again := board.NewPosition(size)
		for i, m := range first {
			if !again.Legal(m, again.ToMove()) || m != board.Pass && again.OwnEye(m, again.ToMove()) {
				t.Fatalf("move %d, %s, is illegal or fills an eye", i+1, m.Vertex(size))
			}
			again.Play(m, again.ToMove())
		}
		if len(first) < MoveLimit(size) {
			for range 2 {
				if m := again.RandomMove(new(board.Rand)); m != board.Pass {
					t.Errorf("%d×%d: ended with %s to play", size, size, m.Vertex(size))
				}
				again.Play(board.Pass, again.ToMove())
			}
		}
		if _, second := play(1); len(second) != len(first) {
			t.Errorf("%d×%d: the same seed gives another game", size, size)
		}
		pos, rand := board.NewPosition(size), board.NewRand(1)
		empty := pos
		if n := testing.AllocsPerRun(10, func() { pos = empty; s.Play(&pos, &rand, trace[:0]); s.Learn(board.Black) }); n != 0 {
			t.Errorf("%d×%d: %v allocations a game", size, size, n)
		}
	}
}

func BenchmarkSoftmax(b *testing.B) {
	s := newSoftmax(b, NewTables(somePolicy(b, KindRollout, 2)), SoftmaxConfig{})
	trace, rand := make([]board.Point, 0, MoveLimit(19)), board.NewRand(1)
	empty := board.NewPosition(19)
	moves := 0
	for b.Loop() {
		pos := empty
		moves += len(s.Play(&pos, &rand, trace[:0]))
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
}

// A reply of the winner is played again where both surroundings are as they were, and
// forgotten once it loses.
func TestReplies(t *testing.T) {
	p := somePolicy(t, KindRollout, 4)
	s := newSoftmax(t, NewTables(p), SoftmaxConfig{Replies: 1})
	rand := board.NewRand(5)
	start := board.NewPosition(9)
	start.Play(board.XY(4, 4), board.Black)
	trace := make([]board.Point, 0, MoveLimit(9))
	game := func(winner board.Color) (moves []board.Point) {
		pos := start
		moves = append(moves, s.Play(&pos, &rand, trace)...)
		s.Learn(winner)
		return moves
	}
	first := game(board.White)
	if again := game(board.Empty); again[0] != first[0] {
		t.Errorf("White's answer won and is %s now, was %s", again[0].Vertex(9), first[0].Vertex(9))
	}
	// Black's answers lost, so the second move is free; after a win it is fixed too.
	game(board.Black)
	seen := map[board.Point]bool{}
	for range 30 {
		seen[game(board.Black)[0]] = true
	}
	if len(seen) < 5 {
		t.Errorf("White's answers lose and are still only %d different ones", len(seen))
	}
	for _, c := range []float64{-0.1, 1.1, math.NaN()} {
		if _, err := NewSoftmax(NewTables(p), SoftmaxConfig{Replies: c}); err == nil {
			t.Errorf("replies %v pass", c)
		}
	}
}
