package games_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/gtp"
	"github.com/tengen-go/tengen/internal/cluster/games"
	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/worker"
	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/player/loaded"
	"github.com/tengen-go/tengen/rating"
)

// role says to this test binary, run again as a process of its own, what to be: a worker of the token in the
// folder, or a program that speaks GTP.
const role = "TENGEN_TEST_ROLE"

func TestMain(m *testing.M) {
	switch {
	case len(os.Args) > 1 && os.Args[1] == "play-gtp":
		engine(len(os.Args) > 2)
	case os.Getenv(role) == "worker":
		fmt.Fprintln(os.Stderr, workerProcess(context.Background(), os.Getenv("TENGEN_TEST_DIR")))
		os.Exit(1)
	default:
		os.Exit(m.Run())
	}
}

// engine is a program that plays the likeliest moves, so that its games depend on nothing else. It may crash in
// the middle of a game.
func engine(crashes bool) {
	p, err := player.Players().Parse("policy:symmetries=1", player.Env{Seed: 1})
	if err != nil {
		panic(err)
	}
	e, err := gtp.New(p, gtp.Config{Name: "test", Version: "1", Rules: board.Chinese()})
	if err != nil {
		panic(err)
	}
	in, out := io.Pipe()
	go func() {
		moves := 0
		for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
			switch word, _, _ := strings.Cut(lines.Text(), " "); word {
			case "clear_board":
				moves = 0
			case "genmove":
				if moves++; crashes && moves > 3 {
					os.Exit(3)
				}
			}
			fmt.Fprintln(out, lines.Text())
		}
		_ = out.Close()
	}()
	_ = e.Run(context.Background(), in, os.Stdout)
}

