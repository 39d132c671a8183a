package search

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/rollout"
)

// uniformPlayout makes uniform playouts of 5×5.
func uniformPlayout() Playout { return NewGoPlayout(rollout.Uniform{}, 5) }

// firstMoves is a tree policy that likes the first of the moves.
type firstMoves struct{}

func (firstMoves) Priors(_ *board.Position, moves []board.Point, dst []float32) {
	sum := float32(0)
	for i := range moves {
		dst[i] = 1 / float32(i+1)
		sum += dst[i]
	}
	for i := range moves {
		dst[i] /= sum
	}
}

// apvOf is a search of 5×5 by networks behind a queue.
func apvOf(t testing.TB, n Networks, c QueueConfig) APV {
	t.Helper()
	a := PaperAPV()
	a.Network = newNetwork(t, newQueue(t, n, c), DefaultNetworkConfig())
	a.Playout, a.Threshold = uniformPlayout, 2
	a.TreePolicy = func() TreePolicy { return firstMoves{} }
	return a
}

func (a APV) tree(t testing.TB, threads, playouts int) *Tree {
	t.Helper()
	c := small(threads)
	p, err := a.Parts(&c)
	if err != nil {
		t.Fatal(err)
	}
	return grown(t, c, p, emptyGo(t, 5), playouts)
}

// same says whether two trees are the same in every number.
func same(a, b *Tree) bool {
	x, y := a.store, b.store
	n, e := x.nodes()+1, x.edges()+1
	return x.used.Load() == y.used.Load() && slices.Equal(x.hash[1:n], y.hash[1:n]) &&
		slices.Equal(x.visits[1:n], y.visits[1:n]) && slices.Equal(x.child[1:e], y.child[1:e]) &&
		slices.Equal(x.outcomes[1:e], y.outcomes[1:e]) && slices.Equal(x.priors[1:e], y.priors[1:e]) &&
		(x.values == nil || slices.Equal(x.values[1:e], y.values[1:e]))
}

// With one thread a search repeats, with and without playouts, whether it waits or posts its
// questions to a queue of its own, and whatever the cache still knows.
func TestAPVRepeats(t *testing.T) {
	for _, lambda := range []float64{0, 0.5, 1} {
		a := apvOf(t, tiny(t, true, true), QueueConfig{Evaluations: 1, Batch: 4})
		a.Lambda = lambda
		first := a.tree(t, 1, 400)
		if !same(first, a.tree(t, 1, 400)) {
			t.Errorf("lambda %v: two searches differ", lambda)
		}
		a.Wait = true
		if !same(first, a.tree(t, 1, 400)) {
			t.Errorf("lambda %v: waiting makes a difference", lambda)
		}
		cached := apvOf(t, tiny(t, true, true), QueueConfig{Evaluations: 1, Batch: 4, Cache: 200000})
		cached.Lambda = lambda
		for range 2 {
			if !same(first, cached.tree(t, 1, 400)) {
				t.Errorf("lambda %v: the cache makes a difference", lambda)
			}
		}
		if s := cached.Network.Queue().Stats(); s.Hits == 0 {
			t.Errorf("lambda %v: nothing came from the cache", lambda)
		}
	}
}

