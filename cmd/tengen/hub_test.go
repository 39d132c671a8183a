package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tengen-go/tengen/cmd/tengen/internal/cluster"
	"github.com/tengen-go/tengen/cmd/tengen/internal/devices"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/natstest"
	"github.com/tengen-go/tengen/internal/modeltest"
)

// Games through a hub are the file of one machine, value data as well, and when the file grows.
func TestSelfplayThroughAHub(t *testing.T) {
	racedBelow(t)
	dir, model := t.TempDir(), modeltest.Folder(t, 5, false)
	in := func(name string) string { return filepath.Join(dir, name) }
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
	host := fmt.Sprintf("127.0.0.1:%d", server.Port())
	for name, more := range map[string][]string{"owner": {"--owner"}, "worker": nil} {
		command := append([]string{"hub", "token", in("hub"), "--host", host}, more...)
		status, printed := tengen(t, command...)
		if status != exitDone {
			t.Fatal(status)
		}
		if status, text := tengen(t, append(command, "--quiet", "-o", in(name))...); status != exitDone || text != "" {
			t.Fatalf("%d: %q", status, text)
		}
		info, err := os.Stat(in(name))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Fatalf("%v: %v", info, err)
		}
		if token, err := os.ReadFile(in(name)); err != nil || string(token) != printed {
			t.Errorf("%q in the file, %q printed, %v", token, printed, err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		c := cluster.WorkerCmd{
			Common: flags.Common{Answer: flags.Answer{Quiet: true, JSON: true}, Threads: 1},
			Flag:   devices.Flag{Device: "cpu"},
			Token:  in("worker"), Name: "w", Cache: in("cache"),
			CacheSize: 10,
		}
		ended <- c.Run(ctx)
	}()
	made := func(file string, more ...string) []byte {
		t.Helper()
		args := append([]string{"selfplay", "-o", in(file), "--komi", "0.5", "--quiet"}, more...)
		if status, _ := tengen(t, args...); status != exitDone {
			t.Fatalf("%v: status %d", args, status)
		}
		data, err := os.ReadFile(in(file))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	for name, args := range map[string][]string{
		"plain": {"--black", "policy:model=" + model},
		"value": {"--value-data", "--sl", model, "--rl", model},
	} {
		hub := append([]string{"--hub", in("owner")}, args...)
		made(name+"-hub.tengen", append(hub, "--games", "30")...)
		grown := made(name+"-hub.tengen", append(hub, "--games", "300")...)
		if !bytes.Equal(grown, made(name+".tengen", append(args, "--games", "300")...)) {
			t.Errorf("%s: another file", name)
		}
	}
	for _, folder := range []string{"learned", "learned-hub"} {
		args := []string{
			"train", "reinforce", "--policy", model, "-o", in(folder), "--updates", "3", "--games", "8", "--async", "1",
			"--eval-every", "2", "--eval-games", "6", "--komi", "0.5", "--threads", "1", "--quiet",
		}
		if folder == "learned-hub" {
			args = append(args, "--hub", in("owner"))
		}
		if status, _ := tengen(t, args...); status != exitDone {
			t.Fatalf("%v: status %d", args, status)
		}
	}
	var learned [2][]byte
	for i, folder := range []string{"learned", "learned-hub"} {
		if learned[i], err = os.ReadFile(filepath.Join(in(folder), "policy.safetensors")); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(learned[0], learned[1]) {
		t.Error("workers of a hub have made another network")
	}
	if stored, err := box.Models(t.Context()); err != nil || len(stored) != 0 {
		t.Errorf("%d models stay at the hub, %v", len(stored), err)
	}
	status, text := tengen(t, "hub", "status", in("owner"), "--json")
	if status != exitDone || !strings.Contains(text, `"tickets_waiting":0`) || !strings.Contains(text, `"w (shared token)":{"version"`) {
		t.Errorf("%d: %s", status, text)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	token, err := os.ReadFile(in("worker"))
	if err != nil {
		t.Fatal(err)
	}
	posing := strings.Replace(string(token), "worker@", "owner@", 1)
	if err := os.WriteFile(in("posing"), []byte(posing), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, wrong := range [][]string{
		{"hub", "status", in("worker")},
		{"hub", "status", in("posing")},
		{"hub", "serve", in("other"), "--listen", host},
		{"worker", in("owner")},
		{"worker", model},
		{"hub", "token", in("hub"), "--host", "x"},
		{"hub", "serve", in("other"), "--listen", "nowhere"},
	} {
		if status, _ := tengen(t, wrong...); status == exitDone {
			t.Errorf("%v: no error", wrong)
		}
	}
}

// sharedChain is the stages of a chain that play games of policies.
const sharedChain = `
board = 5
komi = 0.5
[data]
games = ["games.tengen"]
[policy]
filters = 8
layers = 3
steps = 40
[reinforce]
games = 16
updates = 4
pool-every = 2
eval-every = 2
eval-games = 20
[valuedata]
games = 400
`

// When other machines play the games of a chain, its results are the same as tengen pipeline's. Each goes on with what the other has
// begun.
func TestAChainThroughAHub(t *testing.T) {
	racedBelow(t)
	dir := t.TempDir()
	in := func(names ...string) string { return filepath.Join(append([]string{dir}, names...)...) }
	must := func(args ...string) {
		t.Helper()
		if status, _ := tengen(t, append(args, "--quiet", "--threads", "1")...); status != exitDone {
			t.Fatalf("%v: status %d", args, status)
		}
	}
	must("selfplay", "-o", in("games.tengen"), "--black", "random", "--board", "5", "--komi", "0.5", "--games", "300")
	if err := os.WriteFile(in("chain.toml"), []byte(sharedChain), 0o644); err != nil {
		t.Fatal(err)
	}
	host := natstest.Free(t)
	chain := func(folder, until string, more ...string) []string {
		return append(more, "-o", in(folder), "--config", in("chain.toml"), "--until", until)
	}
	through := func(own string) []string { return []string{"hub", "--listen", host, "--own-threads", own} }
	must(chain("one", "valuedata", "pipeline")...)
	ctx, stop := context.WithCancel(t.Context())
	var workers sync.WaitGroup
	defer workers.Wait()
	defer stop()
	workers.Go(func() {
		for ctx.Err() == nil { // until the hub has made its keys
			token, err := mailbox.NewToken(in("many", "hub"), host, false)
			if err == nil {
				err = os.WriteFile(in("token"), []byte(token.String()), 0o600)
			}
			if err == nil {
				c := cluster.WorkerCmd{
					Common: flags.Common{Answer: flags.Answer{Quiet: true, JSON: true}, Threads: 1},
					Flag:   devices.Flag{Device: "cpu"},
					Token:  in("token"), Name: "w", Cache: in("cache"),
					CacheSize: 10,
				}
				err = c.Run(ctx)
			}
			if err != nil {
				time.Sleep(20 * time.Millisecond)
			}
		}
	})
	must(chain("many", "valuedata", through("0")...)...)
	must(chain("alone", "reinforce", through("1")...)...)
	must(chain("alone", "valuedata", "pipeline")...)
	elsewhere, err := mailbox.Serve(t.Context(), mailbox.ServerConfig{Dir: in("elsewhere"), Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer elsewhere.Close()
	box, err := elsewhere.Connect(t.Context()) // makes the streams
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	owner, err := mailbox.NewToken(in("elsewhere"), fmt.Sprintf("127.0.0.1:%d", elsewhere.Port()), true)
	if err == nil {
		err = os.WriteFile(in("owner"), []byte(owner.String()), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	must(chain("there", "valuedata", "hub", "--nats", in("owner"))...)
	for _, name := range []string{"reinforce/policy.safetensors", "valuedata/games.tengen"} {
		want, err := os.ReadFile(in("one", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, folder := range []string{"many", "alone", "there"} {
			if got, err := os.ReadFile(in(folder, name)); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s/%s differs, %v", folder, name, err)
			}
		}
	}
	for _, wrong := range [][]string{
		chain("new", "policy", "hub", "--listen", "nowhere"),
		chain("new", "policy", "hub", "--own-threads", "-1"),
		chain("new", "policy", "hub", "--bytes", "-1"),
		chain("new", "policy", "hub", "--bytes", "1000", "--nats", "nats://127.0.0.1:1"),
		chain("new", "policy", "hub", "--nats", in("nothing")),
		{"hub", "-o", in("new")},
	} {
		if status, _ := tengen(t, wrong...); status != exitUsage && status != exitFailed {
			t.Errorf("%v: status %d", wrong, status)
		}
	}
}
