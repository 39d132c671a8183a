package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// machine watches whether anything else runs. Two signs tell: the speed of
// multiply-adds falls below the best that was ever seen, or somebody other than
// this program used the cores, another program or (as stolen time) the host.
type machine struct {
	best      map[cores]float64 // GFLOP/s of multiply-adds, the best slice so far
	processes func() []int      // ids of our processes that live
}

// cores is what the peak depends on.
type cores struct {
	threads int
	avx2    bool
}

func newMachine(processes func() []int) *machine {
	return &machine{best: map[cores]float64{}, processes: processes}
}

// Bounds beyond which a round counts as disturbed.
const (
	leastPeak  = 0.95 // of the best
	mostOthers = 0.05 // cores that others used on average
)

// watch is a look at the machine before a round.
type watch struct {
	cores  cores
	start  time.Time
	others float64 // seconds of all cores so far that we did not use
	before float64
}

// condition is how the machine was during a round; peaks in GFLOP/s.
type condition struct {
	Before float64 `json:"peak_before"` // mean
	After  float64 `json:"peak_after"`
	Best   float64 `json:"peak_best"`    // of short slices, in the whole run so far
	Others float64 `json:"others_cores"` // used by others, on average
}

// disturbed says why the round does not count; nothing if it does.
func (c condition) disturbed() string {
	switch low := min(c.Before, c.After); {
	case low < leastPeak*c.Best:
		return fmt.Sprintf("multiply-adds at %.0f of %.0f GFLOP/s", low, c.Best)
	case c.Others > mostOthers:
		return fmt.Sprintf("others used %.2f cores", c.Others)
	}
	return ""
}

// begin looks at the machine before a round on so many cores.
func (m *machine) begin(ctx context.Context, e engine, c cores) (watch, error) {
	before, err := m.peak(ctx, e, c)
	return watch{cores: c, before: before, start: time.Now(), others: m.othersSeconds()}, err
}

// end looks again after the round.
func (m *machine) end(ctx context.Context, e engine, w watch) (condition, error) {
	others := (m.othersSeconds() - w.others) / time.Since(w.start).Seconds()
	after, err := m.peak(ctx, e, w.cores)
	return condition{Before: w.before, After: after, Best: m.best[w.cores], Others: max(0, others)}, err
}

func (m *machine) peak(ctx context.Context, e engine, c cores) (mean float64, err error) {
	p, err := e.peak(ctx, c.threads)
	m.best[c] = max(m.best[c], p.GFLOPS)
	return p.Mean, err
}

// ticks is the unit of times in /proc: 1/100 s on all Linux that Go runs on.
const ticks = 100

// othersSeconds is the time that all cores together have worked for others than
// this process, its finished children and its living ones. Where the system does
// not tell it only falls, which counts as nothing.
func (m *machine) othersSeconds() float64 {
	sum := 0.0
	if stat, err := os.ReadFile("/proc/stat"); err == nil {
		sum = busySeconds(stat)
	}
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			sum -= time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
		}
	}
	for _, id := range m.processes() {
		if stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", id)); err == nil {
			sum -= processSeconds(stat)
		}
	}
	return sum
}

// busySeconds reads /proc/stat: the time that all cores have not been idle.
func busySeconds(stat []byte) float64 {
	line, _, _ := bytes.Cut(stat, []byte("\n"))
	sum := 0.0
	for i, field := range bytes.Fields(line) { // cpu user nice system idle iowait irq softirq steal …
		switch i {
		case 1, 2, 3, 6, 7, 8:
			n, _ := strconv.ParseFloat(string(field), 64)
			sum += n
		}
	}
	return sum / ticks
}

// processSeconds reads /proc/ID/stat: the time that the process has worked.
func processSeconds(stat []byte) float64 {
	// The fields behind the name, which stands in parentheses and may hold anything.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	sum := 0.0
	for _, field := range fields[min(11, len(fields)):min(13, len(fields))] { // user, system
		n, _ := strconv.ParseFloat(string(field), 64)
		sum += n
	}
	return sum / ticks
}

// processor names the processor and its cores.
func processor() string {
	name, n := "unknown processor", 0
	info, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(info)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			name = strings.TrimSpace(value)
			n++
		}
	}
	return fmt.Sprintf("%d cores of %s", n, name)
}
