package player

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player/team"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/near"
	"github.com/tengen-go/tengen/timing"
)

// inProcess is a Machine that is another Searcher of this process.
type inProcess struct {
	*Searcher
	seed   uint64
	fails  int // at the call of this number; 0 never
	calls  int
	closed bool
}

var errUnplugged = errors.New("unplugged")

func (m *inProcess) call() error {
	if m.calls++; m.calls == m.fails {
		return errUnplugged
	}
	return nil
}

func (m *inProcess) NewGame(g game.Game) error { return errors.Join(m.call(), m.Searcher.NewGame(g)) }

func (m *inProcess) Play(move board.Move) error {
	return errors.Join(m.call(), m.Searcher.Play(move))
}

func (m *inProcess) Forget() error {
	m.Searcher.Forget()
	return m.call()
}

func (m *inProcess) Reseed(seed uint64) error {
	m.Searcher.Reseed(seed ^ m.seed)
	return m.call()
}

func (m *inProcess) Grow(ctx context.Context, c board.Color, playouts, depth int) (near.Report, error) {
	tree, _, err := m.Inside(c)
	if err := errors.Join(m.call(), err); err != nil {
		return near.Report{}, err
	}
	err = tree.Search(ctx, search.Budget{Playouts: playouts})
	return near.Report{Playouts: tree.Playouts(), Position: tree.Near(depth)}, err
}

func (m *inProcess) Adopt(p near.Position) error {
	return errors.Join(m.call(), m.Tree().Adopt(p))
}

func (m *inProcess) Close() error {
	m.closed = true
	return m.Searcher.Close()
}

// searcherOf makes a Searcher of a player string.
func searcherOf(t *testing.T, text string, env Env) *Searcher {
	t.Helper()
	p, err := Players().Parse(text, env)
	if err != nil {
		t.Fatal(err)
	}
	return p.(*Searcher)
}

// together is a Searcher on so many machines, all in this process, and the other machines.
func together(t *testing.T, text string, env Env, n int) (*Searcher, []*inProcess, *[]string) {
	t.Helper()
	leader := searcherOf(t, text, env)
	var others []*inProcess
	var lost []string
	all := &team.Team{Every: 100, Depth: 1, Single: true, Lost: func(m team.Machine, err error) {
		if !errors.Is(err, errUnplugged) {
			t.Errorf("%v: %v", m, err)
		}
		lost = append(lost, m.String())
	}}
	for i := range n - 1 {
		far := env
		far.Seed = all.Seed(env.Seed, i+1)
		m := &inProcess{Searcher: searcherOf(t, strings.Replace(text, "reuse=off", "reuse=on", 1), far), seed: far.Seed}
		others = append(others, m)
		all.Add(m)
	}
	leader.Join(all)
	return leader, others, &lost
}

// Three machines with a thread each play the game of three threads with a tree each, move for move: with a move taken
// back, a seed for each game, and the tree kept or not. At the end of a game they differ, because what comes after a
// pass is read by the leader alone.
func TestMachinesPlayAsThreads(t *testing.T) {
	for more, rounds := range map[string]int{"": 2, ",reuse=off": 1, ",heuristic=none,choice=lcb": 1} {
		env := Env{Rules: game.Go{Board: 5}, Seed: 3, Threads: 1}
		threads := searcherOf(t, "rave:playouts=500,threads=3,parallel=root,sync=100"+more, env)
		machines, others, _ := together(t, "rave:playouts=500,threads=1"+more, env, 3)
		for round := range rounds {
			g, err := game.Go{Board: 5, Rules: board.Chinese()}.New()
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range []*Searcher{threads, machines} {
				p.Reseed(uint64(17 * round))
				if err := p.NewGame(g); err != nil {
					t.Fatal(err)
				}
			}
			for ply := 0; ply < 8; ply++ {
				c := g.ToMove()
				a, err := threads.Genmove(t.Context(), c, timing.Clock{})
				if err != nil {
					t.Fatal(err)
				}
				b, err := machines.Genmove(t.Context(), c, timing.Clock{})
				if err != nil {
					t.Fatal(err)
				}
				if x, y := threads.Tree().Root(), machines.Tree().Root(); a != b || x.Visits != y.Visits || x.Mean != y.Mean ||
					!slices.Equal(x.Moves, y.Moves) {
					t.Fatalf("%q, game %d, move %d: threads play %v of %d visits, machines %v of %d", more, round, ply,
						a, x.Visits, b, y.Visits)
				}
				if a.Resign {
					break
				}
				if err := g.Play(a.Point, c); err != nil {
					t.Fatal(err)
				}
				if ply == 6 { // a move is taken back
					if err := g.Undo(); err != nil {
						t.Fatal(err)
					}
					for _, p := range []*Searcher{threads, machines} {
						if err := p.NewGame(g); err != nil {
							t.Fatal(err)
						}
					}
					continue
				}
				for _, p := range []*Searcher{threads, machines} {
					if err := p.Play(board.Move{Point: a.Point, Color: c}); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		if err := machines.Close(); err != nil || !others[0].closed || !others[1].closed {
			t.Errorf("closed: %v, %v; %v", others[0].closed, others[1].closed, err)
		}
	}
}

// Whatever a machine is about to do when it fails: it is closed, named once, and the move comes all the same.
func TestLosesAMachine(t *testing.T) {
	for fails := 1; fails <= 10; fails++ {
		p, others, lost := together(t, "rave:playouts=300,threads=1", Env{Rules: game.Go{Board: 5}, Seed: 3, Threads: 1}, 3)
		others[1].fails = fails
		g, err := game.Go{Board: 5, Rules: board.Chinese()}.New()
		if err != nil {
			t.Fatal(err)
		}
		if err := p.NewGame(g); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			c := g.ToMove()
			choice, err := p.Genmove(t.Context(), c, timing.Clock{})
			if err != nil {
				t.Fatal(err)
			}
			if p.Took().Playouts < 300 {
				t.Errorf("call %d failed: %d playouts of 300", fails, p.Took().Playouts)
			}
			if err := g.Play(choice.Point, c); err != nil {
				t.Fatal(err)
			}
			if err := p.Play(board.Move{Point: choice.Point, Color: c}); err != nil {
				t.Fatal(err)
			}
		}
		if len(*lost) != 1 || !others[1].closed || others[0].closed || others[1].calls != fails {
			t.Errorf("call %d failed: lost %v; closed: %v, %v; %d calls", fails, *lost, others[0].closed, others[1].closed,
				others[1].calls)
		}
	}
}
