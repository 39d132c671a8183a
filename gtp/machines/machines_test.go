package machines

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/gtp"
	"github.com/tengen-go/tengen/internal/katarules"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/player/team"
	"github.com/tengen-go/tengen/search/stat"
	"github.com/tengen-go/tengen/timing"
)

// childEngine says in the environment that the test binary is to be a GTP engine, and of which kind.
const childEngine = "TENGEN_TEST_MACHINE"

func TestMain(m *testing.M) {
	switch os.Getenv(childEngine) {
	case "":
		os.Exit(m.Run())
	case "deaf":
		fmt.Fprintln(os.Stderr, "this is no Go program")
		os.Exit(3)
	default:
		engine(os.Args[1:])
	}
}

// engine is what "tengen gtp" does with the flags that Start gives it.
func engine(args []string) {
	flag := func(name string) string {
		if i := slices.Index(args, name); i >= 0 {
			return args[i+1]
		}
		return ""
	}
	seed, err := strconv.ParseUint(flag("--seed"), 10, 64)
	check(err)
	size, err := strconv.Atoi(flag("--board"))
	check(err)
	p, err := player.Players().Parse(flag("--player"), player.Env{Rules: game.Go{Board: size}, Seed: seed, Threads: 1})
	check(err)
	e, err := gtp.New(p, gtp.Config{Name: "Machine", Version: "1", Size: size, Rules: board.Chinese()})
	check(err)
	check(e.Run(context.Background(), os.Stdin, os.Stdout))
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// listed writes a list of so many machines, each of which is the test binary.
func listed(t *testing.T, kind string, n int) string {
	t.Helper()
	t.Setenv(childEngine, kind)
	path := filepath.Join(t.TempDir(), "boxes.txt")
	text := "# some machines\n\n" + strings.Repeat("'"+os.Args[0]+"' # one\n", n)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// parse makes a player of this package's kind. What it loses goes to lost.
func parse(text string, lost *[]string) (player.Player, error) {
	kinds := player.Kinds{Kind(func(words string) { *lost = append(*lost, words) })}
	return kinds.Players().Parse(text, player.Env{Rules: game.Go{Board: 9}, Seed: 5, Threads: 1})
}

// Processes play as threads do that have a tree each. If the player string has a seed, each still has its own.
func TestProcessesPlayAsThreads(t *testing.T) {
	playsAsThreads(t, "")
	playsAsThreads(t, ",seed=7")
}

func playsAsThreads(t *testing.T, more string) {
	t.Helper()
	var lost []string
	p, err := parse("machines:"+listed(t, "engine", 2)+",rave:playouts=450,threads=1,sync=75"+more, &lost)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	threads, err := player.Players().Parse("rave:playouts=450,threads=3,parallel=root,sync=75"+more,
		player.Env{Rules: game.Go{Board: 9}, Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	defer threads.Close()
	rules := board.Chinese()
	rules.Komi = 5.5
	b, err := board.NewGame(9, rules)
	if err != nil {
		t.Fatal(err)
	}
	g := game.Of(b)
	for _, one := range []player.Player{p, threads} {
		one.(player.Reseeder).Reseed(11)
		if err := one.NewGame(g); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		c := g.ToMove()
		ours, err := p.Genmove(t.Context(), c, timing.Clock{})
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := threads.Genmove(t.Context(), c, timing.Clock{})
		if err != nil {
			t.Fatal(err)
		}
		x, y := p.(*player.Searcher).Tree().Root(), threads.(*player.Searcher).Tree().Root()
		if ours != theirs || !slices.Equal(x.Moves, y.Moves) {
			t.Fatalf("%q: processes play %v of %d visits, threads %v of %d", more, ours, x.Visits, theirs, y.Visits)
		}
		if err := g.Play(ours.Point, c); err != nil {
			t.Fatal(err)
		}
		for _, one := range []player.Player{p, threads} {
			if err := one.Play(board.Move{Point: ours.Point, Color: c}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if len(lost) > 0 {
		t.Error(lost)
	}
}

// machine starts one.
func machine(t *testing.T, player string, size int) *Machine {
	t.Helper()
	t.Setenv(childEngine, "engine")
	m, err := Start("'"+os.Args[0]+"'", player, size, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.Close() })
	return m
}

// has says that a machine has the game's rules and stones.
func has(t *testing.T, m *Machine, g *board.Game) {
	t.Helper()
	if got, err := m.Send("kata-get-rules"); err != nil || got != katarules.Text(g.Rules()) {
		t.Errorf("the machine has the rules %s, %v; the game has %s", got, err, katarules.Text(g.Rules()))
	}
	for _, c := range []board.Color{board.Black, board.White} {
		got, err := m.Send("list_stones", c.String())
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for i := range g.Size() * g.Size() {
			if p := board.FromIndex(i, g.Size()); g.Position().At(p) == c {
				want = append(want, p.Vertex(g.Size()))
			}
		}
		stones := strings.Fields(got)
		slices.Sort(stones)
		slices.Sort(want)
		if !slices.Equal(stones, want) {
			t.Errorf("%v: the machine has %v, the game %v", c, stones, want)
		}
	}
}

// A machine plays by the game's rules: here a move takes its own stones off.
func TestRulesAndSuicide(t *testing.T) {
	m := machine(t, "uct:threads=1", 5)
	rules, err := board.ParseRules("tromp-taylor")
	if err != nil {
		t.Fatal(err)
	}
	g, err := board.NewGame(5, rules)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.NewGame(game.Of(g)); err != nil {
		t.Fatal(err)
	}
	for i, vertex := range []string{"E5", "B1", "E4", "B2", "A1", "A3", "A2"} {
		p, err := board.ParseVertex(vertex, 5)
		if err != nil {
			t.Fatal(err)
		}
		move := board.Move{Point: p, Color: board.Black}
		if i%2 == 1 {
			move.Color = board.White
		}
		if err := g.Play(move.Point, move.Color); err != nil {
			t.Fatal(err)
		}
		if err := m.Play(move); err != nil {
			t.Fatal(err)
		}
	}
	has(t, m, g)
	rules = board.Chinese()
	rules.Komi = 0.5
	if g, err = board.NewGame(5, rules); err != nil {
		t.Fatal(err)
	}
	if err := m.NewGame(game.Of(g)); err != nil {
		t.Fatal(err)
	}
	has(t, m, g)
}

// A handicap, which a machine places in another order, changes nothing but chance.
func TestHandicap(t *testing.T) {
	b, err := board.NewGame(9, board.Chinese())
	if err != nil {
		t.Fatal(err)
	}
	points, err := board.FixedHandicap(9, 4)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.PlaceHandicap(points); err != nil {
		t.Fatal(err)
	}
	m := machine(t, "rave:threads=1", 9)
	if err := m.NewGame(game.Of(b)); err != nil {
		t.Fatal(err)
	}
	has(t, m, b)
	var lost []string
	p, err := parse("machines:"+listed(t, "engine", 1)+",rave:playouts=200,threads=1,sync=20,sync-depth=2", &lost)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.NewGame(game.Of(b)); err != nil {
		t.Fatal(err)
	}
	choice, err := p.Genmove(t.Context(), board.White, timing.Clock{})
	if err != nil {
		t.Fatal(err)
	}
	tree := p.(*player.Searcher).Tree()
	if r := tree.Root(); r.Visits != 200 || len(lost) > 0 {
		t.Errorf("%d visits of 200; lost %q", r.Visits, lost)
	}
	// The move is taken back, for which the game is set up anew: what all have read stays.
	if err := p.Play(board.Move{Point: choice.Point, Color: board.White}); err != nil {
		t.Fatal(err)
	}
	if err := p.NewGame(game.Of(b)); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Genmove(t.Context(), board.White, timing.Clock{}); err != nil {
		t.Fatal(err)
	}
	if r := tree.Root(); r.Visits != 400 || len(lost) > 0 {
		t.Errorf("%d visits of 400 after a move was taken back; lost %q", r.Visits, lost)
	}
}

// When time is over, a machine reports what it has: here each would go on for many minutes.
func TestTimeIsOver(t *testing.T) {
	var lost []string
	p, err := parse("machines:"+listed(t, "engine", 2)+",uct:time=100ms,threads=1,sync=100000000", &lost)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	g, err := game.Go{Board: 9, Rules: board.Chinese()}.New()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.NewGame(g); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Genmove(t.Context(), board.Black, timing.Clock{}); err != nil {
		t.Fatal(err)
	}
	s := p.(*player.Searcher)
	if n := s.Took().Playouts; n == 0 || n != s.Tree().Root().Visits || len(lost) > 0 {
		t.Errorf("%d playouts, %d visits; lost %q", n, s.Tree().Root().Visits, lost)
	}
}

// Averages of many positions take several lines, and arrive whole.
func TestLongStatistics(t *testing.T) {
	m := machine(t, "rave:threads=1", 9)
	g, err := game.Go{Board: 9, Rules: board.Chinese()}.New()
	if err != nil {
		t.Fatal(err)
	}
	if err := m.NewGame(g); err != nil {
		t.Fatal(err)
	}
	n, err := m.Grow(t.Context(), board.Black, 1200, 16)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := json.Marshal(n); err != nil || len(text) <= pieceBytes {
		t.Fatalf("%d bytes, which one line takes; %v", len(text), err)
	}
	half := func(s stat.Stat) stat.Stat { return s &^ 1 } // of a reward
	for i, o := range n.Outcomes {
		n.Outcomes[i] = half(o)
	}
	if err := m.Adopt(n.Position); err != nil {
		t.Fatal(err)
	}
	again, err := m.Grow(t.Context(), board.Black, 1, 16)
	if err != nil {
		t.Fatal(err)
	}
	differ := 0
	for i, o := range again.Outcomes {
		if o != n.Outcomes[i] {
			differ++
		}
	}
	if differ != 1 {
		t.Errorf("after one playout %d moves are not as they were adopted", differ)
	}
	for _, list := range [][]string{{"last", "{"}, {"last", "{}"}, {"next", "{}"}, {"last"}, {}} {
		if _, err := m.Controller().Send(t.Context(), gtp.CommandAdopt, list...); err == nil {
			t.Errorf("%v was adopted", list)
		}
	}
	for _, list := range [][]string{
		{"b", "0", "1"},
		{"b", "1", "0"},
		{"x", "1", "1"},
		{"b", "1"},
		{"b", "a", "1"},
		{"b", "1", "1", "0"},
		{"b", "1", "1", "1", "1"},
	} {
		if _, err := m.Controller().Send(t.Context(), gtp.CommandGrow, list...); err == nil {
			t.Errorf("grew by %v", list)
		}
	}
}

// A machine that ends in the middle of a game is named, and the game goes on.
func TestProcessEnds(t *testing.T) {
	var lost []string
	path := listed(t, "engine", 1)
	p, err := parse("machines:"+path+",uct:playouts=300,threads=1,sync=50", &lost)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	m := machine(t, "uct:threads=1", 9)
	s := p.(*player.Searcher)
	both := &team.Team{Every: 50, Depth: 1, Lost: func(m team.Machine, err error) { lost = append(lost, fmt.Sprint(m, err)) }}
	both.Add(m)
	s.Join(both)
	g, err := game.Go{Board: 9, Rules: board.Chinese()}.New()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.NewGame(g); err != nil {
		t.Fatal(err)
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Genmove(t.Context(), board.Black, timing.Clock{}); err != nil {
		t.Fatal(err)
	}
	if s.Took().Playouts != 300 || len(lost) != 1 || !strings.Contains(lost[0], "closed") {
		t.Errorf("%d playouts; lost %q", s.Took().Playouts, lost)
	}
}

func TestRefuses(t *testing.T) {
	good := listed(t, "engine", 1)
	empty := filepath.Join(t.TempDir(), "empty.txt")
	if err := os.WriteFile(empty, []byte("# none\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"machines:" + good:                                   "want machines:FILE,PLAYER",
		"machines:,rave":                                     "want machines:FILE,PLAYER",
		"machines:nowhere.txt,rave":                          "nowhere.txt",
		"machines:" + empty + ",rave":                        "no machine",
		"machines:" + good + ",random":                       "grows no tree of playouts",
		"machines:" + good + ",playouts":                     "grows no tree of playouts",
		"machines:" + good + ",rave:sync=0":                  "sync=0",
		"machines:" + good + ",rave:clock=cpu,time=1s":       "clock=cpu",
		"machines:" + good + ",rave:parallel=root,threads=2": "parallel=root",
		"machines:" + good + ",rave:playout=a b":             "playout",
		"machines:" + good + ",search:model=my models":       "my models",
		"machines:" + good + ",rave:colour=red":              "colour",
		"machines:" + good + ",gtp:gnugo":                    "gtp",
	} {
		if p, err := parse(text, new([]string)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %q in it", text, err, want)
			if p != nil {
				_ = p.Close()
			}
		}
	}
	listed(t, "deaf", 1)
	_, err := parse("machines:"+good+",rave", new([]string))
	if err == nil || !strings.Contains(err.Error(), "this is no Go program") {
		t.Errorf("a program that is no Go program: %v", err)
	}
}
