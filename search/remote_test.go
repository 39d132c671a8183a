package search

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/search/near"
	"github.com/tengen-go/tengen/search/stat"
)

// elsewhere is a tree as if on another machine: all that it says and hears is JSON.
type elsewhere struct {
	tree  *Tree
	calls int
	fails int // at the call of this number; 0 never
	wrong error
}

var errFar = errors.New("the cable was cut")

func (e *elsewhere) call() error {
	if e.calls++; e.calls == e.fails {
		return errFar
	}
	return nil
}

func (e *elsewhere) Grow(playouts, depth int) (n near.Report, err error) {
	if err := e.call(); err != nil {
		return n, err
	}
	if err := e.tree.Search(context.Background(), Budget{Playouts: playouts}); err != nil {
		return n, err
	}
	text, err := json.Marshal(near.Report{Playouts: e.tree.Playouts(), Position: e.tree.Near(depth)})
	if err != nil {
		return n, err
	}
	return n, json.Unmarshal(text, &n)
}

func (e *elsewhere) Adopt(n near.Position) error {
	if err := e.call(); err != nil {
		return err
	}
	text, err := json.Marshal(n)
	if err != nil {
		return err
	}
	var there near.Position
	if err := json.Unmarshal(text, &there); err != nil {
		return err
	}
	return e.tree.Adopt(there)
}

func (e *elsewhere) Lose(err error) { e.wrong = err }

// onMachines is a search on so many machines, one thread each, and the other machines.
func onMachines(t *testing.T, c Config, parts Parts, n int) (*Tree, []*elsewhere) {
	t.Helper()
	c.Parallel, c.Threads = ParallelTree, 1
	var others []*elsewhere
	var remotes []near.Remote
	for i := range n - 1 {
		far := c
		far.Seed += uint64(i+1) << 52 // as the threads of a ParallelRoot have it
		tree, err := New(far, parts, emptyTicTacToe())
		if err != nil {
			t.Fatal(err)
		}
		others = append(others, &elsewhere{tree: tree})
		remotes = append(remotes, others[i])
	}
	parts.Remotes = remotes
	tree, err := New(c, parts, emptyTicTacToe())
	if err != nil {
		t.Fatal(err)
	}
	return tree, others
}

// Machines are to a search what the threads of a ParallelRoot are: the same statistics, move after move.
func TestMachinesEqualThreads(t *testing.T) {
	for name, rule := range rules() {
		if rule.Needs().Owners {
			continue // of which tic-tac-toe has none
		}
		c := inParallel(ParallelRoot, 3)
		c.SyncDepth, c.Variances = 1, true
		parts := Parts{Rule: rule, Leaf: random, Heuristic: func() Heuristic { return EvenGame{Visits: 5, RaveVisits: 5} }}
		threads, err := New(c, parts, emptyTicTacToe())
		if err != nil {
			t.Fatal(err)
		}
		machines, others := onMachines(t, c, parts, 3)
		for ply := range 3 {
			for _, one := range []*Tree{threads, machines} {
				if err := one.Search(t.Context(), Budget{Playouts: 500}); err != nil {
					t.Fatal(err)
				}
			}
			if a, b := threads.Root(), machines.Root(); !reflect.DeepEqual(a, b) {
				t.Fatalf("%s, move %d: threads\n%+v, machines\n%+v", name, ply, a, b)
			}
			if a, b := threads.Playouts(), machines.Playouts(); a != 500 || b != 500 {
				t.Errorf("%s: %d playouts of threads, %d of machines", name, a, b)
			}
			m := threads.Best(MostVisits{})
			threads.Advance(m)
			machines.Advance(m)
			for _, one := range others {
				one.tree.Advance(m)
			}
		}
	}
}

// Averages two moves deep lose no playout of any machine, whichever positions each of them has.
func TestMachinesLoseNothing(t *testing.T) {
	c := small(1)
	c.SyncEvery, c.SyncDepth = 40, 2
	tree, others := onMachines(t, c, Parts{Rule: NewMCRave(), Leaf: random}, 4)
	for made := 0; made < 2000; made += tree.Playouts() {
		if err := tree.Search(t.Context(), Budget{Playouts: 400}); err != nil {
			t.Fatal(err)
		}
		visits := int(tree.store.visits[tree.root])
		for _, one := range others {
			visits += one.tree.Root().Visits
			if a, b := one.tree.Near(1), tree.Near(1); len(a.Moves) != len(b.Moves) || a.Outcomes[0].N()-b.Outcomes[0].N() > 1 {
				t.Errorf("after averages another machine has %v, this one %v", a.Outcomes, b.Outcomes)
			}
		}
		if visits != made+tree.Playouts() || tree.Root().Visits != visits {
			t.Errorf("%d playouts: the trees have %d visits, the root shows %d", made+tree.Playouts(), visits, tree.Root().Visits)
		}
	}
}

