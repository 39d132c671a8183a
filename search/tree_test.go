package search

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/wyrand"
)

// game is an empty board under area rules with the given komi.
func game(t testing.TB, size int, komi float64) *board.Game {
	t.Helper()
	rules := board.Chinese()
	rules.Komi = komi
	g, err := board.NewGame(size, rules)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func emptyGo(t testing.TB, size int) State { return NewGo(game(t, size, 7.5)) }

// uniform is a leaf evaluation by uniform playouts of Go.
func uniform(size int) func() Leaf {
	return func() Leaf { return &PlayoutLeaf{Playout: UniformGo(size)} }
}

// random is one by random moves of any game.
func random() Leaf { return &PlayoutLeaf{Playout: &Random{}} }

// grown is a tree after so many playouts.
func grown(t testing.TB, c Config, p Parts, s State, playouts int) *Tree {
	t.Helper()
	tree, err := New(c, p, s)
	if err != nil {
		t.Fatal(err)
	}
	search(t, tree, playouts)
	return tree
}

func search(t testing.TB, tree *Tree, playouts int) {
	t.Helper()
	if err := tree.Search(context.Background(), Budget{Playouts: playouts}); err != nil {
		t.Fatal(err)
	}
	check(t, tree)
}

// small is a configuration for tests.
func small(threads int) Config {
	return Config{Memory: 4 << 20, Threads: threads, ExpandAt: 1, VirtualLoss: 3, Seed: 1}
}

// rules are all rules, by name.
func rules() map[string]Rule {
	uctRave := NewMCRave()
	uctRave.C = 0.3
	mse := NewMCRave()
	mse.Schedule = MinimumMSE{Bias: 0.1}
	own := NewMCRave()
	own.Schedule, own.C = OwnVisits{K: 100}, 0.2
	reduced := NewPUCT()
	reduced.C, reduced.Reduction = 1, 0.2
	return map[string]Rule{
		"uct": NewUCT(), "greedy": Greedy{FirstPlay: 1}, "mc-rave": NewMCRave(), "mse": mse,
		"uct-rave": uctRave, "rave-own": own, "puct": NewPUCT(), "puct-reduced": reduced,
		"aoap": AOAP, "ocba": OCBA, "ttts": TTTS, "ucb1-tuned": UCB1Tuned{},
		"aoap-n0": AtLeast{Rule: AOAP, N0: 2}, "modelled": Models{Own: OCBA, Opponent: AtRandom{}},
	}
}

// check walks the whole store and reports what cannot be: it is called at rest, when every
// playout has left its trace everywhere and no virtual loss is left.
func check(t testing.TB, tree *Tree) {
	t.Helper()
	s := tree.store
	if s.nodes() >= len(s.hash) || s.edges() >= len(s.moves) {
		t.Fatalf("%d nodes and %d edges in use of %d and %d", s.nodes(), s.edges(), len(s.hash)-1, len(s.moves)-1)
	}
	s.weigh(tree.root)
	next := uint32(1)
	for node := uint32(1); int(node) <= s.nodes(); node++ {
		if s.first[node] != next {
			t.Fatalf("node %d has edges from %d on, want %d", node, s.first[node], next)
		}
		next += uint32(s.count[node])
		var e Edges
		s.look(&e, node)
		sum := 0
		for i := range e.Len() {
			o := e.Outcome(i)
			sum += o.N()
			if o.N() > 0 && !(o.Mean() >= 0 && o.Mean() <= 1) {
				t.Fatalf("node %d edge %d: mean reward %v of %d", node, i, o.Mean(), o.N())
			}
			if e.Playouts(i) != e.visits(i) {
				t.Fatalf("node %d edge %d: %d playouts came back, %d visits", node, i, e.Playouts(i), e.visits(i))
			}
			if e.rave != nil {
				if r := e.Rave(i); r.N() > 0 && !(r.Mean() >= 0 && r.Mean() <= 1) || tree.parts.Heuristic == nil &&
					e.Moves[i] != tree.passing && r.N() < o.N() && tree.config.ExpandAt == 0 {
					t.Fatalf("node %d edge %d: RAVE %d visits, mean %v, of %d visits", node, i, r.N(), r.Mean(), o.N())
				}
			}
			child := s.childOf(s.first[node] + uint32(i))
			if child != none && child != claimed && !tree.config.Transpositions && (s.above[child] != node || int(s.by[child]) != i) {
				t.Fatalf("node %d edge %d leads to node %d, which was made from node %d edge %d", node, i, child, s.above[child], s.by[child])
			}
			if child == claimed || child != none && (int(child) > s.nodes() || !tree.config.Transpositions && child <= node) {
				t.Fatalf("node %d edge %d leads to node %d of %d", node, i, child, s.nodes())
			}
			if child != none && s.weight[node] > 0 && !tree.config.Transpositions && int(s.visits[child])-experienceOf(s, child) > e.Playouts(i) {
				t.Fatalf("node %d edge %d: %d playouts, %d behind it", node, i, e.Playouts(i), s.visits[child])
			}
		}
		if sum != e.Visits {
			t.Fatalf("node %d counts %d visits, its edges %d", node, e.Visits, sum)
		}
	}
	if int(next) != s.edges()+1 {
		t.Fatalf("%d edges belong to nodes, %d are in use", next-1, s.edges())
	}
	if tree.tickets.open != 0 {
		t.Fatalf("%d tickets are open", tree.tickets.open)
	}
}

func experienceOf(s *store, node uint32) (n int) {
	if s.experience == nil {
		return 0
	}
	for _, x := range s.experience[s.first[node] : s.first[node]+uint32(s.count[node])] {
		n += x.visits()
	}
	return n
}

// From budgets that hold little more than the root to such that hold all, whatever the rule.
func TestRootVisitsEqualPlayouts(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine at work for long: nothing for the race detector")
	}
	for name, rule := range rules() {
		for _, memory := range []int64{2 << 10, 4 << 10, 9 << 10, 40 << 10, 1 << 20} {
			for _, shared := range []bool{false, true} {
				c := small(1)
				c.Memory, c.Transpositions = memory, shared
				tree := grown(t, c, Parts{Rule: rule, Leaf: uniform(5)}, emptyGo(t, 5), 700)
				search(t, tree, 500)
				if got := tree.Root().Visits; got != 1200 {
					t.Errorf("%s with %d bytes: %d visits after 1200 playouts", name, memory, got)
				}
				if memory < 40<<10 && tree.recycled == 0 || memory == 1<<20 && tree.recycled > 0 {
					t.Errorf("%s with %d bytes: recycled %d times", name, memory, tree.recycled)
				}
			}
		}
	}
}

