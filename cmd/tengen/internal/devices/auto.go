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

// candidate is a device that auto may take.
type candidate struct {
	name  string // of the device that is not taken
	ready bool   // to be opened as often as one likes
	open  func() (device nets.Device, done func(), err error)
}

// candidates are the devices of this machine, the CPU first. The error says why no card is among them.
func (f finder) candidates(ctx context.Context) ([]candidate, gpu.Info, error) {
	ready := func(d nets.Device) candidate {
		return candidate{d.Place(), true, func() (nets.Device, func(), error) { return d, func() {}, nil }}
	}
	all := []candidate{ready(nets.CPU{})}
	if rounded, err := f.tiles(); err == nil {
		all = append(all, ready(rounded))
	}
	cards, err := f.cards(ctx)
	if err != nil {
		return all, gpu.Info{}, err
	}
	card := cards[0]
	if err := Real(card); err != nil {
		return all, gpu.Info{}, err
	}
	open := func() (nets.Device, func(), error) {
		g, done, err := f.card(ctx, 0)
		return g, done, err
	}
	return append(all, candidate{card.Name, false, open}), card, nil
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
	all, card, lacking := f.candidates(ctx)
	if len(all) == 1 {
		return nil, nil, "", lacking
	}
	speeds, known := f.remembered(all, card, w)
	if !known {
		if speeds, lacking = f.compare(ctx, all, w, lacking); len(speeds) == 0 {
			return nil, nil, "", lacking
		}
		if len(speeds) == len(all) {
			f.remember(all, card, w, speeds)
		}
	}
	all = all[:len(speeds)] // a card that has failed is the last one
	best := 0
	for i, s := range speeds {
		if s > speeds[best] {
			best = i
		}
	}
	if device, done, err = all[best].open(); err != nil {
		return nil, nil, "", err
	}
	why = fmt.Sprintf("%s computes, %.0f positions/s", device.Place(), speeds[best])
	separator := "; "
	for i, c := range all {
		if i != best {
			why += fmt.Sprintf("%s%s does %.0f", separator, c.name, speeds[i])
			separator = ", "
		}
	}
	if lacking != nil {
		why += "; " + lacking.Error()
	}
	return device, done, why, nil
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

// compare measures the work on all devices, in positions a second. A card is closed again, with the memory that the
// measurement took. Where there are tiles, whose speed changes with what else the machine does, they and the CPU are
// measured in turn, and the better of two measurements counts. An error of the card leaves it out of the speeds, if
// there is more than the CPU; any other error leaves out all.
func (f finder) compare(ctx context.Context, all []candidate, w Work, lacking error) ([]float64, error) {
	speeds := make([]float64, len(all))
	processors := 0
	for _, c := range all {
		if c.ready {
			processors++
		}
	}
	for range processors {
		for i, c := range all[:processors] {
			speed, err := f.measure(ctx, c, w)
			if err != nil {
				return nil, err
			}
			speeds[i] = max(speeds[i], speed)
		}
	}
	for i := processors; i < len(all); i++ {
		speed, err := f.measure(ctx, all[i], w)
		switch {
		case err == nil:
			speeds[i] = speed
		case processors == 1 || ctx.Err() != nil:
			return nil, err
		default:
			return speeds[:i], fmt.Errorf("%s: %w", all[i].name, err)
		}
	}
	return speeds, lacking
}

// measure opens a device, measures the work there, and closes it.
func (f finder) measure(ctx context.Context, c candidate, w Work) (float64, error) {
	d, done, err := c.open()
	if err != nil {
		return 0, err
	}
	defer done()
	speed, err := f.rate(ctx, d, w)
	if g, card := d.(*nets.GPU); card && err == nil {
		err = g.Err() // after a failure the CPU was measured
	}
	return speed, err
}

// file is where the result for some devices and a work is kept. Another driver or another tengen is measured anew.
func (f finder) file(all []candidate, card gpu.Info, w Work) string {
	h := fnv.New64a()
	work, err := json.Marshal(w)
	if err != nil {
		panic(err) // numbers and texts
	}
	for _, c := range all {
		fmt.Fprintln(h, c.name)
	}
	fmt.Fprintf(h, "%s\n%v\n%d\n%s\n%s\n%d\n%s", card.Driver, card.Grades, gpu.Version,
		version.String(), kernel.Name(), runtime.NumCPU(), work)
	return filepath.Join(f.cache, fmt.Sprintf("auto-%016x", h.Sum64()))
}

// remembered is what was measured before. A file that cannot be read is measured anew.
func (f finder) remembered(all []candidate, card gpu.Info, w Work) (speeds []float64, ok bool) {
	if f.cache == "" {
		return nil, false
	}
	data, err := os.ReadFile(f.file(all, card, w))
	return speeds, err == nil && json.Unmarshal(data, &speeds) == nil && len(speeds) == len(all)
}

// remember keeps what was measured. A folder that cannot be written costs the next command two seconds.
func (f finder) remember(all []candidate, card gpu.Info, w Work, speeds []float64) {
	data, err := json.Marshal(speeds)
	if err == nil && f.cache != "" && os.MkdirAll(f.cache, 0o755) == nil {
		_ = atomicfile.Write(f.file(all, card, w), append(data, '\n'))
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
	if _, card := d.(*nets.GPU); !card {
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
