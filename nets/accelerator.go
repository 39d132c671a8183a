package nets

import (
	"errors"
	"fmt"
	"sync"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/nets/internal/layers"
	"github.com/tengen-go/tengen/nets/internal/plans"
)

// accelerator is the way through a network on a graphics device. One call at a time is on
// the device; the others wait. Whatever goes wrong there, the caller asks the CPU instead.
type accelerator struct {
	gpu    *GPU
	net    *layers.Network
	planes int // of the input

	mu       sync.Mutex
	plan     *plans.Evaluation // nil before the first call
	runner   gpu.Runner
	programs []string // for 0 to batch positions
	version  uint64   // of the weights on the device
	bits     []uint32
	in       [1]gpu.Transfer
	out      [2][1]gpu.Transfer // of the parts of a call under way
	failed   bool

	overflows int // calls in a row, up to now, that float16 was too small for
}

// run computes the outputs of n positions and says whether it could.
func (a *accelerator) run(dst, planes []float32, n int) bool {
	if a == nil || n == 0 {
		return false
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.failed || a.gpu.failed.Load() {
		return false
	}
	if err := a.ready(); err != nil {
		a.fail(err)
		return false
	}
	if err := a.parts(dst, planes, n); err != nil {
		if !errors.Is(err, errPlanes) {
			a.fail(err)
		}
		return false
	}
	outputs := a.net.Layers[len(a.net.Layers)-1].Out()
	for _, v := range dst[:n*outputs] {
		if v-v != 0 {
			if a.overflows++; a.overflows == overflowsInARow {
				a.fail(fmt.Errorf("evaluate: the network's answers are not finite in %s", a.gpu.grade))
			}
			return false
		}
	}
	a.overflows = 0
	return true
}

// overflowsInARow is after how many calls with too large numbers a network leaves the card for good. One call may have
// them: a training in float16 goes on where an activation is too large, and leaves weights that make another one.
const overflowsInARow = 3

// errPlanes means that the planes are not what games have.
var errPlanes = errors.New("planes that are neither 0 nor 1")

// parts computes the outputs of n positions, part by part. A part is packed and uploaded while the device computes
// the one before.
func (a *accelerator) parts(dst, planes []float32, n int) (err error) {
	first := a.net.Layers[0].(layers.Conv)
	points, stride := first.Board*first.Board, kernel.PadIn(a.planes)
	outputs := a.net.Layers[len(a.net.Layers)-1].Out()
	words := kernels.Words(points * a.planes)
	under := 0
	wait := func() {
		if e := a.runner.Wait(); err == nil {
			err = e
		}
		under--
	}
	for i, number := 0, 0; i < n && err == nil; i, number = i+a.gpu.batch, number+1 {
		m := min(a.gpu.batch, n-i)
		if plans.Bits(a.bits, planes[i*points*stride:], m, points, a.planes, stride) != nil {
			err = errPlanes
			break
		}
		out := a.out[number%2][:]
		a.in[0].Data, out[0].Data = gpu.Bytes(a.bits[:m*words]), gpu.Bytes(dst[i*outputs:(i+m)*outputs])
		if n <= a.gpu.batch {
			err = a.runner.Run(a.programs[m], a.in[:], out)
			break
		}
		if err = a.runner.Start(a.programs[m], a.in[:], out); err != nil {
			break
		}
		if under++; under == 2 {
			wait()
		}
	}
	for under > 0 {
		wait()
	}
	if err != nil {
		err = fmt.Errorf("evaluate: %w", err)
	}
	return err
}

// fail leaves the network to the CPU from now on.
func (a *accelerator) fail(err error) {
	a.failed = true
	a.leave()
	a.gpu.fail(err)
}

// leave gives the memory on the device back. The next call loads the network again.
func (a *accelerator) leave() {
	if a.runner != nil {
		_ = a.runner.Close() // whatever it says, nobody uses it any more
	}
	a.runner, a.plan, a.bits = nil, nil, nil
}

// ready loads the plan, and the weights if they have changed.
func (a *accelerator) ready() (err error) {
	a.gpu.use(a)
	if a.plan == nil {
		plan, err := plans.NewEvaluation(a.net, a.planes, a.gpu.batch, a.gpu.grade)
		if err != nil {
			return err
		}
		if a.runner, err = a.gpu.Load(plan.Plan); err != nil {
			return err
		}
		a.plan = plan
		a.programs = make([]string, a.gpu.batch+1)
		for n := range a.gpu.batch {
			a.programs[n+1] = a.plan.Program(n + 1)
		}
		points := a.net.Layers[0].(layers.Conv).Board
		a.bits = make([]uint32, a.gpu.batch*kernels.Words(points*points*a.planes))
		a.in[0].Buffer = a.plan.Bits
		a.out[0][0].Buffer, a.out[1][0].Buffer = a.plan.Out, a.plan.Out
	} else if a.version == a.net.Version() {
		return nil
	}
	a.net.Read(func() {
		a.version = a.net.Version()
		err = a.runner.Run(plans.Load, a.plan.Params.Pack(a.net.Params), nil)
	})
	return err
}
