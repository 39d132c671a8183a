package search

import (
	"context"
	"errors"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/tengen-go/tengen/games/tictactoe"
	"github.com/tengen-go/tengen/search/stat"
)

// inParallel is a small configuration of a form.
func inParallel(p Parallel, threads int) Config {
	c := small(threads)
	c.Parallel, c.SyncEvery, c.SyncDepth = p, 50, 2
	return c
}

// verdict is a Leaf of one outcome, whoever is to move.
type verdict float32

func (verdict) Expand(*Visit) error                  { return nil }
func (a verdict) Evaluate(v *Visit) (float32, error) { return float32(a), nil }

// inTurn gives the leaves that a search asks for the outcomes in their order.
func inTurn(outcomes ...float32) func() Leaf {
	next := 0
	return func() Leaf {
		next++
		return verdict(outcomes[(next-1)%len(outcomes)])
	}
}

// Statistics of corresponding nodes near the root are averaged (Gelly et al. 2012, §4.3): of
// three trees whose playouts X always wins, loses, and loses, and which try all nine moves
// equally often.
func TestRootParallelAveragesByHand(t *testing.T) {
	for _, every := range []int{0, 9, 18} {
		c := inParallel(ParallelRoot, 3)
		c.ExpandAt, c.SyncEvery, c.SyncDepth = 1<<20, every, 1
		tree, err := New(c, Parts{Rule: Flat{}, Leaf: inTurn(1, -1, -1)}, emptyTicTacToe())
		if err != nil {
			t.Fatal(err)
		}
		if err := tree.Search(context.Background(), Budget{Playouts: 3 * 36}); err != nil {
			t.Fatal(err)
		}
		r := tree.Root()
		if tree.Playouts() != 108 || r.Visits != 108 {
			t.Errorf("every %d: %d playouts, %d visits", every, tree.Playouts(), r.Visits)
		}
		for _, m := range r.Moves {
			// 4 of every tree, of which the first one's 4 are won.
			if m.Visits != 12 || m.Mean < -1./3-0.002 || m.Mean > -1./3+0.002 {
				t.Errorf("every %d: together %d visits, mean %v of move %d", every, m.Visits, m.Mean, m.Move)
			}
		}
		want := []float32{1, 0, 0}
		if every > 0 {
			want = []float32{1. / 3, 1. / 3, 1. / 3}
		}
		for k, one := range tree.rootTrees.trees {
			var e Edges
			one.store.look(&e, one.root)
			for i := range e.Len() {
				o := e.Outcome(i)
				if d := o.Mean() - want[k]; o.N() != 4 || d > 0.002 || d < -0.002 {
					t.Errorf("every %d: tree %d has %d visits of mean %v", every, k, o.N(), o.Mean())
				}
			}
			if e.Visits != 36 {
				t.Errorf("every %d: tree %d counts %d visits", every, k, e.Visits)
			}
		}
	}
}

