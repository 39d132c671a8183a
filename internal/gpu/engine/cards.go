package engine

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/shader"
	"github.com/tengen-go/tengen/internal/gpu/vk"
)

// Options say how cards are opened.
type Options struct {
	// Cache is the folder of compiled kernels; empty: they are compiled anew each time.
	Cache string
	// Deadline is how long one submission may take before the card counts as lost; 0: a minute.
	Deadline time.Duration
	// Vulkan is for tests: another library, or faults.
	Vulkan vk.Options
}

// Cards are the graphics cards of this machine.
type Cards struct {
	options  Options
	instance *vk.Instance
	list     []vk.Info

	// mu is held while a card is opened, and while a card or a plan is closed. Vulkan allows both at once, but Mesa's
	// software device has crashed: in tests, a goroutine of the collector closed a plan at that moment. A device's
	// lock is taken after this one.
	mu   sync.Mutex
	open []*device
}

// Open finds the cards. Without any, the error is gpu.ErrNone.
func Open(o Options) (*Cards, error) {
	i, err := vk.Load(o.Vulkan)
	if err != nil {
		return nil, translate(err)
	}
	c := &Cards{options: o, instance: i}
	if c.list, err = i.Devices(); err != nil {
		i.Close()
		return nil, translate(err)
	}
	// The first card is the one that people get. So cards that lack something are behind all others.
	slices.SortStableFunc(c.list, func(a, b vk.Info) int {
		return cmp.Compare(min(1, len(lacking(a))), min(1, len(lacking(b))))
	})
	return c, nil
}

// List describes the cards: discrete ones first, programs that do as one last. A card without grades is not usable.
func (c *Cards) List() []gpu.Info {
	var out []gpu.Info
	for _, i := range c.list {
		out = append(out, describe(i))
	}
	return out
}

// sharedMemory is what the kernels need of it at most: 26,912 bytes, of which devices have 32 KB.
const sharedMemory = 32 << 10

// What the kernels have at most: threads of a group, and buffers.
const (
	threads = 256
	buffers = 7
)

// lacking is what the kernels need and a card has not.
func lacking(i vk.Info) string {
	switch {
	case i.Lacking != "":
		return i.Lacking
	case i.Shared < sharedMemory:
		return fmt.Sprintf("%d bytes of shared memory; it has %d", sharedMemory, i.Shared)
	case i.Threads < threads:
		return fmt.Sprintf("groups of %d threads; it has %d", threads, i.Threads)
	case i.Buffers < buffers:
		return fmt.Sprintf("%d buffers of a kernel; it has %d", buffers, i.Buffers)
	}
	return ""
}

// describe is what others see of a card.
func describe(i vk.Info) gpu.Info {
	info := gpu.Info{Name: i.Name, Driver: i.Driver, Type: i.Type.String(), Memory: uint64(i.Memory)}
	if info.Lacking = lacking(i); info.Lacking != "" {
		return info
	}
	if i.Float16 {
		if choose(i) != (shader.Products{}) {
			info.Grades = append(info.Grades, gpu.Matrix)
		}
		info.Grades = append(info.Grades, gpu.Half)
	}
	info.Grades = append(info.Grades, gpu.Single)
	return info
}

// Device opens a card by its number in the list.
func (c *Cards) Device(number int) (gpu.Device, error) {
	if number < 0 || number >= len(c.list) {
		return nil, fmt.Errorf("%w: there is no card %d: tengen device list has %d, and the first is gpu:0",
			gpu.ErrNone, number, len(c.list))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	info := c.list[number]
	info.Lacking = lacking(info)
	d, err := c.instance.Open(info)
	if err != nil {
		return nil, translate(err)
	}
	if c.options.Deadline > 0 {
		d.Deadline = c.options.Deadline
	}
	dev := &device{cards: c, vk: d, info: describe(info), products: choose(info)}
	if c.options.Cache != "" {
		dev.cache = filepath.Join(c.options.Cache, cacheName(info))
		data, _ := os.ReadFile(dev.cache) // without the file the kernels are compiled anew
		if err := d.Cache(data); err != nil {
			d.Close()
			return nil, translate(err)
		}
	}
	c.open = append(c.open, dev)
	return dev, nil
}

// cacheName is the file of a card's compiled kernels: another driver has another file.
func cacheName(i vk.Info) string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\n%s\n%d", i.Name, i.Driver, gpu.Version)
	return fmt.Sprintf("kernels-%016x", h.Sum64())
}

// Close closes all devices.
func (c *Cards) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, d := range c.open {
		d.close()
	}
	c.open = nil
	c.instance.Close()
	return nil
}

// keep writes compiled kernels, if there are new ones. Where it cannot, such as in a container without a home, the
// next process compiles them again.
func (d *device) keep() {
	if d.cache == "" {
		return
	}
	data, err := d.vk.Compiled()
	if err != nil || len(data) == 0 || len(data) == d.kept {
		return
	}
	d.kept = len(data)
	if os.MkdirAll(filepath.Dir(d.cache), 0o755) == nil {
		_ = atomicfile.Write(d.cache, data)
	}
}

// translate makes Vulkan's errors those of package gpu.
func translate(err error) error {
	for from, to := range map[error]error{
		vk.ErrLost: gpu.ErrLost, vk.ErrOutOfMemory: gpu.ErrMemory,
		vk.ErrNoDriver: gpu.ErrNone, vk.ErrLacking: gpu.ErrNone,
	} {
		if errors.Is(err, from) {
			return fmt.Errorf("%w: %w", to, err)
		}
	}
	return err
}
