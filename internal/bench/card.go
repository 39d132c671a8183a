package bench

import (
	"context"
	"fmt"
	"time"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
)

// CardConfig says what to measure of a graphics card.
type CardConfig struct {
	Board, Filters, Batch int
	Grade                 gpu.Grade
	Rounds                int // of which the best counts
	// Measured is called after each kernel; nil: nobody.
	Measured func()
}

// CardKernels is how many kernels [Card] measures.
func CardKernels() int { return len(cardCalls(CardConfig{Board: 19, Filters: 32, Batch: 1})) }

// CardKernel is the speed of one kernel.
type CardKernel struct {
	Kernel kernels.Name `json:"kernel"`
	Note   string       `json:"note,omitempty"`
	// Millis is the best time of a call.
	Millis float64 `json:"millis"`
	// GFLOPS counts direct convolution; 0: the kernel is bound by memory.
	GFLOPS float64 `json:"gflops,omitempty"`
	// GBS is how much its buffers hold, over the time.
	GBS float64 `json:"gb_s"`
}

// Card measures the kernels of a step of training, each alone, by the card's own clock.
func Card(ctx context.Context, d gpu.Device, cfg CardConfig) ([]CardKernel, error) {
	var out []CardKernel
	for _, c := range cardCalls(cfg) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		k, err := cardKernel(d, cfg, c)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Kernel, err)
		}
		out = append(out, k)
		if cfg.Measured != nil {
			cfg.Measured()
		}
	}
	return out, nil
}

// cardCall is a kernel with its constants, and the multiplications and additions of a call.
type cardCall struct {
	gpu.Call
	note string
	work float64
}

// cardCalls are the kernels of a step of training that take time, on the paper's 48 planes.
func cardCalls(cfg CardConfig) []cardCall {
	const planes = 48
	board, batch, filters := uint32(cfg.Board), uint32(cfg.Batch), uint32(cfg.Filters)
	work := func(side, channels int) float64 {
		return 2 * float64(cfg.Board*cfg.Board*cfg.Batch*side*side*channels*cfg.Filters)
	}
	call := func(k kernels.Name, note string, work float64, shape, args []uint32) cardCall {
		return cardCall{gpu.Call{Kernel: k, Shape: shape, Args: args}, note, work}
	}
	// The splits that fill a card: about one for 4,000 rows.
	splits := max(1, min(64, batch*(board+1)*(board+1)/4096))
	size := 9 * filters * filters
	u := func(v ...uint32) []uint32 { return v }
	return []cardCall{
		call(kernels.Expand, "", 0, u(planes, planes, board), u(batch)),
		call(kernels.Conv, "5×5", work(5, planes), u(planes, filters, 5, board, 1), u(batch)),
		call(kernels.Conv, "3×3", work(3, cfg.Filters), u(filters, filters, 3, board, 1), u(batch)),
		call(kernels.ConvData, "3×3", work(3, cfg.Filters), u(filters, filters, 3, board), u(batch)),
		call(kernels.Winograd, "3×3", work(3, cfg.Filters), u(filters, filters, board, 1), u(batch)),
		call(kernels.WinogradData, "3×3", work(3, cfg.Filters), u(filters, filters, board), u(batch)),
		call(kernels.ConvWeights, "5×5", work(5, planes), u(planes, filters, 5, board), u(batch, splits)),
		call(kernels.ConvWeights, "3×3", work(3, cfg.Filters), u(filters, filters, 3, board), u(batch, splits)),
		call(kernels.ChannelSums, "", 0, u(filters, board), u(batch, splits)),
		call(kernels.Reduce, "", 0, nil, u(size, splits)),
		call(kernels.Copies, "", 0, u(filters, filters, 3), nil),
		call(kernels.Plane, "", 0, u(filters, board, board*board), u(batch)),
		call(kernels.PlaneData, "", 0, u(filters, board), u(batch)),
		call(kernels.CrossEntropy, "", 0, u(board*board), u(batch)),
		call(kernels.Adam, "", 0, nil,
			u(size, kernels.Bits(0.9), kernels.Bits(0.999), kernels.Bits(1e-8), kernels.Bits(0))),
	}
}

func cardKernel(d gpu.Device, cfg CardConfig, c cardCall) (CardKernel, error) {
	out := CardKernel{Kernel: c.Kernel, Note: c.note}
	s, ok := kernels.Of(c.Kernel)
	if !ok {
		return out, fmt.Errorf("unknown kernel")
	}
	sizes, err := s.Sizes(c.Call.Shape, c.Call.Args)
	if err != nil {
		return out, err
	}
	p := &gpu.Plan{Version: gpu.Version, Grade: cfg.Grade}
	for i, o := range s.Buffers {
		c.Buffers = append(c.Buffers, p.Add(gpu.Buffer{Name: fmt.Sprint(i), Kind: o.Kind, Size: sizes[i]}))
	}
	p.Programs = []gpu.Program{{Name: "call", Calls: []gpu.Call{c.Call}}}
	r, err := d.Load(p)
	if err != nil {
		return out, err
	}
	defer r.Close()
	timed, ok := r.(gpu.Clock)
	if !ok {
		return out, fmt.Errorf("%s has no clock", d.Info().Name)
	}
	best := time.Duration(0)
	for range cfg.Rounds {
		times, err := timed.Times("call")
		if err != nil {
			return out, err
		}
		if best == 0 || times[0] < best {
			best = times[0]
		}
	}
	seconds := max(best.Seconds(), 1e-9)
	out.Millis, out.GFLOPS, out.GBS = 1e3*seconds, c.work/seconds/1e9, float64(p.Memory())/seconds/1e9
	return out, nil
}
