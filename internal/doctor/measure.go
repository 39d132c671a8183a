package doctor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/bench"
	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/internal/machine"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/player/loaded"
	"github.com/tengen-go/tengen/rollout"
)

// Options say how to measure.
type Options struct {
	Threads int           // at most, at least 1
	Time    time.Duration // for all figures together; a slow machine takes up to three times as long
	Seed    uint64
	// BFloat16 is the processor with its matrix tiles, nil if it has none.
	BFloat16 nets.Device
	// Card is the graphics card, nil if there is none to measure. About is what the report says of it.
	Card  nets.Device
	About Card
	// CardTime is what a figure of the card may take; a card that needs longer is a note. 0 stands for three times
	// the figure's share of Time, and 20 seconds at least: the first step compiles kernels.
	CardTime time.Duration
	// Report, if not nil, is called before each figure with its name and the time planned for
	// all figures before it.
	Report func(what string, done time.Duration)
}

// figure is one thing that is measured: its share of the time, in tenths of a second of ten
// seconds.
type figure struct {
	what    string
	tenths  int
	measure func(ctx context.Context, length time.Duration) error
}

// Measure measures this machine.
func Measure(ctx context.Context, o Options) (Figures, error) {
	f := Figures{Machine: thisMachine(), Card: o.About, Threads: o.Threads, Idle: 1, Trainings: Trainings()}
	start := time.Now()
	peak := figure{"multiply-adds", 2, f.peak}
	plan := []figure{peak}
	f.Boards = []Board{{Size: 9}, {Size: 19}}
	for i := range f.Boards {
		figures, err := f.Boards[i].figures(o)
		if err != nil {
			return f, err
		}
		plan = append(plan, figures...)
	}
	for i := range f.Trainings {
		plan = append(plan, f.Trainings[i].figure(o))
		if o.BFloat16 != nil {
			plan = append(plan, f.Trainings[i].tilesFigure(o))
		}
		if o.Card != nil {
			plan = append(plan, f.Trainings[i].cardFigure(o, &f.Card))
		}
	}
	plan = append(plan, peak) // once more: did other programs run meanwhile?

	all, done := 0, 0
	for _, step := range plan {
		all += step.tenths
	}
	share := func(tenths int) time.Duration { return o.Time * time.Duration(tenths) / time.Duration(all) }
	for _, step := range plan {
		if o.Report != nil {
			o.Report(step.what, share(done))
		}
		if err := ctx.Err(); err != nil {
			return f, err
		}
		if err := step.measure(ctx, share(step.tenths)); err != nil {
			return f, fmt.Errorf("%s: %w", step.what, err)
		}
		done += step.tenths
	}
	f.Seconds = time.Since(start).Seconds()
	return f, nil
}

func thisMachine() Machine {
	memory, _ := machine.Memory()
	return Machine{
		Platform: runtime.GOOS + "/" + runtime.GOARCH, Cores: runtime.GOMAXPROCS(0),
		Kernel: kernel.Name(), Kernels: kernel.Names(), Memory: memory, TreeMemory: machine.Share(1),
	}
}

// mostPeak is long enough to see whether other programs run.
const mostPeak = time.Second

// peak measures the multiply-adds; the better of several measurements counts.
func (f *Figures) peak(ctx context.Context, length time.Duration) error {
	length = min(length/2, mostPeak)
	one, err := bench.Peak(ctx, 1, length)
	if err != nil {
		return err
	}
	all, err := bench.Peak(ctx, f.Threads, length)
	if err != nil {
		return err
	}
	f.Peak.One, f.Peak.All = max(f.Peak.One, one.GFLOPS), max(f.Peak.All, all.GFLOPS)
	f.Idle = min(f.Idle, all.Mean/f.Peak.All)
	return nil
}

// measured is a figure by one thread, and one by all.
func (s *Speeds) measured(
	what string, tenths, threads int,
	measure func(ctx context.Context, threads int, length time.Duration) (float64, error),
) []figure {
	one := figure{what + ", " + threadsText(1), tenths, func(ctx context.Context, length time.Duration) (err error) {
		s.One, err = measure(ctx, 1, length)
		s.All = s.One
		return err
	}}
	if threads == 1 {
		return []figure{one}
	}
	all := figure{what: what + ", " + threadsText(threads), tenths: tenths}
	all.measure = func(ctx context.Context, length time.Duration) (err error) {
		s.All, err = measure(ctx, threads, length)
		return err
	}
	return []figure{one, all}
}

