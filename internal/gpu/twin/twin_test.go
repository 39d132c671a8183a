package twin_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
	"github.com/tengen-go/tengen/internal/gpu/twin"
)

// doubles is a plan that adds three values to their sum, and an odd number of activations.
func doubles(grade gpu.Grade) *gpu.Plan {
	p := &gpu.Plan{Version: gpu.Version, Grade: grade}
	x := p.Add(gpu.Buffer{Name: "x", Kind: kernels.Float32, Size: 3})
	flag := p.Add(gpu.Buffer{Name: "flag", Kind: kernels.Uint32, Size: 1})
	sum := p.Add(gpu.Buffer{Name: "sum", Kind: kernels.Float32, Size: 3})
	p.Add(gpu.Buffer{Name: "odd", Kind: kernels.Activation, Size: 3})
	p.Programs = []gpu.Program{{Name: "add", Calls: []gpu.Call{
		{Kernel: kernels.Finite, Buffers: []int{x, flag}, Args: []uint32{3}},
		{Kernel: kernels.AddTo, Buffers: []int{x, flag, sum}, Args: []uint32{3}},
	}}}
	return p
}

func Example() {
	device := twin.New(twin.Card{Grades: []gpu.Grade{gpu.Half}})
	runner, err := device.Load(doubles(gpu.Half))
	if err != nil {
		panic(err)
	}
	sum := make([]float32, 3)
	for range 2 {
		err = runner.Run("add",
			[]gpu.Transfer{{Buffer: 0, Data: gpu.Bytes([]float32{1, 2, 3})}},
			[]gpu.Transfer{{Buffer: 2, Data: gpu.Bytes(sum)}})
	}
	fmt.Println(sum, err)
	// Output: [2 4 6] <nil>
}

// Winograd's convolutions are direct ones, up to rounding.
func TestWinogradIsConvolution(t *testing.T) {
	for board := 2; board <= 9; board++ {
		const in, out, boards = 32, 64, 3
		side := uint32(board)
		numbers := func(n int, factor float64) []float32 {
			f := make([]float32, n)
			for i := range f {
				f[i] = float32(factor * math.Sin(float64(i*i%1009)))
			}
			return f
		}
		x := make([]float32, kernels.Rows(board, boards)*in)
		for b := range boards {
			for p := range board * board {
				copy(x[kernels.Row(board, b, p)*in:], numbers((b*board*board+p+1)*in, 1)[(b*board*board+p)*in:])
			}
		}
		below := numbers(kernels.Rows(board, boards)*out, 1)
		for _, c := range []struct {
			direct, winograd kernels.Name
			shape            []uint32
			third            []float32
		}{
			{kernels.Conv, kernels.Winograd, []uint32{in, out, 3, side, 1}, numbers(out, 0.1)},
			{kernels.ConvData, kernels.WinogradData, []uint32{in, out, 3, side}, below},
		} {
			result := func(k kernels.Name, shape []uint32) []float32 {
				s, _ := kernels.Of(k)
				sizes, err := s.Sizes(shape, []uint32{boards})
				if err != nil {
					t.Fatal(err)
				}
				p := &gpu.Plan{Version: gpu.Version, Grade: gpu.Single}
				for i, o := range s.Buffers {
					p.Add(gpu.Buffer{Name: o.Name, Kind: o.Kind, Size: sizes[i]})
				}
				call := gpu.Call{Kernel: k, Buffers: []int{0, 1, 2, 3}, Shape: shape, Args: []uint32{boards}}
				p.Programs = []gpu.Program{{Name: "run", Calls: []gpu.Call{call}}}
				r, err := twin.New(twin.Card{}).Load(p)
				if err != nil {
					t.Fatal(err)
				}
				y := make([]float32, sizes[3])
				if err := r.Run("run", []gpu.Transfer{
					{Buffer: 0, Data: gpu.Bytes(x)},
					{Buffer: 1, Data: gpu.Bytes(numbers(9*in*out, 0.1))},
					{Buffer: 2, Data: gpu.Bytes(c.third)},
				}, []gpu.Transfer{{Buffer: 3, Data: gpu.Bytes(y)}}); err != nil {
					t.Fatal(err)
				}
				return y
			}
			want, got := result(c.direct, c.shape), result(c.winograd, append(c.shape[:2:2], c.shape[3:]...))
			off, most := 0.0, 0.0
			for i := range want {
				off, most = max(off, math.Abs(float64(got[i]-want[i]))), max(most, math.Abs(float64(want[i])))
			}
			if most == 0 || off > 1e-5*most {
				t.Errorf("%s on %d×%[2]d: off by %g of %g", c.winograd, board, off, most)
			}
		}
	}
}

