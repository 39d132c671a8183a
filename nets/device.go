package nets

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/tengen-go/tengen/internal/bfloat16"
	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/nets/internal/layers"
	"github.com/tengen-go/tengen/nets/internal/plans"
)

// ErrDevice is wrapped by errors of training when a graphics device fails: it is lost, has too little
// memory, or refuses the network. The weights of the network are those of the last Settle.
var ErrDevice = errors.New("the graphics device failed")

// ErrRange is wrapped next to [ErrDevice] by errors of training when float16 cannot hold a number that float32 may
// hold.
var ErrRange = errors.New("float16 is too small for the numbers of this training")

// Instead is where a training goes on after an error of its device: on the same card in float32 if float16 was too
// small, else on the CPU. It is nil if the error has another cause.
func Instead(d Device, err error) Device {
	g, card := d.(*GPU)
	if !card || !errors.Is(err, ErrDevice) {
		return nil
	}
	if errors.Is(err, ErrRange) && g.grade != gpu.Single {
		if wide, err := NewGPU(g.card, gpu.Single, g.lost); err == nil {
			g.mu.Lock()
			g.clear(0) // the wider numbers need the memory
			g.mu.Unlock()
			return wide
		}
	}
	return CPU{}
}

// Device is where a network is computed, and in which numbers: [CPU], [BFloat16] or a [GPU].
type Device interface {
	// Name is what people call the device, Place the same in a sentence, after "on".
	Name() string
	Place() string
	accelerator(f *inference) *accelerator
	// kernel is the arithmetic of layer i of a network on the CPU.
	kernel(i int, l layers.Layer) (layers.Kernel, error)
}

// Kernels is the arithmetic of the layers of a network, as far as the CPU computes them.
func Kernels(d Device, list []layers.Layer) ([]layers.Kernel, error) {
	out := make([]layers.Kernel, len(list))
	for i, l := range list {
		k, err := d.kernel(i, l)
		if err != nil {
			return nil, err
		}
		out[i] = k
	}
	return out, nil
}

// CPU is the processor, where every network begins.
type CPU struct{}

// Name is "cpu".
func (CPU) Name() string { return "cpu" }

// Place is "the CPU".
func (CPU) Place() string { return "the CPU" }

func (CPU) accelerator(*inference) *accelerator { return nil }

func (CPU) kernel(_ int, l layers.Layer) (layers.Kernel, error) { return l.Kernel() }

// BFloat16 is the processor with its matrix tiles: the convolutions between the first and the last layer multiply in
// bfloat16. Weights and all other numbers are float32 as ever.
type BFloat16 struct{ plain bool }

// NewBFloat16 returns the device if this processor has such tiles. The error says that it has not.
func NewBFloat16() (Device, error) {
	if err := bfloat16.Err(); err != nil {
		return nil, err
	}
	return BFloat16{}, nil
}

// PlainBFloat16 returns a device that computes the same in plain Go. It is slow, and there for tests on processors
// without tiles.
func PlainBFloat16() Device { return BFloat16{plain: true} }

// Name is "cpu in bfloat16".
func (BFloat16) Name() string { return "cpu in bfloat16" }

// Place is "the CPU in bfloat16".
func (BFloat16) Place() string { return "the CPU in bfloat16" }

func (BFloat16) accelerator(*inference) *accelerator { return nil }

// kernel leaves the first layer to float32: it adds where planes are set, and multiplies nothing.
func (d BFloat16) kernel(i int, l layers.Layer) (layers.Kernel, error) {
	if r, ok := l.(interface {
		Rounded(plain bool) (layers.Kernel, error)
	}); ok && i > 0 {
		return r.Rounded(d.plain)
	}
	return l.Kernel()
}

// GPU is a graphics device. Many networks may use it at the same time.
type GPU struct {
	card   gpu.Device
	grade  gpu.Grade
	batch  int
	lost   func(error)
	first  sync.Once // failure that leaves the card in use
	gone   sync.Once
	failed atomic.Bool
	err    atomic.Pointer[error]

	mu   sync.Mutex
	used []*accelerator // networks that may be on the card, the one used last at the end
}

