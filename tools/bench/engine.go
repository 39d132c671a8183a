package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// engine is the tengen binary.
type engine struct {
	path string
	env  []string // in addition to our own
}

// peakFigures are what bench peak prints.
type peakFigures struct {
	GFLOPS float64 `json:"gflops"`
	Mean   float64 `json:"gflops_mean"`
}

// netFigures are what we read of bench net.
type netFigures struct {
	PositionsS float64 `json:"positions_per_s"`
	MedianS    float64 `json:"positions_per_s_median"`
	GFLOPS     float64 `json:"gflops"`
	Garbage    float64 `json:"garbage_bytes"`
	Memory     float64 `json:"memory_bytes"`
	Kernel     string  `json:"kernel"`
}

// call runs tengen and reads the JSON object that it prints.
func (e engine) call(ctx context.Context, result any, args ...string) error {
	cmd := exec.CommandContext(ctx, e.path, append(args, "--json", "--quiet")...)
	cmd.Env = append(os.Environ(), e.env...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("tengen %s: %w: %s", strings.Join(args, " "), err, lastLine(errs.Bytes()))
	}
	if err := json.Unmarshal(out.Bytes(), result); err != nil {
		return fmt.Errorf("tengen %s: %w", strings.Join(args, " "), err)
	}
	return nil
}

func lastLine(text []byte) string {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return lines[len(lines)-1]
}

// peakTime is how long the machine is measured before and after each round.
const peakTime = 300 * time.Millisecond

func (e engine) peak(ctx context.Context, threads int) (peakFigures, error) {
	var p peakFigures
	err := e.call(ctx, &p, "bench", "peak", "--threads", strconv.Itoa(threads), "--time", peakTime.String())
	return p, err
}

// net measures a network; the mode is forward, train or latency. More flags may follow.
func (e engine) net(
	ctx context.Context, n net, mode string, batch, threads int, length time.Duration, more ...string,
) (netFigures, error) {
	args := []string{
		"bench", "net", "--network", n.Kind, "--arch", n.Arch, "--board", strconv.Itoa(n.Board), "--mode", mode,
		"--threads", strconv.Itoa(threads), "--batch", strconv.Itoa(batch), "--time", length.String(),
	}
	var f netFigures
	err := e.call(ctx, &f, append(args, more...)...)
	return f, err
}