// figures are all of one size of the board.
func (b *Board) figures(o Options) ([]figure, error) {
	model := fmt.Sprintf("%s%dx%[2]d", models.ShippedPrefix, b.Size)
	m, _, err := nets.LoadModel(model)
	if err != nil {
		return nil, err
	}
	networks := &loaded.Networks{}
	on := fmt.Sprintf(" on %d×%[1]d", b.Size)
	plan := b.Playouts.measured("playouts"+on, 3, o.Threads,
		func(ctx context.Context, threads int, length time.Duration) (float64, error) {
			return playouts(ctx, b.Size, threads, length, o.Seed)
		})
	plan = append(plan, b.Evaluations.measured("networks"+on, 5, o.Threads,
		func(ctx context.Context, threads int, length time.Duration) (float64, error) {
			return bench.Evaluations(ctx, m, threads, length, o.Seed)
		})...)
	return append(plan, b.Search.measured("search"+on, 8, o.Threads,
		func(ctx context.Context, threads int, length time.Duration) (float64, error) {
			text := fmt.Sprintf("%s:model=%s,threads=%d,memory=256M", player.KindSearch, model, threads)
			env := player.Env{Rules: game.Go{Board: b.Size}, Seed: o.Seed, Networks: networks}
			return searched(ctx, text, env, length)
		})...), nil
}

// playouts is how many playouts a second the threads play, by the rules that the search uses.
func playouts(ctx context.Context, size, threads int, length time.Duration, seed uint64) (float64, error) {
	all := make([]bench.Playout, threads)
	for i := range all {
		policy, err := rollout.NewPlayout("informed")
		if err != nil {
			return 0, err
		}
		all[i] = bench.GoPlayout(policy, size)
	}
	speed, err := bench.Playouts(ctx, all, length, seed)
	return speed.PlayoutsPerS, err
}

// searched is how many playouts a second a player's search makes.
func searched(ctx context.Context, text string, env player.Env, length time.Duration) (float64, error) {
	p, err := player.Players().Parse(text, env)
	if err != nil {
		return 0, err
	}
	defer p.Close()
	tree, ok := p.(bench.TreePlayer)
	if !ok {
		return 0, fmt.Errorf("%s has no tree", text)
	}
	speed, err := bench.Search(ctx, tree, env.Rules.Size(), length)
	return speed.PlayoutsPerS, err
}

// learningShare is the share of a training's time in which the network learns. The rest replays
// games, makes planes and measures on held-out games. Training the 9×9 network of Trainings and
// measuring Learning in turns, on 2026-11-24, gave 0.81 and 0.86.
const learningShare = 0.85

// figure is the speed of this training on all threads.
func (t *Training) figure(o Options) figure {
	what := fmt.Sprintf("training on %d×%[1]d, %d filters, %d layers", t.Board, t.Filters, t.Layers)
	return figure{what, 8, func(ctx context.Context, length time.Duration) (err error) {
		t.PositionsS, err = bench.Learning(ctx, t.shape(), nets.CPU{}, o.Threads, length, o.Seed)
		t.Hours = t.Positions / (learningShare * t.PositionsS) / 3600
		return err
	}}
}

// tilesFigure is the speed of this training in bfloat16.
func (t *Training) tilesFigure(o Options) figure {
	what := fmt.Sprintf("training in bfloat16, %d×%[1]d, %d filters", t.Board, t.Filters)
	return figure{what, 4, func(ctx context.Context, length time.Duration) (err error) {
		t.BFloat16S, err = bench.Learning(ctx, t.shape(), o.BFloat16, o.Threads, length, o.Seed)
		return err
	}}
}

// shape is the network.
func (t *Training) shape() nets.PolicyConfig {
	return nets.PolicyConfig{Board: t.Board, Planes: nets.Paper().Planes, Filters: t.Filters, Layers: t.Layers}
}

// leastCardTime is how long a figure of the card may take however short Time is.
const leastCardTime = 20 * time.Second

// cardFigure is the speed of this training on the graphics card. A card that fails is a note.
func (t *Training) cardFigure(o Options, card *Card) figure {
	what := fmt.Sprintf("training on the graphics card, %d×%[1]d, %d filters", t.Board, t.Filters)
	return figure{what, 4, func(ctx context.Context, length time.Duration) (err error) {
		if card.Note != "" {
			return nil // it has failed
		}
		limit := cmp.Or(o.CardTime, max(3*length, leastCardTime))
		limited, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		t.CardS, err = bench.Learning(limited, t.shape(), o.Card, o.Threads, length, o.Seed)
		switch {
		case err == nil || ctx.Err() != nil:
			return err
		case errors.Is(err, context.DeadlineExceeded):
			t.CardS, card.Note = 0, fmt.Sprintf("it is too slow: some steps of a training took more than %v", limit)
		default:
			t.CardS, card.Note = 0, err.Error()
		}
		return nil
	}}
}