func TestRootVisitsEqualPlayoutsOfManyWorkers(t *testing.T) {
	for name, rule := range rules() {
		for _, memory := range []int64{6 << 10, 60 << 10, 1 << 20} {
			for _, shared := range []bool{false, true} {
				c := small(4)
				c.Memory, c.Transpositions = memory, shared
				tree := grown(t, c, Parts{Rule: rule, Leaf: uniform(5), Heuristic: believer}, emptyGo(t, 5), 400)
				if r := tree.Root(); r.Visits != 400 || tree.Playouts() != 400 {
					t.Errorf("%s with %d bytes: %d visits and %d playouts, want 400", name, memory, r.Visits, tree.Playouts())
				}
			}
		}
	}
}

// believer gives moves experience by their number.
func believer() Heuristic { return believes{} }

type believes struct{}

func (believes) Experience(v *Visit, about []Experience) {
	for i, m := range v.Moves {
		k := float32(m % 7)
		about[i] = Experience{Mean: k / 7, Visits: k, RaveMean: 1 - k/7, RaveVisits: 2 * k}
	}
}

func TestMemoryStaysWithinItsBudget(t *testing.T) {
	for name, rule := range rules() {
		for _, memory := range []int64{3 << 10, 77_777, 1 << 20} {
			for _, edges := range []int{4, 20, 90} {
				for _, with := range []bool{false, true} {
					s := newStore(memory, edges, rule.Needs(), with, with)
					s.open()
					bytes := 8*len(s.hash) + 4*len(s.visits) + 4*len(s.first) + 2*len(s.count) + 4*len(s.above) + 2*len(s.by) + len(s.weight) + 4*len(s.to) +
						2*len(s.moves) + 4*len(s.child) + 8*(len(s.outcomes)+len(s.values)+len(s.rave)+len(s.squares)) +
						4*(len(s.priors)+len(s.finished)+len(s.experience)+len(s.table))
					if int64(bytes) > memory || int64(bytes) < memory*9/10 {
						t.Errorf("%s: %d bytes of a budget of %d", name, bytes, memory)
					}
				}
			}
		}
	}
}

