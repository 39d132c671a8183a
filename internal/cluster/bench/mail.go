package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/machine"
)

// mail measures the mailbox alone: how fast it stores what it has synced.
func mail(ctx context.Context, opt options) (figures []figure, err error) {
	dir, err := os.MkdirTemp(opt.work, "mail-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	sync, err := syncs(dir, opt.length(3*time.Second))
	if err != nil {
		return nil, err
	}
	figures = append(figures, figure{Name: "4 kB written and synced, without JetStream", Unit: "/s", Value: sync})
	server, err := mailbox.Serve(ctx, mailbox.ServerConfig{Dir: filepath.Join(dir, "hub")})
	if err != nil {
		return nil, err
	}
	box, err := server.Connect(ctx)
	if err != nil {
		return nil, errors.Join(err, server.Close())
	}
	for _, m := range []struct {
		name  string
		bytes int
	}{{"a game on 19×19 (700 bytes)", 700}, {"a bundle of 64 on 9×9 (20 kB)", 20_000}} {
		for _, senders := range []int{1, 16} {
			rate, cost, err := deliveries(ctx, box, m.bytes, senders, opt.length(5*time.Second))
			if err != nil {
				return nil, errors.Join(err, server.Close())
			}
			figures = append(figures,
				figure{Name: fmt.Sprintf("%s, senders: %d", m.name, senders), Unit: "messages/s", Value: rate},
				figure{Name: "  processor time of a message", Unit: "µs", Value: 1e6 * cost})
		}
	}
	box.Close()
	return figures, server.Close()
}

// syncs is how often a second the disk can be written to and synced.
func syncs(dir string, length time.Duration) (rate float64, err error) {
	f, err := os.Create(filepath.Join(dir, "sync"))
	if err != nil {
		return 0, err
	}
	defer f.Close()
	block, n, began := make([]byte, 4096), 0, time.Now()
	for ; time.Since(began) < length; n++ {
		if _, err := f.Write(block); err != nil {
			return 0, err
		}
		if err := f.Sync(); err != nil {
			return 0, err
		}
	}
	return float64(n) / time.Since(began).Seconds(), nil
}

// deliveries is how many results a second so many senders store, and the seconds of processor time that each takes.
func deliveries(
	ctx context.Context, box *mailbox.Box, bytes, senders int, length time.Duration,
) (rate, cost float64, err error) {
	run := fmt.Sprintf("run-%d-%d", bytes, senders)
	data := make([]byte, bytes)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range data { // nothing to compress
		data[i] = byte(random.Uint32())
	}
	var number atomic.Int64
	var all sync.WaitGroup
	errs := make([]error, senders)
	began, before := time.Now(), machine.ProcessorTime()
	for s := range senders {
		all.Go(func() {
			for time.Since(began) < length && errs[s] == nil {
				a := mailbox.Address{Kind: "bench", Run: run, Name: fmt.Sprint(number.Add(1))}
				_, errs[s] = box.Deliver(ctx, a, box.Author("bench"), data)
			}
		})
	}
	all.Wait()
	n := float64(number.Load())
	return n / time.Since(began).Seconds(), (machine.ProcessorTime() - before).Seconds() / n, errors.Join(errs...)
}
