package main

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/hub"
)

// load is what a hub has to take.
type load struct {
	name    string
	model   string
	each    int
	workers int
	game    time.Duration // that a worker takes
	rate    float64       // that is wanted; 0 for as many as there can be
	core    float64       // the most of a core that it may cost; 0 for any
}

// thousand is workers of a large club.
var thousand = []load{{
	name: "19×19, one game a ticket, 1,000 workers", model: model19, each: 1, workers: 1000, game: 29 * time.Second,
	rate: 33, core: 0.1,
}}

var loads = []load{
	{
		name: "9×9, 64 games a ticket, 27 workers", model: model9, each: hub.DefaultEach, workers: 27,
		game: time.Second / workerRate, rate: 5000,
	},
	{name: "19×19, one game a ticket, as fast as it goes", model: model19, each: 1, workers: 16},
	{name: "9×9, 64 games a ticket, as fast as it goes", model: model9, each: hub.DefaultEach, workers: 16},
}

func many(ctx context.Context, opt options) ([]figure, error) {
	return measured(ctx, opt, "many", thousand)
}

func capacity(ctx context.Context, opt options) ([]figure, error) {
	return measured(ctx, opt, "capacity", loads)
}

// measured loads a hub, and measures what each game costs it.
func measured(ctx context.Context, opt options, section string, loads []load) (figures []figure, err error) {
	files := map[string]string{}
	for model, name := range map[string]string{model9: "prepared9.json", model19: "prepared19.json"} {
		files[model] = filepath.Join(opt.work, name)
		if err := prepare(ctx, files[model], model, 64); err != nil {
			return nil, err
		}
	}
	for i, l := range loads {
		t := task{Dir: opt.work, Prepared: files[l.model], Each: l.each, Workers: l.workers, Game: l.game}
		if opt.profiles != "" {
			t.Profile = filepath.Join(opt.profiles, fmt.Sprintf("hub-%s-%d.pprof", section, i))
		}
		if opt.quick && l.rate > 0 {
			t.Workers = min(t.Workers, 20)
			t.Game = time.Duration(float64(t.Workers) / l.rate * float64(time.Second))
		}
		f, err := t.run(ctx, opt.length(max(10*time.Second, t.Game)), opt.length(40*time.Second))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", l.name, err)
		}
		rate := figure{Name: l.name, Unit: "games/s", Value: f.rate}
		if l.rate > 0 {
			rate = rate.atLeast(l.rate)
		}
		core := figure{Name: "  of one core", Unit: "cores", Value: f.processor / f.seconds}
		if l.core > 0 {
			core = core.atMost(l.core)
		}
		figures = append(figures, rate, core,
			figure{Name: "  processor time of a game", Unit: "µs", Value: 1e6 * f.processor / f.games},
			figure{Name: "  written to the disk for a game", Unit: "bytes", Value: f.written / f.games},
			figure{Name: "  on the wire for a game", Unit: "bytes", Value: f.wire / f.games},
		)
	}
	return figures, nil
}
