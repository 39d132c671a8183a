package devices

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/bench"
	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/internal/version"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/search/alphago"
)

// Work is what a command will do with its networks. What is left out is an evaluation of the small network of
// device list, in batches as a search asks for: players' models are known only when they play.
type Work struct {
	Quiet     bool               `json:"-"` // no line says which device computes
	Threads   int                // that the CPU would have
	Policy    *nets.PolicyConfig `json:",omitempty"`
	Value     *nets.ValueConfig  `json:",omitempty"`
	Training  bool
	Optimizer string // of a training
	Batch     int    // positions of a call or a step
	Board     int    `json:",omitempty"` // side of the board, for a network that is not known yet; 0: 19
}

// found is what auto has measured, in positions a second.
type found struct {
	Card float64 `json:"card_positions_per_s"`
	CPU  float64 `json:"cpu_positions_per_s"`
}

// faster is the first card if the work is faster there than on the CPU, else the CPU. It says which, and why.
func (f finder) faster(ctx context.Context, w Work) (nets.Device, func(), error) {
	device, done, why, err := f.better(ctx, w)
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	if err != nil {
		fmt.Fprintf(f.say, "--device auto: %v: the CPU computes instead\n", err)
		return nets.CPU{}, func() {}, nil
	}
	if !w.Quiet {
		fmt.Fprintf(f.say, "--device auto: %s\n", why)
	}
	return device, done, nil
}

// better is the device of faster, and why it is the one. An error says why the card cannot be used.
func (f finder) better(ctx context.Context, w Work) (device nets.Device, done func(), why string, err error) {
	cards, err := f.cards(ctx)
	if err != nil {
		return nil, nil, "", err
	}
	card := cards[0]
	if err := Real(card); err != nil {
		return nil, nil, "", err
	}
	speeds, known := f.remembered(card, w)
	if !known {
		if speeds, err = f.compare(ctx, w); err != nil {
			return nil, nil, "", err
		}
		f.remember(card, w, speeds)
	}
	if speeds.Card <= speeds.CPU {
		why = fmt.Sprintf("the CPU computes, %.0f positions/s; %s does %.0f", speeds.CPU, card.Name, speeds.Card)
		return nets.CPU{}, func() {}, why, nil
	}
	g, done, err := f.card(ctx, 0)
	if err != nil {
		return nil, nil, "", err
	}
	why = fmt.Sprintf("%s computes, %.0f positions/s; the CPU does %.0f", g.Name(), speeds.Card, speeds.CPU)
	return g, done, why, nil
}

// card opens a card as a device of networks, in its first grade.
func (f finder) card(ctx context.Context, number int) (*nets.GPU, func(), error) {
	card, err := f.open(ctx, number)
	if err != nil {
		return nil, nil, err
	}
	done := func() { _ = card.Close() }
	g, err := f.network(card, "")
	if err != nil {
		done()
	}
	return g, done, err
}

// compare measures the work on the first card and on the CPU. The card is closed again, with the memory that the
// measurement took.
func (f finder) compare(ctx context.Context, w Work) (found, error) {
	g, done, err := f.card(ctx, 0)
	if err != nil {
		return found{}, err
	}
	var out found
	out.Card, err = f.rate(ctx, g, w)
	if err == nil {
		err = g.Err() // after a failure the CPU was measured
	}
	done()
	if err == nil {
		out.CPU, err = f.rate(ctx, nets.CPU{}, w)
	}
	return out, err
}

// file is where the result for a card and a work is kept. Another driver or another tengen is measured anew.
func (f finder) file(card gpu.Info, w Work) string {
	h := fnv.New64a()
	work, err := json.Marshal(w)
	if err != nil {
		panic(err) // numbers and texts
	}
	fmt.Fprintf(h, "%s\n%s\n%v\n%d\n%s\n%s\n%d\n%s", card.Name, card.Driver, card.Grades, gpu.Version,
		version.String(), kernel.Name(), runtime.NumCPU(), work)
	return filepath.Join(f.cache, fmt.Sprintf("auto-%016x", h.Sum64()))
}

// remembered is what was measured before. A file that cannot be read is measured anew.
func (f finder) remembered(card gpu.Info, w Work) (out found, ok bool) {
	if f.cache == "" {
		return found{}, false
	}
	data, err := os.ReadFile(f.file(card, w))
	return out, err == nil && json.Unmarshal(data, &out) == nil
}

// remember keeps what was measured. A folder that cannot be written costs the next command two seconds.
func (f finder) remember(card gpu.Info, w Work, speeds found) {
	data, err := json.Marshal(speeds)
	if err == nil && f.cache != "" && os.MkdirAll(f.cache, 0o755) == nil {
		_ = atomicfile.Write(f.file(card, w), append(data, '\n'))
	}
}

// autoTime is how long a device is measured, after a first round.
const autoTime = 500 * time.Millisecond

// hostBatch is the largest batch that the CPU is measured with: larger ones are not faster there.
const hostBatch = 16

// rate measures the work on a device, in positions a second.
func rate(ctx context.Context, d nets.Device, w Work) (float64, error) {
	cfg := bench.NetworkConfig{
		Policy: w.Policy, Value: w.Value, Training: w.Training, Optimizer: cmp.Or(w.Optimizer, "sgd"),
		Input: "positions", Batch: cmp.Or(w.Batch, alphago.DefaultQueueConfig().Batch), Threads: max(1, w.Threads),
		Device: d, Seed: 1,
	}
	if w.Policy == nil && w.Value == nil {
		small := shapes()[0].shape
		small.Board = cmp.Or(w.Board, small.Board)
		cfg.Policy = &small
	}
	if d == (nets.CPU{}) {
		cfg.Batch = min(cfg.Batch, hostBatch)
	}
	round, err := cfg.NewRound()
	if err != nil {
		return 0, err
	}
	rounds, err := pace(ctx, time.Now, round)
	return rounds * float64(cfg.Batch), err
}

// pace is how many rounds there are a second. The first one allocates and compiles; it does not count.
func pace(ctx context.Context, now func() time.Time, round func() error) (float64, error) {
	if err := round(); err != nil {
		return 0, err
	}
	start := now()
	for n := 1; ; n++ {
		if err := errors.Join(ctx.Err(), round()); err != nil {
			return 0, err
		}
		if t := now().Sub(start); t >= autoTime {
			return float64(n) / t.Seconds(), nil
		}
	}
}
