package natstest

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Variable names the program in the environment. Without it the program is built.
const Variable = "TENGEN_TEST_NATS"

// module is what the program is built from.
const module = "github.com/nats-io/nats-server/v2"

// JetStream is the part of a configuration with which a server keeps mail, and syncs each message to the disk.
const JetStream = "jetstream { sync_interval: always }\n"

// built is where the program is made once for all tests of a package.
var built struct {
	sync.Mutex
	dir, path string
}

// atOnce is how many parallel tests run at a time if -parallel does not say it. Tests with servers mostly wait, so
// there are more than processors.
const atOnce = 6

// Run runs the tests of a package that start servers, and returns their exit status.
func Run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "natstest-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	built.dir = dir
	if err := flag.Set("test.parallel", strconv.Itoa(atOnce)); err != nil { // the command line is read after it
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

// program is the path of the one that [Variable] names, or else of one that go build makes.
func program(t testing.TB) string {
	t.Helper()
	if path := os.Getenv(Variable); path != "" {
		return path
	}
	built.Lock()
	defer built.Unlock()
	if built.dir == "" {
		t.Fatal("natstest: TestMain of the package does not call natstest.Run")
	}
	if built.path == "" {
		path := filepath.Join(built.dir, "nats-server")
		if runtime.GOOS == "windows" {
			path += ".exe"
		}
		build := exec.Command("go", "build", "-o", path, module)
		build.Env = append(os.Environ(), "CGO_ENABLED=0") // as make test compiles it, also for the race detector
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("nats-server: %v\n%s", err, out)
		}
		built.path = path
	}
	return built.path
}

// Server is a running nats-server.
type Server struct {
	URL     string // of its port, as nats://127.0.0.1:4321
	Monitor string // URL of its monitoring port

	program, dir, config string
	variables            []string
	process              *exec.Cmd
	ended                chan struct{} // closed when the process is gone
	out                  *bytes.Buffer // to be read then
}

// Start begins a server with a configuration, and with variables like NAME=value that this names. Its ports and its
// folder are chosen here. The end of the test ends it.
func Start(t testing.TB, config string, variables ...string) *Server {
	t.Helper()
	s := &Server{program: program(t), dir: t.TempDir(), config: config, variables: variables}
	s.begin(t, "127.0.0.1:-1")
	t.Cleanup(func() { s.Kill() })
	return s
}

// StartCluster begins so many servers that keep mail together. Each has the configuration, and knows the others.
func StartCluster(t testing.TB, n int, config string) (servers []*Server) {
	t.Helper()
	var routes []string
	for len(routes) < n {
		if at := Free(t); !slices.Contains(routes, at) {
			routes = append(routes, at)
		}
	}
	for i, at := range routes {
		servers = append(servers, Start(t, fmt.Sprintf("%s\nserver_name: n%d\ncluster { name: test, listen: %q, "+
			"routes: [\"nats://%s\"] }", config, i, at, strings.Join(routes, `", "nats://`))))
	}
	return servers
}

// Free is an address at which nobody listens, for a server to come. The system gives no such port to those who ask for
// any, so nobody who lets the system choose takes it: such ports begin at 32768.
func Free(t testing.TB) string {
	t.Helper()
	for range 1000 {
		at := fmt.Sprintf("127.0.0.1:%d", 10_000+rand.IntN(20_000))
		if l, err := net.Listen("tcp", at); err == nil {
			_ = l.Close()
			return at
		}
	}
	t.Fatal("no port is free")
	return ""
}

// Healthy waits until the server has all that the others of its cluster have.
func (s *Server) Healthy(t testing.TB) {
	t.Helper()
	for late := time.Now().Add(2 * startTime); ; time.Sleep(50 * time.Millisecond) {
		answer, err := http.Get(s.Monitor + "/healthz")
		if err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return
			}
		}
		if time.Now().After(late) {
			t.Fatalf("nats-server is not well: %v, %+v", err, answer)
		}
	}
}

// Begin begins a server anew that was killed.
func (s *Server) Begin(t testing.TB) {
	t.Helper()
	s.begin(t, s.Address())
}

// Restart kills the server and begins it anew, on the same port and with the same mail.
func (s *Server) Restart(t testing.TB) {
	t.Helper()
	s.Kill()
	s.Begin(t)
}

// Address is that of its port, without the scheme.
func (s *Server) Address() string { return strings.TrimPrefix(s.URL, "nats://") }

// startTime is how long a server may need to listen.
const startTime = 30 * time.Second

func (s *Server) begin(t testing.TB, listen string) {
	t.Helper()
	file := filepath.Join(s.dir, "nats.conf")
	text := fmt.Sprintf("listen: %q\nhttp: \"127.0.0.1:-1\"\nports_file_dir: %q\n%s\n", listen, s.dir, s.config)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s.out, s.ended = new(bytes.Buffer), make(chan struct{})
	// The folder is given here, so that a configuration can say more about JetStream.
	s.process = exec.Command(s.program, "--config", file, "--store_dir", filepath.Join(s.dir, "store"))
	s.process.Env = append(os.Environ(), s.variables...)
	s.process.Stdout, s.process.Stderr = s.out, s.out
	if err := s.process.Start(); err != nil {
		t.Fatal(err)
	}
	go func(p *exec.Cmd, ended chan struct{}) {
		_ = p.Wait() // what it says is in out
		close(ended)
	}(s.process, s.ended)
	late := time.After(startTime)
	for !s.readPorts() {
		select {
		case <-s.ended:
			t.Fatalf("nats-server has ended\n%s", s.out)
		case <-late:
			s.Kill()
			t.Fatalf("nats-server does not listen\n%s", s.out)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// readPorts reads the file that the server writes when it listens.
func (s *Server) readPorts() bool {
	names, _ := filepath.Glob(filepath.Join(s.dir, fmt.Sprintf("*_%d.ports", s.process.Process.Pid)))
	if len(names) == 0 {
		return false
	}
	data, err := os.ReadFile(names[0])
	var ports struct{ Nats, Monitoring []string }
	if err != nil || json.Unmarshal(data, &ports) != nil || len(ports.Nats) == 0 || len(ports.Monitoring) == 0 {
		return false
	}
	s.URL, s.Monitor = ports.Nats[0], ports.Monitoring[0]
	return true
}

// Kill ends it at once (SIGKILL).
func (s *Server) Kill() {
	_ = s.process.Process.Kill()
	<-s.ended
}
