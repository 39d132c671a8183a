package hub_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/natstest"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/internal/cluster/worker"
	"github.com/tengen-go/tengen/internal/modeltest"
)

// role says to this test binary, run again as a process of its own, what to be: a hub or a worker. The
// other variables are its parameters.
const role = "TENGEN_TEST_ROLE"

// roles are what this binary can be.
var roles = map[string]func(context.Context) error{"hub": hubProcess, "worker": workerProcess}

func TestMain(m *testing.M) {
	be := roles[os.Getenv(role)]
	if be == nil {
		os.Exit(natstest.Run(m))
	}
	if err := be(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// hubProcess serves and collects, and ends when all games are there.
func hubProcess(ctx context.Context) error {
	dir := os.Getenv("TENGEN_TEST_DIR")
	server, err := mailbox.Serve(ctx, mailbox.ServerConfig{
		Dir: filepath.Join(dir, "hub"), Listen: os.Getenv("TENGEN_TEST_LISTEN"),
	})
	if err != nil {
		return err
	}
	box, err := server.Connect(ctx)
	if err != nil {
		return err
	}
	token, err := mailbox.NewToken(filepath.Join(dir, "hub"), fmt.Sprintf("127.0.0.1:%d", server.Port()), false)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "token"), []byte(token.String()), 0o600); err != nil {
		return err
	}
	var games int
	if _, err := fmt.Sscan(os.Getenv("TENGEN_TEST_GAMES"), &games); err != nil {
		return err
	}
	few := func(j *hub.Job) { j.Each = 2 }
	return collect(ctx, box, filepath.Join(dir, "hub.tengen"), filepath.Join(dir, "model"), games, few)
}

// workerProcess plays until it is killed, with a pause after each ticket.
func workerProcess(ctx context.Context) error {
	pause, err := time.ParseDuration(os.Getenv("TENGEN_TEST_PAUSE"))
	if err != nil {
		return err
	}
	for {
		access, err := mailbox.ReadAccess(filepath.Join(os.Getenv("TENGEN_TEST_DIR"), "token"))
		if err == nil {
			box, err := access.(mailbox.Token).Connect()
			if err == nil {
				name := fmt.Sprintf("w%d", os.Getpid())
				return worker.Run(ctx, box, worker.Config{
					Name: name, Kinds: work.Plain(), Threads: 1, Done: func(int) { time.Sleep(pause) },
				})
			}
		}
		time.Sleep(50 * time.Millisecond) // no hub so far
	}
}

// cluster is a hub and workers as processes.
type cluster struct {
	t      *testing.T
	dir    string
	listen string
	games  int
	pause  time.Duration
}

func newCluster(t *testing.T, games int) *cluster {
	t.Helper()
	dir := t.TempDir()
	if err := os.Rename(modeltest.Folder(t, 5, false), filepath.Join(dir, "model")); err != nil {
		t.Fatal(err)
	}
	return &cluster{t: t, dir: dir, listen: natstest.Free(t), games: games}
}

// process runs this binary in a role.
func (c *cluster) process(as string) (*exec.Cmd, *bytes.Buffer) {
	cmd, out := exec.Command(os.Args[0]), new(bytes.Buffer)
	cmd.Env = append(os.Environ(), role+"="+as, "TENGEN_TEST_DIR="+c.dir, "TENGEN_TEST_LISTEN="+c.listen,
		fmt.Sprintf("TENGEN_TEST_GAMES=%d", c.games), "TENGEN_TEST_PAUSE="+c.pause.String(), "GOMAXPROCS=1")
	cmd.Stdout, cmd.Stderr = out, out
	return cmd, out
}

// run has a hub and workers at work. They are killed so often, at random moments after about so long; dead
// ones are followed by others. It returns the file.
func (c *cluster) run(workers, hubKills, workerKills int, lives time.Duration) []byte {
	ctx, stop := context.WithCancel(c.t.Context())
	defer stop()
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	var killed atomic.Int64
	for range workers {
		all.Go(func() {
			for ctx.Err() == nil {
				cmd, _ := c.process("worker")
				if err := cmd.Start(); err != nil {
					c.t.Error(err)
					return
				}
				life := ctx
				if int(killed.Load()) < workerKills {
					var end context.CancelFunc
					life, end = context.WithTimeout(ctx, time.Duration(rand.Float64()*2*float64(lives)))
					defer end()
				}
				<-life.Done()
				_ = cmd.Process.Kill() // SIGKILL
				_ = cmd.Wait()
				if ctx.Err() == nil {
					killed.Add(1)
				}
			}
		})
	}
	for kills := 0; ; {
		cmd, out := c.process("hub")
		if err := cmd.Start(); err != nil {
			c.t.Fatal(err)
		}
		if kills < hubKills {
			timer := time.AfterFunc(time.Duration((0.5+rand.Float64())*5*float64(lives)), func() { _ = cmd.Process.Kill() })
			defer timer.Stop()
		}
		err := cmd.Wait()
		if err == nil {
			c.t.Logf("%d workers and %d hubs were killed", killed.Load(), kills)
			if int(killed.Load()) < workerKills || kills < hubKills {
				c.t.Errorf("%d workers and %d hubs were to be killed", workerKills, hubKills)
			}
			stop()
			all.Wait()
			c.forgotten()
			return read(c.t, filepath.Join(c.dir, "hub.tengen"))
		}
		if !strings.Contains(err.Error(), "killed") {
			c.t.Fatalf("the hub: %v\n%s", err, out)
		}
		kills++
	}
}

// forgotten begins the hub anew, which has ended as if it were killed, and says that nothing of the run is there.
func (c *cluster) forgotten() {
	c.t.Helper()
	server, err := mailbox.Serve(c.t.Context(), mailbox.ServerConfig{
		Dir: filepath.Join(c.dir, "hub"), Listen: c.listen, // without a port it would have other mail
	})
	if err != nil {
		c.t.Fatal(err)
	}
	defer server.Close()
	box, err := server.Connect(c.t.Context())
	if err != nil {
		c.t.Fatal(err)
	}
	defer box.Close()
	s, err := hub.ReadStatus(c.t.Context(), box)
	if err != nil {
		c.t.Fatal(err)
	}
	if len(s.Runs) > 0 || s.Waiting+s.Taken+s.Bundles+s.Faults > 0 {
		c.t.Errorf("after the run there are %+v, %+v", s.Runs, s.State)
	}
}

// Worker processes over TLS on the loopback make the file of one machine.
func TestProcessesMakeTheSameFile(t *testing.T) {
	c := newCluster(t, 200)
	want := direct(t, filepath.Join(c.dir, "model"), 200)
	if !bytes.Equal(c.run(2, 0, 0, 0), want) {
		t.Error("another file")
	}
}
