package nets

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/nets/internal/layers"
	"github.com/tengen-go/tengen/nets/internal/plans"
)

// accelerator is the way through a network on a graphics device. Calls take turns there; what the CPU does before
// and after a turn, they do at the same time. A call of more than a batch packs its planes during its turn, while
// the device works. Whatever goes wrong, the caller asks the CPU instead.
type accelerator struct {
	gpu      *GPU
	net      *layers.Network
	planes   int // of the input
	packings sync.Pool
	failed   atomic.Bool
	// overflows counts the calls in a row, up to now, that float16 was too small for.
	overflows atomic.Int32

	mu       sync.Mutex
	lean     *layers.Lean      // the network without the filters that were always zero when the plan was made
	plan     *plans.Evaluation // of the lean network; nil before the first call
	runner   gpu.Runner
	programs []string // for 0 to batch positions
	version  uint64   // of the weights on the device
	in       [1]gpu.Transfer
	out      [2][1]gpu.Transfer // of the parts of a call under way
}

// packing is the memory of a call for planes as bits, up to half a megabyte. A collection may take it.
type packing struct{ bits []uint32 }

// run computes the outputs of n positions and says whether it could.
func (a *accelerator) run(dst, planes []float32, n int) bool {
	if a == nil || n == 0 || a.failed.Load() || a.gpu.failed.Load() {
		return false
	}
	p, ok := a.packings.Get().(*packing)
	if !ok {
		p = new(packing)
	}
	defer a.packings.Put(p)
	if n <= a.gpu.batch && !a.pack(p, planes, n) {
		return false
	}
	dst = dst[:n*a.net.Layers[len(a.net.Layers)-1].Out()]
	if !a.turn(p, dst, planes, n) {
		return false
	}
	finite := true
	for _, v := range dst {
		finite = finite && v-v == 0
	}
	a.judge(finite)
	return finite
}

// pack packs the planes of n positions, if they are what games have: 0 and 1.
func (a *accelerator) pack(p *packing, planes []float32, n int) bool {
	points := a.points()
	words := kernels.Words(points * a.planes)
	if p.bits = p.bits[:cap(p.bits)]; len(p.bits) < n*words {
		p.bits = make([]uint32, n*words)
	}
	p.bits = p.bits[:n*words]
	return plans.Bits(p.bits, planes, n, points, a.planes, kernel.PadIn(a.planes)) == nil
}

func (a *accelerator) points() int {
	board := a.net.Layers[0].(layers.Conv).Board // every network begins with a convolution
	return board * board
}

// turn computes outputs on the device when it is the call's turn, and says whether it could.
func (a *accelerator) turn(p *packing, dst, planes []float32, n int) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.failed.Load() || a.gpu.failed.Load() { // since the call began
		return false
	}
	defer func() { a.in[0].Data, a.out[0][0].Data, a.out[1][0].Data = nil, nil, nil }() // they are the caller's
	err, could := a.ready(), true
	switch {
	case err != nil:
	case n <= a.gpu.batch:
		out := a.out[0][:]
		a.in[0].Data, out[0].Data = gpu.Bytes(p.bits), gpu.Bytes(dst)
		err = a.runner.Run(a.programs[n], a.in[:], out)
	default:
		could, err = a.parts(p, dst, planes, n)
	}
	if err != nil {
		a.fail(fmt.Errorf("evaluate: %w", err))
	}
	return could && err == nil
}

// parts computes the outputs of n positions, part by part, if their planes can be packed. A part is packed and
// uploaded while the device computes the one before.
func (a *accelerator) parts(p *packing, dst, planes []float32, n int) (packed bool, err error) {
	packed = true
	size, outputs := a.points()*kernel.PadIn(a.planes), len(dst)/n
	under := 0
	wait := func() {
		if e := a.runner.Wait(); err == nil {
			err = e
		}
		under--
	}
	for i, number := 0, 0; i < n && err == nil; i, number = i+a.gpu.batch, number+1 {
		m := min(a.gpu.batch, n-i)
		if packed = a.pack(p, planes[i*size:], m); !packed {
			break
		}
		out := a.out[number%2][:]
		a.in[0].Data, out[0].Data = gpu.Bytes(p.bits), gpu.Bytes(dst[i*outputs:(i+m)*outputs])
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
	return packed, err
}

// overflowsInARow is after how many calls with too large numbers, with the same weights, a network leaves the card for
// good. One call may have them: a training in float16 goes on where an activation is too large, and leaves weights that
// make another one.
const overflowsInARow = 3

// judge takes note of whether the answers of a call were finite.
func (a *accelerator) judge(finite bool) {
	if finite {
		a.overflows.Store(0)
		return
	}
	if a.overflows.Add(1) == overflowsInARow {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.fail(fmt.Errorf("evaluate: a network's answers were not finite in %s, %d times in a row: it leaves the card",
			a.gpu.grade, overflowsInARow))
	}
}

// fail leaves the network to the CPU from now on.
func (a *accelerator) fail(err error) {
	a.failed.Store(true)
	a.leave()
	a.gpu.fail(err)
}

// leave gives the memory on the device back. The next call loads the network again.
func (a *accelerator) leave() {
	if a.runner != nil {
		_ = a.runner.Close() // whatever it says, nobody uses it any more
	}
	a.runner, a.plan = nil, nil
}

// ready loads the plan, and the weights if they have changed. If other filters are always zero than before, it makes a
// new plan.
func (a *accelerator) ready() (err error) {
	a.gpu.use(a)
	if a.plan != nil && a.version == a.net.Version() {
		return nil
	}
	a.overflows.Store(0)
	for a.plan == nil || a.version != a.net.Version() { // it may change again meanwhile
		a.version = a.net.Version()
		if a.plan != nil && !a.lean.Fits() {
			a.leave()
		}
		if a.plan == nil {
			if err := a.load(); err != nil {
				return err
			}
		}
		a.lean.Take()
	}
	a.lean.Net.Read(func() { err = a.runner.Run(plans.Load, a.plan.Params.Pack(a.lean.Net.Params), nil) })
	return err
}

// load makes the plan and gives it to the device.
func (a *accelerator) load() error {
	a.lean = layers.NewLean(a.net)
	plan, err := plans.NewEvaluation(a.lean.Net, a.planes, a.gpu.batch, a.gpu.grade)
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
	a.in[0].Buffer = a.plan.Bits
	a.out[0][0].Buffer, a.out[1][0].Buffer = a.plan.Out, a.plan.Out
	return nil
}
