package gostate

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/wyrand"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/search"
)

// drawnGame is a game from a drawn position.
func drawnGame(t testing.TB, rules board.Rules, c board.Color, diagram string) *board.Game {
	t.Helper()
	p, err := board.Parse(diagram)
	if err != nil {
		t.Fatal(err)
	}
	p.SetToMove(c)
	g, err := board.NewGameFrom(p, rules)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// game is an empty board under area rules with the given komi.
func game(t testing.TB, size int, komi float64) *board.Game {
	t.Helper()
	rules := board.Chinese()
	rules.Komi = komi
	g, err := board.NewGame(size, rules)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func emptyGo(t testing.TB, size int) *State { return New(game(t, size, 7.5)) }

// uniform is a leaf evaluation by uniform playouts.
func uniform(size int) func() search.Leaf {
	return func() search.Leaf { return &search.PlayoutLeaf{Playout: NewPlayout(rollout.Uniform{}, size)} }
}

// small is a configuration for tests.
func small(threads int) search.Config {
	return search.Config{Memory: 4 << 20, Threads: threads, ExpandAt: 1, VirtualLoss: 3, Seed: 1}
}

// grown is a tree after so many playouts.
func grown(t testing.TB, c search.Config, p search.Parts, s search.State, playouts int) *search.Tree {
	t.Helper()
	tree, err := search.New(c, p, s)
	if err != nil {
		t.Fatal(err)
	}
	more(t, tree, playouts)
	return tree
}

func more(t testing.TB, tree *search.Tree, playouts int) {
	t.Helper()
	if err := tree.Search(context.Background(), search.Budget{Playouts: playouts}); err != nil {
		t.Fatal(err)
	}
}

// On boards so small that positions come back all the time, the state allows what the game
// allows, and offers of that all but own eyes and suicide.
func TestGoAllowsWhatTheGameAllows(t *testing.T) {
	superko := 0
	for seed := range uint64(120) {
		size := 2 + int(seed)%4
		rules := []board.Rules{board.Chinese(), board.TrompTaylor(), board.AGA(), board.Japanese(), board.NewZealand()}[seed%5]
		g, err := board.NewGame(size, rules)
		if err != nil {
			t.Fatal(err)
		}
		r := board.NewRand(seed)
		state := New(g)
		for ply := range 120 {
			if ply%10 == 9 { // half of the history from the game, half from play
				state = New(g)
			}
			c := g.Position().ToMove()
			if state.Player() != int(c-board.Black) {
				t.Fatal("another player")
			}
			var offered []search.Move
			for i := range size * size {
				p := board.FromIndex(i, size)
				legal := g.Legal(p, c)
				if legal == board.ErrSuperko {
					superko++
				}
				if got := state.Legal(search.Move(p)); got != (legal == nil) {
					t.Fatalf("seed %d: %v at %s legal: %v, the game says %v\n%v", seed, c, p.Vertex(size), got, legal, state.pos.String())
				}
				if legal == nil && !g.Position().OwnEye(p, c) && !g.Position().Suicide(p, c) {
					offered = append(offered, search.Move(p))
				}
			}
			moves := state.Moves(nil)
			for _, m := range moves {
				if m != search.Move(board.Pass) && !slices.Contains(offered, m) {
					t.Fatalf("seed %d: offers %s", seed, board.Point(m).Vertex(size))
				}
			}
			stones := slices.DeleteFunc(moves, func(m search.Move) bool { return m == search.Move(board.Pass) })
			if n := len(stones); n != len(offered) && state.Passes() < 2 {
				t.Fatalf("seed %d: offers %d moves of %d", seed, n, len(offered))
			}
			m := search.Move(board.Pass)
			if len(offered) > 0 && r.IntN(12) > 0 {
				m = offered[r.IntN(len(offered))]
			}
			if err := g.Play(board.Point(m), c); err != nil {
				t.Fatal(err)
			}
			state.Play(m)
			if state.Hash() != New(g).Hash() {
				t.Fatalf("seed %d: another hash than that of the game", seed)
			}
		}
	}
	if superko < 100 {
		t.Errorf("superko forbade %d moves only", superko)
	}
}

func TestGoCopies(t *testing.T) {
	g := game(t, 4, 0.5)
	a := New(g)
	b := a.Clone().(*State)
	for _, m := range []search.Move{search.Move(board.XY(1, 1)), search.Move(board.XY(2, 2))} {
		a.Play(m)
	}
	if b.Hash() != New(g).Hash() || b.Hash() == a.Hash() {
		t.Error("a copy changed with its original")
	}
	b.Set(a)
	if b.Hash() != a.Hash() {
		t.Error("a copy with another hash")
	}
	b.Play(search.Move(board.XY(0, 0)))
	a.Play(search.Move(board.XY(3, 3)))
	if a.keys[2] == b.keys[2] {
		t.Error("copies share their history")
	}
}

// A tree for one komi is of no use for another.
func TestGoHashKnowsKomi(t *testing.T) {
	tree := grown(t, small(1), search.Parts{Rule: search.NewUCT(), Leaf: uniform(5)}, New(game(t, 5, 7.5)), 50)
	if !tree.Follow(New(game(t, 5, 7.5))) || tree.Follow(New(game(t, 5, 6.5))) || tree.Root().Visits > 0 {
		t.Error("kept the tree of another komi")
	}
	japanese := board.Japanese()
	japanese.Komi = 7.5
	g, err := board.NewGame(5, japanese)
	if err != nil {
		t.Fatal(err)
	}
	if New(g).Hash() == New(game(t, 5, 7.5)).Hash() {
		t.Error("territory and area look alike")
	}
}

// Prisoners are points under territory scoring, and nothing under area scoring.
func TestGoHashKnowsPrisoners(t *testing.T) {
	for _, scoring := range []board.Scoring{board.Area, board.Territory} {
		rules := board.Japanese()
		rules.Scoring = scoring
		margins, hashes := map[uint64]float64{}, map[string]uint64{}
		differ := 0
		for seed := range uint64(200) {
			r := wyrand.New(seed)
			g, err := board.NewGame(3, rules)
			if err != nil {
				t.Fatal(err)
			}
			s := New(g)
			for range 30 {
				moves := s.Moves(nil)
				if len(moves) == 0 {
					break
				}
				s.Play(moves[r.IntN(len(moves))])
				h, m := s.Hash(), s.Margin()
				if was, ok := margins[h]; ok && was != m {
					t.Fatalf("scoring %v: margins %v and %v with one hash:\n%s", scoring, was, m, s.Position())
				}
				margins[h] = m
				looks := fmt.Sprintln(s.Position(), s.Player(), s.Position().Ko(), s.Passes())
				if was, ok := hashes[looks]; ok && was != h {
					differ++
				}
				hashes[looks] = h
			}
		}
		if (differ > 0) != (scoring == board.Territory) {
			t.Errorf("scoring %v: %d positions that look alike have another hash", scoring, differ)
		}
	}
}

func TestGoEndsByTwoPasses(t *testing.T) {
	const diagram = `
		. X . X .
		X X X X X
		X X X X X
		O O O O O
		. O . O .`
	for _, c := range []struct {
		komi float64
		want float32
	}{{4.5, 1}, {5, 0}, {5.5, -1}} {
		rules := board.Chinese()
		rules.Komi = c.komi
		s := New(drawnGame(t, rules, board.White, diagram))
		s.Play(search.Move(board.Pass))
		if _, over := s.Over(); over {
			t.Fatal("over after one pass")
		}
		if m := s.Moves(nil); !slices.Equal(m, []search.Move{search.Move(board.Pass)}) {
			t.Fatalf("offers %v, want a pass only", m)
		}
		one := s.Hash()
		s.Play(search.Move(board.Pass))
		if v, over := s.Over(); !over || v != c.want {
			t.Errorf("komi %v: value %v, over %v, want %v", c.komi, v, over, c.want)
		}
		if len(s.Moves(nil)) > 0 || s.Hash() == one {
			t.Error("two passes look like one")
		}
	}
	// The game's own passes count.
	g := game(t, 5, 7.5)
	for range 2 {
		if err := g.Play(board.Pass, g.Position().ToMove()); err != nil {
			t.Fatal(err)
		}
	}
	if v, over := New(g).Over(); !over || v != -1 {
		t.Errorf("after two passes: value %v, over %v", v, over)
	}
}

func TestGoOffersPasses(t *testing.T) {
	offers := func(s *State) bool { return slices.Contains(s.Moves(nil), search.Move(board.Pass)) }
	s := emptyGo(t, 5)
	if offers(s) {
		t.Error("a pass on the empty board")
	}
	s.Play(search.Move(board.Pass))
	if !offers(s) {
		t.Error("no pass after a pass")
	}
	r := board.NewRand(1)
	s = emptyGo(t, 5)
	for s.pos.EmptyCount() > 12 {
		s.Play(search.Move(s.pos.RandomMove(&r)))
	}
	if !offers(s) {
		t.Error("no pass on a board half full")
	}
}

// A played-out board has the outcome that the rules' count gives, area or territory, from
// either side's turn.
func TestGoPlayoutCounts(t *testing.T) {
	for _, diagram := range []string{`
		. X . X .
		X X X X X
		X X X X X
		O O O O O
		. O . O .`, `
		. X . X .
		X X X X X
		O O O O O
		O O O O O
		. O . O .`} {
		for _, base := range []board.Rules{board.Chinese(), board.Japanese()} {
			for _, c := range []board.Color{board.Black, board.White} {
				base.Komi = 0
				margin := drawnGame(t, base, c, diagram).Score(nil).Margin()
				for _, d := range []float64{-0.5, 0, 0.5} {
					rules := base
					rules.Komi = margin + d
					s := New(drawnGame(t, rules, c, diagram))
					p, r := NewPlayout(rollout.Uniform{}, 5), board.NewRand(3)
					got, trace := p.Playout(s, &r, nil)
					if want := float32(-2 * d); math.Abs(float64(got-want)) > 0 || len(trace) < 2 {
						t.Errorf("scoring %d, komi %v less the margin, %v to move: outcome %v, want %v", base.Scoring, d, c, got, want)
					}
				}
			}
		}
	}
}

// Under territory scoring nothing comes after two passes, and the search judges by playouts
// that take the dead stone off.
func TestTerritoryAfterTwoPasses(t *testing.T) {
	rules := board.Japanese()
	rules.Komi = 0.5
	// White's stone in Black's half is dead.
	g := drawnGame(t, rules, board.Black, `
		. X X O .
		. X X O O
		. X X O .
		. X X O O
		O X X O .`)
	for range 2 {
		if err := g.Play(board.Pass, g.Position().ToMove()); err != nil {
			t.Fatal(err)
		}
	}
	s := New(g)
	if _, over := s.Over(); over || len(s.Moves(nil)) != 0 {
		t.Fatalf("over %v, %d moves", over, len(s.Moves(nil)))
	}
	if got := s.Player(); got != 0 {
		t.Fatal("not Black's turn")
	}
	// One pass before, the search finds that passing wins: 4+1+1 points against 3.
	if err := g.Undo(); err != nil {
		t.Fatal(err)
	}
	tree := grown(t, small(1), search.Parts{Rule: search.NewUCT(), Leaf: uniform(5)}, New(g), 400)
	for _, m := range tree.Root().Moves {
		if m.Move == search.Move(board.Pass) && m.Mean > -0.5 {
			t.Errorf("White passes with a mean of %v", m.Mean)
		}
	}
}

func TestGoOwners(t *testing.T) {
	var o Owners
	rules := board.Chinese()
	s := New(drawnGame(t, rules, board.White, `
		. X . X .
		X X X X X
		X X X X X
		O O O O O
		. O . O .`))
	leaf := func() search.Leaf {
		p := NewPlayout(rollout.Uniform{}, 5)
		p.Owners = &o
		return &search.PlayoutLeaf{Playout: p}
	}
	tree := grown(t, small(2), search.Parts{Rule: search.NewUCT(), Leaf: leaf}, s, 50)
	if o.games.Load() != 0 {
		t.Error("counted before it was started")
	}
	o.Start()
	more(t, tree, 50)
	got := o.Append(nil, 5)
	for i, x := range got {
		if want := 1.0; i < 15 && x != want || i >= 15 && x != -want {
			t.Errorf("point %d belongs %v to Black", i, x)
		}
	}
	o.Stop()
	n := o.games.Load()
	more(t, tree, 50)
	if o.games.Load() != n || n == 0 {
		t.Errorf("%d games counted, then %d", n, o.games.Load())
	}
}
