package vk

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// Device is an opened device with one queue.
type Device struct {
	Info
	*Instance
	arena    arena // its own: goroutines may use different devices at once
	device   uintptr
	queue    uintptr
	memory   memoryProperties
	commands handle // pool
	cache    handle // of pipelines
	idle     []*slot
	// Deadline is how long one submission may take before the device counts as lost: a minute, unless the caller
	// sets another.
	Deadline time.Duration
	// Budget is how many bytes of memory buffers may take in all: what other programs left when the device was
	// opened, if its driver knows.
	Budget int64

	into   *Group // that new objects belong to
	own    Group
	groups map[*Group]bool // besides its own
	used   int64           // bytes of memory
}

// Group is objects that are given back together.
type Group struct {
	d     *Device
	close []func() // in reverse order
}

// Open makes a device ready.
func (i *Instance) Open(info Info) (*Device, error) {
	if info.Lacking != "" {
		return nil, fmt.Errorf("%w: %s lacks %s", ErrLacking, info.Name, info.Lacking)
	}
	d := &Device{Info: info, Instance: i, Deadline: time.Minute}
	d.own.d, d.into, d.groups = d, &d.own, map[*Group]bool{}
	if err := d.open(); err != nil {
		d.Close()
		return nil, fmt.Errorf("open %s: %w", info.Name, err)
	}
	return d, nil
}

func (d *Device) open() error {
	a := &d.arena
	a.reset()
	var extensions []uintptr
	f12 := room[features12](a)
	f12.kind = kindFeatures12
	f11 := room[features11](a)
	f11.chained = chained{kindFeatures11, at(f12)}
	if d.Float16 {
		f11.f[feature11Storage16] = 1
	}
	if d.arithmetic {
		f12.f[feature12Float16] = 1
	}
	if len(d.Matrices) > 0 {
		f12.f[feature12MemoryModel], f12.f[feature12DeviceScope] = 1, 1
		f12.next = put(a, matrixFeatures{chained: chained{kindMatrixFeatures, f12.next}, matrix: 1})
		extensions = append(extensions, a.text(extensionMatrix))
	}
	if d.Subgroups[0] > 0 {
		f12.next = put(a, sizeFeatures{chained: chained{kindSizeFeatures, f12.next}, control: 1, full: 1})
		extensions = append(extensions, a.text(extensionSizes))
	}
	if d.subset {
		extensions = append(extensions, a.text(extensionSubset))
	}
	queue := put(a, queueCreateInfo{kind: kindQueue, family: d.family, count: 1, priorities: put(a, float32(1))})
	device := room[uintptr](a)
	if err := d.do(fnCreateDevice, d.physical, put(a, deviceCreateInfo{
		kind: kindDevice, next: at(f11), queues: 1, queueInfos: queue,
		extensions: uint32(len(extensions)), names: puts(a, extensions),
	}), 0, at(device)); err != nil {
		return err
	}
	d.device = *device
	d.later(func() { d.run(fnDestroyDevice, d.device, 0) })
	q := room[uintptr](a)
	d.run(fnGetQueue, d.device, uintptr(d.family), 0, at(q))
	d.queue = *q
	left := room[memoryBudget](a)
	left.kind = kindMemoryBudget
	m := room[memoryProperties2](a)
	m.kind = kindMemory2
	if d.budgeted {
		m.next = at(left)
	}
	d.run(fnGetMemoryProperties2, d.physical, at(m))
	d.memory = m.memoryProperties
	d.Budget = d.memory.budget(left.budget[:])
	var err error
	d.commands, err = d.make(fnCreateCommandPool, fnDestroyCommandPool,
		put(a, commandPoolCreate{kind: kindCommandPool, flags: 2, family: d.family}))
	return err
}

// Group makes a group of the objects that a function makes. On an error they are given back at once.
func (d *Device) Group(make func() error) (*Group, error) {
	g, before := &Group{d: d}, d.into
	d.into, d.groups[g] = g, true
	err := make()
	if d.into = before; err != nil {
		g.Close()
		return nil, err
	}
	return g, nil
}

// Close waits for the device and gives the objects of the group back.
func (g *Group) Close() {
	if g.close != nil {
		// A device that is lost does not answer; its objects may be given back all the same.
		_ = g.d.do(fnDeviceWaitIdle, g.d.device)
	}
	for _, f := range slices.Backward(g.close) {
		f()
	}
	g.close = nil
	delete(g.d.groups, g)
}

// later remembers what has to be done in the end.
func (d *Device) later(f func()) { d.into.close = append(d.into.close, f) }

// make creates an object of the group at work.
func (d *Device) make(create, destroy function, info uintptr) (handle, error) {
	h, err := d.create(create, info)
	if err == nil {
		d.later(func() { d.run(destroy, d.device, uintptr(h), 0) })
	}
	return h, err
}

func (d *Device) create(f function, info uintptr) (handle, error) {
	h := room[handle](&d.arena)
	err := d.do(f, d.device, info, 0, at(h))
	return *h, err
}

// Close gives everything back.
func (d *Device) Close() {
	for g := range d.groups {
		g.Close()
	}
	d.own.Close()
	d.device = 0
}

// Cache takes over compiled kernels that an earlier process kept, see Compiled. Data of another
// driver are no error: the driver leaves them unread.
func (d *Device) Cache(data []byte) error {
	if d.cache != 0 {
		return errors.New("the device has a cache of kernels already")
	}
	d.arena.reset()
	var err error
	d.cache, err = d.make(fnCreatePipelineCache, fnDestroyPipelineCache, put(&d.arena, pipelineCacheCreateInfo{
		kind: kindPipelineCache, size: uintptr(len(data)), data: puts(&d.arena, data),
	}))
	return err
}

// Compiled are the compiled kernels, for the next process. Without Cache there are none.
func (d *Device) Compiled() ([]byte, error) {
	if d.cache == 0 {
		return nil, nil
	}
	d.arena.reset()
	n := room[uintptr](&d.arena)
	if err := d.do(fnGetPipelineCacheData, d.device, uintptr(d.cache), at(n), 0); err != nil || *n == 0 {
		return nil, err
	}
	data := list[byte](&d.arena, int(*n))
	if err := d.do(fnGetPipelineCacheData, d.device, uintptr(d.cache), at(n), at(&data[0])); err != nil {
		return nil, err
	}
	return slices.Clone(data[:*n]), nil
}