// evaluationBatch is the most positions that a card evaluates at once; more go in several turns.
const evaluationBatch = 256

// residents is how many networks stay on a card for their next evaluation. Programs drop networks without a word,
// such as the opponents of a training by its own games. So those that were not used for the longest time leave.
const residents = 8

// NewGPU returns a card as a device for networks, with a grade that the card has. lost is called if an evaluation fails
// and the CPU goes on from there: once for all networks that leave the card, and once if the card is lost.
func NewGPU(card gpu.Device, grade gpu.Grade, lost func(error)) (*GPU, error) {
	info := card.Info()
	if !slices.Contains(info.Grades, grade) {
		return nil, fmt.Errorf("%s: %w: it has no grade %s", info.Name, gpu.ErrNone, grade)
	}
	return &GPU{card: card, grade: grade, batch: evaluationBatch, lost: lost}, nil
}

// Name is as the driver has it, with the grade.
func (g *GPU) Name() string { return fmt.Sprintf("%s in %s", g.card.Info().Name, g.grade) }

// Place is the name.
func (g *GPU) Place() string { return g.Name() }

// Card is the card itself.
func (g *GPU) Card() gpu.Device { return g.card }

// Grade is what activations are stored as.
func (g *GPU) Grade() gpu.Grade { return g.grade }

// Err is the first failure during an evaluation, nil if there was none.
func (g *GPU) Err() error {
	if err := g.err.Load(); err != nil {
		return *err
	}
	return nil
}

// fail reports the first failure of a network, and the loss of the card, which is not asked again.
func (g *GPU) fail(err error) {
	once := &g.first
	if errors.Is(err, gpu.ErrLost) {
		g.failed.Store(true)
		once = &g.gone
	}
	once.Do(func() {
		g.err.CompareAndSwap(nil, &err)
		g.lost(err)
	})
}

func (g *GPU) kernel(_ int, l layers.Layer) (layers.Kernel, error) { return l.Kernel() }

func (g *GPU) accelerator(f *inference) *accelerator {
	return &accelerator{gpu: g, net: f.net, planes: f.planes}
}

// use notes that a network is about to be evaluated, and makes others leave the card if there are too many.
func (g *GPU) use(a *accelerator) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if n := len(g.used); n > 0 && g.used[n-1] == a {
		return
	}
	g.used = append(slices.DeleteFunc(g.used, func(b *accelerator) bool { return b == a }), a)
	g.clear(residents)
}

// clear makes networks leave until so many are left, without those that are at work.
func (g *GPU) clear(most int) {
	for i := 0; i < len(g.used) && len(g.used) > most; {
		if a := g.used[i]; a.mu.TryLock() {
			a.leave()
			a.mu.Unlock()
			g.used = slices.Delete(g.used, i, i+1)
		} else {
			i++
		}
	}
}

// Load loads a plan on the card, with the convolutions that are faster there. If memory is short, networks that wait
// for an evaluation leave the card first.
func (g *GPU) Load(p *gpu.Plan) (gpu.Runner, error) {
	if slices.Contains(g.card.Info().Winograd, g.grade) {
		p = plans.Winograd(p)
	}
	r, err := g.card.Load(p)
	if !errors.Is(err, gpu.ErrMemory) {
		return r, err
	}
	g.mu.Lock()
	g.clear(0)
	g.mu.Unlock()
	return g.card.Load(p)
}

// SetDevice makes later evaluations and trainers of the network use a device. It comes before [NewEvaluator], and
// while nobody evaluates the network.
func (n *network) SetDevice(d Device) {
	n.device = d
	n.inference.ready.Store(nil) // an evaluation of before, as when a model is checked, has made it for its device
	n.inference.device, n.inference.card = d, d.accelerator(&n.inference)
}

// Device is where the network is computed.
func (n *network) Device() Device { return n.device }
