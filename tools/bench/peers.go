package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// comparison is a run of bench peers.
type comparison struct {
	series
	torch *peer
	ort   *peer
}

// suiteRounds is how often each suite is measured.
const suiteRounds = 3

// peers compares tengen with the other engines and writes tables.
func peers(ctx context.Context, opt options) (err error) {
	if err := install(ctx, opt); err != nil {
		return err
	}
	c := &comparison{}
	c.series = newSeries(opt, c.processes)
	defer func() { err = errors.Join(err, c.stopPeers()) }()
	var o outcome
	var last suite
	for _, s := range suites {
		if !strings.Contains(s.String(), opt.only) {
			continue
		}
		if c.torch == nil || s.threads != last.threads || s.avx2 != last.avx2 {
			if err := c.startPeers(ctx, s); err != nil {
				return err
			}
		}
		last = s
		if _, err := c.torch.put(ask{Do: "export", Net: &s.net, Path: c.path(s.net)}); err != nil {
			return err
		}
		r, err := c.measure(ctx, s)
		if err != nil {
			return err
		}
		o.Suites = append(o.Suites, r)
	}
	if len(o.Suites) == 0 {
		return usageError(fmt.Sprintf("no suite is called %q; there are:\n%s", opt.only, suiteNames()))
	}
	o.Torch, o.ORT = c.torch.version, c.ort.version
	if o.heading, err = c.describe(ctx); err != nil {
		return err
	}
	return write(opt.work, "peers", o.markdown(), o.object())
}

func suiteNames() string {
	var list []string
	for _, s := range suites {
		list = append(list, s.String())
	}
	return strings.Join(list, "\n")
}

func (c *comparison) path(n net) string { return filepath.Join(c.opt.work, n.file()) }

// processes are the ids of the peers.
func (c *comparison) processes() (ids []int) {
	for _, p := range []*peer{c.torch, c.ort} {
		if p != nil {
			ids = append(ids, p.cmd.Process.Pid)
		}
	}
	return ids
}

// startPeers starts processes of the suite's number of threads and instructions.
func (c *comparison) startPeers(ctx context.Context, s suite) (err error) {
	if err := c.stopPeers(); err != nil {
		return err
	}
	env := []string{
		"OMP_NUM_THREADS=" + strconv.Itoa(s.threads),
		"OMP_WAIT_POLICY=active", // it never waits while something else is measured
		"OMP_PROC_BIND=true",
	}
	c.engine.env = nil
	if s.avx2 {
		env = append(env, "DNNL_MAX_CPU_ISA=AVX2", "ATEN_CPU_CAPABILITY=avx2")
		c.engine.env = []string{"TENGEN_KERNEL=avx2"}
	}
	c.torch, err = startPeer(ctx, "PyTorch", c.opt.work, env, c.opt.python, "torch_peer.py")
	if err != nil {
		return err
	}
	c.ort, err = startPeer(ctx, "ONNX Runtime", c.opt.work, nil, c.opt.node, "ort_peer.mjs", c.opt.modules)
	return err
}

func (c *comparison) stopPeers() error {
	var errs []error
	for _, p := range []**peer{&c.torch, &c.ort} {
		if *p != nil {
			errs = append(errs, (*p).stop())
			*p = nil
		}
	}
	return errors.Join(errs...)
}

// measure runs the rounds of a suite: the first with all variants, the others with the
// variants that may be the best. The order changes, so that no variant always comes first.
func (c *comparison) measure(ctx context.Context, s suite) (suiteOutcome, error) {
	r := suiteOutcome{suite: s, Best: map[variant]figure{}}
	variants := s.variants()
	var err error
	r.record, err = c.run(ctx, s.String(), cores{s.threads, s.avx2}, suiteRounds, func(i int) (func(), error) {
		figures := map[variant]figure{}
		for _, v := range variants {
			f, err := c.time(ctx, s, v)
			if err != nil {
				return nil, fmt.Errorf("%+v: %w", v, err)
			}
			figures[v] = f
		}
		return func() {
			r.add(figures)
			if variants = s.promising(r.Best); i%2 == 0 {
				slices.Reverse(variants)
			}
		}, nil
	})
	return r, err
}

// time measures one variant.
func (c *comparison) time(ctx context.Context, s suite, v variant) (figure, error) {
	length := 400 * time.Millisecond
	if c.opt.quick {
		length = 50 * time.Millisecond
	}
	q := ask{
		Do: "time", Net: &s.net, Mode: v.Mode, Layout: v.Layout, Batch: v.Batch,
		Threads: s.threads, Path: c.path(s.net), Seconds: length.Seconds(),
	}
	switch v.Engine {
	case "torch":
		a, err := c.torch.put(q)
		return figure{PositionsS: a.PositionsS}, err
	case "ort":
		a, err := c.ort.put(q)
		return figure{PositionsS: a.PositionsS}, err
	}
	f, err := c.engine.net(ctx, s.net, v.Mode, v.Batch, s.threads, length)
	return figure{PositionsS: f.PositionsS, GFLOPS: f.GFLOPS, Garbage: f.Garbage, Memory: f.Memory}, err
}