// A tree that does not search takes no memory for nodes: an engine makes one for each size of the
// board that a controller sets.
func TestMemoryIsTakenForTheFirstSearch(t *testing.T) {
	c := small(1)
	c.Memory = 32 << 20 // of Go's memory, which tells how much was taken
	taken := func(f func()) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	var tree *Tree
	idle := taken(func() {
		var err error
		if tree, err = New(c, Parts{Rule: NewUCT(), Leaf: uniform(9)}, emptyGo(t, 9)); err != nil {
			t.Fatal(err)
		}
		tree.Advance(Move(board.XY(4, 4)))
		tree.Reseed(3)
		tree.Reset(emptyGo(t, 9))
		if used, room := tree.Nodes(); used != 0 || room < 1000 {
			t.Errorf("%d nodes, room for %d", used, room)
		}
	})
	if idle > 2<<20 {
		t.Errorf("%d bytes were taken before any search", idle)
	}
	search := func() {
		if err := tree.Search(t.Context(), Budget{Playouts: 5}); err != nil {
			t.Fatal(err)
		}
	}
	if first := taken(search); first < 25<<20 || first > 35<<20 {
		t.Errorf("%d bytes of %d were taken for the first search", first, c.Memory)
	}
	if again := taken(search); again > 2<<20 {
		t.Errorf("%d bytes were taken for the second search", again)
	}
}

func TestMemoryTooSmallForTheRoot(t *testing.T) {
	c := small(1)
	c.Memory = 1000
	tree, err := New(c, Parts{Rule: NewUCT(), Leaf: uniform(9)}, emptyGo(t, 9))
	if err != nil {
		t.Fatal(err)
	}
	err = tree.Search(context.Background(), Budget{Playouts: 1})
	if err == nil {
		t.Fatal("no complaint")
	}
	var want int64
	if _, e := fmt.Sscanf(err.Error(), "search memory of 1000 bytes holds no position with 81 moves: want %d or more", &want); e != nil {
		t.Fatal(err)
	}
	c.Memory = want
	grown(t, c, Parts{Rule: NewUCT(), Leaf: uniform(9)}, emptyGo(t, 9), 100)
}

func TestEqualSeedsGiveEqualSearches(t *testing.T) {
	for name, rule := range rules() {
		c := small(1)
		c.Memory = 50 << 10
		p := Parts{Rule: rule, Leaf: uniform(5), Heuristic: believer}
		a, b := grown(t, c, p, emptyGo(t, 5), 500), grown(t, c, p, emptyGo(t, 5), 500)
		search(t, a, 500)
		search(t, b, 500)
		if x, y := a.Root(), b.Root(); !slices.Equal(x.Moves, y.Moves) {
			t.Errorf("%s: two searches differ", name)
		}
		c.Seed = 2
		d := grown(t, c, p, emptyGo(t, 5), 1000)
		if x, y := a.Root(), d.Root(); slices.Equal(x.Moves, y.Moves) {
			t.Errorf("%s: another seed makes no difference", name)
		}
	}
}

func TestOutcomesStayInRange(t *testing.T) {
	wild := leafFunc(func(*Visit) (float32, error) { return 7, nil })
	tree := grown(t, small(1), Parts{Rule: NewUCT(), Leaf: func() Leaf { return wild }}, emptyTicTacToe(), 50)
	for _, m := range tree.Root().Moves {
		if m.Mean > 1 {
			t.Errorf("mean %v of outcomes beyond 1", m.Mean)
		}
	}
}

// leafFunc is a Leaf that only evaluates.
type leafFunc func(*Visit) (float32, error)

func (leafFunc) Expand(*Visit) error                  { return nil }
func (f leafFunc) Evaluate(v *Visit) (float32, error) { return f(v) }

// Colours exchanged, everything is as before for the player to move.
func TestMirrorNegates(t *testing.T) {
	for name, rule := range rules() {
		var results [2]Root
		for i, first := range []board.Color{board.Black, board.White} {
			g := game(t, 5, []float64{2.5, -2.5}[i])
			for k, p := range []board.Point{board.XY(2, 2), board.XY(2, 1), board.XY(1, 1), board.XY(3, 1)} {
				c := first
				if k%2 == 1 {
					c = c.Opponent()
				}
				if err := g.Play(p, c); err != nil {
					t.Fatal(err)
				}
			}
			if m, ok := rule.(Models); ok {
				m.Player = i
				rule = m
			}
			tree := grown(t, small(1), Parts{Rule: rule, Leaf: uniform(5), Heuristic: believer}, NewGo(g), 1500)
			results[i] = tree.Root()
		}
		a, b := results[0], results[1]
		if a.Player != 0 || b.Player != 1 || a.Mean != b.Mean || !slices.Equal(a.Moves, b.Moves) {
			t.Errorf("%s: Black's mean %v, White's in the mirror %v", name, a.Mean, b.Mean)
		}
		if math.Abs(a.Mean) == 0 || math.Abs(a.Mean) > 1 {
			t.Errorf("%s: mean %v", name, a.Mean)
		}
	}
}

