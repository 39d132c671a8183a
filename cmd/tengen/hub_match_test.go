package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/cmd/tengen/internal/cluster"
	"github.com/tengen-go/tengen/cmd/tengen/internal/devices"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/match"
)

// atHub is a hub with a worker of two threads. It returns the owner's token.
func atHub(t *testing.T, dir string) (owner string) {
	t.Helper()
	in := func(name string) string { return filepath.Join(dir, name) }
	server, err := mailbox.Serve(t.Context(), mailbox.ServerConfig{Dir: in("hub"), Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	box, err := server.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	host := fmt.Sprintf("127.0.0.1:%d", server.Port())
	for name, more := range map[string][]string{"owner": {"--owner"}, "worker": nil} {
		args := append([]string{"hub", "token", in("hub"), "--host", host, "--quiet", "-o", in(name)}, more...)
		if status, _ := tengen(t, args...); status != exitDone {
			t.Fatal(status)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		c := cluster.WorkerCmd{
			Common: flags.Common{Answer: flags.Answer{Quiet: true, JSON: true}, Threads: 2},
			Flag:   devices.Flag{Device: "cpu"},
			Token:  in("worker"), Name: "w", Cache: in("cache"),
			CacheSize: 10,
		}
		ended <- c.Run(ctx)
	}()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		box.Close()
		_ = server.Close()
	})
	return in("owner")
}

// thinking is how long players thought, which differs from run to run.
var thinking = regexp.MustCompile(`"(a_|b_)?seconds":(\[[^]]*\]|[0-9.e-]+)`)

// withoutTimes is a result without thinking times, games in order of their numbers.
func withoutTimes(text []byte) string {
	lines := strings.SplitAfter(string(thinking.ReplaceAll(text, []byte(`"seconds":0`))), "\n")
	slices.SortStableFunc(lines, func(a, b string) int {
		var x, y struct{ Game int }
		if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
			return 0
		}
		return x.Game - y.Game
	})
	return strings.Join(lines, "")
}

// filesOf are the files of a folder without times.
func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	if err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".") {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[name] = withoutTimes(data)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return files
}

const (
	uct30  = "uct:playouts=30,threads=1,memory=1M"
	rave30 = "rave:playouts=30,threads=1,memory=1M"
)

// Matches, tournaments and self-play of searches give the same through a hub as on one machine: the folder, the answer in
// JSON, the end of a sequential test.
func TestMatchesThroughAHub(t *testing.T) {
	racedBelow(t)
	dir := t.TempDir()
	owner := atHub(t, dir)
	for name, args := range map[string][]string{
		"match":      {"match", "-a", uct30, "-b", "policy:temperature=1", "--games", "8", "--openings", "2", "-o", "DIR"},
		"sprt":       {"match", "-a", uct30, "-b", "random", "--games", "300", "--sprt", "0,100", "--threads", "1"},
		"tournament": {"tournament", "--player", "u=" + uct30, "--player", "r=" + rave30, "--player", "x=random", "--games", "4", "-o", "DIR"},
		"selfplay":   {"selfplay", "--black", uct30, "--games", "5", "--thoughts", "-o", "DIR/games.tengen"},
	} {
		t.Run(name, func(t *testing.T) {
			run := func(more ...string) (string, map[string]string) {
				to := t.TempDir()
				all := append(slices.Clone(args), "--board", "5", "--json", "--quiet")
				for i := range all {
					all[i] = strings.Replace(all[i], "DIR", to, 1)
				}
				status, text := tengen(t, append(all, more...)...)
				if status != exitDone {
					t.Fatalf("status %d", status)
				}
				return strings.ReplaceAll(withoutTimes([]byte(text)), to, "DIR"), filesOf(t, to)
			}
			text, files := run()
			there, filesThere := run("--hub", owner)
			if diff := cmp.Diff(files, filesThere); diff != "" {
				t.Error(diff)
			}
			if name != "selfplay" && text != there {
				t.Errorf("%s\nis\n%s", text, there)
			}
		})
	}
}

// An experiment gives the same report through a hub as on one machine.
func TestAnExperimentThroughAHub(t *testing.T) {
	racedBelow(t)
	owner := atHub(t, t.TempDir())
	report := func(more ...string) map[string]string {
		dir := t.TempDir()
		args := append([]string{"lab", "run", "aoap-1.2", "--scale", "0.01", "--quiet", "-o", dir}, more...)
		if status, _ := tengen(t, args...); status != exitDone {
			t.Fatalf("%v: status %d", args, status)
		}
		files := filesOf(t, dir)
		delete(files, lab.AboutName)
		delete(files, lab.CellsName)
		return files
	}
	if diff := cmp.Diff(report(), report("--hub", owner)); diff != "" {
		t.Error(diff)
	}
}

// A match that was killed goes on, also with another number of games, and without the hub.
func TestAKilledMatchGoesOn(t *testing.T) {
	racedBelow(t)
	program, err := exec.LookPath("tengen")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	owner := atHub(t, dir)
	here, there := filepath.Join(dir, "here"), filepath.Join(dir, "there")
	args := func(games int, to string, more ...string) []string {
		return append([]string{"match", "-a", uct30, "-b", rave30, "--board", "5", "--quiet", "--openings", "4", "--games", fmt.Sprint(games), "-o", to}, more...)
	}
	killed := exec.Command(program, args(400, there, "--hub", owner)...)
	if err := killed.Start(); err != nil {
		t.Fatal(err)
	}
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		data, _ := os.ReadFile(filepath.Join(there, match.ResultsName))
		if bytes.Count(data, []byte("\n")) >= 5 {
			break
		}
		if time.Since(began) > 5*time.Minute {
			t.Error("no game comes")
			break
		}
	}
	_ = killed.Process.Kill()
	if err := killed.Wait(); err == nil {
		t.Error("it was over before it was killed")
	}
	_, played, err := match.ReadFolder(there)
	if err != nil {
		t.Fatal(err)
	}
	n := len(played)
	if status, _ := tengen(t, args(n+6, there, "--hub", owner)...); status != exitDone {
		t.Fatal(status)
	}
	if status, _ := tengen(t, args(n+9, there)...); status != exitDone {
		t.Fatal(status)
	}
	if status, _ := tengen(t, args(n+9, here)...); status != exitDone {
		t.Fatal(status)
	}
	if diff := cmp.Diff(filesOf(t, here), filesOf(t, there)); diff != "" {
		t.Error(diff)
	}
}

// The result says when its games depend on the machines that played them.
func TestMachinesAreNamed(t *testing.T) {
	owner := atHub(t, t.TempDir())
	for text, want := range map[string]bool{"uct:time=5ms,threads=1": true, uct30: false} {
		status, said := tengen(t, "match", "-a", text, "-b", "random", "--board", "5", "--games", "2", "--quiet", "--hub", owner)
		if status != exitDone || strings.Contains(said, cluster.UnlikeMachines) != want {
			t.Errorf("%s: status %d\n%s", text, status, said)
		}
	}
}
