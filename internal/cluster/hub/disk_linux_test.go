package hub_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
)

// serverProcess serves only. Writes that the disk refuses are errors, and do not kill it.
func serverProcess(ctx context.Context) error {
	signal.Ignore(syscall.SIGXFSZ)
	dir := os.Getenv("TENGEN_TEST_DIR")
	server, err := mailbox.Serve(ctx, mailbox.ServerConfig{
		Dir: filepath.Join(dir, "hub"), Listen: os.Getenv("TENGEN_TEST_LISTEN"),
		Report: func(text string) { fmt.Fprintln(os.Stderr, text) },
	})
	if err != nil {
		return err
	}
	if _, err := server.Connect(ctx); err != nil { // makes the streams
		return err
	}
	fmt.Fprintln(os.Stderr, "ready")
	select {}
}

// A disk that takes no more bytes stops the games, and the hub says so. They go on by themselves when there is
// room, and the file is that of one machine. A limit of the process stands for the full disk: both are errors of
// a write.
func TestADiskThatIsFullForAWhile(t *testing.T) {
	const games = 400
	c := newCluster(t, games)
	model := filepath.Join(c.dir, "model")
	cmd, out := c.process("server")
	var mu sync.Mutex // of out
	cmd.Stdout, cmd.Stderr = &locked{&mu, out}, &locked{&mu, out}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	said := func(text string) bool {
		mu.Lock()
		defer mu.Unlock()
		return strings.Contains(out.String(), text)
	}
	until(t, "the hub is ready", func() bool { return said("ready") })
	box := func(owner bool) *mailbox.Box {
		token, err := mailbox.NewToken(filepath.Join(c.dir, "hub"), c.listen, owner)
		if err != nil {
			t.Fatal(err)
		}
		b, err := token.Connect()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(b.Close)
		return b
	}
	limit := func(bytes uint64) {
		l := unix.Rlimit{Cur: bytes, Max: unix.RLIM_INFINITY}
		if err := unix.Prlimit(cmd.Process.Pid, unix.RLIMIT_FSIZE, &l, nil); err != nil {
			t.Fatal(err)
		}
	}
	working(t, box(false), 2)
	path, full := filepath.Join(t.TempDir(), "hub.tengen"), false
	if err := collect(t.Context(), box(true), path, model, games, func(j *hub.Job) {
		keep := j.Keep
		j.Keep = func(game int, data []byte) error {
			if game == 100 {
				limit(4 << 10)
				until(t, "the hub sees that its disk is full", func() bool {
					return said("the hub cannot store games: write ") && said("file too large")
				})
				limit(unix.RLIM_INFINITY)
				full = true
			}
			return keep(game, data)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if !full || !bytes.Equal(read(t, path), direct(t, model, games)) {
		t.Error("another file")
	}
	until(t, "the hub says that it stores again", func() bool { return said("the hub stores games again") })
}

// locked is a buffer that may be read meanwhile.
type locked struct {
	mu  *sync.Mutex
	out *bytes.Buffer
}

func (l *locked) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.out.Write(p)
}

func init() { roles["server"] = serverProcess }
