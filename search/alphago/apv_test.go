package alphago

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/gostate"
)

// uniformPlayout makes uniform playouts of 5×5.
func uniformPlayout() search.Playout { return gostate.NewPlayout(rollout.Uniform{}, 5) }

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
	a.Playout, a.ExpandAt = uniformPlayout, 3
	a.TreePolicy = func() TreePolicy { return firstMoves{} }
	return a
}

func (a APV) tree(t testing.TB, threads, playouts int) *search.Tree {
	t.Helper()
	tree := a.seed(t, small(threads))
	grow(t, tree, playouts)
	return tree
}

// seed is a tree of 5×5 before its first playout.
func (a APV) seed(t testing.TB, c search.Config) *search.Tree {
	t.Helper()
	p, err := a.Parts(&c)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := search.New(c, p, empty(t, 5))
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func grow(t testing.TB, tree *search.Tree, playouts int) {
	t.Helper()
	if err := tree.Search(context.Background(), search.Budget{Playouts: playouts}); err != nil {
		t.Fatal(err)
	}
	check(t, tree)
}

// check looks at a tree at rest: no virtual loss is left, and all visits have come back.
func check(t testing.TB, tree *search.Tree) {
	t.Helper()
	tree.Walk(func(path []search.Move, e *search.Edges) bool {
		sum := 0
		for i := range e.Len() {
			sum += e.Outcome(i).N()
		}
		if sum != e.Visits {
			t.Fatalf("after %v: %d visits, %d of the moves", path, e.Visits, sum)
		}
		return true
	})
}

// small is a configuration for tests.
func small(threads int) search.Config {
	return search.Config{Memory: 4 << 20, Threads: threads, ExpandAt: 1, VirtualLoss: 3, Seed: 1}
}

// written is a tree with every number in it, N_v and W_v where they are kept.
func written(tree *search.Tree, values bool) string {
	var b strings.Builder
	tree.Walk(func(path []search.Move, e *search.Edges) bool {
		fmt.Fprintln(&b, path, e.Visits)
		for i, m := range e.Moves {
			fmt.Fprintln(&b, m, e.Outcome(i), e.Prior(i))
			if values {
				fmt.Fprintln(&b, e.Value(i))
			}
		}
		return true
	})
	return b.String()
}

// With one thread a search repeats, with and without playouts, whether it waits or posts its
// questions to a queue of its own, and whatever the cache still knows.
func TestAPVRepeats(t *testing.T) {
	for _, lambda := range []float64{0, 0.5, 1} {
		a := apvOf(t, tiny(t, true, true), QueueConfig{Evaluations: 1, Batch: 4})
		a.Lambda = lambda
		same := func(a, b *search.Tree) bool { return written(a, lambda == 0.5) == written(b, lambda == 0.5) }
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
		positions, asked := 0, 0
		below := map[string]int{} // values of all moves of a position, by the way to it
		tree.Walk(func(path []search.Move, e *search.Edges) bool {
			positions++
			for i := range e.Len() {
				below[fmt.Sprint(path)] += e.Value(i).N()
			}
			return true
		})
		tree.Walk(func(path []search.Move, e *search.Edges) bool {
			for i, m := range e.Moves {
				own := e.Value(i).N() - below[fmt.Sprint(append(path[:len(path):len(path)], m))]
				if own < 0 || own > 1 {
					t.Fatalf("%s: after %v, %d has %d values more than the moves behind it", name, path, m, own)
				}
				if name == "at once" && own == 0 && e.Outcome(i).N() > 0 {
					t.Fatalf("%s: a move has %d visits and no value", name, e.Outcome(i).N())
				}
				asked += own
			}
			return true
		})
		stats := a.Network.Queue().Stats()
		if int(stats.Positions) != asked+positions {
			t.Errorf("%s: %d positions were evaluated, %d values and %d priors asked for", name, stats.Positions, asked, positions)
		}
		if asked == 0 {
			t.Errorf("%s: no values were asked for", name)
		}
		tree.Walk(func(path []search.Move, e *search.Edges) bool {
			hasPriors(t, e, a.Network, path)
			return len(path) == 0 // the root and the nodes behind its moves
		})
	}
}

// hasPriors fails unless the moves of a position of 5×5 have the network's priors.
func hasPriors(t *testing.T, e *search.Edges, n *Network, path []search.Move) {
	t.Helper()
	state, want := empty(t, 5), make([]float32, len(e.Moves))
	for _, m := range path {
		state.Play(m)
	}
	if _, err := n.Evaluate(state, e.Moves, want); err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if e.Prior(i) != want[i] {
			t.Fatalf("after %v a move has prior %v, want the network's %v", path, e.Prior(i), want[i])
		}
	}
}

