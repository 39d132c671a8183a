package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strconv"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/host"
	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/internal/cluster/worker"
	"github.com/tengen-go/tengen/internal/machine"
	"github.com/tengen-go/tengen/selfplay"
)

const (
	model9  = "shipped:9x9"
	model19 = "shipped:19x19"
)

// mostOverhead is how much more games may cost through a hub, in percent.
const mostOverhead = 2

// way is a way to have games made. open makes ready for them.
type way struct {
	name string
	open func(ctx context.Context, dir string) (maker, error)
}

// maker makes the games of an order into a file.
type maker interface {
	make(ctx context.Context, file *selfplay.File, o selfplay.Order) error
	close() error
}

var ways = []way{{"direct", openDirect}, {"hub", openNear}, {"host", openPassing}}

// overhead compares the processor time of games with a hub and without one.
func overhead(ctx context.Context, opt options) ([]figure, error) {
	order, err := orderOf(model9, opt.games, runtime.NumCPU())
	if err != nil {
		return nil, err
	}
	spent := map[string][]float64{}     // seconds of the games, by way and pair
	beginning := map[string][]float64{} // seconds of making ready
	for pair := range opt.pairs {
		order.Config.Seed = uint64(pair) // other games each time
		for k := range ways {
			w := ways[(pair+k)%len(ways)]
			ready, games, err := w.run(ctx, opt, order)
			if err != nil {
				return nil, err
			}
			beginning[w.name] = append(beginning[w.name], ready)
			spent[w.name] = append(spent[w.name], games)
		}
	}
	more := func(name string) (percent []float64) {
		for i, direct := range spent["direct"] {
			percent = append(percent, 100*(spent[name][i]/direct-1))
		}
		return percent
	}
	var opening []float64
	for i, direct := range beginning["direct"] {
		opening = append(opening, 1000*(beginning["hub"][i]-direct))
	}
	idle, err := idleHost(ctx, opt)
	if err != nil {
		return nil, err
	}
	return []figure{
		medianOf("processor time of a game without a hub, 9×9", "ms", scaled(spent["direct"], 1000/float64(opt.games))),
		medianOf("more through a hub in the process, synced to the disk", "%", more("hub")).atMost(mostOverhead),
		medianOf("more through a hub in memory, as tengen pipeline has it", "%", more("host")).atMost(mostOverhead),
		medianOf("opening a hub and sending it the model", "ms", opening),
		{Name: "an open hub without work, of one core", Unit: "%", Value: idle},
	}, nil
}

func scaled(values []float64, by float64) (all []float64) {
	for _, v := range values {
		all = append(all, v*by)
	}
	return all
}

// run measures one way: the processor time of making ready, with a first game, and of the games.
func (w way) run(ctx context.Context, opt options, o selfplay.Order) (ready, games float64, err error) {
	dir, err := os.MkdirTemp(opt.work, "overhead-")
	if err != nil {
		return 0, 0, err
	}
	defer os.RemoveAll(dir)
	runtime.GC() // of the way before
	var m maker
	ready, err = processorTime(func() (err error) {
		if m, err = w.open(ctx, filepath.Join(dir, "hub")); err != nil {
			return err
		}
		one := o
		one.Games = 1
		return toFile(ctx, filepath.Join(dir, "one.tengen"), m, one)
	})
	if err != nil {
		return 0, 0, err
	}
	if opt.profiles != "" {
		f, err := os.Create(filepath.Join(opt.profiles, w.name+".pprof"))
		if err != nil {
			return 0, 0, err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return 0, 0, err
		}
		defer pprof.StopCPUProfile()
	}
	games, err = processorTime(func() error { return toFile(ctx, filepath.Join(dir, "games.tengen"), m, o) })
	return ready, games, errors.Join(err, m.close())
}

// processorTime is how long the processors work during a call, in seconds.
func processorTime(do func() error) (float64, error) {
	before := machine.ProcessorTime()
	err := do()
	return (machine.ProcessorTime() - before).Seconds(), err
}

func toFile(ctx context.Context, path string, m maker, o selfplay.Order) error {
	file, err := selfplay.OpenFile(path, selfplay.About{Kind: selfplay.KindGames})
	if err != nil {
		return err
	}
	return errors.Join(m.make(ctx, file, o), file.Close())
}

// direct makes games as one machine does.
type direct struct{}

func openDirect(context.Context, string) (maker, error) { return direct{}, nil }

func (direct) make(ctx context.Context, file *selfplay.File, o selfplay.Order) error {
	return selfplay.Make(ctx, file, selfplay.Job{
		Config: o.Config, Players: o.Players[:], Games: o.Games, Plan: o.Pairing.Plan,
	})
}

func (direct) close() error { return nil }

// nothing is done with a game after the file has it.
func nothing(*selfplay.Game) {}

// near is a hub in this process with its mail on the disk. It does not trust its worker, and checks every game.
type near struct {
	server *mailbox.Server
	box    *mailbox.Box
	stop   context.CancelFunc
	ended  chan struct{} // the worker has
}

func openNear(ctx context.Context, dir string) (maker, error) {
	server, err := mailbox.Serve(ctx, mailbox.ServerConfig{Dir: dir})
	if err != nil {
		return nil, err
	}
	box, err := server.Connect(ctx)
	if err != nil {
		return nil, errors.Join(err, server.Close())
	}
	ctx, stop := context.WithCancel(ctx)
	n := &near{server: server, box: box, stop: stop, ended: make(chan struct{})}
	go func() {
		defer close(n.ended)
		_ = worker.Run(ctx, box, worker.Config{Name: "near", Kinds: work.Plain(), Threads: runtime.NumCPU()})
	}()
	return n, nil
}

func (n *near) make(ctx context.Context, file *selfplay.File, o selfplay.Order) error {
	by := hub.Orderer{Name: strconv.FormatUint(o.Config.Seed, 10), Each: hub.DefaultEach}
	return hub.NewMachines(n.box, by).Make(ctx, file, o, nothing)
}

func (n *near) close() error {
	n.stop()
	<-n.ended
	n.box.Close()
	return n.server.Close()
}

// passing is the hub of tengen pipeline: in this process, with its mail in memory.
type passing struct{ *host.Host }

func openPassing(ctx context.Context, dir string) (maker, error) {
	h, err := host.Open(ctx, host.Config{Dir: dir, Threads: runtime.NumCPU(), Kinds: work.Plain()})
	return passing{h}, err
}

func (p passing) make(ctx context.Context, file *selfplay.File, o selfplay.Order) error {
	return p.Machines("bench").Make(ctx, file, o, nothing)
}

func (p passing) close() error { return p.Close() }

// idleHost is the part of a core that a hub in memory and its worker take when there is nothing to do, in percent.
func idleHost(ctx context.Context, opt options) (float64, error) {
	dir, err := os.MkdirTemp(opt.work, "idle-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	p, err := openPassing(ctx, dir)
	if err != nil {
		return 0, err
	}
	length := opt.length(20 * time.Second)
	spent, err := processorTime(func() error { return pause(ctx, length) })
	return 100 * spent / length.Seconds(), errors.Join(err, p.close())
}
