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

// contenders are the devices of this machine that auto chooses from.
type contenders struct {
	processors []nets.Device // the CPU first
	card       gpu.Info
	lacking    error // why no card is among them; nil: one is
}

func (f finder) contenders(ctx context.Context) (c contenders) {
	c.processors = []nets.Device{nets.CPU{}}
	if rounded, err := f.tiles(); err == nil {
		c.processors = append(c.processors, rounded)
	}
	cards, err := f.cards(ctx)
	if err == nil {
		c.card, err = cards[0], Real(cards[0])
	}
	c.lacking = err
	return c
}

// drop leaves the card out because of an error.
func (c *contenders) drop(err error) { c.lacking = fmt.Errorf("%s: %w", c.card.Name, err) }

// few says whether there is nothing but the CPU.
func (c *contenders) few() bool { return c.lacking != nil && len(c.processors) == 1 }

// names lists the devices by name, the card last.
func (c *contenders) names() (names []string) {
	for _, p := range c.processors {
		names = append(names, p.Place())
	}
	if c.lacking == nil {
		names = append(names, c.card.Name)
	}
	return names
}

// faster is the device of this machine that is the fastest for the work. It says which, and why.
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

// better is the device of faster, and why it is the one. An error says why there is nothing but the CPU.
func (f finder) better(ctx context.Context, w Work) (device nets.Device, done func(), why string, err error) {
	c := f.contenders(ctx)
	if c.few() {
		return nil, nil, "", c.lacking
	}
	speeds, known := f.remembered(c, w)
	if !known {
		if speeds, err = f.compare(ctx, &c, w); err != nil {
			return nil, nil, "", err
		}
	}
	best := fastest(speeds)
	if best < len(c.processors) {
		device, done = c.processors[best], func() {}
	} else if device, done, err = f.card(ctx, 0); err != nil {
		c.drop(err)
		if c.few() {
			return nil, nil, "", c.lacking
		}
		speeds = speeds[:best]
		best = fastest(speeds)
		device, done = c.processors[best], func() {}
	}
	return device, done, reason(device, c, speeds, best), nil
}

// fastest is the first of the highest speeds.
func fastest(speeds []float64) (best int) {
	for i, s := range speeds {
		if s > speeds[best] {
			best = i
		}
	}
	return best
}

// reason says which device computes, and why: what the others do, and why there is no card.
func reason(device nets.Device, c contenders, speeds []float64, best int) string {
	why := fmt.Sprintf("%s computes, %.0f positions/s", device.Place(), speeds[best])
	separator := "; "
	for i, name := range c.names() {
		if i != best {
			why += fmt.Sprintf("%s%s does %.0f", separator, name, speeds[i])
			separator = ", "
		}
	}
	if c.lacking != nil {
		why += "; " + c.lacking.Error()
	}
	return why
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

// compare measures the work on all devices, in positions a second, the card last, and remembers the result. The speed
// of tiles changes with what else the machine does. So tiles and CPU are measured in turn, and the better of two
// measurements counts. A card that fails is dropped and measured again the next time.
func (f finder) compare(ctx context.Context, c *contenders, w Work) ([]float64, error) {
	speeds := make([]float64, len(c.processors))
	for range speeds {
		for i, p := range c.processors {
			speed, err := f.rate(ctx, p, w)
			if err != nil {
				return nil, err
			}
			speeds[i] = max(speeds[i], speed)
		}
	}
	if c.lacking == nil {
		speed, err := f.cardRate(ctx, w)
		if err != nil {
			c.drop(err)
			if c.few() {
				return nil, c.lacking
			}
			return speeds, nil
		}
		speeds = append(speeds, speed)
	}
	f.remember(*c, w, speeds)
	return speeds, nil
}

// cardRate measures the work on the first card. The card is closed again, with the memory that the measurement took.
func (f finder) cardRate(ctx context.Context, w Work) (float64, error) {
	g, done, err := f.card(ctx, 0)
	if err != nil {
		return 0, err
	}
	defer done()
	speed, err := f.rate(ctx, g, w)
	if err == nil {
		err = g.Err() // after a failure the CPU was measured
	}
	return speed, err
}

// file is where the result for some devices and a work is kept. Another driver or another tengen is measured anew.
func (f finder) file(c contenders, w Work) string {
	h := fnv.New64a()
	work, err := json.Marshal(w)
	if err != nil {
		panic(err) // numbers and texts
	}
	fmt.Fprintf(h, "%q\n%s\n%v\n%d\n%s\n%s\n%d\n%s", c.names(), c.card.Driver, c.card.Grades, gpu.Version,
		version.String(), kernel.Name(), runtime.NumCPU(), work)
	return filepath.Join(f.cache, fmt.Sprintf("auto-%016x", h.Sum64()))
}

// remembered is what was measured before. A file that cannot be read is measured anew.
func (f finder) remembered(c contenders, w Work) (speeds []float64, ok bool) {
	if f.cache == "" {
		return nil, false
	}
	data, err := os.ReadFile(f.file(c, w))
	return speeds, err == nil && json.Unmarshal(data, &speeds) == nil && len(speeds) == len(c.names())
}

// remember keeps what was measured. A folder that cannot be written costs the next command two seconds.
func (f finder) remember(c contenders, w Work, speeds []float64) {
	data, err := json.Marshal(speeds)
	if err == nil && f.cache != "" && os.MkdirAll(f.cache, 0o755) == nil {
		_ = atomicfile.Write(f.file(c, w), append(data, '\n'))
	}
}

// autoTime is how long a device is measured, after a first round.
const autoTime = 500 * time.Millisecond

// hostBatch is the largest batch that the CPU is measured with, unless it has more threads: larger ones are not faster
// there.
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
	if _, card := d.(*nets.GPU); !card {
		cfg.Batch = min(cfg.Batch, max(hostBatch, cfg.Threads))
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