// A machine that fails is not asked again; the others make all playouts.
func TestMachineIsLost(t *testing.T) {
	for fails := 1; fails <= 8; fails++ {
		c := small(1)
		c.SyncEvery, c.SyncDepth = 50, 1
		tree, others := onMachines(t, c, Parts{Rule: UCT{Cp: 1}, Leaf: random}, 3)
		others[0].fails = fails
		for range 2 {
			if err := tree.Search(t.Context(), Budget{Playouts: 600}); err != nil {
				t.Fatal(err)
			}
			if tree.Playouts() != 600 {
				t.Errorf("call %d failed: %d of 600 playouts", fails, tree.Playouts())
			}
		}
		if others[0].calls != fails || others[1].calls <= fails {
			t.Errorf("call %d failed: %d calls of the machine, %d of another", fails, others[0].calls, others[1].calls)
		}
	}
}

// A tree refuses statistics that are not of its own positions, and stays as it was.
func TestAdoptRefuses(t *testing.T) {
	c := small(1)
	parts := Parts{Rule: NewMCRave(), Leaf: random, Heuristic: func() Heuristic { return EvenGame{Visits: 5, RaveVisits: 5} }}
	tree, err := New(c, parts, emptyTicTacToe())
	if err != nil {
		t.Fatal(err)
	}
	if err := tree.Adopt(near.Position{}); err == nil {
		t.Error("statistics before any search")
	}
	if err := tree.Search(t.Context(), Budget{Playouts: 300}); err != nil {
		t.Fatal(err)
	}
	root := tree.Root()
	for want, spoil := range map[string]func(n *near.Position){
		"outcomes of":         func(n *near.Position) { n.Outcomes = n.Outcomes[1:] },
		"RAVE outcomes":       func(n *near.Position) { n.Rave = nil },
		"values":              func(n *near.Position) { n.Values = n.Rave },
		"virtual experience":  func(n *near.Position) { n.Experience = n.Experience[:3] },
		"are virtual":         func(n *near.Position) { n.Outcomes[2] = stat.One },
		"rewards above 1":     func(n *near.Position) { n.Rave[1]++; n.Rave[1] |= stat.SumMask },
		"statistics of move":  func(n *near.Position) { n.Moves[0], n.Moves[1] = n.Moves[1], n.Moves[0] },
		"with 9":              func(n *near.Position) { *n = n.After[0].Position },
		"that is not there":   func(n *near.Position) { n.After[0].After = []near.After{{Index: 0, Position: n.After[0].Position}} },
		"after move number 9": func(n *near.Position) { n.After[0].Index = 9 },
		"after move number 0": func(n *near.Position) { n.After[1].Index = 0 },
		"visits of a position": func(n *near.Position) {
			n.Outcomes[0], n.Outcomes[1] = MaxVisits<<stat.SumBits, MaxVisits<<stat.SumBits
		},
		"rewards above 1 of": func(n *near.Position) { n.Outcomes[0] = stat.One*9 + stat.SumMask },
		"with 8":             func(n *near.Position) { n.After[0].Position = tree.Near(1) },
	} {
		n := tree.Near(2)
		if len(n.After) < 2 {
			t.Fatalf("only %d positions after the first move", len(n.After))
		}
		spoil(&n)
		if err := tree.Adopt(n); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
		if now := tree.Root(); !reflect.DeepEqual(root, now) {
			t.Fatalf("%q: the tree has changed", want)
		}
	}
	if err := tree.Adopt(tree.Near(2)); err != nil || !reflect.DeepEqual(root, tree.Root()) {
		t.Errorf("its own statistics: %v", err)
	}
}

