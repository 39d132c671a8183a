package twin

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
)

// Card is what a twin pretends to be.
type Card struct {
	// Grades are those that it has, the preferred first. It computes the same in [gpu.Matrix] and [gpu.Half].
	Grades []gpu.Grade
	// Memory bounds the bytes of all its plans; 0 for no bound.
	Memory int
	// Lose is asked before every run and says whether the device is lost there; nil for never.
	Lose func(program string) bool
}

// New returns a device that does as the card.
func New(c Card) gpu.Device { return &device{card: c} }

type device struct {
	card Card
	mu   sync.Mutex
	used int
	lost bool
}

func (d *device) Info() gpu.Info {
	return gpu.Info{
		Name: "twin in plain Go", Driver: "none", Type: gpu.Software,
		Memory: uint64(d.card.Memory), Grades: d.card.Grades,
	}
}

func (d *device) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lost = true
	return nil
}

// reserve takes memory, or gives it back.
func (d *device) reserve(bytes int) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.lost {
		return fmt.Errorf("load a plan: %w", gpu.ErrLost)
	}
	if d.card.Memory > 0 && d.used+bytes > d.card.Memory {
		return fmt.Errorf("load a plan of %d bytes: %w", bytes, gpu.ErrMemory)
	}
	d.used += bytes
	return nil
}

func (d *device) Load(p *gpu.Plan) (gpu.Runner, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if err := d.reserve(p.Memory()); err != nil {
		return nil, err
	}
	r := &runner{device: d, memory: p.Memory(), programs: map[string][]func(){}}
	for _, b := range p.Buffers {
		m := &buffer{half: b.Kind == kernels.Activation && p.Grade.Float16()}
		if b.Kind == kernels.Float32 || b.Kind == kernels.Activation {
			m.f = make([]float32, b.Size)
		} else {
			m.u = make([]uint32, b.Size)
		}
		r.buffers = append(r.buffers, m)
	}
	for _, program := range p.Programs {
		calls := []func(){}
		for _, c := range program.Calls {
			calls = append(calls, r.compile(c))
		}
		r.programs[program.Name] = calls
	}
	return r, nil
}

// buffer is memory of a plan: floats, which are rounded when they are stored if half, or words.
type buffer struct {
	f    []float32
	u    []uint32
	half bool
}

// set stores an activation.
func (b *buffer) set(i int, v float32) {
	if b.half {
		v = gpu.FromHalf(gpu.ToHalf(v))
	}
	if v-v != 0 {
		v = float32(math.NaN())
	}
	b.f[i] = v
}

type runner struct {
	device   *device
	memory   int
	buffers  []*buffer
	programs map[string][]func()
	under    []flight
}

// flight is a run that is over, and nobody has waited for it yet.
type flight struct {
	out  []gpu.Transfer
	data [][]byte // for out
	err  error
}

// compile makes a call of the plan a function.
func (r *runner) compile(c gpu.Call) func() {
	s, _ := kernels.Of(c.Kernel) // the plan is valid
	v, kernel := s.Constants(c.Shape, c.Args), functions[c.Kernel]
	b := make([]*buffer, len(c.Buffers))
	for i, number := range c.Buffers {
		b[i] = r.buffers[number]
	}
	return func() { kernel(b, v) }
}

func (r *runner) Run(program string, in, out []gpu.Transfer) error {
	if len(r.under) > 0 {
		return fmt.Errorf("run %s: %d runs are under way", program, len(r.under))
	}
	if err := r.Start(program, in, out); err != nil {
		return err
	}
	return r.Wait()
}

// Start makes the whole run, and keeps what it reads for Wait, as a card would.
func (r *runner) Start(program string, in, out []gpu.Transfer) error {
	calls, ok := r.programs[program]
	if !ok && program != "" {
		return fmt.Errorf("run %s: the plan has no such program", program)
	}
	for _, t := range append(in[:len(in):len(in)], out...) {
		if err := r.check(t); err != nil {
			return fmt.Errorf("run %s: %w", program, err)
		}
	}
	r.device.mu.Lock()
	if lose := r.device.card.Lose; lose != nil && lose(program) {
		r.device.lost = true
	}
	lost := r.device.lost
	r.device.mu.Unlock()
	if lost {
		r.under = append(r.under, flight{err: fmt.Errorf("run %s: %w", program, gpu.ErrLost)})
		return nil
	}
	for _, t := range in {
		r.buffers[t.Buffer].write(t.Offset, t.Data)
	}
	for _, call := range calls {
		call()
	}
	f := flight{out: out}
	for _, t := range out {
		data := make([]byte, len(t.Data))
		r.buffers[t.Buffer].read(t.Offset, data)
		f.data = append(f.data, data)
	}
	r.under = append(r.under, f)
	return nil
}

// Wait hands over what the first run has read.
func (r *runner) Wait() error {
	if len(r.under) == 0 {
		return errors.New("no run is under way")
	}
	f := r.under[0]
	r.under = slices.Delete(r.under, 0, 1)
	for i, t := range f.out {
		copy(t.Data, f.data[i])
	}
	return f.err
}

func (r *runner) check(t gpu.Transfer) error {
	if t.Buffer < 0 || t.Buffer >= len(r.buffers) {
		return fmt.Errorf("transfer with buffer %d of %d", t.Buffer, len(r.buffers))
	}
	end, n := r.buffers[t.Buffer].bytes(), len(t.Data)
	if t.Offset < 0 || t.Offset > end || n > end-t.Offset || t.Offset%4 != 0 || n%4 != 0 {
		return fmt.Errorf("transfer of %d bytes from byte %d on with buffer %d of %d bytes",
			len(t.Data), t.Offset, t.Buffer, end)
	}
	return nil
}

func (r *runner) Close() error {
	r.device.mu.Lock()
	defer r.device.mu.Unlock()
	r.device.used -= r.memory
	r.memory = 0
	return nil
}

func (b *buffer) bytes() int {
	if b.half {
		return (2*len(b.f) + 3) / 4 * 4
	}
	return 4 * (len(b.f) + len(b.u))
}

func (b *buffer) write(offset int, data []byte) {
	if b.half {
		for i := 0; i < len(data) && offset/2+i/2 < len(b.f); i += 2 {
			b.f[(offset+i)/2] = gpu.FromHalf(binary.LittleEndian.Uint16(data[i:]))
		}
		return
	}
	for i := 0; i < len(data); i += 4 {
		word := binary.LittleEndian.Uint32(data[i:])
		if b.u != nil {
			b.u[(offset+i)/4] = word
		} else {
			b.f[(offset+i)/4] = math.Float32frombits(word)
		}
	}
}

func (b *buffer) read(offset int, data []byte) {
	if b.half {
		for i := 0; i < len(data) && offset/2+i/2 < len(b.f); i += 2 {
			binary.LittleEndian.PutUint16(data[i:], gpu.ToHalf(b.f[(offset+i)/2]))
		}
		return
	}
	for i := 0; i < len(data); i += 4 {
		var word uint32
		if b.u != nil {
			word = b.u[(offset+i)/4]
		} else {
			word = math.Float32bits(b.f[(offset+i)/4])
		}
		binary.LittleEndian.PutUint32(data[i:], word)
	}
}