// Averages lose nothing: what all trees have at a node adds up to the same as before, for
// every statistic, wherever they have the node, and every visit keeps a reward from 0 to 1.
func TestRootParallelAveragesLoseNothing(t *testing.T) {
	for name, rule := range rules() {
		c := inParallel(ParallelRoot, 3)
		c.SyncEvery, c.Variances = 0, true
		parts := Parts{Rule: rule, Leaf: random, Heuristic: func() Heuristic { return EvenGame{Visits: 5, RaveVisits: 5} }}
		tree, err := New(c, parts, emptyTicTacToe())
		if err != nil {
			t.Fatal(err)
		}
		if err := tree.Search(context.Background(), Budget{Playouts: 1000}); err != nil {
			t.Fatal(err)
		}
		type sums struct {
			outcomes, rave, values      Stat
			squares, visits, experience uint64
		}
		add := func() map[uint64]sums { // by the node's position
			all := map[uint64]sums{}
			for _, p := range tree.near() {
				var e Edges
				p.store.look(&e, p.node)
				s := all[p.store.hash[p.node]]
				s.visits += uint64(e.Visits)
				sum := 0
				for i := range e.Len() {
					s.outcomes += e.Outcome(i)
					s.squares += e.squares[i]
					sum += e.Outcome(i).N()
					s.experience += uint64(e.virtual(i))
					if e.rave != nil {
						s.rave += e.Rave(i)
					}
					if e.values != nil {
						s.values += e.Value(i)
					}
					if o := e.Outcome(i); o&stat.SumMask > Stat(o.N())<<stat.RewardBits {
						t.Fatalf("%s: %d visits of %d rewards", name, o.N(), o&stat.SumMask)
					}
				}
				if sum != e.Visits {
					t.Fatalf("%s: %d visits, its edges %d", name, e.Visits, sum)
				}
				all[p.store.hash[p.node]] = s
			}
			return all
		}
		before, root := add(), tree.Root()
		tree.rootTrees.average(2)
		if after := add(); !reflect.DeepEqual(before, after) {
			t.Errorf("%s: averages change the sums", name)
		}
		for i, m := range tree.Root().Moves {
			if was := root.Moves[i]; m.Visits != was.Visits || m.Outcome != was.Outcome ||
				m.RaveVisits != was.RaveVisits || m.Variance != was.Variance {
				t.Errorf("%s: %+v, then %+v", name, was, m)
			}
		}
		// All trees have the same share of every statistic.
		var first Edges
		tree.rootTrees.trees[0].store.look(&first, tree.rootTrees.trees[0].root)
		for _, one := range tree.rootTrees.trees[1:] {
			var e Edges
			one.store.look(&e, one.root)
			for i := range e.Len() {
				alike := func(what string, a, b int) {
					if a-b > 1 || b-a > 1 {
						t.Errorf("%s: move %d has %s %d in the first tree, %d in another", name, i, what, a, b)
					}
				}
				alike("experience", first.virtual(i), e.virtual(i))
				if e.rave != nil {
					alike("RAVE visits", first.Rave(i).N(), e.Rave(i).N())
				}
				if e.values != nil {
					alike("values", first.Value(i).N(), e.Value(i).N())
				}
			}
		}
		if a, b := tree.rootTrees.trees[0], tree.rootTrees.trees[2]; a.store.visits[a.root] > b.store.visits[b.root]+9 {
			t.Errorf("%s: the first tree keeps %d visits, the last %d", name, a.store.visits[a.root], b.store.visits[b.root])
		}
	}
}

// Trees that expect different things beforehand, as by the grandfather's value, do so at roots
// that were nodes of theirs before; still no playout is lost, none is counted that nobody made,
// and every tree has the visits of its experience.
func TestRootParallelWithExperienceOfItsOwn(t *testing.T) {
	for _, threads := range []int{2, 3, 6} {
		for _, every := range []int{0, 20} {
			c := inParallel(ParallelRoot, threads)
			c.SyncEvery, c.Variances = every, true
			grandfather := func() Heuristic { return Grandfather{Visits: 50, RaveVisits: 50} }
			tree, err := New(c, Parts{Rule: NewMCRave(), Leaf: random, Heuristic: grandfather}, emptyTicTacToe())
			if err != nil {
				t.Fatal(err)
			}
			made := 0
			for ply := range 5 {
				if err := tree.Search(t.Context(), Budget{Playouts: 300}); err != nil {
					t.Fatal(err)
				}
				made += tree.Playouts()
				root, visits := tree.Root(), 0
				for _, m := range root.Moves {
					if m.Visits < 0 || m.Variance < 0 || m.Variance > 0.25 {
						t.Errorf("%d trees, every %d, ply %d: %+v", threads, every, ply, m)
					}
					visits += m.Visits
				}
				if visits > made || visits < 300 {
					t.Errorf("%d trees, every %d, ply %d: %d visits, of 300 to %d playouts", threads, every, ply, visits, made)
				}
				for _, p := range tree.near() {
					for edge := p.store.first[p.node]; edge < p.store.first[p.node]+uint32(p.store.count[p.node]); edge++ {
						if p.store.playouts(edge) < 0 {
							t.Fatalf("%d trees, every %d, ply %d: %d visits, %d of them experience",
								threads, every, ply, p.store.outcomes[edge].N(), p.store.experience[edge].visits())
						}
					}
				}
				tree.Advance(tree.Best(MostVisits{}))
			}
		}
	}
}

// With fewer playouts than trees the one that callers know has its share.
func TestRootParallelWithFewPlayouts(t *testing.T) {
	for threads := 2; threads <= 8; threads++ {
		for playouts := 1; playouts < threads; playouts++ {
			tree, err := New(inParallel(ParallelRoot, threads), Parts{Rule: UCT{Cp: 1}, Leaf: random}, emptyTicTacToe())
			if err != nil {
				t.Fatal(err)
			}
			if err := tree.Search(t.Context(), Budget{Playouts: playouts}); err != nil {
				t.Fatal(err)
			}
			if r := tree.Root(); r.Visits != playouts || tree.Best(MostVisits{}) == NoMove {
				t.Errorf("%d playouts of %d trees: %d visits", playouts, threads, r.Visits)
			}
		}
	}
}

