package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/pprof"
	"strings"
	"sync"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/internal/cluster/worker"
	"github.com/tengen-go/tengen/internal/machine"
	"github.com/tengen-go/tengen/selfplay"
)

// task is what a process shall do that this program starts.
type task struct {
	Dir      string        `json:"dir"`                // of the hub
	Prepared string        `json:"prepared,omitempty"` // file with games that workers bring
	Model    string        `json:"model,omitempty"`    // of games that workers play; instead
	Each     int           `json:"each"`               // games of a ticket
	Token    string        `json:"token,omitempty"`    // of the workers
	Workers  int           `json:"workers"`
	Game     time.Duration `json:"game"`              // how long a prepared game takes a worker
	Profile  string        `json:"profile,omitempty"` // file for the hub's processor profile
}

// roles are what such a process is. It answers each line of its input with one of JSON, and ends with its input.
var roles = map[string]func(context.Context, task) error{"hub": beHub, "workers": beWorkers}

// serve answers.
func serve(ctx context.Context, answer func() (any, error)) error {
	out := json.NewEncoder(os.Stdout)
	for lines := bufio.NewScanner(os.Stdin); lines.Scan() && ctx.Err() == nil; {
		a, err := answer()
		if err != nil {
			return err
		}
		if err := out.Encode(a); err != nil {
			return err
		}
	}
	return nil
}

// counters are what a hub has done so far.
type counters struct {
	Port      int             `json:"port"`
	At        time.Duration   `json:"at"`        // since it began
	Processor time.Duration   `json:"processor"` // time
	Games     int             `json:"games"`     // that were checked
	Arrivals  []time.Duration `json:"arrivals"`  // of bundles, since the last answer
	Written   int64           `json:"written"`   // bytes to the disk; 0 if the system does not count them
	Mail      int64           `json:"mail"`      // bytes of its folder
}

// watched counts the games of a work that are checked, as they come.
type watched struct {
	work.Work
	each  int
	began time.Time

	mu       sync.Mutex
	games    int
	arrivals []time.Duration
}

// Check counts.
func (w *watched) Check(game int, data []byte, thorough bool) error {
	w.mu.Lock()
	w.games++
	if game%w.each == 0 {
		w.arrivals = append(w.arrivals, time.Since(w.began))
	}
	w.mu.Unlock()
	return w.Work.Check(game, data, thorough)
}

// endless is more games than a hub gets during a measurement.
const endless = 100_000_000

// beHub collects games.
func beHub(ctx context.Context, t task) error {
	server, err := mailbox.Serve(ctx, mailbox.ServerConfig{Dir: t.Dir, Listen: "127.0.0.1:0"})
	if err != nil {
		return err
	}
	defer server.Close()
	box, err := server.Connect(ctx)
	if err != nil {
		return err
	}
	defer box.Close()
	guarding, leave := context.WithCancel(ctx)
	defer leave()
	go hub.Guard{Box: box, Server: server}.Run(guarding) // as tengen hub serve has it
	played, spec, err := t.played(ctx, box)
	if err != nil {
		return err
	}
	if t.Profile != "" {
		f, err := os.Create(t.Profile)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	w := &watched{Work: played, each: t.Each, began: time.Now()}
	file, err := selfplay.OpenFile(filepath.Join(t.Dir, "games.tengen"), selfplay.About{Kind: selfplay.KindGames})
	if err != nil {
		return err
	}
	defer file.Close()
	collecting, stop := context.WithCancel(ctx)
	collected := make(chan error, 1)
	go func() {
		collected <- hub.Collect(collecting, box, hub.Job{
			Run: "bench", Work: w, Spec: spec, Games: endless, Each: t.Each, Flush: file.Flush,
			Keep: func(i int, data []byte) error {
				g, err := work.DecodeGame(data)
				if err != nil {
					return err
				}
				g.Index = i // a prepared game has its own
				return file.Add(g)
			},
			Report: func(text string) { fmt.Fprintln(os.Stderr, text) },
		})
	}()
	err = serve(ctx, func() (any, error) {
		c := counters{
			Port: server.Port(), At: time.Since(w.began), Processor: machine.ProcessorTime(), Written: written(),
			Mail: size(t.Dir),
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		c.Games, c.Arrivals, w.arrivals = w.games, w.arrivals, nil
		select {
		case err := <-collected:
			return c, err
		default:
			return c, nil
		}
	})
	stop()
	if ended := <-collected; !errors.Is(ended, context.Canceled) {
		err = errors.Join(err, ended)
	}
	return err
}

// played is the work of a hub, and its specification.
func (t task) played(ctx context.Context, box *mailbox.Box) (work.Work, json.RawMessage, error) {
	if t.Model == "" {
		p, err := readPrepared(t.Prepared)
		if err != nil {
			return nil, nil, err
		}
		w, err := newSleeper(p)
		return w, p.Rules, err
	}
	o, err := orderOf(t.Model, 1, 1)
	if err != nil {
		return nil, nil, err
	}
	packed, err := work.PackPolicy(o.Players[0].Policy)
	if err != nil {
		return nil, nil, err
	}
	digest, err := box.PutModel(ctx, "bench", packed)
	if err != nil {
		return nil, nil, err
	}
	w, err := work.NewSelfplay(o, [2]string{digest, digest})
	if err != nil {
		return nil, nil, err
	}
	spec, err := json.Marshal(w)
	return w, spec, err
}

// written is how many bytes this process has had written to disks, as Linux counts.
func written() (n int64) {
	text, err := os.ReadFile("/proc/self/io")
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), "\nwrite_bytes: ")
	_, _ = fmt.Sscan(rest, &n)
	return n
}

// size is how many bytes the files of a folder have.
func size(dir string) (n int64) {
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // it was removed meanwhile
		}
		if info, err := d.Info(); err == nil && !d.IsDir() {
			n += info.Size()
		}
		return nil
	})
	return n
}

// tries is how often a worker tries to reach its hub: a busy machine may be too slow for some of a thousand.
const tries = 20

func connect(ctx context.Context, token mailbox.Token) (box *mailbox.Box, err error) {
	for range tries {
		if box, err = token.Connect(); err == nil {
			return box, nil
		}
		if err := pause(ctx, step); err != nil {
			return nil, err
		}
	}
	return nil, err
}

// beWorkers are many workers, each with a connection of its own.
func beWorkers(ctx context.Context, t task) error {
	token, err := mailbox.ParseToken(t.Token)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	var p *prepared
	if t.Model == "" {
		if p, err = readPrepared(t.Prepared); err != nil {
			return err
		}
	}
	begun, ticket := time.Now(), time.Duration(t.Each)*t.Game
	for i := range t.Workers {
		kinds := work.Plain()
		if p != nil {
			s, err := newSleeper(p)
			if err != nil {
				return err
			}
			s.each = t.Game
			s.late = lateness{begun, ticket, time.Duration(i) * ticket / time.Duration(t.Workers)}
			kinds = s.kinds()
		}
		box, err := connect(ctx, token)
		if err != nil {
			return err
		}
		all.Go(func() {
			defer box.Close()
			_ = worker.Run(ctx, box, worker.Config{
				Name: fmt.Sprintf("w%d-%d", os.Getpid(), i), Kinds: kinds, Threads: 1,
				Report: func(text string) { fmt.Fprintln(os.Stderr, text) },
			})
		})
	}
	return serve(ctx, func() (any, error) { return machine.ProcessorTime(), nil })
}
