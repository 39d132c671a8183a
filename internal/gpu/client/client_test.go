//go:build linux

package client

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/child"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
	"github.com/tengen-go/tengen/internal/gpu/twin"
)

// mode is the variable by which this test starts itself as the other process, and how that one behaves.
const mode = "CLIENT_TEST_PROCESS"

// carriedFile is the variable with the program that the process in mode cards starts.
const carriedFile = "CLIENT_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if how := os.Getenv(mode); how != "" {
		other(how)
		return
	}
	os.Exit(m.Run())
}

// other is the process that owns the card. Its card is a twin.
func other(how string) {
	child.OutliveSignals()
	requests, answers := os.NewFile(3, "requests"), os.NewFile(4, "answers")
	switch how {
	case "dead":
		fmt.Fprintln(os.Stderr, "driver: assertion failed")
		os.Exit(3)
	case "cards": // of the program that stands in the file given
		data, err := os.ReadFile(os.Getenv(carriedFile))
		if err == nil {
			var p *process
			if p, err = startProgram(data); err == nil {
				_, err = cards(context.Background(), func() (*process, error) { return p, nil })
			}
		}
		fmt.Println(err)
		os.Exit(0)
	case "nonsense":
		fmt.Fprintln(answers, strings.Repeat("this is no answer; ", 10))
	}
	err := child.Serve(requests, answers, func() (child.Cards, error) {
		if how == "none" {
			return nil, fmt.Errorf("%w: no driver", gpu.ErrNone)
		}
		return twins{how}, nil
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// twins are two cards.
type twins struct{ how string }

func (c twins) List() []gpu.Info { return []gpu.Info{c.card().Info(), c.card().Info()} }

func (c twins) Device(number int) (gpu.Device, error) {
	if number > 1 {
		return nil, gpu.ErrNone
	}
	return c.card(), nil
}

// memory is little for a twin that is not tried.
func (c twins) memory() int {
	if c.how == "twin" {
		return 1 << 20
	}
	return 0
}

func (c twins) card() gpu.Device {
	runs := 0
	grades := []gpu.Grade{gpu.Half, gpu.Single}
	if strings.Contains(c.how, "matrices") {
		grades = gpu.Grades()
	}
	d := twin.New(twin.Card{
		Grades: grades, Memory: c.memory(),
		Lose: func(string) bool {
			runs++
			fmt.Println("a driver that prints on the standard output")
			switch {
			case runs < 3:
			case c.how == "crash":
				fmt.Fprintln(os.Stderr, "driver: out of luck")
				_ = syscall.Kill(os.Getpid(), syscall.SIGSEGV)
				time.Sleep(time.Minute)
			case c.how == "hang":
				time.Sleep(time.Minute)
			case c.how == "hang for good":
				select {}
			case c.how == "wrong":
			case c.how == "lost":
				return true
			}
			return false
		},
	})
	switch c.how {
	case "wrong", "wrong matrices", "crash in matrices":
		return wrong{d, c.how}
	case "slow":
		return slow{d}
	}
	return d
}

// as starts this test as the other process.
func as(how string) starter {
	return func() (*process, error) {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), mode+"="+how)
		return begin(cmd, attach)
	}
}

// doubling is a plan that adds x to y.
func doubling() *gpu.Plan {
	p := &gpu.Plan{Version: gpu.Version, Grade: gpu.Single}
	x := p.Add(gpu.Buffer{Name: "x", Kind: kernels.Float32, Size: 3})
	flag := p.Add(gpu.Buffer{Name: "flag", Kind: kernels.Uint32, Size: 1})
	y := p.Add(gpu.Buffer{Name: "y", Kind: kernels.Float32, Size: 3})
	p.Programs = []gpu.Program{{Name: "add", Calls: []gpu.Call{
		{Kernel: kernels.AddTo, Buffers: []int{x, flag, y}, Args: []uint32{3}},
	}}}
	return p
}

func TestPlansRunInTheOtherProcess(t *testing.T) {
	infos, err := cards(t.Context(), as("twin"))
	if err != nil || len(infos) != 2 || infos[1].Name == "" || len(infos[1].Grades) != 2 {
		t.Fatalf("cards %v, %v", infos, err)
	}
	d, err := open(t.Context(), as("twin"), 1)
	if err != nil {
		t.Fatal(err)
	}
	if d.Info().Memory != 1<<20 {
		t.Errorf("a card %+v", d.Info())
	}
	var runners []gpu.Runner
	for range 2 {
		r, err := d.Load(doubling())
		if err != nil {
			t.Fatal(err)
		}
		runners = append(runners, r)
	}
	got := make([]float32, 3)
	for i, r := range runners {
		for n := range 3 {
			err := r.Run("add", []gpu.Transfer{{Buffer: 0, Offset: 4, Data: gpu.Bytes([]float32{1, float32(i)})}},
				[]gpu.Transfer{{Buffer: 2, Data: gpu.Bytes(got)}})
			if want := []float32{0, float32(n + 1), float32((n + 1) * i)}; err != nil || got[1] != want[1] || got[2] != want[2] {
				t.Errorf("runner %d, run %d: %v, want %v, %v", i, n, got, want, err)
			}
		}
	}
	// Errors keep their kind, and the card goes on.
	big := doubling()
	big.Buffers[0].Size = 1 << 20
	if _, err := d.Load(big); !errors.Is(err, gpu.ErrMemory) {
		t.Errorf("a plan above the card's memory: %v", err)
	}
	if err := runners[0].Run("dda", nil, nil); err == nil || errors.Is(err, gpu.ErrLost) {
		t.Errorf("an unknown program: %v", err)
	}
	// Two runs under way: each reads what stands there at its own end, and not before its Wait.
	read := [2][]float32{make([]float32, 3), make([]float32, 3)}
	for i := range read {
		x := gpu.Bytes([]float32{float32(i + 1)})
		writes, reads := []gpu.Transfer{{Buffer: 0, Data: x}}, []gpu.Transfer{{Buffer: 2, Data: gpu.Bytes(read[i])}}
		if err := runners[0].Start("add", writes, reads); err != nil {
			t.Fatal(err)
		}
		clear(x) // it is free
	}
	if err := runners[0].Run("add", nil, nil); err == nil || errors.Is(err, gpu.ErrLost) {
		t.Errorf("a run while others are under way: %v", err)
	}
	for i, want := range []float32{1, 3} {
		if read[i][0] != 0 {
			t.Errorf("run %d has given %v before its Wait", i, read[i])
		}
		if err := runners[0].Wait(); err != nil || read[i][0] != want {
			t.Errorf("run %d gives %v, %v, want %v", i, read[i], err, want)
		}
	}
	if err := runners[0].Wait(); err == nil || errors.Is(err, gpu.ErrLost) {
		t.Errorf("nothing is under way: %v", err)
	}
	if err := runners[0].Close(); err != nil {
		t.Error(err)
	}
	if err := runners[0].Run("add", nil, nil); err == nil || errors.Is(err, gpu.ErrLost) {
		t.Errorf("a runner that was closed: %v", err)
	}
	if err := runners[1].Run("add", nil, nil); err != nil {
		t.Error(err)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	if err := runners[1].Run("add", nil, nil); !errors.Is(err, gpu.ErrLost) {
		t.Errorf("a card that was closed: %v", err)
	}
	if err := runners[1].Close(); err != nil {
		t.Errorf("memory of a card that was closed: %v", err)
	}
}