// near are the roots and the nodes behind them.
func (t *Tree) near() []place {
	all := t.places(nil)
	for _, p := range t.places(nil) {
		for i := range uint32(p.store.count[p.node]) {
			all = behind(all, []place{p}, i)
		}
	}
	return all
}

// Several playouts from one leaf at once are the same as one after the other, whatever the
// rule keeps.
func TestLeafParallelEqualsPlayoutsInTurn(t *testing.T) {
	for name, rule := range rules() {
		var trees [2]*Tree
		for i := range trees {
			c := inParallel(ParallelLeaf, 4)
			c.Variances = true
			tree, err := New(c, Parts{Rule: rule, Leaf: uniform(5)}, emptyGo(t, 5))
			if err != nil {
				t.Fatal(err)
			}
			tree.workers[0].helpers.inTurn = i == 1
			search(t, tree, 301)
			trees[i] = tree
		}
		a, b := trees[0].Root(), trees[1].Root()
		if trees[0].Playouts() != 301 || a.Visits != 301 || !reflect.DeepEqual(a, b) {
			t.Errorf("%s: %d playouts, %d visits; at once %+v, in turn %+v", name, trees[0].Playouts(), a.Visits, a, b)
		}
	}
}

// Each outcome from the leaf counts as a playout: of four that are won, lost, lost and drawn
// the mean is theirs.
func TestLeafParallelMean(t *testing.T) {
	c := inParallel(ParallelLeaf, 4)
	c.ExpandAt = 1 << 20
	tree := grown(t, c, Parts{Rule: Flat{}, Leaf: inTurn(1, -1, -1, 0)}, emptyTicTacToe(), 9*8)
	for _, m := range tree.Root().Moves {
		if m.Visits != 8 || m.Mean != -0.25 {
			t.Errorf("move %d: %d visits, mean %v, want 8 and -0.25", m.Move, m.Visits, m.Mean)
		}
	}
}

// All forms make as many playouts as they are asked for, find the move that wins, keep what
// they read, and those without a tree for all repeat with their seed.
func TestParallelFormsSearch(t *testing.T) {
	p, err := tictactoe.Parse("X.. .O. O.X") // X has one move that does not lose, the corner that wins
	if err != nil {
		t.Fatal(err)
	}
	for form := range Parallel(len(parallelNames)) {
		var roots [2]Root
		for i := range roots {
			tree, err := New(inParallel(form, 3), Parts{Rule: NewUCT(), Leaf: random}, TicTacToe(p))
			if err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if err := tree.Search(context.Background(), Budget{Playouts: 500}); err != nil {
					t.Fatal(err)
				}
				if tree.Playouts() != 500 {
					t.Errorf("%v: %d playouts", form, tree.Playouts())
				}
			}
			r := tree.Root()
			roots[i] = r
			best := r.Moves[MostVisits{}.Choose(r.Moves, 0)]
			least := 0.8
			if form == ParallelTree { // less deep where the system stops a goroutine that expands a node
				least = 0.5
			}
			if best.Move != 2 || best.Mean < least || r.Visits != 1000 {
				t.Errorf("%v: %+v of %d visits", form, best, r.Visits)
			}
			line := tree.Line()
			if len(line) < 2 || line[0] != best.Move || tree.Best(MostVisits{}) != best.Move {
				t.Errorf("%v: line %v", form, line)
			}
			next := TicTacToe(p)
			next.Play(2)
			if !tree.Follow(next, 2) {
				t.Errorf("%v: nothing is kept", form)
			}
			if kept := tree.Root().Visits; kept < best.Visits/2 || kept > best.Visits {
				t.Errorf("%v: %d visits are kept of %d", form, kept, best.Visits)
			}
			tree.Reset(emptyTicTacToe())
			if used, _ := tree.Nodes(); used != 0 || len(tree.Root().Moves) != 0 {
				t.Errorf("%v: a tree that was reset has %d nodes", form, used)
			}
		}
		if form != ParallelTree && !reflect.DeepEqual(roots[0], roots[1]) {
			t.Errorf("%v: %+v, then %+v", form, roots[0], roots[1])
		}
	}
}

