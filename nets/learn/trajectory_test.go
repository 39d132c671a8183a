package learn

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/testcards"
	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/nets"
)

// trajectory is a training run of PyTorch in float64, see testdata/trajectory.py.
type trajectory struct {
	Network string `json:"network"`
	Config  struct {
		Board, Planes, Filters, Layers, Hidden, Density int
	} `json:"config"`
	Optimizer string `json:"optimizer"`
	Options   struct {
		Rate, Decay, Momentum float64
	} `json:"options"`
	Seed    int         `json:"seed"`
	Losses  []float64   `json:"losses"`
	Weights [][]float64 `json:"weights"` // of each parameter some, evenly spread
}

// hash32 is the script's draw: one of 2³² numbers for each index of a stream.
func hash32(stream, i int) uint32 {
	x := uint32(i)*2654435761 + uint32(stream*40503+12345)
	x ^= x >> 16
	x *= 0x7feb352d
	x ^= x >> 15
	x *= 0x846ca68b
	return x ^ x>>16
}

// setHashed gives a network the script's weights.
func setHashed(t *testing.T, n based, seed int) {
	t.Helper()
	err := n.Network().Update(func(params []nets.Param) error {
		for i, q := range params {
			scale := float32(0.25)
			if weight := i%2 == 0; weight {
				fan := q.Shape[0]
				if len(q.Shape) == 4 {
					fan *= q.Shape[1] * q.Shape[2]
				}
				scale = float32(math.Sqrt(6 / float64(fan)))
			}
			for j := range q.Data {
				q.Data[j] = float32(float64(hash32(1000*seed+i, j)>>8)/(1<<23)-1) * scale
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// hashedBatch is the script's batch of that number.
func hashedBatch(n based, size, seed, number, density int) batch {
	stream, points, planes := 1000*seed+100+10*number, n.Points(), planesOf(n)
	b := batch{
		planes:  make([]float32, size*points*n.Stride()),
		targets: make([]int32, size), outcomes: make([]float32, size), weights: make([]float32, size),
	}
	for p := range size * points {
		for c := range planes {
			if hash32(stream, p*planes+c)%uint32(density) == 0 {
				b.planes[p*n.Stride()+c] = 1
			}
		}
	}
	for i := range size {
		b.targets[i] = int32(hash32(stream+1, i) % uint32(points))
		b.outcomes[i] = float32(hash32(stream+2, i)>>31)*2 - 1
		b.weights[i] = float32(hash32(stream+3, i)>>28) / 8
	}
	return b
}

// Whole training runs of both networks by SGD, momentum and Adam, against those of
// PyTorch in float64: every loss on the way and the weights at the end.
func TestTrajectoriesOfPyTorch(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		if raceDetector && kernel.Name() == "portable" {
			t.Skip("minutes of plain loops under watch")
		}
		// Adam makes whole steps of gradients that are nothing but rounding.
		follow(t, nets.CPU{}, func(optimizer string) float64 {
			if optimizer == Adam {
				return 1e-2
			}
			return 1e-5
		})
	})
}

// The same on a card. Small batches of random positions are the worst for float16: units next to zero
// switch, and the runs part.
func TestTrajectoriesOfPyTorchOnACard(t *testing.T) {
	if raceDetector {
		t.Skip("minutes of plain loops under watch")
	}
	for _, grade := range []gpu.Grade{gpu.Single, testcards.Half(t)} {
		follow(t, newGPU(t, graded(grade)), func(optimizer string) float64 {
			switch {
			case grade.Float16() && optimizer != Momentum:
				return 0 // one of them is enough
			case grade.Float16():
				return 0.15
			case optimizer == Adam:
				return 1e-2
			}
			return 1e-5
		})
	}
}

// inBFloat16 runs f with each way to compute in bfloat16, and says if this processor has no tiles.
func inBFloat16(t *testing.T, f func(t *testing.T, device nets.Device)) {
	t.Helper()
	t.Run("plain", func(t *testing.T) { f(t, nets.PlainBFloat16()) })
	t.Run("tiles", func(t *testing.T) {
		device, err := nets.NewBFloat16()
		if err != nil {
			t.Skipf("NOT TESTED: %v", err)
		}
		f(t, device)
	})
}

// The same in bfloat16, where rounding is coarser still.
func TestTrajectoriesOfPyTorchInBFloat16(t *testing.T) {
	inBFloat16(t, func(t *testing.T, device nets.Device) {
		follow(t, device, func(optimizer string) float64 {
			if optimizer != Momentum {
				return 0
			}
			return 0.15
		})
	})
}

// follow trains on a device as PyTorch did. bound is how far losses may be off, relatively; a tenth
// of it, how far the weights. Runs with a bound of 0 are left out.
func follow(t *testing.T, device nets.Device, bound func(optimizer string) float64) {
	t.Helper()
	const batchSize, batches = 8, 3
	data, err := os.ReadFile("testdata/trajectory.json")
	if err != nil {
		t.Fatal(err)
	}
	var runs []trajectory
	if err := json.Unmarshal(data, &runs); err != nil {
		t.Fatal(err)
	}
	if len(runs) != 6 {
		t.Fatalf("%d runs, want 6", len(runs))
	}
	for _, run := range runs {
		c, limit := run.Config, bound(run.Optimizer)
		if limit == 0 {
			continue
		}
		cfg := TrainerConfig{
			Batch: batchSize, Threads: 2, Optimizer: run.Optimizer,
			Momentum: run.Options.Momentum, WeightDecay: run.Options.Decay,
		}
		var n based
		var step func(b batch) (StepResult, error)
		var settle func() error
		if run.Network == "policy" {
			p := newPolicy(t, nets.PolicyConfig{Board: c.Board, Planes: c.Planes, Filters: c.Filters, Layers: c.Layers}, 1)
			p.SetDevice(device)
			tr := newTrainer(t, p, cfg)
			settle = tr.Settle
			n, step = p, func(b batch) (StepResult, error) {
				return tr.Step(b.planes, b.targets, b.weights, run.Options.Rate)
			}
		} else {
			v := newValue(t, nets.ValueConfig{Board: c.Board, Planes: c.Planes, Filters: c.Filters, Layers: c.Layers, Hidden: c.Hidden}, 1)
			v.SetDevice(device)
			tr := newValueTrainer(t, v, cfg)
			settle = tr.Settle
			n, step = v, func(b batch) (StepResult, error) {
				return tr.Step(b.planes, b.outcomes, b.weights, run.Options.Rate)
			}
		}
		setHashed(t, n, run.Seed)
		var worst float64
		for i, want := range run.Losses {
			r, err := step(hashedBatch(n, batchSize, run.Seed, i%batches, c.Density))
			if err != nil {
				t.Fatal(err)
			}
			worst = max(worst, math.Abs(r.Loss-want)/want)
		}
		if err := settle(); err != nil {
			t.Fatal(err)
		}
		var sum, square float64
		for i, want := range run.Weights {
			for j, w := range want {
				got := float64(n.Network().Params[i].Data[j*len(n.Network().Params[i].Data)/len(want)])
				sum += (got - w) * (got - w)
				square += w * w
			}
		}
		if d := math.Sqrt(sum / square); !(worst <= limit && d <= limit/10) {
			t.Errorf("%s by %s on %s: losses are off by %.2g, weights by %.2g", run.Network, run.Optimizer, device.Name(), worst, d)
		}
	}
}