// A question that nobody has answered yet leaves the tree policy's priors in place, and the
// search goes on.
func TestPlaceholders(t *testing.T) {
	a := apvOf(t, tiny(t, true, false), QueueConfig{Evaluations: 1, Batch: 4})
	q := a.Network.queue
	tree := a.seed(t, small(1))
	grow(t, tree, 1)
	q.running = 1 // somebody else's call that takes its time
	looked := 0
	stop := func() bool {
		if tree.Playouts() < 150 || looked > 0 {
			return false
		}
		tree.Walk(func(path []search.Move, e *search.Edges) bool {
			if len(path) == 0 {
				return true
			}
			looked++
			want := make([]float32, e.Len())
			firstMoves{}.Priors(nil, make([]board.Point, e.Len()), want)
			for i := range want {
				if e.Prior(i) != want[i] {
					t.Errorf("after %v move %d has prior %v, want the tree policy's %v", path, i, e.Prior(i), want[i])
				}
			}
			return true
		})
		q.running = 0
		return true
	}
	if err := tree.Search(context.Background(), search.Budget{Playouts: 200, Stop: stop}); err != nil {
		t.Fatal(err)
	}
	if looked == 0 {
		t.Fatal("no position joined the tree")
	}
	tree.Walk(func(path []search.Move, e *search.Edges) bool {
		hasPriors(t, e, a.Network, path)
		return true
	})
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
	if _, err := a.Parts(&search.Config{}); err == nil || !strings.Contains(err.Error(), "nothing judges") {
		t.Errorf("no playouts and no value network: %v", err)
	}
	for name, spoil := range map[string]func(*APV){
		"network":   func(a *APV) { a.Network = nil },
		"c":         func(a *APV) { a.C = -1 },
		"lambda":    func(a *APV) { a.Lambda = 1.5 },
		"expand at": func(a *APV) { a.ExpandAt = -1 },
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
			tree := a.tree(t, threads, 50)
			f.err = broken
			if err := tree.Search(context.Background(), search.Budget{Playouts: 200}); !errors.Is(err, broken) {
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
		if n := testing.AllocsPerRun(300, func() {
			if err := tree.Search(context.Background(), search.Budget{Playouts: 1}); err != nil {
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
		if a.ExpandAt != c.threshold+1 {
			t.Errorf("%+v: n_thr %d", c, a.ExpandAt-1)
		}
		if a.Lambda != 0.5 || a.C != 2 || c.size == 19 && a.Reduction != 0.3 {
			t.Errorf("%+v: %+v", c, a)
		}
	}
	if TunedTemperature(9) != 1 || TunedTemperature(13) != 0.67 || TunedTemperature(19) != 0.67 {
		t.Errorf("β by the board: %v %v %v", TunedTemperature(9), TunedTemperature(13), TunedTemperature(19))
	}
	if TunedByStage(9) || !TunedByStage(13) || TunedByStage(19) {
		t.Error("λ by the stage of the game is for 13×13")
	}
	if p := PaperAPV(); p.C != 5 || p.Lambda != 0.5 || p.ExpandAt != 41 || DefaultNetworkConfig().Temperature != 0.67 {
		t.Errorf("Extended Data Table 5 became %+v", p)
	}
}

// The queue's answers all come before the store is recycled, from whichever worker gives them.
func TestAPVRecycles(t *testing.T) {
	for _, queue := range []QueueConfig{{Evaluations: 1, Batch: 4}, {Evaluations: 4, Batch: 1}} {
		a := apvOf(t, tiny(t, true, true), queue)
		c := small(4)
		c.Memory = 4 << 10
		tree := a.seed(t, c)
		grow(t, tree, 500)
		visits := 500
		// How fast a tree grows depends on when answers come, so the search goes on until positions
		// have left it. A store that is recycled keeps half of them at most, so a few playouts later
		// there are still fewer than before.
		const few, most = 4, 50_000
		used, room := tree.Nodes()
		for recycled := false; !recycled; visits += few {
			if visits > most {
				t.Fatalf("%d of %d positions after %d playouts: nothing was recycled", used, room, visits)
			}
			grow(t, tree, few)
			before := used
			used, _ = tree.Nodes()
			recycled = used < before
		}
		if r := tree.Root(); r.Visits != visits {
			t.Errorf("%d visits after %d playouts", r.Visits, visits)
		}
	}
}

// counted is a tree policy that counts its calls.
type counted struct {
	firstMoves
	calls *atomic.Int64
}

func (c counted) Priors(pos *board.Position, moves []board.Point, dst []float32) {
	c.calls.Add(1)
	c.firstMoves.Priors(pos, moves, dst)
}

// The tree policy is asked only for positions about which the network answers later.
func TestPlaceholdersAreMadeOnlyIfTheyAreSeen(t *testing.T) {
	for _, busy := range []bool{false, true} {
		a := apvOf(t, tiny(t, true, false), QueueConfig{Evaluations: 2, Batch: 4})
		var calls atomic.Int64
		a.TreePolicy = func() TreePolicy { return counted{calls: &calls} }
		tree := a.seed(t, small(1))
		grow(t, tree, 1)
		if busy {
			a.Network.queue.running = 2 // other games' calls
		}
		stop := func() bool {
			if tree.Playouts() < 150 {
				return false
			}
			a.Network.queue.running = 0
			return true
		}
		if err := tree.Search(context.Background(), search.Budget{Playouts: 200, Stop: stop}); err != nil {
			t.Fatal(err)
		}
		if (calls.Load() > 0) != busy {
			t.Errorf("busy %v: the tree policy was asked %d times", busy, calls.Load())
		}
	}
}
