package pipeline

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/gtp"
	"github.com/tengen-go/tengen/internal/cluster/games"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/worker"
	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/pipeline/stages"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/player/loaded"
	"github.com/tengen-go/tengen/rating"
)

// matchWork is a chain on 5×5 that has its model.
func matchWork(t *testing.T, threads int) *work {
	t.Helper()
	cfg := DefaultConfig()
	cfg.Board, cfg.Komi = 5, 0.5
	cfg.Tuning().Match = Match{Games: 6, Playouts: 10, Openings: 2}
	w := &work{cfg: cfg, opt: Options{Dir: t.TempDir(), Program: "test", Threads: threads}}
	w.opt.complete()
	t.Cleanup(func() {
		if err := w.closeHub(true); err != nil {
			t.Error(err)
		}
	})
	if err := os.CopyFS(w.path(ModelStage), os.DirFS(modeltest.Full(t, 5))); err != nil {
		t.Fatal(err)
	}
	return w
}

// someMatches are matches of players with and without models, in many short games.
func (w *work) someMatches(games int) *match.Tournament {
	model := "model=" + placeholder(ModelStage)
	return w.tournament(&Match{Games: games, Openings: 2}, []match.Entrant{
		{Name: "search", Text: "search:" + model + ",playouts=10"},
		{Name: "policy", Text: "policy:" + model},
		{Name: "uct", Text: "uct:playouts=20"},
		{Name: "random", Text: "random"},
	}, nil)
}

// meetHere is meet without a hub: the games of a tournament as package match plays them.
func (w *work) meetHere(ctx context.Context, dir string, t *match.Tournament) (*rating.Standing, error) {
	env := player.Env{
		Rules: game.Go{Board: w.cfg.Board}, Seed: w.cfg.Seed, Threads: 1, Players: 2 * t.Parallel,
		Networks: &loaded.Networks{Device: w.opt.Device},
	}
	return t.Run(ctx, dir, func(text string) (player.Player, error) { return w.opt.Players.Parse(w.located(text), env) }, nil)
}

var thinkingTimes = regexp.MustCompile(`"seconds":\[[^]]*\]`)

// filesOf are the files of a folder, games in order of their numbers and without thinking times.
func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	if err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".") {
			return err
		}
		data, err := os.ReadFile(path)
		lines := strings.SplitAfter(thinkingTimes.ReplaceAllString(string(data), ""), "\n")
		if d.Name() == match.ResultsName {
			slices.Sort(lines)
		}
		name, _ := filepath.Rel(dir, path)
		files[name] = strings.Join(lines, "")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return files
}

// Matches through the hub are those of package match, file by file, whether they are interrupted or not.
func TestMatchesThroughTheHub(t *testing.T) {
	w := matchWork(t, 2)
	here, whole, broken := t.TempDir(), t.TempDir(), t.TempDir()
	if _, err := w.meetHere(t.Context(), here, w.someMatches(6)); err != nil {
		t.Fatal(err)
	}
	want := filesOf(t, here)
	if len(want) < 6*8 {
		t.Fatalf("%d files of 36 games", len(want))
	}
	if _, err := w.meet(t.Context(), whole, w.someMatches(6)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, filesOf(t, whole)); diff != "" {
		t.Error(diff)
	}
	for n := range 3 {
		ctx, stop := context.WithCancel(t.Context())
		w.opt.Watch.Progress = func(p Progress) {
			if p.Done == int64(5+8*n) {
				stop()
			}
		}
		if _, err := w.meet(ctx, broken, w.someMatches(6)); !errors.Is(err, context.Canceled) {
			t.Fatalf("interrupted: %v", err)
		}
		stop()
		if n == 1 {
			if _, err := w.meetHere(ctx, broken, w.someMatches(6)); !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
		}
	}
	w.opt.Watch.Progress = func(Progress) {}
	if _, err := w.meet(t.Context(), broken, w.someMatches(6)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, filesOf(t, broken)); diff != "" {
		t.Error("interrupted:", diff)
	}
}