// Budgets end all forms: by Stop, by the context, and when the choice is settled; and the
// first error of any goroutine is reported.
func TestParallelFormsEnd(t *testing.T) {
	for form := range Parallel(len(parallelNames)) {
		tree, err := New(inParallel(form, 3), Parts{Rule: NewUCT(), Leaf: random}, emptyTicTacToe())
		if err != nil {
			t.Fatal(err)
		}
		var asked atomic.Int64
		if err := tree.Search(context.Background(), Budget{Stop: func() bool { return asked.Add(1) > 400 }}); err != nil {
			t.Fatal(err)
		}
		if n := tree.Playouts(); n < 100 || n > 1200 {
			t.Errorf("%v: %d playouts until stopped", form, n)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if err := tree.Search(ctx, Budget{}); err != nil || tree.Playouts() > 9 {
			t.Errorf("%v: cancelled after %d playouts: %v", form, tree.Playouts(), err)
		}
		// One worker looks, and the others go on for as long as it is not given a processor.
		if err := tree.Search(context.Background(), Budget{Playouts: 1 << 24, Settled: settledAt(1000)}); err != nil || tree.Playouts() == 1<<24 {
			t.Errorf("%v: settled after %d playouts: %v", form, tree.Playouts(), err)
		}
		var fails atomic.Int64
		bad, err := New(inParallel(form, 3), Parts{Rule: NewUCT(), Leaf: func() Leaf { return &broken{&fails} }}, emptyTicTacToe())
		if err != nil {
			t.Fatal(err)
		}
		if err := bad.Search(context.Background(), Budget{Playouts: 1000}); !errors.Is(err, errBroken) {
			t.Errorf("%v: error %v", form, err)
		}
	}
}

// A playout under way is none that came back: until all moves have n0 of those the n0 rule asks
// no other, and until a move has had as many as ExpandAt nothing behind it joins the tree. Player
// 0 wins every playout, so rewards count those that came back. The first is not over before 29
// others have begun, 16 of which the other moves want.
func TestPlayoutsUnderWayAreNotCounted(t *testing.T) {
	const n0 = 2
	var begun atomic.Int64
	enough := make(chan struct{})
	play := leafFunc(func(v *Visit) (float32, error) {
		switch begun.Add(1) {
		case 1:
			<-enough
		case 30:
			close(enough)
		}
		return 1, nil
	})
	asked := 0 // by the root's player alone; the others' rewards are all 0
	var mu sync.Mutex
	spy := ruleFunc(func(e *Edges, r *Rand) int {
		mu.Lock()
		defer mu.Unlock()
		if asked++; e.Depth == 0 {
			for i := range e.Len() {
				if won := e.Outcome(i).Sum(); won < n0 {
					t.Errorf("selects while %v playouts of move %d came back", won, e.Moves[i])
				}
			}
		}
		return r.IntN(e.Len())
	})
	c := small(2)
	c.ExpandAt = n0 - 1
	parts := Parts{Rule: AtLeast{Rule: spy, N0: n0}, Leaf: func() Leaf { return expanding{play, t} }}
	tree := grown(t, c, parts, emptyTicTacToe(), 80)
	if asked == 0 {
		t.Error("the rule was never asked")
	}
	if one := tree.Root(); one.Visits != 80 {
		t.Errorf("%d playouts, want 80", one.Visits)
	}
}

// expanding sees what joins the tree.
type expanding struct {
	leafFunc
	t *testing.T
}

func (l expanding) Expand(v *Visit) error {
	if s := v.w.tree.store; len(v.w.path) == 1 {
		if won := s.outcomes[v.w.path[0].edge].Load().Sum(); int(won) < v.w.tree.config.ExpandAt {
			l.t.Errorf("joins the tree after %v playouts", won)
		}
	}
	return nil
}

// settledAt is a Choice that is settled after so many visits.
type settledAt int

func (settledAt) Choose([]MoveStat, uint64) int { return 0 }
func (s settledAt) Decided(moves []MoveStat, _ int) bool {
	n := 0
	for _, m := range moves {
		n += m.Visits
	}
	return n >= int(s)
}

var errBroken = errors.New("broken")

// broken fails at the hundredth evaluation of all.
type broken struct{ n *atomic.Int64 }

func (broken) Expand(*Visit) error { return nil }
func (b broken) Evaluate(*Visit) (float32, error) {
	if b.n.Add(1) >= 100 {
		return 0, errBroken
	}
	return 0, nil
}

func TestParseParallel(t *testing.T) {
	for i, name := range Parallels() {
		if p, err := ParseParallel(name); err != nil || p != Parallel(i) || p.String() != name {
			t.Errorf("%s is %v, %v", name, p, err)
		}
	}
	if _, err := ParseParallel("branch"); err == nil {
		t.Error("branch is a form")
	}
	c := DefaultConfig()
	for _, bad := range []func(){func() { c.Parallel = 3 }, func() { c.Parallel, c.SyncDepth = ParallelRoot, 0 }} {
		c = DefaultConfig()
		bad()
		if c.Validate() == nil {
			t.Errorf("%+v is valid", c)
		}
	}
}