// Every value that was asked for arrives at every edge on the way, once; every node has the
// priors of the network in the end.
func TestValuesAndPriorsArrive(t *testing.T) {
	for name, c := range map[string]QueueConfig{
		"at once": {Evaluations: 4, Batch: 1},
		"later":   {Evaluations: 1, Batch: 4},
	} {
		a := apvOf(t, tiny(t, true, true), c)
		tree := a.tree(t, 4, 600)
		s := tree.store
		asked := 0
		for node := uint32(1); int(node) <= s.nodes(); node++ {
			var e Edges
			s.look(&e, node)
			for i := range e.Len() {
				edge := s.first[node] + uint32(i)
				want := 0
				if s.child[edge]&0x80000000 != 0 {
					want++
					asked++
				} else if name == "at once" && e.Outcome(i).N() > 0 {
					t.Fatalf("%s: an edge has %d visits and no value", name, e.Outcome(i).N())
				}
				if child := s.childOf(edge); child != none {
					var below Edges
					s.look(&below, child)
					for j := range below.Len() {
						want += below.Value(j).N()
					}
				}
				if got := e.Value(i).N(); got != want {
					t.Fatalf("%s: an edge has %d values, want %d", name, got, want)
				}
			}
		}
		stats := a.Network.Queue().Stats()
		if int(stats.Positions) != asked+s.nodes() {
			t.Errorf("%s: %d positions were evaluated, %d values and %d priors asked for", name, stats.Positions, asked, s.nodes())
		}
		if asked == 0 {
			t.Errorf("%s: no values were asked for", name)
		}
		// The root's priors and, by way of example, those of its children.
		walk(tree, func(state *Go, e *Edges) {
			want := make([]float32, len(e.Moves))
			if _, err := a.Network.Evaluate(state, e.Moves, want); err != nil {
				t.Fatal(err)
			}
			for i := range want {
				if e.Prior(i) != want[i] {
					t.Fatalf("%s: a move has prior %v, want the network's %v", name, e.Prior(i), want[i])
				}
			}
		})
	}
}

// walk visits the root and the nodes behind its moves.
func walk(tree *Tree, visit func(*Go, *Edges)) {
	s := tree.store
	var e Edges
	s.look(&e, tree.root)
	visit(tree.state.(*Go), &e)
	for i, m := range e.Moves {
		child := s.childOf(s.first[tree.root] + uint32(i))
		if child == none {
			continue
		}
		state := tree.state.Clone().(*Go)
		state.Play(m)
		var below Edges
		s.look(&below, child)
		visit(state, &below)
	}
}

// A question that nobody has answered yet leaves the tree policy's priors in place, and the
// search goes on.
func TestPlaceholders(t *testing.T) {
	a := apvOf(t, tiny(t, true, false), QueueConfig{Evaluations: 1, Batch: 4})
	q := a.Network.queue
	q.running = 1 // somebody else's call that takes its time
	c := small(1)
	c.Threads = 2 // so that the answers may come later
	p, err := a.Parts(&c)
	if err != nil {
		t.Fatal(err)
	}
	leaf := p.Leaf().(*apvLeaf)
	tree, err := New(c, p, emptyGo(t, 5))
	if err != nil {
		t.Fatal(err)
	}
	w := tree.workers[0]
	w.leaf = leaf
	q.running = 0
	if err := tree.plant(); err != nil {
		t.Fatal(err)
	}
	q.running = 1
	w.state.Set(tree.state)
	e := Edges{}
	tree.store.look(&e, tree.root)
	w.path = append(w.path[:0], step{node: tree.root, edge: tree.store.first[tree.root]})
	w.state.Play(e.Moves[0])
	node, err := w.expand(false)
	if err != nil || node == none {
		t.Fatal(node, err)
	}
	var below Edges
	tree.store.look(&below, node)
	want := make([]float32, below.Len())
	firstMoves{}.Priors(nil, make([]board.Point, below.Len()), want)
	for i := range want {
		if below.Prior(i) != want[i] {
			t.Fatalf("move %d has prior %v, want the tree policy's %v", i, below.Prior(i), want[i])
		}
	}
	q.running = 0
	tree.settle()
	if _, err := a.Network.Evaluate(w.state, below.Moves, want); err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if below.Prior(i) != want[i] {
			t.Fatalf("move %d has prior %v, want the network's %v", i, below.Prior(i), want[i])
		}
	}
}

