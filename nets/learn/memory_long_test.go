//go:build long && linux

package learn

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"testing"

	"github.com/tengen-go/tengen/nets"
)

const memoryChild = "TENGEN_TEST_MEMORY_CHILD"

// The paper's networks train at a batch of 64 in 900 MB, all of the process counted:
// the largest resident size that the kernel has seen of it. And their steps leave no
// more than 100 KB of garbage.
func TestPaperInLittleMemory(t *testing.T) {
	const most = 900
	for _, network := range []string{"policy", "value"} {
		for _, threads := range []int{1, 2} {
			t.Run(fmt.Sprintf("%s/threads=%d", network, threads), func(t *testing.T) {
				cmd := exec.Command(os.Args[0], "-test.run=^TestMemoryChild$", "-test.v")
				cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s %d", memoryChild, network, threads))
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
				var peak, left int
				m := regexp.MustCompile(`peak (\d+) MB, garbage (\d+) bytes`).FindSubmatch(out)
				if m == nil {
					t.Fatalf("no result in %s", out)
				}
				peak, _ = strconv.Atoi(string(m[1]))
				left, _ = strconv.Atoi(string(m[2]))
				t.Logf("%d MB, %d bytes of garbage a step", peak, left)
				if peak > most {
					t.Errorf("%d MB, want at most %d", peak, most)
				}
				if left > 100<<10 {
					t.Errorf("%d bytes of garbage a step", left)
				}
			})
		}
	}
}

// TestMemoryChild is the process that TestPaperInLittleMemory watches.
func TestMemoryChild(t *testing.T) {
	var network string
	var threads int
	if n, _ := fmt.Sscan(os.Getenv(memoryChild), &network, &threads); n != 2 {
		t.Skip("not a child of TestPaperInLittleMemory")
	}
	cfg := TrainerConfig{Batch: 64, Threads: threads, Optimizer: Momentum, Momentum: 0.9}
	var f func()
	if network == "policy" {
		p := newPolicy(t, nets.Paper(), 1)
		b, tr := newBatch(p, cfg.Batch, 1), newTrainer(t, p, cfg)
		f = func() { step(t, tr, b, 1e-4) }
	} else {
		v := newValue(t, nets.PaperValue(), 1)
		b, tr := newBatch(v, cfg.Batch, 1), newValueTrainer(t, v, cfg)
		f = func() { valueStep(t, tr, b, 1e-4) }
	}
	f()
	left := garbage(3, f)
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(status)
	if m == nil {
		t.Fatalf("no VmHWM in %s", status)
	}
	kB, err := strconv.Atoi(string(m[1]))
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("peak %d MB, garbage %d bytes\n", kB>>10, left)
}
