package main

import (
	"slices"
	"strings"
	"testing"
)

func TestSuitesAskForTheirTargets(t *testing.T) {
	targets := 0
	seen := map[string]bool{}
	for _, s := range suites {
		if seen[s.String()] {
			t.Errorf("%v is there twice", s)
		}
		seen[s.String()] = true
		for _, r := range s.rows() {
			if r.target.ratio > 0 {
				targets++
				if r.target.ratio < 1 || peerNames[r.target.against] == "" {
					t.Errorf("%v, %s: target %+v", s, r.name, r.target)
				}
			}
			ours, theirs := 0, map[string]int{}
			for _, v := range s.variants() {
				switch {
				case !r.shows(v):
				case v.Engine == "tengen":
					ours++
				default:
					theirs[v.Engine]++
				}
			}
			if ours == 0 || theirs["torch"] == 0 {
				t.Errorf("%v, %s: %d variants of ours, %v of theirs", s, r.name, ours, theirs)
			}
			if a := r.target.against; a != "" && a != "best" && theirs[a] == 0 {
				t.Errorf("%v, %s: nobody called %s to compare with", s, r.name, a)
			}
		}
		for _, want := range []target{s.single, s.latency, s.forward, s.train} {
			if want.ratio > 0 && !slices.ContainsFunc(s.rows(), func(r row) bool { return r.target == want }) {
				t.Errorf("%v: target %+v has no row", s, want)
			}
		}
	}
	if targets < 20 {
		t.Errorf("%d targets", targets)
	}
}

// One network on one thread, with figures made up so that the best of each engine
// and mode are known.
func outcomeOfFigures() outcome {
	s := suite{net: wide19, threads: 1, single: target{2.7, "ort"}, forward: target{2.7, "ort"}, train: target{2.4, "torch"}}
	r := suiteOutcome{suite: s, Best: map[variant]figure{}, record: record{
		Rounds: 1, Conditions: []condition{{Before: 100, After: 99, Best: 101}, {Before: 60, After: 98, Best: 101, Others: 0.5}},
	}}
	figures := map[variant]figure{}
	for _, v := range s.variants() {
		f := figure{PositionsS: 10}
		switch v {
		case variant{"tengen", "forward", "", 1}:
			f.PositionsS = 130
		case variant{"tengen", "forward", "", 64}:
			f.PositionsS = 140
		case variant{"tengen", "train", "", 64}:
			f = figure{PositionsS: 47, Garbage: 2e5, Memory: 5e8}
		case variant{"ort", "forward", "", 16}:
			f.PositionsS = 50
		case variant{"torch", "forward", "jit", 64}:
			f.PositionsS = 60
		case variant{"torch", "train", "channels_last", 16}:
			f.PositionsS = 20
		case variant{"torch", "train", "nchw", 64}:
			f.PositionsS = 19
		}
		figures[v] = f
	}
	r.add(figures)
	r.add(map[variant]figure{{"tengen", "forward", "", 64}: {PositionsS: 100}}) // a worse round
	return outcome{heading: heading{Date: "2026-01-02"}, Torch: "1", ORT: "2", Suites: []suiteOutcome{r}}
}

func TestLines(t *testing.T) {
	o := outcomeOfFigures()
	lines := o.Suites[0].lines()
	if len(lines) != 3 {
		t.Fatalf("%d lines", len(lines))
	}
	for i, want := range []struct {
		tengen, ort, torch float64
		ratio              float64
		reached            bool
	}{
		{130, 50, 60, 2.6, false}, // batch 1 against their best, 2.7 × ONNX Runtime asked
		{140, 50, 60, 2.8, true},
		{47, 0, 20, 2.35, false}, // 2.4 × PyTorch asked
	} {
		l := lines[i]
		if l.Tengen.PositionsS != want.tengen || l.ORT.PositionsS != want.ort || l.Torch.PositionsS != want.torch ||
			l.Ratio != want.ratio || l.Reached == nil || *l.Reached != want.reached {
			t.Errorf("%+v, want %+v", l, want)
		}
	}
}

func TestPromising(t *testing.T) {
	o := outcomeOfFigures()
	r := o.Suites[0]
	want := []variant{
		{"tengen", "forward", "", 1},
		{"tengen", "forward", "", 64},
		{"tengen", "train", "", 16},
		{"tengen", "train", "", 64},
		{"torch", "forward", "nchw", 1},
		{"torch", "forward", "jit", 64},
		{"torch", "train", "nchw", 64},
		{"torch", "train", "channels_last", 16},
		{"ort", "forward", "", 1},
		{"ort", "forward", "", 16},
	}
	if got := r.suite.promising(r.Best); !slices.Equal(got, want) {
		t.Errorf("%v\nwant %v", got, want)
	}
}

func TestMarkdown(t *testing.T) {
	o := outcomeOfFigures()
	text := o.markdown()
	for _, part := range []string{
		"| 64x7 19×19, 1 thread | forward, batch 1 | 130 (1) | 50.0 (16) | 60.0 (64, jit) | 2.60 | ONNX Runtime | 2.7 **missed** |",
		"| training | 47.0 (64) | – | 20.0 (16, channels_last) | 2.35 | PyTorch | 2.4 **missed** |",
		"1 of 3 targets reached",
		"| 64x7 19×19, 1 thread | 200.0 | 500 | **too much** |",
		"| 64x7 19×19, 1 thread | 1 | 1 | 60 | 101 | 0.50 |  |",
	} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
}
