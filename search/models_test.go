package search

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/games/tictactoe"
	"github.com/tengen-go/tengen/internal/wyrand"
	"github.com/tengen-go/tengen/search/stat"
)

// An opponent who plays UCT for himself takes the move that minimises the lower confidence
// bound of the other player's reward: argmin Q̄ − Cp·sqrt(2·ln N / n) of Zhang, Peng and Xu.
func TestOpponentMinimisesTheLowerBound(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		e := randomNode(r, 1)
		least, want := math.Inf(1), 0
		for i := range e.Len() {
			n, mean, _ := e.Moments(i)
			// The rewards at the node are the opponent's: the other player's are 1 less those.
			if bound := 1 - mean - math.Sqrt(2*math.Log(float64(e.Visits))/n); bound < least-1e-6 {
				least, want = bound, i
			}
		}
		rand := wyrand.New(r.Uint64())
		e.Player = 1
		got := Models{Own: Flat{}, Opponent: UCT{Cp: 1}, Player: 0}.Select(e, &rand)
		n, mean, _ := e.Moments(got)
		if bound := 1 - mean - math.Sqrt(2*math.Log(float64(e.Visits))/n); math.Abs(bound-least) > 1e-5 {
			t.Fatalf("edge %d, want %d", got, want)
		}
	}
}

// Own selects where Player moves: a given one, or who moves at the root.
func TestModelsSelectForTheirPlayer(t *testing.T) {
	e := sampled(played(1, 0, 0), played(0, 0, 1)) // Greedy takes edge 0, the other 1
	other := ruleFunc(func(*Edges, *Rand) int { return 1 })
	for _, c := range []struct {
		player, mover, depth int
		own                  bool
	}{
		{0, 0, 0, true},
		{0, 0, 1, true},
		{0, 1, 0, false},
		{1, 1, 3, true},
		{1, 0, 0, false},
		{Mover, 0, 0, true},
		{Mover, 1, 0, true},
		{Mover, 0, 1, false},
		{Mover, 1, 2, true},
		{Mover, 0, 3, false},
	} {
		e.Player, e.Depth = c.mover, c.depth
		m := Models{Own: Greedy{}, Opponent: other, Player: c.player}
		if got := always(t, m, e); (got == 0) != c.own {
			t.Errorf("player %d, where %d moves at depth %d: edge %d", c.player, c.mover, c.depth, got)
		}
		if want := map[bool]float32{true: 1, false: 0.25}[c.own]; m.Mean(e, 0) != want {
			t.Errorf("player %d, where %d moves at depth %d: mean %v", c.player, c.mover, c.depth, m.Mean(e, 0))
		}
	}
	if n := (Models{Own: AOAP, Opponent: NewMCRave()}).Needs(); n != (Needs{Rave: true, Squares: true}) {
		t.Errorf("needs %+v", n)
	}
}

// ruleFunc is a rule by which every mean is 0.25.
type ruleFunc func(*Edges, *Rand) int

func (ruleFunc) Needs() Needs                   { return Needs{} }
func (f ruleFunc) Select(e *Edges, r *Rand) int { return f(e, r) }
func (ruleFunc) Mean(e *Edges, i int) float32   { return 0.25 }

// Until every move has had its n0 playouts the rarest is taken, each of these as often as the
// others; virtual experience is no playout. Then the rule selects.
func TestAtLeast(t *testing.T) {
	e := sampled(played(3, 0, 0), played(0, 0, 2), played(1, 0, 3), played(0, 2, 0), played(9, 0, 0))
	rule := AtLeast{Rule: Greedy{}, N0: 3}
	count := func() (counts [5]int) {
		r := wyrand.New(1)
		for range 6000 {
			counts[rule.Select(e, &r)]++
		}
		return counts
	}
	if c := count(); c[1]+c[3] != 6000 || c[1] < 2800 || c[3] < 2800 {
		t.Errorf("selected %v, want 1 and 3 equally often", c)
	}
	e.experience = []belief{0, 0, 0, 0, believed(8, 0.5)}
	if c := count(); c[4] != 6000 {
		t.Errorf("selected %v, want 4 with its one playout", c)
	}
	e.experience = nil
	rule.N0 = 2
	if c := count(); c[0]+c[4] != 6000 {
		t.Errorf("selected %v, want the best means", c)
	}
	rule = AtLeast{Rule: Greedy{}, N0: 5, Any: true}
	if c := count(); c[4] != 0 || min(c[0], c[1], c[2], c[3]) < 1300 {
		t.Errorf("selected %v, want 0 to 3 equally often", c)
	}
	e.outcomes[3], e.squares[3] = 0, 0
	if c := count(); c[3] != 6000 {
		t.Errorf("selected %v, want 3, which was never tried", c)
	}
}

func TestAtRandomIsUniform(t *testing.T) {
	e := sampled(played(9, 0, 0), nil, played(0, 0, 9))
	var counts [3]int
	r := wyrand.New(1)
	for range 9000 {
		counts[AtRandom{}.Select(e, &r)]++
	}
	for i, n := range counts {
		if n < 2800 || n > 3200 {
			t.Errorf("edge %d selected %d times of 9000", i, n)
		}
	}
}

