//go:build vulkan

package engine

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/gputest"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
	"github.com/tengen-go/tengen/internal/gpu/twin"
	"github.com/tengen-go/tengen/internal/gpu/vk"
)

// software is the device of the tests, see package gputest.
func software(t *testing.T, o Options) gpu.Device {
	t.Helper()
	cards, err := Open(o)
	if err != nil {
		t.Fatalf("%v; make vulkan installs Mesa's software device", err)
	}
	t.Cleanup(func() { cards.Close() })
	d, err := cards.Device(gputest.Card(t, len(cards.List())))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// chain is a plan of one program with many calls that read each other's results, and their input.
func chain(n int) (*gpu.Plan, []gpu.Transfer) {
	const size = 100
	r := rand.New(rand.NewPCG(1, 2))
	p := &gpu.Plan{Version: gpu.Version, Grade: gpu.Single}
	flag := p.Add(gpu.Buffer{Name: "flag", Kind: kernels.Uint32, Size: 1})
	var in []gpu.Transfer
	for i := range 8 {
		data := make([]float32, size)
		for j := range data {
			data[j] = float32(r.NormFloat64())
		}
		b := p.Add(gpu.Buffer{Name: fmt.Sprint("x", i), Kind: kernels.Float32, Size: size})
		in = append(in, gpu.Transfer{Buffer: b, Data: gpu.Bytes(data)})
	}
	var calls []gpu.Call
	for range n {
		x, sum := 1+r.IntN(8), 1+r.IntN(7)
		if sum >= x {
			sum++
		}
		calls = append(calls, gpu.Call{Kernel: kernels.AddTo, Buffers: []int{x, flag, sum}, Args: []uint32{size}})
	}
	p.Programs = []gpu.Program{{Name: "chain", Calls: calls}, {Name: "none"}}
	return p, in
}

// run gives all buffers after two runs.
func run(t *testing.T, d gpu.Device, p *gpu.Plan, in []gpu.Transfer) [][]byte {
	t.Helper()
	r, err := d.Load(p)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var out []gpu.Transfer
	var data [][]byte
	for i := range p.Buffers {
		data = append(data, make([]byte, p.Bytes(i)))
		out = append(out, gpu.Transfer{Buffer: i, Data: data[i]})
	}
	if err := r.Run("chain", in, nil); err != nil {
		t.Fatal(err)
	}
	if err := r.Run("none", nil, nil); err != nil {
		t.Fatal(err)
	}
	if err := r.Run("chain", nil, out); err != nil {
		t.Fatal(err)
	}
	return data
}

// A program of many lists gives what the twin gives, to the bit, and again in a second plan.
func TestPrograms(t *testing.T) {
	d := software(t, Options{})
	p, in := chain(50)
	want := run(t, twin.New(twin.Card{Grades: []gpu.Grade{gpu.Single}}), p, in)
	for range 2 {
		for i, data := range run(t, d, p, in) {
			if string(data) != string(want[i]) {
				t.Errorf("buffer %s is not what the twin has", p.Buffers[i].Name)
			}
		}
	}
	r, err := d.Load(p)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	times, err := r.(*runner).Times("chain")
	if err != nil || len(times) != 50 {
		t.Errorf("%d times of 50 calls: %v", len(times), err)
	}
	if err := r.Run("chian", nil, nil); err == nil {
		t.Error("a program that the plan lacks runs")
	}
	if err := r.Run("", []gpu.Transfer{{Buffer: 99}}, nil); err == nil {
		t.Error("a buffer that the plan lacks is written")
	}
	if err := r.Run("", []gpu.Transfer{{Buffer: 1, Offset: 396, Data: make([]byte, 8)}}, nil); err == nil {
		t.Error("bytes behind the end of a buffer are written")
	}
	p.Version++
	if _, err := d.Load(p); err == nil {
		t.Error("a plan of another version loads")
	}
}

// Runs under way give what runs one by one give, to the bit, in programs of many lists; a plan that is closed
// meanwhile takes nothing with it.
func TestRunsUnderWay(t *testing.T) {
	d := software(t, Options{})
	p, in := chain(50)
	var want, got [4][]byte
	for _, ahead := range []int{1, 3} {
		r, err := d.Load(p)
		if err != nil {
			t.Fatal(err)
		}
		results, waited := &want, 0
		if ahead > 1 {
			results = &got
		}
		for i := range results {
			results[i] = make([]byte, p.Bytes(3))
			program := []string{"chain", "none"}[i%2]
			if err := r.Start(program, in[i:i+1], []gpu.Transfer{{Buffer: 3, Data: results[i]}}); err != nil {
				t.Fatal(err)
			}
			for ; waited <= i-ahead+1; waited++ {
				if err := r.Wait(); err != nil {
					t.Fatal(err)
				}
			}
		}
		for ; waited < len(results); waited++ {
			if err := r.Wait(); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.Wait(); err == nil {
			t.Error("a run is waited for that is not under way")
		}
		for range 2 { // without copies, which would wait
			if err := r.Start("chain", nil, nil); err != nil {
				t.Error(err)
			}
		}
		if err := r.Run("chain", nil, nil); err == nil {
			t.Error("Run does not refuse while a run is under way")
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
	for i := range want {
		if string(want[i]) != string(got[i]) {
			t.Errorf("run %d gives something else while others are under way", i)
		}
	}
}

// Two devices of the same card, each with a goroutine that loads, runs and closes plans, do not disturb each other.
func TestDevicesAtOnce(t *testing.T) {
	p, in := chain(20)
	want := run(t, twin.New(twin.Card{Grades: []gpu.Grade{gpu.Single}}), p, in)
	cards, err := Open(Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cards.Close() })
	t.Run("devices", func(t *testing.T) {
		for name := range 2 {
			t.Run(fmt.Sprint(name), func(t *testing.T) {
				t.Parallel()
				d, err := cards.Device(gputest.Card(t, len(cards.List())))
				if err != nil {
					t.Fatal(err)
				}
				for range 30 {
					for i, data := range run(t, d, p, in) {
						if string(data) != string(want[i]) {
							t.Fatalf("buffer %s is not what the twin has", p.Buffers[i].Name)
						}
					}
				}
				if err := d.Close(); err != nil {
					t.Error(err)
				}
			})
		}
	})
}

// Memory of a plan is free again after Close, and too large a plan is refused in words; the device goes on.
func TestMemory(t *testing.T) {
	d := software(t, Options{}).(*device)
	p, in := chain(5)
	d.vk.Budget = 3 << 10 // one plan takes 3,204 bytes
	if _, err := d.Load(p); !errors.Is(err, gpu.ErrMemory) {
		t.Errorf("a plan above the budget: %v", err)
	}
	d.vk.Budget = 16 << 20
	for range 3 {
		run(t, d, p, in)
	}
	p.Buffers[1].Size = 1 << 29
	if _, err := d.Load(p); !errors.Is(err, gpu.ErrMemory) || !strings.Contains(err.Error(), "MB at most") {
		t.Errorf("a buffer of 2 GB: %v", err)
	}
	p, in = chain(5)
	run(t, d, p, in)
}

// The driver's own answer that memory is out, and a device that is lost, come as errors of package gpu.
func TestFaults(t *testing.T) {
	count := 0
	fault := map[string]vk.Code{}
	d := software(t, Options{Vulkan: vk.Options{Fault: func(call string) vk.Code {
		if call == "vkQueueSubmit" {
			count++
		}
		return fault[call]
	}}})
	p, in := chain(5)
	fault["vkAllocateMemory"] = vk.OutOfDeviceMemory
	if _, err := d.Load(p); !errors.Is(err, gpu.ErrMemory) {
		t.Errorf("no memory: %v", err)
	}
	delete(fault, "vkAllocateMemory")
	r, err := d.Load(p)
	if err != nil {
		t.Fatal(err)
	}
	count = 0
	if err := r.Run("chain", in, nil); err != nil || count != 1 {
		t.Errorf("%d submissions of a run, %v, want 1", count, err)
	}
	fault["vkWaitForFences"] = vk.DeviceLost
	if err := r.Run("chain", in, nil); !errors.Is(err, gpu.ErrLost) {
		t.Errorf("a lost device: %v", err)
	}
	for range 2 {
		if err := r.Start("chain", in, nil); !errors.Is(err, gpu.ErrLost) {
			t.Errorf("a lost device starts: %v", err)
		}
	}
	delete(fault, "vkWaitForFences")
	if err := r.Run("chain", in, nil); !errors.Is(err, gpu.ErrLost) {
		t.Errorf("a lost device comes back: %v", err)
	}
	if _, err := d.Load(p); !errors.Is(err, gpu.ErrLost) {
		t.Errorf("a lost device loads: %v", err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

func TestNoCard(t *testing.T) {
	_, err := Open(Options{Vulkan: vk.Options{Library: "libnovulkan.so"}})
	if !errors.Is(err, gpu.ErrNone) {
		t.Errorf("no library: %v", err)
	}
	cards, err := Open(Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer cards.Close()
	for _, n := range []int{-1, len(cards.List())} {
		if _, err := cards.Device(n); !errors.Is(err, gpu.ErrNone) {
			t.Errorf("card %d: %v", n, err)
		}
	}
}

// Compiled kernels are kept, and a file that is spoilt does no harm.
func TestKernelsAreKept(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "gpu")
	p, in := chain(5)
	for range 2 {
		run(t, software(t, Options{Cache: dir}), p, in)
		files, err := filepath.Glob(filepath.Join(dir, "kernels-*"))
		if err != nil || len(files) != 1 {
			t.Fatalf("files %v, %v", files, err)
		}
		info, err := os.Stat(files[0])
		if err != nil || info.Size() < 32 {
			t.Fatalf("compiled kernels: %v, %v", info, err)
		}
		if err := os.WriteFile(files[0], []byte("spoilt"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// A folder that cannot be used costs time, not the card: nothing of that name can be made or read.
func TestNoFolderForKernels(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	p, in := chain(5)
	run(t, software(t, Options{Cache: filepath.Join(file, "gpu")}), p, in)
}

// The validation layer finds nothing wrong, with the order of reads and writes watched.
func TestValidation(t *testing.T) {
	complaints := gputest.Validated(t, "TestPrograms", "TestRunsUnderWay", "TestDevicesAtOnce", "TestMemory",
		"TestKernelsAreKept")
	for _, complaint := range complaints {
		t.Error(complaint)
	}
}
