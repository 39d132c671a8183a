package engine

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/shader"
	"github.com/tengen-go/tengen/internal/gpu/vk"
)

// device is an opened card. The lock serves callers on several goroutines; Vulkan has one queue.
type device struct {
	cards *Cards
	vk    *vk.Device
	info  gpu.Info
	cache string // file of compiled kernels
	kept  int    // bytes of it

	products shader.Products // none: the card has no grade for them

	mu   sync.Mutex
	lost error
}

func (d *device) Info() gpu.Info { return d.info }

func (d *device) Close() error {
	d.cards.open = slices.DeleteFunc(d.cards.open, func(o *device) bool { return o == d })
	d.close()
	return nil
}

func (d *device) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.vk.Close()
	if d.lost == nil {
		d.lost = fmt.Errorf("%w: the device was closed", gpu.ErrLost)
	}
}

// failed remembers that the device is lost.
func (d *device) failed(err error) error {
	if err = translate(err); errors.Is(err, gpu.ErrLost) {
		d.lost = err
	}
	return err
}

// runner is a plan on a card.
type runner struct {
	device   *device
	group    *vk.Group
	later    []*vk.Group // with clocks
	buffers  []*vk.Buffer
	programs map[string]*program
	under    []flight // runs under way, the first one first
}

// flight is a run under way.
type flight struct {
	program string
	work    *vk.Submission
}

// program is a program of the plan: its lists, and its calls for [Times].
type program struct {
	steps []step
	lists []*vk.List
	timed *vk.List // made when it is first asked for
}

// step is a call, ready to be recorded.
type step struct {
	kernel gpu.Kernel
	bound  vk.Bound
	groups [3]int
	args   []uint32
	wait   bool // for calls before it
}

// callsOfList is how many calls stand in a list. The lists of a program are submitted together, but some
// systems reset a card that works on one for two seconds.
const callsOfList = 16

// Load prepares a plan: memory, kernels and lists.
func (d *device) Load(p *gpu.Plan) (gpu.Runner, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.lost != nil {
		return nil, d.lost
	}
	if !slices.Contains(d.info.Grades, p.Grade) {
		return nil, fmt.Errorf("%w: %s has no %s", gpu.ErrNone, d.info.Name, p.Grade)
	}
	r := &runner{device: d, programs: map[string]*program{}}
	var err error
	r.group, err = d.vk.Group(func() error { return r.load(p) })
	if err != nil {
		return nil, d.failed(fmt.Errorf("load a plan: %w", err))
	}
	if err := d.keep(); err != nil {
		return nil, fmt.Errorf("keep compiled kernels: %w", err)
	}
	return r, nil
}

func (r *runner) load(p *gpu.Plan) error {
	d := r.device.vk
	sizes := make([]int, len(p.Buffers))
	for i := range sizes {
		sizes[i] = p.Bytes(i)
	}
	var err error
	if r.buffers, err = d.Buffers(sizes); err != nil {
		return err
	}
	if err := d.Clear(r.buffers); err != nil {
		return err
	}
	kernels := map[string]*vk.Kernel{} // by name and shape
	for _, source := range p.Programs {
		program, err := r.program(p.Grade, source, kernels)
		if err != nil {
			return fmt.Errorf("program %s: %w", source.Name, err)
		}
		r.programs[source.Name] = program
	}
	return nil
}

// program compiles and records the calls of a program.
func (r *runner) program(g gpu.Grade, source gpu.Program, kernels map[string]*vk.Kernel) (*program, error) {
	d := r.device.vk
	out := &program{}
	var bindings []vk.Binding
	var hazards hazards
	for i, c := range source.Calls {
		code, err := shader.Of(c.Kernel, g)
		if err != nil {
			return nil, fmt.Errorf("call %d: %w", i, err)
		}
		key := fmt.Sprint(c.Kernel, c.Shape)
		k := kernels[key]
		if k == nil {
			if k, err = r.device.kernel(code, c); err != nil {
				return nil, fmt.Errorf("call %d: %s: %w", i, c.Kernel, err)
			}
			kernels[key] = k
		}
		b := vk.Binding{Kernel: k}
		for _, number := range c.Buffers {
			b.Buffers = append(b.Buffers, r.buffers[number])
		}
		bindings = append(bindings, b)
		groups := code.Groups(c.Shape, c.Args)
		for _, n := range groups {
			if n > maxGroups {
				return nil, fmt.Errorf("call %d: %s: %d groups of threads, want %d at most: make the batch smaller",
					i, c.Kernel, n, maxGroups)
			}
		}
		out.steps = append(out.steps, step{kernel: c.Kernel, groups: groups, args: c.Args, wait: hazards.wait(c)})
	}
	bound, err := d.Bind(bindings)
	if err != nil {
		return nil, err
	}
	for i := range bound {
		out.steps[i].bound = bound[i]
	}
	for from := 0; from < len(out.steps); from += callsOfList {
		part := out.steps[from:min(from+callsOfList, len(out.steps))]
		l, err := d.Record(func(rec *vk.Recorder) { record(rec, part, from == 0) })
		if err != nil {
			return nil, err
		}
		out.lists = append(out.lists, l)
	}
	return out, nil
}

