package main

import (
	"cmp"
	"fmt"
	"slices"
)

// suite is what is measured together, alternating: a network on a number of threads with
// one instruction set.
type suite struct {
	net     net
	threads int
	avx2    bool // all engines that can be are held to AVX2
	// What is asked of each row of the table. Those that a suite has no figures for
	// stay empty.
	single, latency, forward, train target
}

// target is how many times the speed of a peer ours must be.
type target struct {
	ratio   float64 // 0: none is set
	against string  // ort, torch, or best: the better of both
}

// The targets are from the engine's design, section 11.
var suites = []suite{
	{
		net: alphago, threads: 1,
		single: target{2.7, "ort"}, forward: target{2.7, "ort"}, train: target{2.4, "torch"},
	},
	{
		net: alphago, threads: 2,
		latency: target{2.2, "ort"}, forward: target{2.5, "ort"}, train: target{2.6, "torch"},
	},
	// As the policy network, less 5 %.
	{net: value, threads: 1, forward: target{2.56, "ort"}, train: target{2.28, "torch"}},
	{
		net: wide19, threads: 1,
		single: target{2.2, "best"}, forward: target{2.2, "best"}, train: target{1.9, "torch"},
	},
	{net: wide19, threads: 2, forward: target{2.2, "best"}, train: target{1.9, "torch"}},
	{net: narrow19, threads: 1, forward: target{1.8, "best"}, train: target{1.5, "torch"}},
	{net: narrow19, threads: 2, train: target{1.5, "torch"}},
	{
		net: wide9, threads: 1,
		single: target{1.7, "ort"}, forward: target{1.7, "torch"}, train: target{1.6, "torch"},
	},
	{net: wide9, threads: 2, train: target{1.6, "torch"}},
	{net: narrow9, threads: 1, forward: target{1.4, "best"}, train: target{1.4, "torch"}},
	{net: narrow9, threads: 2, train: target{1.4, "torch"}},
	{net: alphago, threads: 1, avx2: true, forward: target{2.8, "torch"}, train: target{3.0, "torch"}},
	{net: wide19, threads: 1, avx2: true, forward: target{2.8, "torch"}, train: target{2.8, "torch"}},
}

func (s suite) String() string {
	name := fmt.Sprintf("%v, %d threads", s.net, s.threads)
	if s.threads == 1 {
		name = fmt.Sprintf("%v, 1 thread", s.net)
	}
	if s.avx2 {
		name += ", AVX2 only"
	}
	return name
}

// variant is one way to run one engine: what is timed.
type variant struct {
	Engine string `json:"engine"` // tengen, torch, ort
	Mode   string `json:"mode"`   // forward, train; of tengen latency too
	Layout string `json:"layout,omitempty"`
	Batch  int    `json:"batch"`
}

// variants are all that could be the best of their engine.
func (s suite) variants() []variant {
	var all []variant
	add := func(engine, mode string, layouts []string, batches ...int) {
		for _, l := range layouts {
			for _, b := range batches {
				all = append(all, variant{engine, mode, l, b})
			}
		}
	}
	none := []string{""}
	batches := []int{1, 16, 64}
	if s.net.large() {
		batches = batches[:2] // 64 gave no engine more than 1 % more, and takes seconds a call
	}
	if s.threads > 1 {
		add("tengen", "latency", none, 1)
	} else {
		add("tengen", "forward", none, 1)
	}
	add("tengen", "forward", none, batches[1:]...)
	add("tengen", "train", none, 16, 64) // 64 for the memory that it takes
	add("torch", "forward", []string{"nchw", "channels_last", "jit", "jit_channels_last"}, batches...)
	add("torch", "train", []string{"nchw", "channels_last"}, batches[1:]...)
	if !s.avx2 { // ONNX Runtime has no such setting
		add("ort", "forward", none, batches...)
	}
	return all
}

// row is a line of the table. It compares the best of our variants with the best of the
// peers' variants.
type row struct {
	name   string
	target target
	ours   func(variant) bool
	peers  func(variant) bool
}

// rows are the lines of the suite.
func (s suite) rows() []row {
	forward := func(v variant) bool { return v.Mode == "forward" }
	train := func(v variant) bool { return v.Mode == "train" }
	one := func(v variant) bool { return v.Mode != "train" && v.Batch == 1 }
	var rs []row
	switch {
	case s.threads > 1:
		rs = append(rs, row{"one position at a time", s.latency, one, one})
	case !s.avx2:
		// The target is about the peers' best, whatever their batch.
		rs = append(rs, row{"forward, batch 1", s.single, one, forward})
	}
	return append(rs, row{"forward", s.forward, forward, forward}, row{"training", s.train, train, train})
}

// promising are the variants worth another round: the best two of each engine in
// each row.
func (s suite) promising(best map[variant]figure) []variant {
	keep := map[variant]bool{}
	for _, r := range s.rows() {
		of := map[string][]variant{} // by engine
		for _, v := range s.variants() {
			if r.shows(v) {
				of[v.Engine] = append(of[v.Engine], v)
			}
		}
		for _, vs := range of {
			slices.SortStableFunc(vs, func(v, w variant) int {
				return cmp.Compare(best[w].PositionsS, best[v].PositionsS)
			})
			for _, v := range vs[:min(2, len(vs))] {
				keep[v] = true
			}
		}
	}
	return slices.DeleteFunc(s.variants(), func(v variant) bool { return !keep[v] })
}

// shows says whether the row's figures may come from v.
func (r row) shows(v variant) bool {
	if v.Engine == "tengen" {
		return r.ours(v)
	}
	return r.peers(v)
}
