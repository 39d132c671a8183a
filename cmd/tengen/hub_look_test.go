package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/cmd/tengen/internal/cluster"
	"github.com/tengen-go/tengen/cmd/tengen/internal/devices"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
)

func hostOf(s *mailbox.Server) string { return fmt.Sprintf("127.0.0.1:%d", s.Port()) }

// eventually waits for what comes without help.
func eventually(t *testing.T, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !so(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("never: %s", what)
		}
	}
}

// Addresses and names that are none are wrong use, and nothing is made.
func TestWrongAddressesOfAHub(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{
		{"serve", dir, "--listen", "nowhere"},
		{"serve", dir, "--listen", "0.0.0.0:99999"},
		{"serve", dir, "--listen", "127.0.0.1:0", "--metrics", "nowhere"},
		{"chain", "-o", dir, "--config", "x.toml", "--listen", "nowhere"},
		{"token", dir},
		{"token", dir, "--host", "office-1"},
		{"token", dir, "--host", ":4222"},
		{"token", dir, "--host", "office-1:0"},
		{"token", dir, "--host", "office-1:4222", "--worker", "a b"},
		{"token", dir, "--host", "office-1:4222", "--worker", "a", "--owner"},
		{"token", dir, "--revoke", "a", "--host", "office-1:4222"},
		{"token", dir, "--seed", "1", "--host", "office-1:4222"},
		{"serve", dir, "--listen", "127.0.0.1:0", "--bytes", "1000"},
		{"serve", dir, "--threads", "2"},
		{"chain", "-o", dir, "--config", "x.toml", "--bytes", "1000"},
		{"chain", "-o", dir, "--config", "x.toml", "--listen", "0.0.0.0:4222", "--nats", "nats://127.0.0.1:1"},
		{"status", "http://127.0.0.1:1"},
		{"status", filepath.Join(dir, "no.token")},
	} {
		if status, _ := tengen(t, append([]string{"hub"}, args...)...); status != exitUsage {
			t.Errorf("%v: status %d", args, status)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left there: %v, %v", left, err)
	}
}

// keptToken tests that a token is not written over another one: its key is nowhere else. If a worker's token cannot be
// written, the worker has none, and the next try makes it.
func keptToken(t *testing.T, in func(string) string, host string) {
	t.Helper()
	before, err := os.ReadFile(in("worker"))
	if err != nil {
		t.Fatal(err)
	}
	third := func(file string) int {
		status, _ := tengen(t, "hub", "token", in("hub"), "--host", host, "--worker", "office-3", "-o", file, "--quiet")
		return status
	}
	for _, file := range []string{in("worker"), filepath.Join(in("nowhere"), "file")} {
		if status := third(file); status != exitFailed {
			t.Errorf("%s: status %d", file, status)
		}
	}
	if now, err := os.ReadFile(in("worker")); err != nil || string(now) != string(before) {
		t.Errorf("the token before is written over: %v", err)
	}
	if status := third(in("third")); status != exitDone {
		t.Errorf("after a try that was refused: status %d", status)
	}
}

// An owner looks after a hub: named tokens, their end, the status, runs that nobody collects, metrics.
func TestAHubIsLookedAfter(t *testing.T) {
	if testing.Short() {
		t.Skip("tokens change while messages pass, which is a race within the server: see mailbox.Server.admitOnly")
	}
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	must := func(args ...string) string {
		t.Helper()
		status, text := tengen(t, append([]string{"hub"}, args...)...)
		if status != exitDone {
			t.Fatalf("%v: status %d", args, status)
		}
		return text
	}
	server, err := mailbox.Serve(t.Context(), mailbox.ServerConfig{Dir: in("hub"), Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	box, err := server.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	host := hostOf(server)
	must("token", in("hub"), "--host", host, "--owner", "-o", in("owner"), "--quiet")
	must("token", in("hub"), "--host", host, "--worker", "office-2", "-o", in("worker"), "--quiet")
	if status, _ := tengen(t, "hub", "token", in("hub"), "--host", host, "--worker", "office-2"); status != exitFailed {
		t.Errorf("a second token of a name: status %d", status)
	}
	keptToken(t, in, host)
	if err := box.Open(t.Context(), "selfplay", hub.DefaultSilence); err != nil {
		t.Fatal(err)
	}
	if _, err := box.Issue(t.Context(), mailbox.Address{Kind: "odd", Run: "run1", Name: "000-1-0"}, []byte("x")); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		c := cluster.WorkerCmd{
			Common: flags.Common{Answer: flags.Answer{Quiet: true}, Threads: 1}, Flag: devices.Flag{Device: "cpu"},
			Token: in("worker"), Cache: in("cache"), CacheSize: 10,
		}
		ended <- c.Run(t.Context())
	}()
	if status, _ := tengen(t, "worker", in("worker"), "--name", "other"); status != exitUsage {
		t.Errorf("a name that is not the token's: status %d", status)
	}
	var s hub.Status
	eventually(t, "the worker is there", func() bool {
		s = hub.Status{}
		if err := json.Unmarshal([]byte(must("status", in("owner"), "--json")), &s); err != nil {
			t.Fatal(err)
		}
		return s.Workers["office-2"].Here
	})
	if w := s.Workers["office-2"]; w.Arithmetic == "" || w.Version == "" || w.Peers != 0 ||
		s.Runs["run1"].Tickets != 1 || len(s.Workers) != 1 {
		t.Errorf("%+v", s)
	}
	text := must("status", in("owner"))
	for _, want := range []string{
		"tickets that wait: 1; tickets with workers: 0; ", "WORKER    VERSION", "office-2  ",
		"run run1: nobody collects its games",
		"worker office-2: no other worker computes like it (", "so its games are not sampled",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in:\n%s", want, text)
		}
	}
	at, stop, err := hub.ServeMetrics(box, nil, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = stop() }()
	answer, err := http.Get("http://" + at + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || !strings.Contains(string(body), `tengen_worker_here{worker="office-2"} 1`) ||
		!strings.Contains(string(body), `tengen_run_tickets{run="run1",for=""} 1`) {
		t.Errorf("%s, %v", body, err)
	}
	must("drop", in("owner"), "run1", "--quiet")
	if text := must("status", in("owner")); strings.Contains(text, "run1") {
		t.Errorf("still there:\n%s", text)
	}
	if status, _ := tengen(t, "hub", "drop", in("owner"), "run1"); status != exitFailed {
		t.Errorf("a run that is not there: status %d", status)
	}
	must("token", in("hub"), "--revoke", "office-2", "--quiet")
	if err := <-ended; err == nil || !strings.Contains(err.Error(), "shut out") {
		t.Errorf("a worker that was shut out: %v", err)
	}
	if status, _ := tengen(t, "worker", in("worker"), "--cache", in("cache")); status != exitFailed {
		t.Errorf("a token that was revoked: status %d", status)
	}
	if status, _ := tengen(t, "hub", "token", in("hub"), "--revoke", "office-2"); status != exitFailed {
		t.Errorf("a name that has no token: status %d", status)
	}
}
