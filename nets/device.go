package nets

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/tengen-go/tengen/internal/gpu"
)

// ErrDevice is wrapped by errors of training when a graphics device fails: it is lost, has too little
// memory, or refuses the network. The weights of the network are those of the last Settle.
var ErrDevice = errors.New("the graphics device failed")

// Device is where a network is computed: [CPU] or a [GPU].
type Device interface {
	// Name is what people call the device.
	Name() string
	accelerator(f *inference) *accelerator
}

// CPU is the processor, where every network begins.
type CPU struct{}

// Name is "cpu".
func (CPU) Name() string { return "cpu" }

func (CPU) accelerator(*inference) *accelerator { return nil }

// GPU is a graphics device. Many networks may use it at the same time.
type GPU struct {
	card   gpu.Device
	grade  gpu.Grade
	batch  int
	lost   func(error)
	once   sync.Once
	failed atomic.Bool
	err    atomic.Pointer[error]
}

// evaluationBatch is the most positions that a card evaluates at once; more go in several turns.
const evaluationBatch = 256

// NewGPU returns a card as a device for networks, with a grade that the card has. lost is called once if the
// card fails during an evaluation; the CPU goes on from there.
func NewGPU(card gpu.Device, grade gpu.Grade, lost func(error)) (*GPU, error) {
	info := card.Info()
	if !slices.Contains(info.Grades, grade) {
		return nil, fmt.Errorf("%s: %w: it has no grade %s", info.Name, gpu.ErrNone, grade)
	}
	return &GPU{card: card, grade: grade, batch: evaluationBatch, lost: lost}, nil
}

// Name is as the driver has it, with the grade.
func (g *GPU) Name() string { return fmt.Sprintf("%s in %s", g.card.Info().Name, g.grade) }

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

// fail reports the first failure. A lost card is not asked again.
func (g *GPU) fail(err error) {
	if errors.Is(err, gpu.ErrLost) {
		g.failed.Store(true)
	}
	g.once.Do(func() {
		g.err.Store(&err)
		g.lost(err)
	})
}

func (g *GPU) accelerator(f *inference) *accelerator {
	return &accelerator{gpu: g, net: f.net, planes: f.planes}
}

// SetDevice makes evaluations and trainers of the network use a device. It comes before the first of them,
// and before [NewEvaluator].
func (n *network) SetDevice(d Device) {
	n.device = d
	n.inference.card = d.accelerator(&n.inference)
}

// Device is where the network is computed.
func (n *network) Device() Device { return n.device }