// Whatever another machine answers, no search panics, and none loses count.
func FuzzNear(f *testing.F) {
	tree, err := New(small(1), Parts{Rule: NewMCRave(), Leaf: random}, emptyTicTacToe())
	if err != nil {
		f.Fatal(err)
	}
	if err := tree.Search(context.Background(), Budget{Playouts: 300}); err != nil {
		f.Fatal(err)
	}
	for depth := range 3 {
		text, err := json.Marshal(near.Report{Playouts: 20, Position: tree.Near(depth + 1)})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
		for range 3 {
			text = append([]byte(nil), text...)
			text[rand.N(len(text))] = '9'
			f.Add(text)
		}
	}
	f.Add([]byte(`{}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var r near.Report
		if json.Unmarshal(text, &r) != nil {
			return
		}
		c := small(1)
		c.SyncEvery, c.SyncDepth = 20, 3
		parts := Parts{Rule: NewMCRave(), Leaf: random, Remotes: []near.Remote{says(r)}}
		tree, err := New(c, parts, emptyTicTacToe())
		if err != nil {
			t.Fatal(err)
		}
		if err := tree.Search(t.Context(), Budget{Playouts: 100}); err != nil {
			t.Fatal(err)
		}
		if _, err := tree.Near(2), tree.Adopt(r.Position); err == nil && tree.Root().Visits > MaxVisits {
			t.Error("too many visits")
		}
	})
}

// says is another machine that always says the same.
type says near.Report

func (s says) Grow(int, int) (near.Report, error) { return near.Report(s), nil }
func (says) Adopt(near.Position) error            { return nil }
func (says) Lose(error)                           {}

// liar is another machine that changes what it says.
type liar struct {
	elsewhere
	lie func(r *near.Report)
}

func (l *liar) Grow(playouts, depth int) (near.Report, error) {
	r, err := l.elsewhere.Grow(playouts, depth)
	if l.calls > 1 {
		l.lie(&r)
	}
	return r, err
}

// What cannot be true loses a machine, with a reason.
func TestWrongReports(t *testing.T) {
	for want, lie := range map[string]func(r *near.Report){
		"51 playouts":    func(r *near.Report) { r.Playouts++ },
		"-1 playouts":    func(r *near.Report) { r.Playouts = -1 },
		"and then 49":    func(r *near.Report) { r.Playouts-- },
		"and then 50":    func(r *near.Report) { r.Outcomes[3] += stat.One },
		"outcomes of 9":  func(r *near.Report) { r.Outcomes = nil },
		"there were":     func(r *near.Report) { r.Moves, r.Outcomes = nil, nil },
		"rewards above ": func(r *near.Report) { r.Outcomes[0] |= stat.SumMask },
	} {
		c := small(1)
		c.SyncEvery, c.SyncDepth = 50, 1
		parts := Parts{Rule: UCT{Cp: 1}, Leaf: random}
		far, err := New(c, parts, emptyTicTacToe())
		if err != nil {
			t.Fatal(err)
		}
		other := &liar{elsewhere{tree: far}, lie}
		parts.Remotes = []near.Remote{other}
		tree, err := New(c, parts, emptyTicTacToe())
		if err != nil {
			t.Fatal(err)
		}
		if err := tree.Search(t.Context(), Budget{Playouts: 400}); err != nil {
			t.Fatal(err)
		}
		if other.wrong == nil || !strings.Contains(other.wrong.Error(), want) {
			t.Errorf("lost because of %v, want %q", other.wrong, want)
		}
		if tree.Playouts() != 400 || tree.Root().Visits < 350 {
			t.Errorf("%q: %d playouts of 400, %d visits", want, tree.Playouts(), tree.Root().Visits)
		}
	}
}

// A search on several machines reports the visits of all of them, under every rule.
func TestVisitsOfAllMachines(t *testing.T) {
	for name, c := range map[string]struct {
		rule Rule
		back Backup
	}{
		"UCT, mean":    {NewUCT(), BackupMean},
		"UCT, maximum": {NewUCT(), BackupMax},
		"at least":     {AtLeast{Rule: NewUCT(), N0: 10}, BackupMean},
	} {
		parts := Parts{Rule: c.rule, Leaf: func() Leaf { return &PlayoutLeaf{Playout: new(Random)} }}
		config := Config{
			Memory: 4 << 20, Threads: 2, SyncEvery: 100, SyncDepth: 1, ExpandAt: 1, VirtualLoss: 3, Seed: 1, Backup: c.back,
		}
		far, err := New(config, parts, emptyTicTacToe())
		if err != nil {
			t.Fatal(err)
		}
		parts.Remotes = []near.Remote{&elsewhere{tree: far}}
		tree, err := New(config, parts, emptyTicTacToe())
		if err != nil {
			t.Fatal(err)
		}
		if err := tree.Search(t.Context(), Budget{Playouts: 4000}); err != nil {
			t.Fatal(err)
		}
		root, visits := tree.Root(), 0
		for _, m := range root.Moves {
			visits += m.Visits
		}
		if made := tree.Playouts(); root.Visits < made-100 || visits != root.Visits {
			t.Errorf("%s: %d playouts, the root has %d visits, its moves %d", name, made, root.Visits, visits)
		}
	}
}
