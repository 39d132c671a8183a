package hub_test

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/natstest"
)

// need is where a behaviour is shown.
type need int

const (
	plain  need = iota // in this process and outside
	rights             // with the rights of the example, too
	port               // where there is a port: the network is part of it
	disk               // where the server's folder is ours
)

// behaviours are what holds for a cluster wherever its mail lies.
var behaviours = []struct {
	name string
	need need
	test func(t *testing.T, at place)
}{
	{"any number of workers makes the file of one machine", rights, testTheFileIsThatOfOneMachine},
	{"stopped hubs and workers make the same file", plain, testStoppedHubsAndWorkersMakeTheSameFile},
	{"bad workers are named", plain, testBadWorkers},
	{"tickets that nobody can do", rights, testTicketsThatNobodyCanDo},
	{"a silent worker's tickets go to others", rights, testSilentWorkers},
	{"two workers play the same ticket", plain, testTwoWorkersWithOneTicket},
	{"orders", rights, testOrders},
	{"an interrupted order goes on", plain, testAnInterruptedOrderGoesOn},
	{"reinforcement learning is that of one machine", plain, testReinforceIsThatOfOneMachine},
	{"a slow keeper and a full hub", plain, testASlowKeeperAndAFullHub},
	{"the first games come last to a full hub", plain, testTheFirstGamesComeLastToAFullHub},
	{"a killed server", port, testKilledServers},
	{"a server without its mail", disk, testAServerWithoutItsMail},
	{"bad networks", port, testBadNetworksMakeTheSameFile},
}

// Every behaviour holds for the server in this process, for the same with a port and keys, and for a server outside.
func TestEverywhere(t *testing.T) {
	for _, at := range places() {
		if testing.Short() && strings.HasPrefix(at.name, "outside") {
			continue // its code is no part of this program, and the rest is the same under the race detector
		}
		t.Run(at.name, func(t *testing.T) {
			t.Parallel() // most of the time is waiting
			for _, b := range behaviours {
				if slices.Contains(at.shows, b.need) {
					t.Run(b.name, func(t *testing.T) {
						t.Parallel()
						b.test(t, at)
					})
				}
			}
		})
	}
}

// place is a kind of server for the mail.
type place struct {
	name  string
	shows []need
	// start begins a server with so much room, 0 for no bound.
	start func(t *testing.T, room int64) *site
}

// site is a server that runs.
type site struct {
	address string // of its port
	// connect makes a connection of the owner or a worker, through an address if it is not empty.
	connect func(t *testing.T, owner bool, through string) *mailbox.Box
	// restart ends the server and begins it anew.
	restart func(t *testing.T)
	// lose does so too, and the server has lost its tickets and games.
	lose func(t *testing.T)
}

// owner is a connection of the owner.
func (s *site) owner(t *testing.T) *mailbox.Box { return s.connect(t, true, "") }

// worker is a connection of a worker.
func (s *site) worker(t *testing.T) *mailbox.Box { return s.connect(t, false, "") }

// open is a connection to a new server.
func (p place) open(t *testing.T) *mailbox.Box { return p.start(t, 0).owner(t) }

// here is the server in this process, without a port.
var here = place{name: "in this process", shows: []need{plain, rights}, start: func(t *testing.T, room int64) *site {
	server := serve(t, mailbox.ServerConfig{Dir: t.TempDir(), MaxBytes: room})
	return &site{connect: func(t *testing.T, _ bool, _ string) *mailbox.Box {
		return reached(t)(server.Connect(t.Context()))
	}}
}}

// places are all of them.
func places() []place {
	return []place{
		here,
		{"with a port", []need{port, disk}, startPort},
		{"outside", []need{plain, rights, port}, startOutside},
		{"outside with rights", []need{rights}, startRights},
	}
}

func startPort(t *testing.T, room int64) *site {
	config := mailbox.ServerConfig{Dir: t.TempDir(), Listen: "127.0.0.1:0", MaxBytes: room}
	server := serve(t, config)
	reached(t)(server.Connect(t.Context())) // makes the streams
	s := &site{address: fmt.Sprintf("127.0.0.1:%d", server.Port())}
	config.Listen = s.address
	s.connect = func(t *testing.T, owner bool, through string) *mailbox.Box {
		token, err := mailbox.NewToken(config.Dir, cmp.Or(through, s.address), owner)
		if err != nil {
			t.Fatal(err)
		}
		return reached(t)(token.Connect())
	}
	again := func(t *testing.T, meanwhile func() error) {
		if err := errors.Join(server.Close(), meanwhile()); err != nil {
			t.Error(err)
		}
		server = serve(t, config)
	}
	s.restart = func(t *testing.T) { again(t, func() error { return nil }) }
	s.lose = func(t *testing.T) {
		again(t, func() (err error) {
			for _, stream := range []string{"GAMES_*", "TICKETS_*"} { // workers still need the models
				dirs, bad := filepath.Glob(filepath.Join(config.Dir, "mail/jetstream/*/streams", stream))
				if err = errors.Join(err, bad); len(dirs) != 1 {
					return fmt.Errorf("%q are no stream: %w", dirs, err)
				}
				err = errors.Join(err, os.RemoveAll(dirs[0]))
			}
			return err
		})
		reached(t)(server.Connect(t.Context())) // makes the streams
	}
	return s
}

func startOutside(t *testing.T, room int64) *site {
	config := natstest.JetStream
	if room > 0 {
		config += fmt.Sprintf("accounts { A { users = [{user: a, password: a}], jetstream { max_file: %d } } }\n"+
			"no_auth_user: a\n", room)
	}
	return outside(t, natstest.Start(t, config), "", "")
}

// startRights begins a server with the rights of the example.
func startRights(t *testing.T, _ int64) *site {
	data, err := os.ReadFile("../../../examples/cluster/nats.conf")
	if err != nil {
		t.Fatal(err)
	}
	config := regexp.MustCompile(`(?m)^ *(listen|http|store_dir):.*$`).ReplaceAllString(string(data), "")
	return outside(t, natstest.Start(t, config, "OWNER_PASSWORD=o", "OFFICE_1_PASSWORD=w"), "owner:o@", "office-1:w@")
}

// outside is a server for an owner and workers with names and passwords.
func outside(t *testing.T, server *natstest.Server, owner, worker string) *site {
	s := &site{address: server.Address(), restart: func(t *testing.T) { server.Restart(t) }}
	s.connect = func(t *testing.T, isOwner bool, through string) *mailbox.Box {
		who, more := worker, ""
		if isOwner {
			who, more = owner, "?monitor="+server.Monitor
		} else if name, _, ok := strings.Cut(worker, ":"); ok {
			more = "?worker=" + name
		}
		o, err := mailbox.ParseOutside("nats://" + who + cmp.Or(through, s.address) + more)
		if err != nil {
			t.Fatal(err)
		}
		return reached(t)(o.Connect(t.Context(), isOwner, func(text string) { t.Error(text) }))
	}
	s.owner(t) // makes the streams
	return s
}

func serve(t *testing.T, config mailbox.ServerConfig) *mailbox.Server {
	t.Helper()
	server, err := mailbox.Serve(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close() })
	return server
}

// reached closes a connection at the end of the test.
func reached(t *testing.T) func(*mailbox.Box, error) *mailbox.Box {
	return func(b *mailbox.Box, err error) *mailbox.Box {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(b.Close)
		return b
	}
}
