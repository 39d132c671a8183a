package nets

import (
	"errors"
	"fmt"
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
}

// evaluationBatch is the most positions that a card evaluates at once; more go in several turns.
const evaluationBatch = 256

// NewGPU returns a card as a device for networks, with the first grade that the card has. lost is called once if the
// card fails during an evaluation; the CPU goes on from there.
func NewGPU(card gpu.Device, lost func(error)) (*GPU, error) {
	grades := card.Info().Grades
	if len(grades) == 0 {
		return nil, fmt.Errorf("%s: %w: it stores neither float16 nor float32", card.Info().Name, gpu.ErrNone)
	}
	return &GPU{card: card, grade: grades[0], batch: evaluationBatch, lost: lost}, nil
}

// Name is as the driver has it.
func (g *GPU) Name() string { return g.card.Info().Name }

// Card and Grade are for package learn.
func (g *GPU) Card() gpu.Device { return g.card }

// Grade is what activations are stored as.
func (g *GPU) Grade() gpu.Grade { return g.grade }

// fail reports the first failure. A lost card is not asked again.
func (g *GPU) fail(err error) {
	if errors.Is(err, gpu.ErrLost) {
		g.failed.Store(true)
	}
	g.once.Do(func() { g.lost(err) })
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
