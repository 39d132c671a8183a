package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/hub"
)

// workerRate is how many games of a raw policy on 9×9 a second a worker of two threads plays (docs/benchmarks.md).
const workerRate = 190

// leastEfficiency is the part of N times the speed of one worker that N of them must reach, in percent.
const leastEfficiency = 95

// scaling counts the games a second of more and more workers: those that play, as many as there are cores,
// and those that sleep.
func scaling(ctx context.Context, opt options) (figures []figure, err error) {
	games := filepath.Join(opt.work, "prepared9.json")
	if err := prepare(ctx, games, model9, 64); err != nil {
		return nil, err
	}
	sleeping := task{Dir: opt.work, Prepared: games, Each: hub.DefaultEach, Game: time.Second / workerRate}
	playing := task{Dir: opt.work, Model: model9, Each: 16}
	for _, c := range []struct {
		what string
		task task
		most int
	}{
		{"playing", playing, runtime.NumCPU()},
		{"simulated", sleeping, 16},
	} {
		var one float64
		for n := 1; n <= c.most; n *= 2 {
			c.task.Workers = n
			f, err := c.task.run(ctx, opt.length(3*time.Second), opt.length(20*time.Second))
			if err != nil {
				return nil, err
			}
			if n == 1 {
				one = f.rate
			}
			name := fmt.Sprintf("%s, %s", workers(n), c.what)
			figures = append(figures, figure{Name: name, Unit: "games/s", Value: f.rate})
			if n > 1 {
				share := 100 * f.rate / (float64(n) * one)
				figures = append(figures, figure{Name: "  of so many times the speed of one", Unit: "%", Value: share}.
					atLeast(leastEfficiency))
			}
		}
	}
	return figures, nil
}

func workers(n int) string {
	if n == 1 {
		return "1 worker"
	}
	return fmt.Sprintf("%d workers", n)
}

// run has a crowd work, and watches it.
func (t task) run(ctx context.Context, before, during time.Duration) (flow, error) {
	c, err := gather(ctx, t)
	if err != nil {
		return flow{}, err
	}
	f, err := c.watch(ctx, before, during)
	return f, errors.Join(err, c.scatter())
}
