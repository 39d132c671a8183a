package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/bench"
	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/nets"
)

// The names mean the networks that other engines are measured with: their
// multiplications, counted by hand, are 48·F·25 + (convolutions−1)·F·F·9 + F a point.
func TestParseArch(t *testing.T) {
	for _, c := range []struct {
		name         string
		board        int
		filters      int
		layers       int
		multiplyAdds int
	}{
		{"alphago", 19, 192, 13, 361 * (48*192*25 + 11*192*192*9 + 192)},
		{"64x7", 19, 64, 8, 361 * (48*64*25 + 6*64*64*9 + 64)},
		{"32x5", 19, 32, 6, 361 * (48*32*25 + 4*32*32*9 + 32)},
		{"32x5", 9, 32, 6, 81 * (48*32*25 + 4*32*32*9 + 32)},
	} {
		cfg, err := parseArch(c.name, c.board, 48)
		if err != nil {
			t.Fatal(err)
		}
		if want := (nets.PolicyConfig{Board: c.board, Planes: 48, Filters: c.filters, Layers: c.layers}); cfg != want {
			t.Errorf("%s: %+v, want %+v", c.name, cfg, want)
		}
		if got := cfg.MultiplyAdds(); got != c.multiplyAdds {
			t.Errorf("%s: %d multiplications, want %d", c.name, got, c.multiplyAdds)
		}
	}
	for _, name := range []string{"", "64", "x7", "64x", "0x3", "64x7x", "99999x7", "64x9999", "64x0", "-1x2", "99999999999999999999x1"} {
		if _, err := parseArch(name, 19, 48); err == nil {
			t.Errorf("%q was accepted", name)
		}
	}
}

func TestBenchNet(t *testing.T) {
	before := kernel.Name()
	t.Cleanup(func() {
		if err := kernel.Use(before); err != nil {
			t.Error(err)
		}
	})
	for _, c := range []NetCmd{
		{Arch: "8x2", Board: 5, Planes: 48, Mode: "forward", Input: "positions"},
		{Arch: "8x2", Board: 5, Planes: 12, Mode: "train", Input: "positions", Optimizer: "muon"},
		{Arch: "8x2", Board: 3, Planes: 48, Mode: "train", Optimizer: "sgd", Input: "dense", Batch: 100},
		{Network: "value", Arch: "8x2", Board: 5, Mode: "forward", Input: "positions"},
		{Network: "value", Arch: "8x2", Board: 5, Planes: 20, Mode: "train", Input: "positions", Optimizer: "muon"},
		{Arch: "8x2", Board: 2, Planes: 4, Mode: "latency", Input: "positions", Kernel: "portable"},
	} {
		c.JSON, c.Threads, c.Rounds, c.Time, c.Device = true, 2, 3, time.Second, "cpu"
		var out bytes.Buffer
		if err := c.print(context.Background(), &out); err != nil {
			t.Fatal(err)
		}
		var got struct {
			Arch      string
			Board     int
			Mode      string
			Batch     int
			Threads   int
			Kernel    string
			Positions float64 `json:"positions_per_s"`
			Median    float64 `json:"positions_per_s_median"`
			GFLOPS    float64
			Rounds    int
		}
		if err := json.Unmarshal(out.Bytes(), &got); err != nil {
			t.Fatalf("%v in %s", err, out.Bytes())
		}
		if got.Arch != c.Arch || got.Board != c.Board || got.Mode != c.Mode || got.Batch < 1 || got.Threads < 1 || got.Kernel == "" ||
			got.Positions < got.Median || got.Median <= 0 || got.GFLOPS <= 0 || got.Rounds != 3 {
			t.Errorf("%+v: %s", c, out.Bytes())
		}
		if c.Kernel != "" && got.Kernel != c.Kernel {
			t.Errorf("--kernel %s used %s", c.Kernel, got.Kernel)
		}
	}
}

func TestBenchNetRefusesWrongUse(t *testing.T) {
	for _, c := range []NetCmd{
		{Arch: "64", Board: 9, Planes: 48, Time: time.Second},
		{Arch: "8x2", Board: 1, Planes: 48, Time: time.Second},
		{Arch: "8x2", Board: 9, Planes: 47, Time: time.Second},
		{Arch: "8x2", Board: 9, Planes: 49, Time: time.Second},
		{Network: "value", Arch: "8x2", Board: 9, Planes: 50, Time: time.Second},
		{Arch: "8x2", Board: 9, Planes: 48},
		{Arch: "8x2", Board: 9, Planes: 48, Time: time.Second, Batch: -1},
		{Arch: "8x2", Board: 9, Planes: 48, Time: time.Second, Kernel: "avx1024"},
	} {
		c.Device = "cpu"
		var wrong *usage.Error
		if _, err := c.measure(context.Background()); !errors.As(err, &wrong) {
			t.Errorf("%+v: %v, want wrong use", c, err)
		}
	}
}

// A report of a busy machine says so; one of an idle machine does not.
func TestNetSpeedSaysWhoElseWorked(t *testing.T) {
	r := netSpeed{Mode: "train", Device: "cpu", Threads: 1, NetworkSpeed: bench.NetworkSpeed{Rounds: 7, Peak: 200, PeakBefore: 199, PeakAfter: 185}}
	idle := r.String()
	if !strings.Contains(idle, ", 1 thread,") || !strings.Contains(idle, "best of 7 steps") || strings.Contains(idle, "busy") {
		t.Error(idle)
	}
	r.PeakBefore = 50
	if busy := r.String(); !strings.HasPrefix(busy, idle) || !strings.Contains(busy, "left 25 % of the peak before and 92 % after") {
		t.Error(busy)
	}
}