func workerProcess(ctx context.Context, dir string) error {
	for {
		access, err := mailbox.ReadAccess(filepath.Join(dir, "token"))
		if err == nil {
			box, err := access.(mailbox.Token).Connect()
			if err == nil {
				return worker.Run(ctx, box, worker.Config{
					Name: fmt.Sprintf("w%d", os.Getpid()), Kinds: games.Kinds(nil), Threads: 2,
				})
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// open is a mailbox without a port.
func open(t *testing.T) *mailbox.Box {
	t.Helper()
	server, err := mailbox.Serve(t.Context(), mailbox.ServerConfig{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	box, err := server.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		box.Close()
		_ = server.Close()
	})
	return box
}

// working has a worker of this process at work until the test, or the function returned, ends it.
func working(t *testing.T, box *mailbox.Box, name string, threads int, programs games.Programs) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	all.Go(func() {
		_ = worker.Run(ctx, box, worker.Config{
			Name: name, Kinds: slices.Concat(games.Kinds(programs), games.CellKinds(programs)), Threads: threads, Report: func(text string) { t.Log(text) },
		})
	})
	stop = func() {
		cancel()
		all.Wait()
	}
	t.Cleanup(stop)
	return stop
}

// pairing is a match in a folder.
type pairing struct {
	settings match.Settings
	a, b     string
	order    *games.Order // nil to play here
	stop     func(*match.Game) error
}

// play plays what the folder does not have.
func (p pairing) play(ctx context.Context, dir string) error {
	config, err := p.settings.Config()
	if err != nil {
		return err
	}
	if p.order != nil {
		config.Elsewhere = p.order.Play
	}
	registry := games.CommandsOf(p.a, p.b).Players()
	env := player.Env{Rules: config.Rules, Seed: 3, Threads: 1, Players: 4, Networks: &loaded.Networks{}}
	side := func(text string) match.Side {
		return match.Side{Name: text, Text: text, Make: func() (player.Player, error) { return registry.Parse(text, env) }}
	}
	folder, err := match.OpenFolder(dir, p.settings.About(config, p.a, p.b))
	if err != nil {
		return err
	}
	err = match.Run(ctx, config, side(p.a), side(p.b), folder.Done(), func(g *match.Game) error {
		if err := folder.Add(g); err != nil {
			return err
		}
		if p.stop != nil {
			return p.stop(g)
		}
		return nil
	})
	return errors.Join(err, folder.Close())
}

// order has games ordered from a mailbox.
func order(t *testing.T, box *mailbox.Box) *games.Order {
	return &games.Order{
		Box: box, Name: t.Name(), Lasting: true, PlayerSeed: 3, Threads: 1, Report: func(text string) { t.Log(text) },
	}
}

var seconds = regexp.MustCompile(`"seconds":\[[^]]*\]`)

// contents are the files of a folder, with games in order of their numbers and without the times that they took.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	if err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".") {
			return err
		}
		data, err := os.ReadFile(path)
		text := string(data)
		if d.Name() == match.ResultsName {
			lines := strings.SplitAfter(seconds.ReplaceAllString(text, `"seconds":[0,0]`), "\n")
			slices.SortFunc(lines, func(a, b string) int { return number(a) - number(b) })
			text = strings.Join(lines, "")
		}
		name, _ := filepath.Rel(dir, path)
		files[name] = text
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return files
}

// number is that of the game of a line, far behind for none.
func number(line string) int {
	var g match.Game
	if json.Unmarshal([]byte(line), &g) != nil {
		return 1 << 30
	}
	return g.Game
}

func same(t *testing.T, here, there string) {
	t.Helper()
	if diff := cmp.Diff(contents(t, here), contents(t, there)); diff != "" {
		t.Error(diff)
	}
}

func five(n, parallel int) match.Settings {
	return match.Settings{Games: n, Board: 5, Rules: "chinese", Time: "none", Openings: 2, Parallel: parallel, Seed: 7}
}

const uct = "uct:playouts=30,heuristic=none,memory=1M,threads=1"

// The folder of a match is that of one machine, whatever is played.
func TestTheFolderIsThatOfOneMachine(t *testing.T) {
	model := modeltest.Full(t, 5)
	handicap := five(4, 2)
	handicap.Board, handicap.Handicap, handicap.MaxMoves = 9, 2, 30
	program := os.Args[0] + " play-gtp"
	failing := program + " and-crash"
	for name, p := range map[string]pairing{
		"model":    {settings: five(12, 2), a: "search:playouts=20,memory=1M,threads=1,model=" + model, b: "policy:temperature=1,model=" + model},
		"default":  {settings: five(4, 1), a: "policy:temperature=1", b: uct},
		"handicap": {settings: handicap, a: uct, b: "random"},
		"gomoku":   {settings: match.Settings{Games: 6, Game: "gomoku:size=6", Parallel: 2, Seed: 5}, a: uct, b: "random"},
		"program":  {settings: five(6, 2), a: uct, b: "gtp:" + program},
		"programs": {settings: five(4, 1), a: "gtp:" + program, b: "gtp:" + failing},
	} {
		if testing.Short() && (name == "program" || name == "programs" || name == "handicap") {
			continue // the race detector sees nothing in these that it does not see in the others
		}
		t.Run(name, func(t *testing.T) {
			here, there := t.TempDir(), t.TempDir()
			if err := p.play(t.Context(), here); err != nil {
				t.Fatal(err)
			}
			box := open(t)
			working(t, box, "w1", 1, games.Programs{failing, program})
			working(t, box, "w2", 3, games.Programs{program, failing})
			p.order = order(t, box)
			if err := p.play(t.Context(), there); err != nil {
				t.Fatal(err)
			}
			same(t, here, there)
			if err := p.order.Close(t.Context()); err != nil {
				t.Error(err)
			}
			if left, err := box.Models(t.Context()); err != nil || len(left) > 0 {
				t.Errorf("models left at the hub: %v, %v", left, err)
			}
			if name == "programs" && !strings.Contains(contents(t, there)[match.ResultsName], match.EndFailed) {
				t.Error("no game was lost by a crash")
			}
			state, err := box.State(t.Context())
			if err != nil || state.Waiting+state.Taken+state.Bundles+state.Faults != 0 {
				t.Errorf("left in the mailbox: %+v, %v", state, err)
			}
		})
	}
}

// A match that is stopped again and again, with workers that come and go, has the same folder. So has one that this
// machine began.
func TestAStoppedMatchGoesOn(t *testing.T) {
	p := pairing{settings: five(30, 2), a: uct, b: "random"}
	here, there := t.TempDir(), t.TempDir()
	if err := p.play(t.Context(), here); err != nil {
		t.Fatal(err)
	}
	errStop := errors.New("stopped")
	few := func(n int) func(*match.Game) error {
		return func(*match.Game) error {
			if n--; n < 0 {
				return errStop
			}
			return nil
		}
	}
	p.stop = few(5)
	if err := p.play(t.Context(), there); !errors.Is(err, errStop) {
		t.Fatal(err)
	}
	box := open(t)
	p.order = order(t, box)
	for session := 1; ; session++ {
		stop := working(t, box, fmt.Sprint("w", session), 1, nil)
		p.stop = few(8)
		err := p.play(t.Context(), there)
		if stop(); err == nil {
			if session < 3 {
				t.Errorf("%d sessions", session)
			}
			break
		}
		if !errors.Is(err, errStop) {
			t.Fatal(err)
		}
	}
	same(t, here, there)
}

// A sequential test ends at the same game, and nothing is left at the hub.
func TestASequentialTestEndsThere(t *testing.T) {
	test, err := rating.ParseSPRT("0,200")
	if err != nil {
		t.Fatal(err)
	}
	ended := func(o *games.Order) (judged int) {
		trial := match.Trial{Test: test}
		p := pairing{settings: five(400, 2), a: uct, b: "random", order: o}
		p.stop = func(g *match.Game) error {
			if trial.Add(g) {
				return match.ErrEnough
			}
			return nil
		}
		if err := p.play(t.Context(), t.TempDir()); err != nil {
			t.Fatal(err)
		}
		if !trial.Decided() {
			t.Error("it is not decided")
		}
		return trial.Judged()
	}
	box := open(t)
	working(t, box, "w", 2, nil)
	here, there := ended(nil), ended(order(t, box))
	if here != there || here > 300 {
		t.Errorf("it ends after %d games here, after %d elsewhere", here, there)
	}
	if state, err := box.State(t.Context()); err != nil || state.Waiting > 0 {
		t.Errorf("left in the mailbox: %+v, %v", state, err)
	}
	noRuns(t, box)
}

// noRuns checks that the hub knows of no run, not of an interrupted one either. Games may come that a worker had begun.
func noRuns(t *testing.T, box *mailbox.Box) {
	t.Helper()
	s, err := hub.ReadStatus(t.Context(), box)
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range s.Runs {
		if r.For != "" {
			t.Errorf("run %s: %+v", name, r)
		}
	}
}

// A match that nobody can go on with leaves nothing at the hub when it is interrupted.
func TestAnInterruptedMatchWithoutAFolderIsForgotten(t *testing.T) {
	box := open(t)
	working(t, box, "w", 1, nil)
	o, errStop := order(t, box), errors.New("interrupted")
	o.Lasting = false
	p := pairing{settings: five(40, 1), a: uct, b: "random", order: o}
	p.stop = func(*match.Game) error { return errStop }
	if err := p.play(t.Context(), t.TempDir()); !errors.Is(err, errStop) {
		t.Fatal(err)
	}
	noRuns(t, box)
}

// A worker runs no program because a ticket says so: it gets no such tickets, and refuses those that pose as others.
func TestProgramsMustBeAllowed(t *testing.T) {
	ran := filepath.Join(t.TempDir(), "ran")
	p := pairing{settings: five(2, 1), a: "gtp:touch " + ran, b: "random"}
	box := open(t)
	working(t, box, "w", 1, games.Programs{"touch", "touch " + ran + ".other"})
	p.order = order(t, box)
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Second)
	defer stop()
	if err := p.play(ctx, t.TempDir()); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("somebody took its tickets: %v", err)
	}
	w, err := games.Kinds(nil).Read(games.KindMatch, json.RawMessage(`{"game":"tictactoe","time":{},"seed":1,
		"player_seed":1,"threads":1,"players":[{"name":"a","player":"gtp:touch `+ran+`"},{"name":"b","player":"random"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Play(t.Context(), tools(box), one(0), nil); err == nil || !strings.Contains(err.Error(), "does not allow the program") {
		t.Error(err)
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("the program ran")
	}
}

// A player that cannot begin is reported with its reason, also by a worker with more threads than games.
func TestAMissingProgramIsReported(t *testing.T) {
	box := open(t)
	missing := "gtp:" + filepath.Join(t.TempDir(), "nowhere")
	working(t, box, "w", 4, games.CommandsOf(missing))
	p := pairing{settings: five(1, 1), a: missing, b: "random", order: order(t, box)}
	if err := p.play(t.Context(), t.TempDir()); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Error(err)
	}
}

// Processes that are killed make the folder of one machine.
func TestKilledWorkersMakeTheSameFolder(t *testing.T) {
	dir := t.TempDir()
	server, err := mailbox.Serve(t.Context(), mailbox.ServerConfig{Dir: filepath.Join(dir, "hub"), Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	box, err := server.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	token, err := mailbox.NewToken(filepath.Join(dir, "hub"), fmt.Sprintf("127.0.0.1:%d", server.Port()), false)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "token"), []byte(token.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	model := modeltest.Folder(t, 5, false)
	p := pairing{settings: five(24, 2), a: uct, b: "policy:temperature=1,model=" + model}
	here, there := t.TempDir(), t.TempDir()
	if err := p.play(t.Context(), here); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	var killed int
	all.Go(func() {
		for ctx.Err() == nil {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), role+"=worker", "TENGEN_TEST_DIR="+dir)
			if err := cmd.Start(); err != nil {
				t.Error(err)
				return
			}
			life := ctx
			if killed++; killed <= 3 {
				var end context.CancelFunc
				life, end = context.WithTimeout(ctx, time.Duration(400+200*killed)*time.Millisecond)
				defer end()
			}
			<-life.Done()
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
	})
	p.order = order(t, box)
	p.order.Silence = time.Second
	if err := p.play(t.Context(), there); err != nil {
		t.Fatal(err)
	}
	same(t, here, there)
}

// A tournament's folders, standing and picture are those of one machine.
func TestATournamentIsThatOfOneMachine(t *testing.T) {
	box := open(t)
	working(t, box, "w", 2, nil)
	played := func(o *games.Order) string {
		dir := t.TempDir()
		tournament := match.Tournament{
			Settings: five(6, 2),
			Players:  []match.Entrant{{Name: "uct", Text: uct}, {Name: "random", Text: "random"}, {Name: "rave", Text: "rave:playouts=20,heuristic=none,memory=1M,threads=1"}},
		}
		if o != nil {
			tournament.Elsewhere = o.Play
		}
		env := player.Env{Rules: rulesOf(t, tournament.Settings), Seed: 3, Threads: 1, Players: 4}
		if _, err := tournament.Run(t.Context(), dir, func(text string) (player.Player, error) {
			return player.Players().Parse(text, env)
		}, nil); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	same(t, played(nil), played(order(t, box)))
}

// Who orders games sees how they stand.
func TestGamesUnderWayAreSeen(t *testing.T) {
	box := open(t)
	ctx, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	all.Go(func() {
		_ = worker.Run(ctx, box, worker.Config{Name: "w", Kinds: games.Kinds(nil), Threads: 2, Show: true})
	})
	seen := make(chan match.Board, 1000)
	p := pairing{settings: five(4000, 2), a: uct, b: uct, order: order(t, box)}
	p.order.Watch = func(worker string, boards []match.Board) {
		if worker != "owner.w" {
			t.Errorf("shown by %s: %v", worker, boards)
		}
		for _, b := range boards {
			seen <- b
		}
	}
	var shown *match.Board
	p.stop = func(g *match.Game) error {
		select {
		case b := <-seen:
			shown = &b
			return match.ErrEnough
		default:
			return nil
		}
	}
	if err := p.play(t.Context(), t.TempDir()); err != nil {
		t.Fatal(err)
	}
	if shown == nil || shown.Size != 5 || shown.Moves < 2 || len(shown.Points) != 25 || shown.Validate(4000) != nil {
		t.Errorf("seen: %+v", shown)
	}
}