// What is written comes back, rounded where the buffer has halves; a value that is not finite adds nothing.
func TestTransfers(t *testing.T) {
	r, err := twin.New(twin.Card{}).Load(doubles(gpu.Half))
	if err != nil {
		t.Fatal(err)
	}
	inf := float32(math.Inf(1))
	halves := []uint16{gpu.ToHalf(1), gpu.ToHalf(-2), gpu.ToHalf(0.1), 0}
	back, sum, flag := make([]uint16, 4), make([]float32, 3), make([]uint32, 1)
	err = r.Run("add",
		[]gpu.Transfer{{Buffer: 0, Data: gpu.Bytes([]float32{1, inf, 3})}, {Buffer: 3, Data: gpu.Bytes(halves)}},
		[]gpu.Transfer{
			{Buffer: 1, Data: gpu.Bytes(flag)},
			{Buffer: 2, Data: gpu.Bytes(sum)},
			{Buffer: 3, Data: gpu.Bytes(back)},
		})
	if err != nil {
		t.Fatal(err)
	}
	if flag[0] != 1 || sum[0] != 0 {
		t.Errorf("flag %v, sum %v after a value that is not finite", flag, sum)
	}
	for i := range 3 {
		if back[i] != halves[i] {
			t.Errorf("half %d came back as %#x, want %#x", i, back[i], halves[i])
		}
	}
	part := make([]float32, 1)
	if err := r.Run("", nil, []gpu.Transfer{{Buffer: 0, Offset: 8, Data: gpu.Bytes(part)}}); err != nil || part[0] != 3 {
		t.Errorf("value 2 is %v, %v", part, err)
	}
}

func TestWrongRunsAreRefused(t *testing.T) {
	r, err := twin.New(twin.Card{}).Load(doubles(gpu.Single))
	if err != nil {
		t.Fatal(err)
	}
	four := gpu.Bytes(make([]float32, 4))
	for want, run := range map[string]func() error{
		"no such program":            func() error { return r.Run("subtract", nil, nil) },
		"buffer 9 of 4":              func() error { return r.Run("", nil, []gpu.Transfer{{Buffer: 9, Data: four}}) },
		"16 bytes from byte 0 on":    func() error { return r.Run("", []gpu.Transfer{{Data: four}}, nil) },
		"from byte 2 on":             func() error { return r.Run("", []gpu.Transfer{{Offset: 2, Data: four[:4]}}, nil) },
		"from byte -4 on":            func() error { return r.Run("", []gpu.Transfer{{Offset: -4, Data: four[:4]}}, nil) },
		"transfer of 3 bytes from b": func() error { return r.Run("", []gpu.Transfer{{Data: four[:3]}}, nil) },
	} {
		if err := run(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

// Memory is taken by Load and given back by Close; a lost card answers nothing.
func TestFaults(t *testing.T) {
	plan := doubles(gpu.Single)
	lost := false
	d := twin.New(twin.Card{Memory: 2*plan.Memory() - 1, Lose: func(string) bool { return lost }})
	r, err := d.Load(plan)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Load(plan); !errors.Is(err, gpu.ErrMemory) {
		t.Errorf("error %v of a second plan", err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if r, err = d.Load(plan); err != nil {
		t.Fatalf("memory was not given back: %v", err)
	}
	lost = true
	if err := r.Run("add", nil, nil); !errors.Is(err, gpu.ErrLost) {
		t.Errorf("error %v of a lost card", err)
	}
	lost = false
	if err := r.Run("add", nil, nil); !errors.Is(err, gpu.ErrLost) {
		t.Errorf("a lost card is back: %v", err)
	}
	if _, err := d.Load(plan); !errors.Is(err, gpu.ErrLost) {
		t.Errorf("a lost card loads: %v", err)
	}
}
