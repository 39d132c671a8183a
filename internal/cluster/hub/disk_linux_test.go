package hub_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
)

// fullDisk is how large its files may become from the beginning; empty for any size.
const fullDisk = "TENGEN_TEST_FULL"

// serverProcess serves only. Writes that the disk refuses are errors, and do not kill it.
func serverProcess(ctx context.Context) error {
	signal.Ignore(syscall.SIGXFSZ)
	dir := os.Getenv("TENGEN_TEST_DIR")
	if text := os.Getenv(fullDisk); text != "" {
		size, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return err
		}
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: size, Max: noLimit}); err != nil {
			return err
		}
	}
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

// served is a server process.
type served struct {
	*cluster
	process *os.Process
	mu      sync.Mutex
	out     *bytes.Buffer
}

// startServer begins one, and waits until it has made the streams.
func startServer(t *testing.T) *served {
	t.Helper()
	s := &served{cluster: newCluster(t, 0)}
	cmd, out := s.cluster.process("server")
	s.out = out
	cmd.Stdout, cmd.Stderr = &locked{&s.mu, out}, &locked{&s.mu, out}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s.process = cmd.Process
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	until(t, "the hub is ready", func() bool { return s.said("ready") })
	return s
}

// said says whether it has reported something.
func (s *served) said(text string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Contains(s.out.String(), text)
}

// connect makes a connection; nil, and an error of the test, if that fails.
func (s *served) connect(t *testing.T, owner bool) *mailbox.Box {
	token, err := mailbox.NewToken(filepath.Join(s.dir, "hub"), s.listen, owner)
	if err != nil {
		t.Error(err)
		return nil
	}
	b, err := token.Connect()
	if err != nil {
		t.Error(err)
		return nil
	}
	t.Cleanup(b.Close)
	return b
}

// noLimit is for files of any size.
const noLimit = unix.RLIM_INFINITY

// limit bounds the size of its files: a write beyond it fails as on a full disk.
func (s *served) limit(t *testing.T, size uint64) {
	l := unix.Rlimit{Cur: size, Max: noLimit}
	if err := unix.Prlimit(s.process.Pid, unix.RLIMIT_FSIZE, &l, nil); err != nil {
		t.Error(err)
	}
}

// A disk that takes no more bytes stops the games, and the hub says so. They go on by themselves when there is
// room, and the file is that of one machine. A limit of the process stands for the full disk: both are errors of
// a write.
func TestADiskThatIsFullForAWhile(t *testing.T) {
	t.Parallel()
	const games = 400
	s := startServer(t)
	model := filepath.Join(s.dir, "model")
	room := make(chan struct{}) // is short from now on
	// Alone, a worker needs no samples, and its first games are kept at once. Half of them come when the disk is full.
	workingAt(t, s.connect(t, false), 1, before(games/2, room))
	path, full := filepath.Join(t.TempDir(), "hub.tengen"), false
	if err := collect(t.Context(), s.connect(t, true), path, model, games, func(j *hub.Job) {
		keep := j.Keep
		j.Keep = func(game int, data []byte) error {
			if game == 100 {
				s.limit(t, 4<<10)
				close(room)
				until(t, "the hub sees that its disk is full", func() bool {
					return s.said("the hub cannot store games: write ") && s.said("file too large")
				})
				if status, err := hub.ReadStatus(t.Context(), s.connect(t, true)); err != nil ||
					!strings.Contains(status.Trouble, "the hub cannot store games: write ") {
					t.Errorf("the status says %q, %v", status.Trouble, err)
				}
				s.limit(t, noLimit)
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
	until(t, "the hub says that it stores again", func() bool { return s.said("the hub stores games again") })
	if status, err := hub.ReadStatus(t.Context(), s.connect(t, true)); err != nil || status.Trouble != "" {
		t.Errorf("the status says %q, %v", status.Trouble, err)
	}
}

// A hub that begins on a full disk ends at once, and says where, how much room there is, how much it needs, and what
// helps. It would keep no room at all as its bound, also when there is room again.
func TestAHubBeginsOnAFullDisk(t *testing.T) {
	cmd, out := newCluster(t, 0).process("server")
	cmd.Env = append(cmd.Env, fullDisk+"=4000000")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		if err == nil {
			t.Error("no error")
		}
	case <-time.After(time.Minute):
		_ = cmd.Process.Kill()
		t.Errorf("it goes on: %v", <-ended)
	}
	for _, want := range []string{
		"the hub's folder ", "room for 4.0 MB", "needs 16.8 MB", "100 MB", "file too large", "make room there",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in %q", want, out)
		}
	}
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
