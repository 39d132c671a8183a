package bench

import (
	"context"
	"testing"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/alphago"
	"github.com/tengen-go/tengen/search/gostate"
)

// uct is a search by uniform playouts, which keeps only its tree. It claims that its networks
// evaluated 100 positions before the search and 12 in 3 calls during the search.
type uct struct {
	tree   *search.Tree
	counts []alphago.QueueStats
}

func newUCT(t *testing.T) *uct {
	t.Helper()
	g, err := board.NewGame(5, board.Chinese())
	if err != nil {
		t.Fatal(err)
	}
	tree, err := search.New(search.Config{Memory: 16 << 20, Threads: 2, ExpandAt: 1, VirtualLoss: 1, Seed: 1}, search.Parts{
		Rule: search.NewUCT(),
		Leaf: func() search.Leaf { return &search.PlayoutLeaf{Playout: &search.Uniform{}} },
	}, gostate.New(g))
	if err != nil {
		t.Fatal(err)
	}
	return &uct{tree: tree, counts: []alphago.QueueStats{{Positions: 100, Calls: 9}, {Positions: 112, Calls: 12}}}
}

func (u *uct) NewGame(g game.Game) error { u.tree.Reset(g.State(g.ToMove())); return nil }
func (u *uct) Tree() *search.Tree        { return u.tree }
func (u *uct) Evaluations() alphago.QueueStats {
	now := u.counts[0]
	u.counts = u.counts[1:]
	return now
}

func TestSearchCountsItsOwnWork(t *testing.T) {
	u := newUCT(t)
	speed, err := Search(context.Background(), u, 5, 20*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	within := func(got, want float64) bool { return got > 0.999*want && got < 1.001*want }
	if played := float64(u.tree.Playouts()); played == 0 || !within(speed.PlayoutsPerS*speed.Seconds, played) {
		t.Errorf("%v playouts/s in %v s of %v playouts", speed.PlayoutsPerS, speed.Seconds, played)
	}
	if !within(speed.EvalsPerS*speed.Seconds, 12) || speed.Batch != 4 {
		t.Errorf("%v evaluations, batches of %v; want 12 in batches of 4", speed.EvalsPerS*speed.Seconds, speed.Batch)
	}
	if speed.Seconds < 0.02 || speed.Nodes < 2 {
		t.Errorf("%v s, %d nodes", speed.Seconds, speed.Nodes)
	}
}

func TestASearchIsComparedWithItsNetworks(t *testing.T) {
	m, err := Untrained(nets.PolicyConfig{Board: 5, Planes: 48, Filters: 8, Layers: 2}, 1)
	if err != nil {
		t.Fatal(err)
	}
	speed, err := ComparedWithNetworks(context.Background(), newUCT(t), m, 2, 20*time.Millisecond, 1)
	if err != nil {
		t.Fatal(err)
	}
	if speed.NetEvalsPerS <= 0 || speed.Share != speed.EvalsPerS/speed.NetEvalsPerS {
		t.Errorf("%+v", speed)
	}
}

func TestASearchStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Search(ctx, newUCT(t), 5, time.Hour); err == nil {
		t.Error("measured")
	}
}
