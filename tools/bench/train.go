package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// endToEndRounds is how often each network is measured.
const endToEndRounds = 3

// leastShare is what training from real games must reach of the network's own
// speed: replaying games, making planes and keeping books may not cost more.
const leastShare = 0.9

// trainBatch is the default of train policy.
const trainBatch = 64

// pace is a network's speed of training in positions a second.
type pace struct {
	Net      string  `json:"net"`
	Alone    float64 `json:"bench_net"` // the best step
	Median   float64 `json:"bench_net_median"`
	EndToEnd float64 `json:"train_policy"`
	Share    float64 `json:"share"` // train_policy / bench_net
	Reached  bool    `json:"reached"`
	record
}

// trial is a run of bench train.
type trial struct {
	series
	games   map[int]string // packed, by board
	threads int
}

// endToEnd compares train policy on real games with bench net.
func endToEnd(ctx context.Context, opt options) error {
	if len(opt.data) == 0 {
		return usageError("train: which games? name files or folders")
	}
	t := &trial{series: newSeries(opt, func() []int { return nil }), games: map[int]string{}, threads: runtime.NumCPU()}
	var paces []pace
	for _, n := range []net{alphago, wide19, narrow19, wide9, narrow9} {
		if !strings.Contains(n.String(), opt.only) || opt.board > 0 && n.Board != opt.board {
			continue
		}
		if err := t.pack(ctx, n.Board); err != nil {
			return err
		}
		p, err := t.measure(ctx, n)
		if err != nil {
			return err
		}
		paces = append(paces, p)
	}
	if len(paces) == 0 {
		return usageError(fmt.Sprintf("train: no network is called %q", opt.only))
	}
	h, err := t.describe(ctx)
	if err != nil {
		return err
	}
	return write(opt.work, "train", paceTable(h, opt.optimizer, paces), struct {
		heading
		Threads   int    `json:"threads"`
		Optimizer string `json:"optimizer"`
		Paces     []pace `json:"nets"`
	}{h, t.threads, opt.optimizer, paces})
}

// pack gathers the games of a board in one file that is read fast.
func (t *trial) pack(ctx context.Context, board int) error {
	if t.games[board] != "" {
		return nil
	}
	path := filepath.Join(t.opt.work, fmt.Sprintf("games%d.tengen", board))
	args := append([]string{"data", "pack", "-o", path, "--board", strconv.Itoa(board)}, t.opt.data...)
	if t.opt.quick {
		args = append(args, "--limit", "2000")
	}
	if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
		return err
	}
	var done json.RawMessage
	if err := t.engine.call(ctx, &done, args...); err != nil {
		return err
	}
	t.say("packed the games on %d×%d", board, board)
	t.games[board] = path
	return nil
}

// measure runs rounds of bench net, train policy and bench net again.
func (t *trial) measure(ctx context.Context, n net) (pace, error) {
	p := pace{Net: n.String()}
	alone, run := 2*time.Second, 10*time.Second
	if n.large() {
		alone, run = 4*time.Second, 30*time.Second
	}
	if t.opt.quick {
		alone, run = alone/4, run/4
	}
	var err error
	p.record, err = t.run(ctx, p.Net, cores{threads: t.threads}, endToEndRounds, func(int) (func(), error) {
		before, err := t.engine.net(ctx, n, "train", trainBatch, t.threads, alone, "--optimizer", t.opt.optimizer)
		if err != nil {
			return nil, err
		}
		speed, err := t.train(ctx, n, run, before.PositionsS)
		if err != nil {
			return nil, err
		}
		after, err := t.engine.net(ctx, n, "train", trainBatch, t.threads, alone, "--optimizer", t.opt.optimizer)
		if err != nil {
			return nil, err
		}
		return func() {
			p.Alone = max(p.Alone, before.PositionsS, after.PositionsS)
			p.Median = max(p.Median, before.MedianS, after.MedianS)
			p.EndToEnd = max(p.EndToEnd, speed)
		}, nil
	})
	p.Share = p.EndToEnd / p.Alone
	p.Reached = p.Share >= leastShare
	return p, err
}

// train runs train policy and returns its speed between the first and the last line
// of its metrics, bookkeeping included. Lines come every 50 steps as they do by
// default, or more often if a run has too few steps.
func (t *trial) train(ctx context.Context, n net, length time.Duration, expected float64) (float64, error) {
	dir := filepath.Join(t.opt.work, "run")
	if err := os.RemoveAll(dir); err != nil {
		return 0, err
	}
	steps := int(expected * length.Seconds() / trainBatch)
	var done json.RawMessage
	err := t.engine.call(ctx, &done, "train", "policy", t.games[n.Board], "-o", dir,
		"--optimizer", t.opt.optimizer, "--rate", "0.001", "--filters", strconv.Itoa(n.Filters),
		"--layers", strconv.Itoa(n.Convolutions+1), "--batch", strconv.Itoa(trainBatch),
		"--threads", strconv.Itoa(t.threads), "--time", length.String(),
		"--log-every", strconv.Itoa(min(50, max(1, steps/8))),
		"--eval-every", "0", "--eval-positions", "64", "--stall-after", "0")
	if err != nil {
		return 0, err
	}
	return slope(filepath.Join(dir, "metrics.jsonl"))
}

// slope reads the speed of a run from its metrics.
func slope(path string) (float64, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	type metric struct {
		Kind    string
		Samples float64
		Wall    float64 `json:"wall_s"`
	}
	var first, last metric
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var m metric
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			return 0, fmt.Errorf("%s: %w", path, err)
		}
		if m.Kind != "train" {
			continue
		}
		if first.Samples == 0 {
			first = m
		}
		last = m
	}
	if last.Wall <= first.Wall {
		return 0, fmt.Errorf("%s: too few lines to tell the speed", path)
	}
	return (last.Samples - first.Samples) / (last.Wall - first.Wall), nil
}

// paceTable is the report for people.
func paceTable(h heading, optimizer string, paces []pace) string {
	var b strings.Builder
	h.markdown(&b, "")
	fmt.Fprintf(&b, "Training by %s in batches of %d on all cores, positions/s: bench net --mode train (the best "+
		"step, and the median) and train policy from real games, games replayed and planes made on the way. At "+
		"least %.0f %% is asked for.\n\n"+
		"| network | bench net | median | train policy | share | |\n| --- | ---: | ---: | ---: | ---: | --- |\n",
		optimizer, trainBatch, 100*leastShare)
	var names []string
	var records []record
	for _, p := range paces {
		fault := ""
		if !p.Reached {
			fault = "**missed**"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %.1f %% | %s |\n",
			p.Net, speed(p.Alone), speed(p.Median), speed(p.EndToEnd), 100*p.Share, fault)
		names, records = append(names, p.Net), append(records, p.record)
	}
	conditions(&b, names, records)
	return b.String()
}