// TestMain is the tests, or a program that speaks GTP and whose games depend on nothing else.
func TestMain(m *testing.M) {
	if len(os.Args) < 2 || os.Args[1] != "play-gtp" {
		os.Exit(m.Run())
	}
	p, err := player.Players().Parse("policy:symmetries=1", player.Env{Seed: 1})
	if err != nil {
		panic(err)
	}
	e, err := gtp.New(p, gtp.Config{Name: "test", Version: "1", Rules: board.Chinese()})
	if err != nil {
		panic(err)
	}
	_ = e.Run(context.Background(), os.Stdin, os.Stdout)
}

// Other programs play in this process, because the file of the chain names them, and on machines that allow them.
// The worker of this process may stay away.
func TestOtherProgramsAndMachines(t *testing.T) {
	program := os.Args[0] + " play-gtp"
	w := matchWork(t, 1)
	w.cfg.Tournament().Others = map[string]string{"program": "gtp:" + program}
	matches := func() *match.Tournament {
		return w.tournament(&Match{Games: 2}, []match.Entrant{
			{Name: "program", Text: "gtp:" + program},
			{Name: "search", Text: "search:model=" + placeholder(ModelStage) + ",playouts=10"},
			{Name: "random", Text: "random"},
		}, nil)
	}
	here, there := t.TempDir(), t.TempDir()
	if _, err := w.meet(t.Context(), here, matches()); err != nil {
		t.Fatal(err)
	}
	if err := w.closeHub(false); err != nil {
		t.Fatal(err)
	}
	w.host = nil
	ctx := t.Context()
	var played atomic.Int64
	ended := make(chan error, 1)
	w.opt.Hub = Hub{Listen: "127.0.0.1:0", Alone: true, Ready: func(port int) {
		token, err := mailbox.NewToken(w.path(HubDir), fmt.Sprintf("127.0.0.1:%d", port), false)
		if err != nil {
			t.Error(err)
		}
		box, err := token.Connect()
		if err != nil {
			t.Error(err)
		}
		go func() {
			defer box.Close()
			ended <- worker.Run(ctx, box, worker.Config{
				Name: "other", Kinds: games.Kinds(games.Programs{program}), Threads: 2,
				Done: func(n int) { played.Add(int64(n)) },
			})
		}()
	}}
	if err := w.openHub(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := w.meet(t.Context(), there, matches()); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(filesOf(t, here), filesOf(t, there)); diff != "" {
		t.Error(diff)
	}
	if err := w.closeHub(true); err != nil {
		t.Error(err)
	}
	w.host = nil
	if err := <-ended; !errors.Is(err, worker.ErrFinished) || played.Load() != 6 {
		t.Errorf("%v, and the other machine played %d games of 6", err, played.Load())
	}
}

// The tournament notes the weights of guests, so that it does not go on with others. The stages before it note the
// chain's own weights.
func TestTheTournamentKnowsTheWeights(t *testing.T) {
	w := &work{cfg: DefaultConfig()}
	model := modeltest.Folder(t, w.cfg.Board, false)
	w.cfg.Tournament().Others = map[string]string{
		"guest": "policy:model=" + model, "ours": "policy:model=" + placeholder(PolicyStage), "none": "random",
	}
	w.opt.Dir, w.cfg.Tournament().Games = t.TempDir(), 2
	got, _ := w.othersWeights().(map[string]string)
	if len(got) != 1 || !strings.HasPrefix(got["guest"], "policy ") {
		t.Errorf("weights %v: want the guest's, and no others", got)
	}
	then := map[string]any{"guest": "policy 0123"}
	r := &stages.Record{Stage: TournamentStage, Done: true, Settings: map[string]any{"weights": then}}
	if err := os.MkdirAll(w.path(TournamentStage), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := r.Write(w.path(TournamentStage)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(any(then), w.othersWeights()); diff != "" {
		t.Errorf("of a tournament that is done: %s", diff)
	}
}