func TestPlayoutsDoNotAllocate(t *testing.T) {
	for name, rule := range rules() {
		tree := grown(t, small(1), Parts{Rule: rule, Leaf: uniform(9), Heuristic: believer}, emptyGo(t, 9), 2000)
		w := tree.workers[0]
		if n := testing.AllocsPerRun(300, func() {
			if err := w.playout(); err != nil {
				t.Fatal(err)
			}
			if w.full {
				w.full = false
				tree.recycle(tree.recycled)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations a playout", name, n)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, size := range []int{9, 19} {
		for _, name := range []string{"uct", "mc-rave", "puct"} {
			b.Run(fmt.Sprintf("%s-%d", name, size), func(b *testing.B) {
				tree, err := New(DefaultConfig(), Parts{Rule: rules()[name], Leaf: uniform(size)}, emptyGo(b, size))
				if err != nil {
					b.Fatal(err)
				}
				b.ReportAllocs()
				b.ResetTimer()
				if err := tree.Search(context.Background(), Budget{Playouts: b.N}); err != nil {
					b.Fatal(err)
				}
			})
		}
		// The yardstick: the playouts alone.
		b.Run(fmt.Sprintf("playouts-%d", size), func(b *testing.B) {
			p := UniformGo(size)
			s := emptyGo(b, size)
			w, r := s.Clone(), wyrand.New(1)
			var trace []Move
			for range b.N {
				w.Set(s)
				_, trace = p.Playout(w, &r, trace[:0])
			}
		})
	}
}

// With transpositions a position has one node, however it is reached.
func TestTranspositions(t *testing.T) {
	for _, shared := range []bool{false, true} {
		c := small(1)
		c.Memory, c.Transpositions, c.ExpandAt = 16<<20, shared, 0
		tree := grown(t, c, Parts{Rule: NewUCT(), Leaf: random}, emptyTicTacToe(), 20000)
		hashes := map[uint64]int{}
		n, _ := tree.Nodes()
		for node := 1; node <= n; node++ {
			hashes[tree.store.hash[node]]++
		}
		if shared != (len(hashes) == n) || shared && n > 4520 {
			t.Errorf("shared %v: %d nodes of %d positions", shared, n, len(hashes))
		}
	}
}

// Weighing nodes by their parents agrees with walking the edges.
func TestWeights(t *testing.T) {
	tree := grown(t, small(1), Parts{Rule: NewMCRave(), Leaf: uniform(5)}, emptyGo(t, 5), 3000)
	s := tree.store
	for range 4 {
		s.weigh(tree.root)
		fast := slices.Clone(s.weight)
		clear(s.weight)
		s.weight[tree.root] = math.MaxUint8
		s.weighShared(uint32(s.nodes()) + 1)
		if !slices.Equal(fast, s.weight) || slices.Max(fast[tree.root+1:]) == 0 {
			t.Fatal("weights differ")
		}
		r := tree.Root()
		if !tree.Advance(r.Moves[MostVisits{}.Choose(r.Moves, 0)].Move) {
			t.Fatal("nothing was kept")
		}
		search(t, tree, 1000)
	}
}

// faultyLeaf is a leaf. While the test wants it, Expand fails at every seventh position below the root.
type faultyLeaf struct {
	Leaf
	tries  int
	broken bool
}

func (f *faultyLeaf) Expand(v *Visit) error {
	f.tries++
	if f.broken && !v.Root && f.tries%7 == 0 {
		return errBroken
	}
	return f.Leaf.Expand(v)
}

// A position whose evaluation failed may join the tree later; its first node, which nothing leads to,
// must not take the place of the second when room is made.
func TestFailedExpansionsLeaveNoTrace(t *testing.T) {
	c := small(1)
	c.Memory = 40 << 10
	leaf := &faultyLeaf{Leaf: uniform(5)(), broken: true}
	tree, err := New(c, Parts{Rule: NewUCT(), Leaf: func() Leaf { return leaf }}, emptyGo(t, 5))
	if err != nil {
		t.Fatal(err)
	}
	failed := 0
	for range 1500 {
		if err := tree.Search(context.Background(), Budget{Playouts: 5}); errors.Is(err, errBroken) {
			failed++
		} else if err != nil {
			t.Fatal(err)
		}
		check(t, tree)
	}
	leaf.broken = false
	search(t, tree, 500)
	check(t, tree)
	if failed < 50 || tree.recycled < 2 {
		t.Errorf("%d failures, room made %d times: too few to tell", failed, tree.recycled)
	}
}