// The first n0 playouts of a move begin right behind it, and none goes deeper before all its
// siblings have had theirs (Zhang, Peng and Xu, §3).
func TestExpandableNodes(t *testing.T) {
	const n0 = 5
	c := small(1)
	c.ExpandAt = n0 - 1
	tree := grown(t, c, Parts{Rule: AtLeast{Rule: AOAP, N0: n0}, Leaf: random}, emptyTicTacToe(), 3000)
	s := tree.store
	deep := 0
	for node := uint32(1); int(node) <= s.nodes(); node++ {
		var e Edges
		s.look(&e, node)
		least, below := MaxVisits, 0
		for i := range e.Len() {
			least = min(least, e.Playouts(i))
			if child := s.childOf(s.first[node] + uint32(i)); child != none {
				below += int(s.visits[child])
				if s.visits[child] > 0 && int(s.visits[child]) != e.Playouts(i)-n0 {
					t.Fatalf("%d playouts of a move, %d behind it", e.Playouts(i), s.visits[child])
				}
			}
		}
		if least < n0 && below > 0 {
			t.Fatalf("a node with a move of %d playouts was left for deeper ones", least)
		}
		if below > 0 {
			deep++
		}
	}
	if deep < 10 {
		t.Errorf("%d nodes only were read deeper", deep)
	}
}

// expectimax is the value for X where X plays best and O at random.
func expectimax(p tictactoe.Position) float64 {
	if v, over := p.Over(); over {
		return float64(v)
	}
	best, sum, n := -1.0, 0.0, 0.0
	for cell := range tictactoe.Cells {
		if p.Free()>>cell&1 == 0 {
			continue
		}
		next := p
		next.Play(cell)
		v := expectimax(next)
		best = max(best, v)
		sum += v
		n++
	}
	if p.ToMove() == 0 {
		return best
	}
	return sum / n
}

// With BackupMax the means become the values of best play: against chance where the opponent
// is chance, against the best answers where both select by the rule.
func TestBackupMaxConverges(t *testing.T) {
	p, err := tictactoe.Parse("X.. .O. ...")
	if err != nil {
		t.Fatal(err)
	}
	for name, rule := range map[string]Rule{
		"uct":                         NewUCT(),
		"uct, n0":                     AtLeast{Rule: NewUCT(), N0: 2},
		"uct against chance":          Models{Own: NewUCT(), Opponent: AtRandom{}},
		"uct against chance, n0":      AtLeast{Rule: Models{Own: NewUCT(), Opponent: AtRandom{}, Player: Mover}, N0: 2},
		"uct, n0, against chance":     Models{Own: AtLeast{Rule: NewUCT(), N0: 2}, Opponent: AtRandom{}, Player: Mover},
		"uct against chance after n0": Models{Own: NewUCT(), Opponent: AtLeast{Rule: AtRandom{}, N0: 2}},
	} {
		chancy := name != "uct" && name != "uct, n0"
		c := small(1)
		c.Backup, c.ExpandAt, c.Memory = BackupMax, 1, 16<<20
		tree := grown(t, c, Parts{Rule: rule, Leaf: random}, TicTacToe(p), 60000)
		r := tree.Root()
		best := r.Moves[HighestMean{}.Choose(r.Moves, 0)]
		next := p
		next.Play(int(best.Move))
		want := expectimax(next)
		if !chancy {
			want = float64(next.Solve())
		}
		if math.Abs(best.Mean-want) > 0.05 {
			t.Errorf("%s: the best move's mean is %.3f, its value %.3f", name, best.Mean, want)
		}
		if chancy && math.Abs(want-expectimax(p)) > 0.05 {
			t.Errorf("%s plays %d, worth %.3f of %.3f", name, best.Move, want, expectimax(p))
		}
	}
}

// What BackupMax passes up stays, so it knows nothing of virtual losses, which go again.
func TestBackupMaxLeavesVirtualLossesOut(t *testing.T) {
	for name, heuristic := range map[string]func() Heuristic{"plain": nil, "with experience": func() Heuristic { return EvenGame{Visits: 5} }} {
		c := small(2)
		c.Backup, c.Memory = BackupMax, 16<<20
		tree := grown(t, c, Parts{Rule: NewUCT(), Leaf: random, Heuristic: heuristic}, emptyTicTacToe(), 2000)
		s := tree.store
		want := s.best(tree.root, 0)
		first := s.first[tree.root]
		top := float32(0)
		for i := range uint32(s.count[tree.root]) {
			top = max(top, s.outcomes[first+i].Load().Mean()) // nobody is at work
			s.outcomes[first+i].Add(3 * stat.One)
		}
		if want != 2*top-1 {
			t.Errorf("%s: %v, want the best mean, %v", name, want, 2*top-1)
		}
		if got := s.best(tree.root, 0); got != want {
			t.Errorf("%s: with virtual losses %v, without %v", name, got, want)
		}
	}
}

// Best is the choice among Root's moves, after any number of playouts, and the variances that
// it goes by are there for rules without need of them if the tree is set to keep them.
func TestBestIsReadAtAnyTime(t *testing.T) {
	c := small(1)
	c.Variances = true
	tree, err := New(c, Parts{Rule: NewUCT(), Leaf: random}, emptyTicTacToe())
	if err != nil {
		t.Fatal(err)
	}
	if tree.Best(Posterior) != NoMove {
		t.Error("a best move before any search")
	}
	for range 30 {
		search(t, tree, 10)
		r := tree.Root()
		if got, want := tree.Best(Posterior), r.Moves[Posterior.Choose(r.Moves, tree.Chance())].Move; got != want {
			t.Errorf("best %d, want %d", got, want)
		}
		for _, m := range r.Moves {
			// Three outcomes of the game: a draw varies less than a win and a loss.
			if p := (m.Outcome + 1) / 2; m.Variance > p*(1-p)+1e-6 || m.Visits > 1 && m.Variance == 0 && p != 0 && p != 0.5 && p != 1 {
				t.Errorf("variance %v of mean %v", m.Variance, p)
			}
		}
	}
}
