package ranking

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/internal/wyrand"
	"github.com/tengen-go/tengen/search"
)

// sampled is a node with edges that had the given rewards, in steps of 1/1024. It is the root of a tree
// that nobody searches any more.
func sampled(rewards ...[]int) (node *search.Edges) {
	s := &script{rewards: rewards}
	tree, err := search.New(search.Config{Memory: 4 << 10, Threads: 1, ExpandAt: search.MaxVisits},
		search.Parts{Rule: s, Leaf: func() search.Leaf { return s }}, &bandit{arms: len(rewards)})
	if err != nil {
		panic(err)
	}
	if err := tree.Search(context.Background(), search.Budget{Stop: s.ended}); err != nil {
		panic(err)
	}
	tree.Walk(func(_ []search.Move, e *search.Edges) bool {
		node = e
		return false
	})
	return node
}

// script is a rule that samples every edge as often as it is to have rewards, and the leaf that gives
// them.
type script struct {
	rewards   [][]int
	edge, had int // what comes next
}

// ended passes over edges that have all their rewards, and says whether there is none left.
func (s *script) ended() bool {
	for s.edge < len(s.rewards) && s.had == len(s.rewards[s.edge]) {
		s.edge, s.had = s.edge+1, 0
	}
	return s.edge == len(s.rewards)
}

func (*script) Needs() search.Needs                      { return search.Needs{Squares: true} }
func (*script) Mean(e *search.Edges, i int) float32      { return e.Outcome(i).Mean() }
func (s *script) Select(*search.Edges, *search.Rand) int { return s.edge }
func (*script) Expand(*search.Visit) error               { return nil }

func (s *script) Evaluate(*search.Visit) (outcome float32, err error) {
	reward := s.rewards[s.edge][s.had]
	s.had++
	return float32(reward)/512 - 1, nil
}

// bandit is a game of one move, which player 0 makes.
type bandit struct{ arms, played int }

func (b *bandit) Clone() search.State              { c := *b; return &c }
func (b *bandit) Set(from search.State)            { *b = *from.(*bandit) }
func (b *bandit) Player() int                      { return b.played }
func (b *bandit) Legal(search.Move) bool           { return true }
func (b *bandit) Play(search.Move)                 { b.played++ }
func (b *bandit) Over() (value float32, over bool) { return 0, false }
func (b *bandit) Hash() uint64                     { return uint64(b.played) }
func (b *bandit) Range() int                       { return b.arms }

func (b *bandit) Moves(buf []search.Move) []search.Move {
	for i := range b.arms {
		buf = append(buf, search.Move(i))
	}
	return buf
}

// played are so many wins, draws and losses as rewards.
func played(wins, draws, losses int) (rewards []int) {
	for k, n := range []int{losses, draws, wins} {
		for range n {
			rewards = append(rewards, 512*k)
		}
	}
	return rewards
}

// randomNode has 1 to 12 edges of games won, drawn and lost, some without any, some equal.
func randomNode(r *rand.Rand, least int) *search.Edges {
	rewards := make([][]int, 1+r.IntN(12))
	for i := range rewards {
		switch {
		case i > 0 && r.IntN(4) == 0:
			rewards[i] = rewards[r.IntN(i)]
		case r.IntN(4) == 0: // all alike
			rewards[i] = make([]int, least+r.IntN(20))
			for k, x := 0, 512*r.IntN(3); k < len(rewards[i]); k++ {
				rewards[i][k] = x
			}
		default:
			rewards[i] = played(least+r.IntN(10), r.IntN(3), r.IntN(30))
		}
	}
	return sampled(rewards...)
}

// newAOAP, newOCBA and newTTTS have the constants of Zhang, Peng and Xu; AOAP breaks ties at random.
func newAOAP() AOAP { return AOAP{Bayes: NewBayes(), RandomTies: true} }
func newOCBA() OCBA { return OCBA{Epsilon: 1e-5} }
func newTTTS() TTTS { return TTTS{Bayes: NewBayes()} }

// always says which edge the rule selects, whatever chance does.
func always(t *testing.T, r search.Rule, e *search.Edges) int {
	t.Helper()
	want := -1
	for seed := range uint64(30) {
		rand := wyrand.New(seed)
		got := r.Select(e, &rand)
		if want >= 0 && got != want {
			t.Fatalf("%+v selects %d or %d by chance", r, want, got)
		}
		want = got
	}
	return want
}

// A sampled node has the rewards that it was made of.
func TestSampledNodes(t *testing.T) {
	e := sampled([]int{0, 1024, 512}, nil, []int{300, 700})
	for i, want := range [][3]float64{{3, 0.5, 1.0 / 6}, {}, {2, 500.0 / 1024, 200.0 / 1024 * 200 / 1024}} {
		n, mean, variance := e.Moments(i)
		if n != want[0] || !close64(mean, want[1]) || !close64(variance, want[2]) {
			t.Errorf("edge %d has %v rewards of mean %v and variance %v, want %v", i, n, mean, variance, want)
		}
	}
	if e.Len() != 3 || e.Visits != 5 || e.Player != 0 {
		t.Errorf("%d edges, %d visits, player %d", e.Len(), e.Visits, e.Player)
	}
}

func close64(a, b float64) bool { return math.Abs(a-b) <= 1e-12*max(1, math.Abs(b)) }
