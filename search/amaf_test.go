package search

import (
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/search/stat"
)

// witness is a leaf that tells of every playout: the way through the tree, the position that joined
// it, none if none did, the moves after that, and the outcome for player 0.
type witness struct {
	*PlayoutLeaf
	tree *Tree
	tell func(path []step, joined uint32, trace []Move, value float32)
}

func (w *witness) Evaluate(v *Visit) (float32, error) {
	joined := none
	if v.Moves != nil {
		joined = uint32(w.tree.store.nodes())
	}
	value, err := w.PlayoutLeaf.Evaluate(v)
	w.tell(v.w.path, joined, v.Trace, value)
	return value, err
}

// Ended implements Ender: a game that was over in the tree.
func (w *witness) Ended(s State) {
	value, _ := s.Over()
	w.tell(w.tree.workers[0].path, none, nil, value)
}

// amaf is the plain way to all-moves-as-first values (Gelly and Silver 2011, §4): a list of every
// game, from which each node of its way takes the moves that its player was the first to make from
// there on.
type amaf map[uint32]map[Move][]Stat

func (a amaf) credit(node uint32, player int, from []turn, value float32) {
	seen := map[Move]bool{Move(board.Pass): true}
	for _, x := range from {
		if !seen[x.move] && x.player == player {
			if a[node] == nil {
				a[node] = map[Move][]Stat{}
			}
			a[node][x.move] = append(a[node][x.move], stat.Reward(value, player))
		}
		seen[x.move] = true
	}
}

// turn is a move of player 0 or 1.
type turn struct {
	move   Move
	player int
}

// The RAVE statistics of every node are those of the moves that its player made first from there on,
// in the tree or in the playout, and of no others: small boards are full of captures, so that a point
// is played more than once and by both.
func TestRaveCountsFirstMovesOfTheSamePlayer(t *testing.T) {
	for _, size := range []int{3, 4} {
		for _, expand := range []int{0, 1, 3} {
			want := amaf{}
			var tree *Tree
			witnessed := func(path []step, joined uint32, trace []Move, value float32) {
				var game []turn
				player := 0
				for _, p := range path {
					player = int(p.player)
					game = append(game, turn{tree.store.moves[p.edge], player})
					player = 1 - player
				}
				mover := player // behind the path
				for _, m := range trace {
					game = append(game, turn{m, player})
					player = 1 - player
				}
				for k, p := range path {
					want.credit(p.node, int(p.player), game[k:], value)
				}
				if joined != none {
					want.credit(joined, mover, game[len(path):], value)
				}
			}
			rule := NewMCRave()
			rule.C = 0.3 // so that other moves than the best are tried
			c := small(1)
			c.Memory, c.ExpandAt = 16<<20, expand
			w := &witness{PlayoutLeaf: &PlayoutLeaf{Playout: UniformGo(size)}, tell: witnessed}
			var err error
			if tree, err = New(c, Parts{Rule: rule, Leaf: func() Leaf { return w }}, emptyGo(t, size)); err != nil {
				t.Fatal(err)
			}
			w.tree = tree
			search(t, tree, 2000)
			if tree.recycled > 0 {
				t.Fatal("nodes were moved")
			}
			for node := uint32(1); int(node) <= tree.store.nodes(); node++ {
				var e Edges
				tree.store.look(&e, node)
				for i, m := range e.Moves {
					var sum Stat
					for _, r := range want[node][m] {
						sum += r
					}
					if got := e.Rave(i); got != sum {
						t.Fatalf("%d×%d, expand %d, node %d, move %d: RAVE %d of mean %v, want %d of %v",
							size, size, expand, node, m, got.N(), got.Mean(), sum.N(), sum.Mean())
					}
				}
			}
		}
	}
}
