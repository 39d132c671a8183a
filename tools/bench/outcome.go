package main

import (
	"fmt"
	"strings"
)

// outcome is what bench peers has found.
type outcome struct {
	heading
	Torch  string         `json:"pytorch"` // version
	ORT    string         `json:"onnxruntime"`
	Suites []suiteOutcome `json:"-"`
}

// suiteOutcome is what a suite has shown.
type suiteOutcome struct {
	record
	suite suite
	Best  map[variant]figure
}

// figure is the best that a variant has shown.
type figure struct {
	PositionsS float64 `json:"positions_per_s"`
	GFLOPS     float64 `json:"gflops,omitempty"`        // of tengen
	Garbage    float64 `json:"garbage_bytes,omitempty"` // of tengen, a step
	Memory     float64 `json:"memory_bytes,omitempty"`  // of tengen, at most
}

// add takes over the figures of a round.
func (r *suiteOutcome) add(figures map[variant]figure) {
	for v, f := range figures {
		best := r.Best[v]
		if f.PositionsS > best.PositionsS {
			best.PositionsS, best.GFLOPS = f.PositionsS, f.GFLOPS
		}
		best.Garbage, best.Memory = max(best.Garbage, f.Garbage), max(best.Memory, f.Memory)
		r.Best[v] = best
	}
}

// line is a line of the table.
type line struct {
	Suite   string  `json:"suite"`
	Row     string  `json:"row"`
	Tengen  cell    `json:"tengen"`
	ORT     cell    `json:"onnxruntime"`
	Torch   cell    `json:"pytorch"`
	Ratio   float64 `json:"ratio"`
	Against string  `json:"against"` // the peer of ratio and target: ort, torch, best
	Target  float64 `json:"target,omitempty"`
	Reached *bool   `json:"reached,omitempty"`
}

// cell is the best of an engine; zero if it took no part.
type cell struct {
	PositionsS float64 `json:"positions_per_s"`
	Layout     string  `json:"layout,omitempty"`
	Batch      int     `json:"batch,omitempty"`
}

// lines are the rows of the suite, filled in.
func (r *suiteOutcome) lines() []line {
	var all []line
	for _, w := range r.suite.rows() {
		l := line{Suite: r.suite.String(), Row: w.name, Against: w.target.against, Target: w.target.ratio}
		cells := map[string]*cell{"tengen": &l.Tengen, "ort": &l.ORT, "torch": &l.Torch}
		for v, f := range r.Best {
			if c := cells[v.Engine]; w.shows(v) && f.PositionsS > c.PositionsS {
				*c = cell{f.PositionsS, v.Layout, v.Batch}
			}
		}
		var peer float64
		switch l.Against {
		case "ort":
			peer = l.ORT.PositionsS
		case "torch":
			peer = l.Torch.PositionsS
		default:
			l.Against = "best"
			peer = max(l.ORT.PositionsS, l.Torch.PositionsS)
		}
		if peer > 0 {
			l.Ratio = l.Tengen.PositionsS / peer
		}
		if l.Target > 0 {
			reached := l.Ratio >= l.Target
			l.Reached = &reached
		}
		all = append(all, l)
	}
	return all
}

// object is the outcome as JSON holds it.
func (o *outcome) object() any {
	type timed struct {
		variant
		figure
	}
	type object struct {
		Name string `json:"name"`
		record
		Figures []timed `json:"figures"`
	}
	var all []object
	var lines []line
	for _, r := range o.Suites {
		s := object{Name: r.suite.String(), record: r.record}
		for _, v := range r.suite.variants() {
			s.Figures = append(s.Figures, timed{v, r.Best[v]})
		}
		all = append(all, s)
		lines = append(lines, r.lines()...)
	}
	return struct {
		*outcome
		Lines  []line   `json:"lines"`
		Suites []object `json:"suites"`
	}{o, lines, all}
}

// peerNames are the peers as a target names them.
var peerNames = map[string]string{"ort": "ONNX Runtime", "torch": "PyTorch", "best": "the better"}

// markdown are the tables for people.
func (o *outcome) markdown() string {
	var b strings.Builder
	o.heading.markdown(&b, fmt.Sprintf("; PyTorch %s; ONNX Runtime %s", o.Torch, o.ORT))
	b.WriteString("Positions/s, the best of all rounds; in parentheses the batch and PyTorch's layout.\n\n" +
		"| network | what | tengen | ONNX Runtime | PyTorch | ratio | to | target |\n" +
		"| --- | --- | ---: | ---: | ---: | ---: | --- | --- |\n")
	reached, targets := 0, 0
	for _, r := range o.Suites {
		for _, l := range r.lines() {
			target := ""
			if l.Reached != nil {
				targets++
				if target = fmt.Sprintf("%.3g", l.Target); *l.Reached {
					reached++
				} else {
					target += " **missed**"
				}
			}
			fmt.Fprintf(&b, "| %s | %s | %v | %v | %v | %.2f | %s | %s |\n",
				l.Suite, l.Row, l.Tengen, l.ORT, l.Torch, l.Ratio, peerNames[l.Against], target)
		}
	}
	fmt.Fprintf(&b, "\n%d of %d targets reached.\n", reached, targets)
	o.bounds(&b)
	var names []string
	var records []record
	for _, r := range o.Suites {
		names, records = append(names, r.suite.String()), append(records, r.record)
	}
	conditions(&b, names, records)
	return b.String()
}

func (c cell) String() string {
	switch {
	case c.PositionsS == 0:
		return "–"
	case c.Layout != "":
		return fmt.Sprintf("%s (%d, %s)", speed(c.PositionsS), c.Batch, c.Layout)
	}
	return fmt.Sprintf("%s (%d)", speed(c.PositionsS), c.Batch)
}

// speed is a figure to three digits or the unit.
func speed(v float64) string {
	if v < 100 {
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.0f", v)
}

// Bounds of training in batches of 64.
const (
	mostGarbage = 100e3 // bytes a step, whatever the network
	mostMemory  = 900e6 // bytes, of the paper's network
)

// bounds writes what training takes of memory.
func (o *outcome) bounds(b *strings.Builder) {
	fmt.Fprintf(b, "\nMemory of training in batches of 64: at most %.0f KB of garbage a step, and %.0f MB in all "+
		"with the paper's network.\n\n"+
		"| network | garbage, KB a step | in all, MB | |\n| --- | ---: | ---: | --- |\n", mostGarbage/1e3,
		mostMemory/1e6)
	for _, r := range o.Suites {
		f, ok := r.Best[variant{Engine: "tengen", Mode: "train", Batch: 64}]
		if !ok {
			continue
		}
		fault := ""
		if f.Garbage > mostGarbage || f.Memory > mostMemory {
			fault = "**too much**"
		}
		fmt.Fprintf(b, "| %v | %.1f | %.0f | %s |\n", r.suite, f.Garbage/1e3, f.Memory/1e6, fault)
	}
}
