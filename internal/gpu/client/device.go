package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/pipe"
)

// Cards lists the graphics cards of this machine: discrete ones first, programs that do as one last. Without any, the
// error is gpu.ErrNone, with the cause.
func Cards(ctx context.Context) ([]gpu.Info, error) { return cards(ctx, start) }

// Open opens a card by its number in the list, and tries its kernels unless they were tried before on this
// machine with this driver. first is called before it does so: that takes seconds, and minutes on a software device.
// A card has the grades in which it computes right numbers; without any it is gpu.ErrNone. The device may be used by
// several goroutines; its runners by one each at a time.
func Open(ctx context.Context, number int, first func(gpu.Info)) (gpu.Device, error) {
	return opened(ctx, start, number, CacheDir(), first)
}

// starter starts the process.
type starter func() (*process, error)

func cards(ctx context.Context, start starter) ([]gpu.Info, error) {
	p, err := start()
	if err != nil {
		return nil, unusable(err)
	}
	defer p.close()
	defer p.stopped(ctx)()
	a, err := p.ask(pipe.Message{Kind: pipe.List}, nil, startTime)
	if err != nil {
		return nil, errors.Join(ctx.Err(), unusable(err))
	}
	var out []gpu.Info
	if err := json.Unmarshal(a.Text, &out); err != nil {
		return nil, fmt.Errorf("the list of graphics cards: %w", err)
	}
	return out, nil
}

// unusable is an error of a card that was not used yet: whatever the cause, there is none.
func unusable(err error) error {
	if errors.Is(err, gpu.ErrNone) || errors.Is(err, gpu.ErrMemory) {
		return err
	}
	return fmt.Errorf("%w: %w", gpu.ErrNone, err)
}

func open(ctx context.Context, start starter, number int) (gpu.Device, error) {
	p, err := start()
	if err != nil {
		return nil, unusable(err)
	}
	defer p.stopped(ctx)()
	d := &device{process: p}
	a, err := p.ask(pipe.Message{Kind: pipe.Open, Numbers: []uint32{uint32(int32(number))}}, nil, startTime)
	if err == nil {
		err = json.Unmarshal(a.Text, &d.info)
	}
	if err != nil {
		return nil, errors.Join(ctx.Err(), unusable(err), p.close())
	}
	return d, nil
}

// device is a card of another process.
type device struct {
	*process
	info gpu.Info
}

func (d *device) Info() gpu.Info { return d.info }

func (d *device) Load(p *gpu.Plan) (gpu.Runner, error) {
	text, err := p.Encode()
	if err != nil {
		return nil, err
	}
	a, err := d.ask(pipe.Message{Kind: pipe.Load, Text: text}, nil, startTime)
	if err != nil {
		return nil, err
	}
	if len(a.Numbers) != 1 {
		return nil, fmt.Errorf("%w: the answer to a plan has %d numbers", gpu.ErrLost, len(a.Numbers))
	}
	return &runner{
		device: d, number: slices.Clone(a.Numbers), names: map[string][]byte{}, limit: p.Deadline() + spareTime,
	}, nil
}

// Close ends the process.
func (d *device) Close() error { return d.close() }

// runner is a plan in another process.
type runner struct {
	device *device
	number []uint32
	names  map[string][]byte // of programs
	limit  time.Duration     // of an answer
	under  [][]gpu.Transfer  // what the runs under way read
	once   sync.Once
}

func (r *runner) name(program string) []byte {
	b, ok := r.names[program]
	if !ok {
		b = []byte(program)
		r.names[program] = b
	}
	return b
}

func (r *runner) Run(program string, in, out []gpu.Transfer) error {
	_, err := r.device.ask(pipe.Message{
		Kind: pipe.Run, Numbers: r.number, Text: r.name(program), In: in, Out: out,
	}, out, r.limit)
	return err
}

func (r *runner) Start(program string, in, out []gpu.Transfer) error {
	_, err := r.device.ask(pipe.Message{
		Kind: pipe.Start, Numbers: r.number, Text: r.name(program), In: in, Out: out,
	}, nil, r.limit)
	if err == nil {
		r.under = append(r.under, out)
	}
	return err
}

func (r *runner) Wait() error {
	if len(r.under) == 0 {
		return errors.New("no run is under way")
	}
	out := r.under[0]
	r.under = slices.Delete(r.under, 0, 1)
	_, err := r.device.ask(pipe.Message{Kind: pipe.Wait, Numbers: r.number}, out, r.limit)
	return err
}

// Times runs a program with the card's clock: how long each call took, in the plan's order.
func (r *runner) Times(program string) ([]time.Duration, error) {
	a, err := r.device.ask(pipe.Message{Kind: pipe.Times, Numbers: r.number, Text: r.name(program)}, nil, r.limit)
	if err != nil {
		return nil, err
	}
	out := make([]time.Duration, len(a.Numbers)/2)
	for i := range out {
		out[i] = time.Duration(a.Numbers[2*i]) | time.Duration(a.Numbers[2*i+1])<<32
	}
	return out, nil
}

func (r *runner) Close() error {
	var err error
	r.once.Do(func() {
		_, err = r.device.ask(pipe.Message{Kind: pipe.Free, Numbers: r.number}, nil, r.limit)
		if errors.Is(err, gpu.ErrLost) {
			err = nil // and with it the memory
		}
	})
	return err
}