// kernel compiles a kernel for the shape of a call.
func (d *device) kernel(code shader.Code, c gpu.Call) (*vk.Kernel, error) {
	constants, lanes := c.Shape, 0
	if code.Products {
		constants = d.products.Constants(c.Shape)
		if d.vk.Subgroups[0] > 0 {
			lanes = d.products.Lanes
		}
	}
	return d.vk.Kernel(code.SPIRV, len(c.Buffers), constants, len(c.Args), lanes)
}

// maxGroups is what every device can do in a dimension.
const maxGroups = 1<<16 - 1

// record writes calls to a list. The first list of a program waits for what ran before.
func record(r *vk.Recorder, steps []step, first bool) {
	for i, s := range steps {
		if s.wait || first && i == 0 {
			r.Wait()
		}
		r.Dispatch(s.bound, s.groups, s.args)
	}
}

// hazards are the buffers that calls since the last wait have read and written.
type hazards struct{ read, written map[int]bool }

// wait says whether a call must wait for calls before it, and takes note of its buffers.
func (h *hazards) wait(c gpu.Call) bool {
	s, _ := gpu.SignatureOf(c.Kernel) // the plan is valid
	must := false
	for i, b := range c.Buffers {
		must = must || h.written[b] || s.Buffers[i].Write && h.read[b]
	}
	if must || h.read == nil {
		h.read, h.written = map[int]bool{}, map[int]bool{}
	}
	for i, b := range c.Buffers {
		if s.Buffers[i].Write {
			h.written[b] = true
		} else {
			h.read[b] = true
		}
	}
	return must
}

// Run is Start and Wait.
func (r *runner) Run(name string, in, out []gpu.Transfer) error {
	if len(r.under) > 0 {
		return fmt.Errorf("run %s: %d runs are under way", name, len(r.under))
	}
	if err := r.Start(name, in, out); err != nil {
		return err
	}
	return r.Wait()
}

// Start is one submission.
func (r *runner) Start(name string, in, out []gpu.Transfer) error {
	r.device.mu.Lock()
	defer r.device.mu.Unlock()
	if r.device.lost != nil {
		return r.device.lost
	}
	var lists []*vk.List
	if name != "" {
		p := r.programs[name]
		if p == nil {
			return fmt.Errorf("the plan has no program %q", name)
		}
		lists = p.lists
	}
	writes, err := r.spans(in)
	if err != nil {
		return err
	}
	reads, err := r.spans(out)
	if err != nil {
		return err
	}
	work, err := r.device.vk.Start(writes, lists, reads)
	if err != nil {
		return r.device.failed(fmt.Errorf("run %s: %w", name, err))
	}
	r.under = append(r.under, flight{name, work})
	return nil
}

// Wait waits for the first submission under way.
func (r *runner) Wait() error {
	r.device.mu.Lock()
	defer r.device.mu.Unlock()
	return r.wait()
}

func (r *runner) wait() error {
	if len(r.under) == 0 {
		return errors.New("no run is under way")
	}
	f := r.under[0]
	r.under = slices.Delete(r.under, 0, 1)
	if r.device.lost != nil {
		return r.device.lost
	}
	if err := f.work.Wait(); err != nil {
		return r.device.failed(fmt.Errorf("run %s: %w", f.program, err))
	}
	return nil
}

func (r *runner) spans(list []gpu.Transfer) ([]vk.Span, error) {
	out := make([]vk.Span, len(list))
	for i, t := range list {
		if t.Buffer < 0 || t.Buffer >= len(r.buffers) {
			return nil, fmt.Errorf("buffer %d of %d", t.Buffer, len(r.buffers))
		}
		out[i] = vk.Span{Buffer: r.buffers[t.Buffer], Offset: t.Offset, Data: t.Data}
	}
	return out, nil
}

// Times runs a program with the card's clock: how long each call took, in the plan's order.
func (r *runner) Times(name string) ([]time.Duration, error) {
	r.device.mu.Lock()
	defer r.device.mu.Unlock()
	p := r.programs[name]
	if p == nil || r.device.lost != nil {
		return nil, errors.Join(r.device.lost, fmt.Errorf("the plan has no program %q", name))
	}
	d := r.device.vk
	if p.timed == nil {
		g, err := d.Group(func() (err error) {
			// Every call waits for the one before it, or their times would overlap.
			p.timed, err = d.RecordTimed(len(p.steps), func(rec *vk.Recorder) {
				for _, s := range p.steps {
					rec.Wait()
					rec.Dispatch(s.bound, s.groups, s.args)
				}
			})
			return err
		})
		if err != nil {
			return nil, translate(err)
		}
		r.later = append(r.later, g)
	}
	if err := d.Run(nil, []*vk.List{p.timed}, nil); err != nil {
		return nil, r.device.failed(err)
	}
	return d.Times(p.timed)
}

// Close frees the memory.
func (r *runner) Close() error {
	r.device.mu.Lock()
	defer r.device.mu.Unlock()
	for len(r.under) > 0 {
		_ = r.wait() // nobody wants what it reads
	}
	for _, g := range append(r.later, r.group) {
		g.Close()
	}
	return nil
}
