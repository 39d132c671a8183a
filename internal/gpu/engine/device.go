package engine

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
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
	d.cards.mu.Lock()
	defer d.cards.mu.Unlock()
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

// program is a program of the plan: its calls, in the parts that are a list each.
type program struct {
	parts [][]step
	lists []*vk.List
	timed []*vk.List // with clocks, made when they are first asked for
}

// step is a call, ready to be recorded.
type step struct {
	bound  vk.Bound
	groups [3]int
	args   []uint32
	wait   bool // for calls before it
}

// The lists of a program are submitted together, but some systems reset a card that works on one for two seconds.
// So a list has few calls, and few operations: a slow card does a tenth of a TFLOP a second.
const (
	callsOfList = 16
	workOfList  = 20e9
)

// cut says where lists begin: the number of calls in each, for calls with so many operations.
func cut(work []int) (lengths []int) {
	n, sum := 0, 0
	for _, w := range work {
		if n > 0 && (n == callsOfList || sum+w > workOfList) {
			lengths, n, sum = append(lengths, n), 0, 0
		}
		n, sum = n+1, sum+w
	}
	if n > 0 {
		lengths = append(lengths, n)
	}
	return lengths
}

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
	d.keep()
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
	d.Deadline = max(d.Deadline, p.Deadline())
	compiled := map[string]*vk.Kernel{} // by name and shape
	for _, source := range p.Programs {
		program, err := r.program(p.Grade, source, compiled)
		if err != nil {
			return fmt.Errorf("program %s: %w", source.Name, err)
		}
		r.programs[source.Name] = program
	}
	return nil
}

// program compiles and records the calls of a program.
func (r *runner) program(g gpu.Grade, source gpu.Program, compiled map[string]*vk.Kernel) (*program, error) {
	d := r.device.vk
	out := &program{}
	steps, work := make([]step, len(source.Calls)), make([]int, len(source.Calls))
	var bindings []vk.Binding
	var hazards hazards
	for i, c := range source.Calls {
		code, err := shader.Of(c.Kernel, g)
		if err != nil {
			return nil, fmt.Errorf("call %d: %w", i, err)
		}
		key := fmt.Sprint(c.Kernel, c.Shape)
		k := compiled[key]
		if k == nil {
			if k, err = r.device.kernel(code, c); err != nil {
				return nil, fmt.Errorf("call %d: %s: %w", i, c.Kernel, err)
			}
			compiled[key] = k
		}
		b := vk.Binding{Kernel: k}
		for _, number := range c.Buffers {
			b.Buffers = append(b.Buffers, r.buffers[number])
		}
		bindings = append(bindings, b)
		groups := code.Groups(c.Shape, c.Args)
		for _, n := range groups {
			if n > maxGroups {
				return nil, fmt.Errorf("call %d: %s: %d groups of threads, want %d at most: a smaller batch has fewer",
					i, c.Kernel, n, maxGroups)
			}
		}
		steps[i], work[i] = step{groups: groups, args: c.Args, wait: hazards.wait(c)}, c.Work()
	}
	bound, err := d.Bind(bindings)
	if err != nil {
		return nil, err
	}
	for i := range bound {
		steps[i].bound = bound[i]
	}
	for i, n := range cut(work) {
		part := steps[:n]
		l, err := d.Record(func(rec *vk.Recorder) { record(rec, part, i == 0) })
		if err != nil {
			return nil, err
		}
		out.parts, out.lists = append(out.parts, part), append(out.lists, l)
		steps = steps[n:]
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

// hazards are the buffers that calls since the last wait have read and written, some of them atomically.
type hazards struct{ read, written, atomic map[int]bool }

// wait says whether a call must wait for calls before it, and takes note of its buffers.
func (h *hazards) wait(c gpu.Call) bool {
	s, _ := kernels.Of(c.Kernel) // the plan is valid
	must := false
	for i, b := range c.Buffers {
		o := s.Buffers[i]
		must = must || h.written[b] || o.Write && h.read[b] || !o.Atomic && h.atomic[b]
	}
	if must || h.read == nil {
		h.read, h.written, h.atomic = map[int]bool{}, map[int]bool{}, map[int]bool{}
	}
	for i, b := range c.Buffers {
		switch o := s.Buffers[i]; {
		case o.Atomic:
			h.atomic[b] = true
		case o.Write:
			h.written[b] = true
		default:
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
	if r.device.lost != nil {
		return nil, r.device.lost
	}
	p := r.programs[name]
	if p == nil {
		return nil, fmt.Errorf("the plan has no program %q", name)
	}
	d := r.device.vk
	if p.timed == nil {
		g, err := d.Group(func() error {
			for _, part := range p.parts {
				// Every call waits for the one before it, or their times would overlap.
				l, err := d.RecordTimed(len(part), func(rec *vk.Recorder) {
					for _, s := range part {
						rec.Wait()
						rec.Dispatch(s.bound, s.groups, s.args)
					}
				})
				if err != nil {
					return err
				}
				p.timed = append(p.timed, l)
			}
			return nil
		})
		if err != nil {
			p.timed = nil
			return nil, translate(err)
		}
		r.later = append(r.later, g)
	}
	if err := d.Run(nil, p.timed, nil); err != nil {
		return nil, r.device.failed(err)
	}
	var out []time.Duration
	for _, l := range p.timed {
		times, err := d.Times(l)
		if err != nil {
			return nil, r.device.failed(err)
		}
		out = append(out, times...)
	}
	return out, nil
}

// Close frees the memory.
func (r *runner) Close() error {
	r.device.mu.Lock()
	for len(r.under) > 0 { // before others have to wait
		_ = r.wait() // nobody wants what it reads
	}
	r.device.mu.Unlock()
	r.device.cards.mu.Lock()
	defer r.device.cards.mu.Unlock()
	r.device.mu.Lock()
	defer r.device.mu.Unlock()
	for _, g := range append(r.later, r.group) {
		g.Close()
	}
	return nil
}