// What a model lacks is done without, and said.
func TestMissingParts(t *testing.T) {
	for _, c := range []struct {
		policy, value, playout, tree bool
		lambda                       float64
		notes                        string
	}{
		{true, true, true, true, 0.5, ""},
		{true, false, true, true, 1, "lambda = 1"},
		{true, true, false, true, 0, "lambda = 0"},
		{false, true, true, true, 0.5, "the tree policy gives the priors"},
		{false, true, false, false, 0, "the same prior"},
	} {
		a := apvOf(t, tiny(t, c.policy, c.value), DefaultQueueConfig())
		if !c.playout {
			a.Playout = nil
		}
		if !c.tree {
			a.TreePolicy = nil
		}
		notes := strings.Join(a.Notes(), "; ")
		if a.MixedBy() != c.lambda || !strings.Contains(notes, c.notes) || (notes == "") != (c.notes == "") {
			t.Errorf("%+v: lambda %v, %q", c, a.MixedBy(), notes)
		}
		tree := a.tree(t, 1, 100)
		if n := tree.Root().Visits; n != 100 {
			t.Errorf("%+v: %d visits", c, n)
		}
		if c.lambda == 0 { // every playout judges a new position
			if used, _ := tree.Nodes(); used < 100 {
				t.Errorf("%+v: %d positions read in 100 playouts", c, used)
			}
		}
	}
	a := apvOf(t, tiny(t, true, false), DefaultQueueConfig())
	a.Playout = nil
	if _, err := a.Parts(&Config{}); err == nil || !strings.Contains(err.Error(), "nothing judges") {
		t.Errorf("no playouts and no value network: %v", err)
	}
	for name, spoil := range map[string]func(*APV){
		"network":   func(a *APV) { a.Network = nil },
		"c":         func(a *APV) { a.C = -1 },
		"lambda":    func(a *APV) { a.Lambda = 1.5 },
		"threshold": func(a *APV) { a.Threshold = -1 },
		"reduction": func(a *APV) { a.Reduction = 3 },
	} {
		a := apvOf(t, tiny(t, true, true), DefaultQueueConfig())
		spoil(&a)
		if a.Validate() == nil {
			t.Errorf("a faulty %s was taken", name)
		}
	}
}

// A network that breaks down ends the search with its error, now or later.
func TestAPVEndsWithTheNetworksError(t *testing.T) {
	broken := errors.New("broken")
	for _, threads := range []int{1, 3} {
		for _, wait := range []bool{false, true} {
			f := &faulty{Networks: tiny(t, true, true), priors: 1.0 / 25}
			a := apvOf(t, f, QueueConfig{Evaluations: 1, Batch: 2})
			a.Wait = wait
			c := small(threads)
			p, err := a.Parts(&c)
			if err != nil {
				t.Fatal(err)
			}
			tree := grown(t, c, p, emptyGo(t, 5), 50)
			f.err = broken
			if err := tree.Search(context.Background(), Budget{Playouts: 200}); !errors.Is(err, broken) {
				t.Errorf("%d threads, wait %v: error %v", threads, wait, err)
			}
			check(t, tree)
		}
	}
}

func TestAPVDoesNotAllocate(t *testing.T) {
	for _, lambda := range []float64{0, 0.5, 1} {
		a := apvOf(t, tiny(t, true, true), DefaultQueueConfig())
		a.Lambda = lambda
		tree := a.tree(t, 1, 1000)
		w := tree.workers[0]
		if n := testing.AllocsPerRun(300, func() {
			if err := w.playout(); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("lambda %v: %v allocations a playout", lambda, n)
		}
	}
}

// n_thr follows the price of the network; c_puct and Reduction are those of docs/benchmarks.md.
func TestTunedAPV(t *testing.T) {
	work := func(board, filters, layers int) int {
		return nets.PolicyConfig{Board: board, Planes: 48, Filters: filters, Layers: layers}.MultiplyAdds()
	}
	for _, c := range []struct{ size, filters, layers, threshold int }{{9, 32, 6, 2}, {9, 64, 8, 8}, {19, 64, 8, 8}, {19, 192, 13, 40}} {
		a := TunedAPV(c.size, work(c.size, c.filters, c.layers))
		if a.Threshold != c.threshold {
			t.Errorf("%+v: n_thr %d", c, a.Threshold)
		}
		if a.Lambda != 0.5 || a.C != 2 || c.size == 19 && a.Reduction != 0.3 {
			t.Errorf("%+v: %+v", c, a)
		}
	}
	if p := PaperAPV(); p.C != 5 || p.Lambda != 0.5 || p.Threshold != 40 || DefaultNetworkConfig().Temperature != 0.67 {
		t.Errorf("Extended Data Table 5 became %+v", p)
	}
}
