package player

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/endingtest"
	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/search/gostate"
	"github.com/tengen-go/tengen/shapes"
	"github.com/tengen-go/tengen/timing"
)

const second = time.Second

// searcher makes a player of a string for tests: a small tree, one thread.
func searcher(t testing.TB, text string) *Searcher {
	t.Helper()
	kind, rest, _ := strings.Cut(text, ":")
	options := []string{"memory=4M"}
	if rest != "" {
		options = append(options, rest)
	}
	p, err := Players().Parse(kind+":"+strings.Join(options, ","), Env{Rules: game.Go{Board: 5}, Seed: 1, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	if a, ok := p.(*advisedSearcher); ok {
		return a.Searcher
	}
	return p.(*Searcher)
}

// vital is a position in which Black lives by B5 alone, and wins if it lives.
func vital(t *testing.T) *board.Game {
	rules := board.Chinese()
	rules.Komi = -10
	return endingtest.Game(t, rules, `
		. . . X X
		X X X X X
		O O O O O
		O O O O O
		. O . O .
	`)
}

func TestSearchersFindTheVitalPoint(t *testing.T) {
	both := modeltest.Folder(t, 5, true)
	for _, player := range []string{
		"uct:playouts=400", "rave:playouts=400", "rave:playouts=400,schedule=mse,c=0.1", "playouts:playouts=1500",
		"uct:playouts=400,replies=0.5", "uct:playouts=400,heuristic=grandfather", "rave:playouts=400,heuristic=mogo,playout=mogo", "rave:playouts=400,heuristic=even,experience=10",
		"rave:playouts=400,heuristic=knowledge,transpositions=on", "rave:playouts=400,opponent=uct", "rave:playouts=400,opponent=random", "uct:playouts=400,playout=uniform,choice=lcb",
		"search:playouts=600,expand=5,cpuct=2,model=" + both, "search:playouts=600,lambda=1,model=" + both,
	} {
		t.Run(player[:strings.IndexByte(player, ',')+1]+"…", func(t *testing.T) {
			g := vital(t)
			s := searcher(t, player)
			if err := s.NewGame(game.Of(g)); err != nil {
				t.Fatal(err)
			}
			choice, err := s.Genmove(context.Background(), board.Black, timing.Clock{})
			if err != nil || choice.Point != board.XY(1, 0) {
				t.Errorf("%s plays %s (%v), want B5", player, choice.Vertex(5), err)
			}
			if s.Took().Playouts != s.config.Playouts {
				t.Errorf("%s made %d playouts", player, s.Took().Playouts)
			}
		})
	}
}

// TestSearcherFollowsTheGame compares the tree with the board: after every move of both sides its
// root is the game's position, and what was read of it is kept.
func TestSearcherFollowsTheGame(t *testing.T) {
	s := searcher(t, "rave:playouts=300")
	g := endingtest.Empty(t, 5)
	if err := s.NewGame(game.Of(g)); err != nil {
		t.Fatal(err)
	}
	other := NewRandom(3)
	if err := other.NewGame(game.Of(g)); err != nil {
		t.Fatal(err)
	}
	kept := 0
	for g.Over() == false && len(g.Moves()) < 60 {
		c := g.Position().ToMove()
		player := Player(s)
		if c == board.White {
			player = other
		}
		choice, err := player.Genmove(context.Background(), c, timing.Clock{})
		if err != nil {
			t.Fatal(err)
		}
		if choice.Resign {
			break
		}
		if c == board.Black {
			if root := s.tree.Root(); root.Visits > 300 {
				kept++
			}
		}
		m := board.Move{Point: choice.Point, Color: c}
		for _, p := range []Player{s, other} {
			if err := p.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		if err := g.Play(m.Point, c); err != nil {
			t.Fatal(err)
		}
		if c == board.White && !g.Over() {
			state := gostate.New(g)
			s.follow(board.Black)
			if s.tree.Hash() != state.Hash() {
				t.Fatalf("after %d moves the tree's root is another position", len(g.Moves()))
			}
		}
	}
	if kept < 3 {
		t.Errorf("what was read was kept %d times", kept)
	}
	// Taking back, and a move out of turn.
	for range 3 {
		if err := g.Undo(); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.NewGame(game.Of(g)); err != nil {
		t.Fatal(err)
	}
	c := g.Position().ToMove().Opponent()
	choice, err := s.Genmove(context.Background(), c, timing.Clock{})
	if err != nil || !choice.Resign && g.Legal(choice.Point, c) != nil {
		t.Errorf("out of turn it plays %s, %v", choice.Vertex(5), err)
	}
}

// What was read of a game stays when the board is cleared and set up again, and goes when another game is searched.
func TestKeepsWhatItReadOfAGame(t *testing.T) {
	begins := func(komi float64) game.Game {
		rules := board.Chinese()
		rules.Komi = komi
		g, err := board.NewGame(5, rules)
		if err == nil {
			err = g.PlaceHandicap([]board.Point{board.XY(1, 1), board.XY(3, 3)})
		}
		if err != nil {
			t.Fatal(err)
		}
		return game.Of(g)
	}
	s := searcher(t, "rave:playouts=50")
	for i, c := range []struct {
		before []game.Game
		komi   float64
		visits int
	}{
		{nil, 7.5, 50},
		{[]game.Game{game.Of(endingtest.Empty(t, 5))}, 7.5, 100},
		{nil, 5.5, 50},
	} {
		for _, g := range append(c.before, begins(c.komi)) {
			if err := s.NewGame(g); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.Genmove(t.Context(), board.White, timing.Clock{}); err != nil {
			t.Fatal(err)
		}
		if n := s.tree.Root().Visits; n != c.visits {
			t.Errorf("search %d: %d visits, want %d", i+1, n, c.visits)
		}
	}
}

// Another seed gives other numbers, the same seed the same ones, whatever the player did before: with playout=none, where
// all chance is in how the networks see a position, and with playouts that keep good replies.
func TestSeedsDecide(t *testing.T) {
	for _, text := range []string{
		"search:playouts=60,playout=none,threads=1,model=" + modeltest.Folder(t, 5, true),
		"uct:playouts=60,replies=1,heuristic=none,threads=1",
		"uct:playouts=60,replies=1,heuristic=none,threads=1,playout=softmax,model=shipped:9x9",
	} {
		seedsDecide(t, text)
	}
}

func seedsDecide(t *testing.T, text string) {
	t.Helper()
	read := func(s *Searcher, seed uint64) string {
		s.Reseed(seed)
		if err := s.NewGame(game.Of(endingtest.Empty(t, 5))); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Genmove(t.Context(), board.Black, timing.Clock{}); err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(s.Tree().Root())
	}
	one, seen := searcher(t, text), map[string]bool{}
	for seed := range uint64(8) {
		found := read(one, seed)
		seen[found] = true
		if again := read(searcher(t, text), seed); again != found {
			t.Errorf("%s: seed %d gives\n%s\nand\n%s", text, seed, found, again)
		}
	}
	if len(seen) < 3 {
		t.Errorf("%s: 8 seeds give %d results", text, len(seen))
	}
}

func TestSearchOptionsAreChecked(t *testing.T) {
	for text, want := range map[string]string{
		"uct:playouts=0":                              "playouts=0 is not a whole number from 1",
		"uct:lambda=0.5":                              "has no option lambda",
		"uct:playout=nogo":                            "playout=nogo: want uniform, mogo",
		"uct:time=soon":                               "time=soon is no time such as 5s",
		"uct:memory=0":                                "memory=0 is no amount of memory",
		"uct:memory=lots":                             "memory=lots is no amount of memory",
		"rave:schedule=soft":                          "schedule=soft: want hand, own, mse",
		"rave:bais=0.1":                               "did you mean bias?",
		"playouts:reuse=on":                           "has no option reuse",
		"rave:heuristic=x":                            "want none, even, grandfather, mogo, shapes, knowledge",
		"uct:resign=0.8":                              "resign=0.8 is not a number from -1 to 0",
		"uct:ponder=1":                                "ponder=1: want on, off",
		"rave:playout=none":                           "want uniform, mogo",
		"uct:memory=1000":                             "memory 1000: want 1048576 (1M) or more",
		"uct:replies=2":                               "replies=2 is not a number from 0 to 1",
		"search:lambda=fti":                           "lambda=fti is not a number from 0 to 1, or fit",
		"uct:replies=1,playout=mogo":                  "replies= has no effect without playout=informed or playout=softmax",
		"search:playout=fast":                         "want uniform, mogo",
		"uct:q0=5":                                    "q0= has no effect without choice=posterior",
		"ucbtuned:epsilon=0.1":                        "epsilon= has no effect without choice=posterior",
		"rave:schedule=mse,k=5":                       "k= has no effect without schedule=hand or schedule=own",
		"rave:schedule=hand,bias=0.3":                 "bias= has no effect without schedule=mse",
		"uct:heuristic=none,experience=500":           "experience= has no effect without heuristic=",
		"aoap:c=3":                                    "c= has no effect without opponent=uct",
		"uct:parallel=leaf":                           "parallel= has no effect without threads=2 or more",
		"uct:ponder=on,reuse=off":                     "ponder= has no effect without reuse=on",
		"search:playout=none,expand=40":               "expand= has no effect without playouts",
		"search:lambda=0,expand=40":                   "expand= has no effect without playouts",
		"search:prior=tree,beta=0.5":                  "beta= has no effect without prior=policy",
		"search:prior=uniform,value=off,symmetries=8": "symmetries= has no effect without prior=policy or value=on",
		"uct:sync=7":                                  "sync= has no effect without parallel=root",
		"uct:sync-depth=3":                            "sync-depth= has no effect without parallel=root",
		"search:choice=posterior":                     "for search only with lambda=1",
		"negamax:evaluation=exact,playouts=99":        "playouts= and playout= have no effect without evaluation=playouts",
		"negamax:model=shipped:9x9":                   "model= has no effect without evaluation=value, evaluation=shapes or",
		"search:threads=0,lambda=3":                   "is not a",
	} {
		_, err := Players().Parse(text, Env{Rules: game.Go{Board: 9}, Threads: 1})
		var bad *options.Error
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	// The same options where they have an effect.
	for _, text := range []string{
		"uct:q0=5,sigma0=2,epsilon=0.1,choice=posterior", "ocba:epsilon=0.1,choice=visits", "ttts:q0=0.5,choice=visits", "rave:schedule=mse,bias=0.3",
		"rave:schedule=own,k=5", "rave:experience=3", "uct:experience=3,heuristic=even", "aoap:c=3,opponent=uct", "rave:c=0.1",
		"uct:sync=7,sync-depth=3,parallel=root,threads=2",
	} {
		if _, err := Players().Parse(text, Env{Rules: game.Go{Board: 9}, Threads: 1}); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := Players().Parse("search:model=nowhere", Env{Rules: game.Go{Board: 9}}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a model that is not there: %v", err)
	}
	p, err := Players().Parse("rave:playouts=10,time=2,memory=64M,threads=3,seed=5", Env{Rules: game.Go{Board: 9}, Seed: 2, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	if c := p.(*Searcher).Config(); c.Playouts != 10 || c.Time != 2*second || c.Memory != 64<<20 || c.Threads != 3 || c.Seed != 5 {
		t.Errorf("the options are read as %+v", c)
	}
}

// TestRepliesReachThePlayouts: with them other games are played out.
func TestRepliesReachThePlayouts(t *testing.T) {
	mean := func(player string) float64 {
		s := searcher(t, player)
		if err := s.NewGame(game.Of(endingtest.Empty(t, 9))); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Genmove(context.Background(), board.Black, timing.Clock{}); err != nil {
			t.Fatal(err)
		}
		return s.tree.Root().Mean
	}
	if without, with := mean("uct:playouts=300"), mean("uct:playouts=300,replies=1"); without == with {
		t.Errorf("a mean of %v with replies and without", with)
	}
}

// On an empty board of Go there are as many moves as points, and no pass.
func TestSearchTellsThatN0TakesAllPlayouts(t *testing.T) {
	for text, want := range map[string]bool{"aoap:n0=10,playouts=250": true, "aoap:n0=10,playouts=251": false} {
		s := searcher(t, text)
		if err := s.NewGame(game.Of(endingtest.Empty(t, 5))); err != nil {
			t.Fatal(err)
		}
		moves := gostate.New(endingtest.Empty(t, 5)).Moves(nil)
		notes := strings.Join(s.Notes(), "; ")
		if got := strings.Contains(notes, fmt.Sprintf("each of %d moves its n0=10", len(moves))); got != want {
			t.Errorf("%s: it says %q", text, notes)
		}
	}
}

// TestSearchTellsWhatTheModelLacks: a model without a value network goes by playouts alone.
func TestSearchTellsWhatTheModelLacks(t *testing.T) {
	dir := modeltest.Folder(t, 5, false)
	s := searcher(t, "search:playouts=10,model="+dir)
	if notes := strings.Join(s.Notes(), "; "); !strings.Contains(notes, "no value network") {
		t.Errorf("it says %q", notes)
	}
	_, err := Players().Parse("search:playout=none,model="+dir, Env{Rules: game.Go{Board: 5}, Threads: 1})
	if err == nil || !strings.Contains(err.Error(), "nothing judges positions") {
		t.Errorf("without playouts either: %v", err)
	}
	if err := s.NewGame(game.Of(endingtest.Empty(t, 7))); err == nil || !strings.Contains(err.Error(), "is for 5×5") {
		t.Errorf("on another board: %v", err)
	}
}

// Who judges by what was learned from games with one komi says so where the komi is another;
// nobody says so of a judge that is not asked.
func TestKomiNote(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "shapes")
	values, err := shapes.New(9)
	if err != nil {
		t.Fatal(err)
	}
	figures := map[string]float64{}
	models.Komi{Low: 5.5, High: 6.5}.Put(figures)
	if err := shapes.Save(dir, values, models.Training{Figures: figures}); err != nil {
		t.Fatal(err)
	}
	for text, learned := range map[string]models.Komi{
		"search:model=shipped:9x9":                             {Low: 7, High: 7.5},
		"search:model=shipped:9x9,lambda=1":                    {},
		"search:model=shipped:9x9,value=off":                   {},
		"rave:heuristic=shapes,model=" + dir:                   {Low: 5.5, High: 6.5},
		"rave:heuristic=shapes,model=shipped:9x9":              {Low: 7.5, High: 7.5},
		"rave:heuristic=tree,model=shipped:9x9":                {},
		"uct:heuristic=none,playout=softmax,model=shipped:9x9": {},
	} {
		p, err := Players().Parse(text+",memory=4M", Env{Rules: game.Go{Board: 9}, Threads: 1})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		for _, komi := range []float64{5.5, 6.5, 7, 7.5, 8} {
			note := KomiNote(p, komi)
			want := fmt.Sprintf("komi %v only, and this one has %v", learned, komi)
			warned := strings.Contains(note, want)
			outside := komi < learned.Low || komi > learned.High
			if warned != (outside && learned.High != 0) || !warned && note != "" {
				t.Errorf("%s with komi %v: %q", text, komi, note)
			}
		}
	}
	env := Env{Rules: game.Go{Board: 5}, Threads: 1}
	if _, err := Players().Parse("rave:heuristic=shapes,model="+dir, env); err == nil ||
		!strings.Contains(err.Error(), "is for 9×9, not 5×5") {
		t.Errorf("shapes for another board: %v", err)
	}
}

// TestSearcherAdvises what its policy network says, whatever the search makes of that: as the player policy does. After
// two passes, too.
func TestSearcherAdvises(t *testing.T) {
	model := modeltest.Folder(t, 5, true)
	g := endingtest.Empty(t, 5)
	for _, m := range []board.Point{board.XY(2, 2), board.Pass, board.Pass} {
		if err := g.Play(m, g.Position().ToMove()); err != nil {
			t.Fatal(err)
		}
		var said [2][]float32
		for i, text := range []string{"search:memory=4M,beta=0.5,model=" + model, "policy:model=" + model} {
			p, err := Players().Parse(text, Env{Rules: game.Go{Board: 5}, Threads: 1})
			if err != nil {
				t.Fatal(err)
			}
			if err := p.NewGame(game.Of(g)); err != nil {
				t.Fatal(err)
			}
			said[i] = make([]float32, 25)
			if err := p.(Adviser).Advise(said[i], board.Black); err != nil {
				t.Fatal(err)
			}
		}
		sum := float32(0)
		for _, x := range said[0] {
			sum += x
		}
		if said[0][12] != 0 || sum < 0.999 || sum > 1.001 || !slices.Equal(said[0], said[1]) {
			t.Errorf("after %d moves it advises\n%v, the policy\n%v", len(g.Moves()), said[0], said[1])
		}
	}
}

// ticking is a clock that is a step later at every look.
type ticking struct{ n, step atomic.Int64 }

func newTicking(step time.Duration) *ticking {
	c := &ticking{}
	c.step.Store(int64(step))
	return c
}

func (c *ticking) now() time.Time { return time.Unix(0, c.n.Add(c.step.Load())) }

func (c *ticking) since() time.Duration { return time.Duration(c.n.Load()) }

// With clock=cpu, time= is the thread's and the wall's clock is not looked at; where a game's
// clock runs, the wall's counts again.
func TestTimeIsTheThreadsWithClockCPU(t *testing.T) {
	for name, c := range map[string]struct {
		clock    timing.Clock
		byThread bool
	}{
		"no clock":  {timing.Clock{}, true},
		"its clock": {timing.Settings{System: timing.Absolute, Main: 3600 * second}.Start(), false},
	} {
		t.Run(name, func(t *testing.T) {
			s := searcher(t, "uct:time=1s,early=off,threads=1,clock=cpu")
			wall, thread := newTicking(2*time.Millisecond), newTicking(2*time.Millisecond)
			s.now, s.thread = wall.now, thread.now
			if err := s.NewGame(game.Of(endingtest.Empty(t, 5))); err != nil {
				t.Fatal(err)
			}
			counts, other := wall, thread
			if c.byThread {
				counts, other = thread, wall
			}
			for _, watched := range []bool{false, true} {
				before := counts.since()
				var err error
				if watched {
					_, err = s.GenmoveAnalyze(context.Background(), board.Black, c.clock, AnalyzeOptions{}, func(*Analysis) {})
				} else {
					_, err = s.Genmove(context.Background(), board.Black, c.clock)
				}
				if err != nil {
					t.Fatal(err)
				}
				if took := counts.since() - before; took < second || took > second+20*time.Millisecond || other.since() != 0 {
					t.Errorf("watched: %v: took %v, by the other clock %v", watched, took, other.since())
				}
			}
		})
	}
	for _, player := range []string{
		"uct:time=1s,clock=cpu,threads=2", "uct:playouts=10,clock=cpu,threads=1",
		"uct:time=1s,clock=cpu,threads=1,ponder=on",
	} {
		if _, err := Players().Parse(player, Env{Rules: game.Go{Board: 5}}); err == nil {
			t.Errorf("%s is taken", player)
		}
	}
}

func TestSearcherKeepsToItsTime(t *testing.T) {
	for name, c := range map[string]struct {
		player   string
		clock    timing.Clock
		min, max time.Duration
	}{
		"time=":           {"uct:time=1s,early=off", timing.Clock{}, second, second + 20*time.Millisecond},
		"the default":     {"uct:early=off", timing.Clock{}, defaultTime, defaultTime + 20*time.Millisecond},
		"time and clock":  {"uct:time=1s,early=off", timing.Settings{System: timing.Absolute, Main: 3600 * second}.Start(), second, second + 20*time.Millisecond},
		"clock alone":     {"uct:early=off,extend=off", timing.Settings{System: timing.Byoyomi, Period: 5 * second, Stones: 1}.Start(), 4500 * time.Millisecond, 4600 * time.Millisecond},
		"no time left":    {"uct", timing.Clock{Settings: timing.Settings{System: timing.Absolute, Main: second}, Known: true}, 0, 60 * time.Millisecond},
		"playouts, clock": {"uct:playouts=1000000", timing.Settings{System: timing.Byoyomi, Period: 5 * second, Stones: 1}.Start(), second, 5 * second},
	} {
		t.Run(name, func(t *testing.T) {
			s, clock := searcher(t, c.player), newTicking(2*time.Millisecond)
			s.now = clock.now
			if err := s.NewGame(game.Of(endingtest.Empty(t, 5))); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Genmove(context.Background(), board.Black, c.clock); err != nil {
				t.Fatal(err)
			}
			if took := clock.since(); took < c.min || took > c.max {
				t.Errorf("%s took %v, want %v to %v", c.player, took, c.min, c.max)
			}
			if s.Took().Playouts == 0 {
				t.Error("without a playout")
			}
		})
	}
}

// TestSearcherStopsEarly: nothing else can catch up with the only move.
func TestSearcherStopsEarly(t *testing.T) {
	took := func(player string) time.Duration {
		g := vital(t)
		s, clock := searcher(t, player), newTicking(time.Millisecond)
		s.now = clock.now
		if err := s.NewGame(game.Of(g)); err != nil {
			t.Fatal(err)
		}
		if choice, err := s.Genmove(context.Background(), board.Black, timing.Clock{}); err != nil || choice.Point != board.XY(1, 0) {
			t.Fatalf("%s, %v", choice.Vertex(5), err)
		}
		return clock.since()
	}
	if early, late := took("rave:time=4s"), took("rave:time=4s,early=off"); early > late*3/4 || late < 4*second {
		t.Errorf("it takes %v, and %v without stopping early", early, late)
	}
}

// TestEachGameHasItsWholeTime: where nobody says what time is left, the player keeps its clock. The second game begins
// like the first.
func TestEachGameHasItsWholeTime(t *testing.T) {
	s, clock := searcher(t, "uct:playout=uniform,early=off,extend=off"), newTicking(2*time.Millisecond)
	s.now = clock.now
	settings := timing.Clock{Settings: timing.Settings{System: timing.Absolute, Main: 10 * second}}
	var first [2]time.Duration
	for k := range first {
		g := endingtest.Empty(t, 5)
		if err := s.NewGame(game.Of(g)); err != nil {
			t.Fatal(err)
		}
		for move := range 30 {
			before := clock.since()
			if _, err := s.Genmove(context.Background(), board.Black, settings); err != nil {
				t.Fatal(err)
			}
			if move == 0 {
				first[k] = clock.since() - before
			}
		}
	}
	if difference := (first[1] - first[0]).Abs(); difference > 20*time.Millisecond {
		t.Errorf("the first move took %v, in the second game %v", first[0], first[1])
	}
}

// TestNeverLosesOnTime plays 300 moves with each time system against a clock that takes a
// little more than the player can know of.
func TestNeverLosesOnTime(t *testing.T) {
	for name, text := range map[string]string{
		"absolute": "30s", "blitz": "15s", "fischer": "5s+200ms", "fischer without main time": "0s+300ms",
		"byoyomi": "10s+3x200ms", "byoyomi, one short period": "0s+1x300ms",
		"canadian": "10s+2s/10", "canadian without main time": "0s+5s/25",
	} {
		if testing.Short() && name != "fischer" {
			continue // all clocks are alike to the race detector
		}
		t.Run(name, func(t *testing.T) {
			settings, err := timing.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			s, ticks := searcher(t, "uct:playout=uniform"), newTicking(4*time.Millisecond)
			s.now = ticks.now
			g := endingtest.Empty(t, 9)
			clock := settings.Start()
			total := time.Duration(0)
			rng := NewRandom(2)
			for move := range 300 {
				c := g.Position().ToMove()
				if move%2 == 1 { // the opponent's
					reply(t, rng, g)
					continue
				}
				if err := s.NewGame(game.Of(g)); err != nil {
					t.Fatal(err)
				}
				before := ticks.since()
				if _, err := s.Genmove(context.Background(), c, clock); err != nil {
					t.Fatal(err)
				}
				took := ticks.since() - before
				total += took
				took += 2 * time.Millisecond // on the way
				var ok bool
				if clock, ok = clock.Spend(took); !ok {
					t.Fatalf("move %d took %v: lost on time (%+v)", move, took, clock)
				}
				reply(t, rng, g) // random moves in its place, for a game that is long
			}
			if total < settings.Main/2 {
				t.Errorf("of %v main time only %v were used", settings.Main, total)
			}
		})
	}
}

// reply plays p's move, and goes back some when the game is over.
func reply(t *testing.T, p Player, g *board.Game) {
	t.Helper()
	if err := p.NewGame(game.Of(g)); err != nil {
		t.Fatal(err)
	}
	c := g.Position().ToMove()
	choice, err := p.Genmove(context.Background(), c, timing.Clock{})
	if err == nil {
		err = g.Play(choice.Point, c)
	}
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		if g.Over() && g.Undo() != nil {
			t.Fatal("nothing to take back")
		}
	}
}

func TestPonderingIsReused(t *testing.T) {
	for _, player := range []string{"rave:playouts=50,ponder=on", "uct:playouts=50,opponent=random,ponder=on", "rave:playouts=50"} {
		s, on := searcher(t, player), strings.HasSuffix(player, "ponder=on")
		g := endingtest.Empty(t, 5)
		if err := s.NewGame(game.Of(g)); err != nil {
			t.Fatal(err)
		}
		if err := s.Play(board.Move{Point: board.XY(2, 2), Color: board.Black}); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan error)
		go func() { ended <- s.Ponder(ctx) }()
		for on && s.tree.Playouts() < 2000 {
			runtime.Gosched()
		}
		cancel()
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		reply := board.XY(2, 3)
		if on {
			reply = board.Point(s.tree.Line()[0])
		}
		if err := s.Play(board.Move{Point: reply, Color: board.White}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Genmove(context.Background(), board.Black, timing.Clock{}); err != nil {
			t.Fatal(err)
		}
		if visits := s.tree.Root().Visits; on != (visits > 60) {
			t.Errorf("%s: %d visits after a search of 50", player, visits)
		}
	}
}

// TestSearcherReadsForOneSide: with an opponent inside the tree what was read for Black is of no use
// to White, who would take over the part of the opponent; and what is read after the searcher's own
// pass, or on the opponent's time, is still the searcher's.
func TestSearcherReadsForOneSide(t *testing.T) {
	ctx := context.Background()
	for opponent, kept := range map[string]bool{opponentSelf: true, opponentRandom: false, opponentUCT: false} {
		s := searcher(t, "uct:playouts=400,opponent="+opponent)
		g, err := board.NewGame(5, board.Chinese())
		if err != nil {
			t.Fatal(err)
		}
		if err := s.NewGame(game.Of(g)); err != nil {
			t.Fatal(err)
		}
		for turn, want := range []bool{false, kept, kept} {
			c := board.Black
			if turn%2 == 1 {
				c = board.White
			}
			choice, err := s.Genmove(ctx, c, timing.Clock{})
			if err != nil {
				t.Fatal(err)
			}
			if got := s.saw.Visits > 400; got != want {
				t.Errorf("opponent=%s, turn %d: kept %v, want %v", opponent, turn, got, want)
			}
			if err := s.Play(board.Move{Color: c, Point: choice.Point}); err != nil {
				t.Fatal(err)
			}
		}
	}

	// After Black's pass White moves at the root and is still the one who plays at random: all moves
	// alike, which a player who searches does not.
	s := searcher(t, "uct:playouts=8000,opponent=random")
	g, err := board.NewGame(5, board.Chinese())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.NewGame(game.Of(g)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Genmove(ctx, board.Black, timing.Clock{}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.readPass(ctx, board.Black, outlook{}); err != nil {
		t.Fatal(err)
	}
	root := s.tree.Root()
	least, most := root.Moves[0].Visits, root.Moves[0].Visits
	for _, m := range root.Moves {
		least, most = min(least, m.Visits), max(most, m.Visits)
	}
	if root.Player == s.game.State(board.Black).Player() || len(root.Moves) < 20 || most > 3*least {
		t.Errorf("player %d has %d moves with %d to %d visits", root.Player, len(root.Moves), least, most)
	}
}
