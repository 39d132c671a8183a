package search

import (
	"math"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/search/stat"
)

// ending is how one playout went on from a node: who won, for player 0, and who owned what.
type ending struct {
	value  float32
	owners []uint8
}

// ownerWitness is a leaf that keeps the ending of every playout with each node of its way.
type ownerWitness struct {
	*PlayoutLeaf
	tree    *Tree
	endings map[uint32][]ending
}

func (w *ownerWitness) Evaluate(v *Visit) (float32, error) {
	joined := none
	if v.Moves != nil {
		joined = uint32(w.tree.store.nodes())
	}
	value, err := w.PlayoutLeaf.Evaluate(v)
	w.note(v.State, value, joined)
	return value, err
}

// Ended implements Ender: a game that was over in the tree.
func (w *ownerWitness) Ended(s State) {
	value, _ := s.Over()
	w.note(s, value, none)
}

func (w *ownerWitness) note(s State, value float32, joined uint32) {
	end := ending{value, make([]uint8, s.Range())}
	s.(ownable).Owners(end.owners)
	for _, p := range w.tree.workers[0].path {
		w.endings[p.node] = append(w.endings[p.node], end)
	}
	if joined != none {
		w.endings[joined] = append(w.endings[joined], end)
	}
}

// covariance is how owning the place of a move goes with winning, the plain way: the mean of the products of
// the distances from both means.
func covariance(endings []ending, m Move, player int) float64 {
	win := func(e ending) float64 { return (1 + float64(1-2*player)*float64(e.value)) / 2 }
	own := func(e ending) float64 {
		if e.owners[m] == uint8(player+1) {
			return 1
		}
		return 0
	}
	n, wins, owns, sum := float64(len(endings)), 0.0, 0.0, 0.0
	for _, e := range endings {
		wins, owns = wins+win(e)/n, owns+own(e)/n
	}
	for _, e := range endings {
		sum += (win(e) - wins) * (own(e) - owns)
	}
	return sum / n
}

// The criticality of every move of every node is four times the covariance of owning its point and winning, over
// the playouts that came through the node, by one goroutine as by a worker with helpers.
func TestCriticalityIsACovariance(t *testing.T) {
	for name, rule := range map[string]Rule{
		"rave": Rave{Schedule: MinimumMSE{Bias: 0.1}, C: 0.3, FirstPlay: 0.5, Criticality: 1},
		"uct":  UCT{Cp: 0.7, Criticality: 1},
	} {
		c := small(1)
		c.Memory = 16 << 20
		w := &ownerWitness{PlayoutLeaf: &PlayoutLeaf{Playout: UniformGo(4)}, endings: map[uint32][]ending{}}
		tree, err := New(c, Parts{Rule: rule, Leaf: func() Leaf { return w }}, emptyGo(t, 4))
		if err != nil {
			t.Fatal(err)
		}
		w.tree = tree
		search(t, tree, 2000)
		large, nodes := 0.0, 0
		tree.Walk(func(path []Move, e *Edges) bool {
			node := tree.root
			for _, m := range path {
				node = tree.store.childOf(tree.store.edgeOf(node, m))
			}
			nodes++
			for i, m := range e.Moves {
				want := 4 * covariance(w.endings[node], m, e.Player)
				if m == tree.passing {
					want = 0
				}
				large = max(large, math.Abs(want))
				if got := float64(e.Criticality(i)); math.Abs(got-want) > 1e-3 {
					t.Fatalf("%s, after %v, move %d: criticality %v, want %v", name, path, m, got, want)
				}
			}
			return true
		})
		if large < 0.3 || nodes < 300 {
			t.Errorf("%s: %d nodes, criticality up to %v: too little for a test", name, nodes, large)
		}
	}
}

// Playouts of helpers count, and a tree that made room keeps the counts of the nodes that stay.
func TestCriticalityCountsEveryPlayout(t *testing.T) {
	for name, change := range map[string]func(*Config){
		"leaf":         func(c *Config) { c.Parallel, c.Threads = ParallelLeaf, 3 },
		"threads":      func(c *Config) { c.Threads = 3 },
		"small memory": func(c *Config) { c.Memory = 8 << 10 },
	} {
		c := small(1)
		c.Memory = 16 << 20
		change(&c)
		leaf := func() Leaf { return &PlayoutLeaf{Playout: UniformGo(4)} }
		tree, err := New(c, Parts{Rule: UCT{Cp: 0.7, Criticality: 1}, Leaf: leaf}, emptyGo(t, 4))
		if err != nil {
			t.Fatal(err)
		}
		search(t, tree, 1200)
		if name == "small memory" && tree.recycled == 0 {
			t.Error("the tree never made room")
		}
		tree.Walk(func(path []Move, e *Edges) bool {
			if e.ended.N() < e.Visits || len(path) == 0 && e.ended.N() != e.Visits {
				t.Errorf("%s, after %v: %d endings of %d visits", name, path, e.ended.N(), e.Visits)
			}
			return true
		})
	}
}

// Of two moves that are alike, the one at the point that decides the game is taken. Without a weight it is not.
func TestCriticalityDraws(t *testing.T) {
	won := stat.Of(100, 0.5)
	e := drawn{outcomes: []Stat{won, won}, rave: []Stat{won, won}}.edges()
	e.ended = stat.Of(200, 0.5)
	e.owned = []Stat{stat.Of(100, 0.5), stat.Of(100, 0.9)}
	if got := e.Criticality(0); got != 0 {
		t.Errorf("a point that has nothing to do with winning: %v", got)
	}
	if got := e.Criticality(1); math.Abs(float64(got)-0.8) > 0.01 {
		t.Errorf("a point that nearly decides: %v, want 0.8", got)
	}
	if i := always(t, Rave{Schedule: MinimumMSE{Bias: 0.1}, Criticality: 0.5}, e); i != 1 {
		t.Errorf("RAVE takes move %d", i)
	}
	if i := always(t, UCT{Cp: 0.5, Criticality: 0.5}, e); i != 1 {
		t.Errorf("UCT takes move %d", i)
	}
	untried := drawn{outcomes: make([]Stat, 2), rave: []Stat{won, won}}.edges()
	untried.ended, untried.owned = e.ended, e.owned
	if i := always(t, Rave{Criticality: 0.5}, untried); i != 1 {
		t.Errorf("of two moves that were never tried RAVE takes move %d", i)
	}
	e.owned[1] = stat.Of(100, 0.1)
	if i := always(t, Rave{Schedule: MinimumMSE{Bias: 0.1}, Criticality: 0.5}, e); i != 0 {
		t.Errorf("RAVE takes move %d, at a point of which the owner loses", i)
	}
}

// A game without places is refused, not searched as if there were none that matter.
func TestCriticalityWantsPlaces(t *testing.T) {
	rule := UCT{Cp: 0.7, Criticality: 1}
	_, err := New(small(1), Parts{Rule: rule, Leaf: random}, emptyTicTacToe())
	if err == nil || !strings.Contains(err.Error(), "criticality") {
		t.Errorf("tic-tac-toe: error %v", err)
	}
}
