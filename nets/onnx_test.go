package nets

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// channelFirst returns the planes of n positions as ONNX takes them.
func channelFirst(planes []float32, n, board, channels, stride int) array {
	x := newArray(n, channels, board, board)
	points := board * board
	for b := range n {
		for q := range points {
			for c := range channels {
				x.data[(b*channels+c)*points+q] = float64(planes[(b*points+q)*stride+c])
			}
		}
	}
	return x
}

// within fails the test where values differ by more than 1e-5 of the largest
// wanted, or of 1.
func within(t *testing.T, what string, got []float64, want []float32) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d values, want %d", what, len(got), len(want))
	}
	scale := 1.0
	for _, v := range want {
		scale = max(scale, math.Abs(float64(v)))
	}
	for i, v := range want {
		if d := math.Abs(got[i] - float64(v)); !(d <= 1e-5*scale) {
			t.Fatalf("%s: value %d is %v, want %v", what, i, got[i], v)
		}
	}
}

// The exported file, read and computed by other code, gives what Evaluate gives.
func TestPolicyONNX(t *testing.T) {
	configs := []PolicyConfig{
		{Board: 2, Planes: 4, Filters: 1, Layers: 2},
		{Board: 5, Planes: 4, Filters: 7, Layers: 3},
		{Board: 9, Planes: 12, Filters: 16, Layers: 4},
		{Board: 19, Planes: 48, Filters: 9, Layers: 3},
	}
	rng := rand.New(rand.NewPCG(5, 0))
	for range 6 {
		configs = append(configs, PolicyConfig{
			Board: 2 + rng.IntN(12), Planes: []int{4, 12, 20, 48}[rng.IntN(4)], Filters: 1 + rng.IntN(20), Layers: 2 + rng.IntN(4),
		})
	}
	for i, cfg := range configs {
		p := newPolicy(t, cfg, uint64(i))
		n := 1 + i%3
		b := newBatch(p, n, uint64(i))
		file, err := p.ONNX(ONNXNotes{})
		if err != nil {
			t.Fatalf("%+v: %v", cfg, err)
		}
		f, err := readONNX(file)
		if err != nil {
			t.Fatalf("%+v: %v", cfg, err)
		}
		got, err := f.run(ONNXPlanes, channelFirst(b.planes, n, cfg.Board, cfg.Planes, p.Stride()))
		if err != nil {
			t.Fatalf("%+v: %v", cfg, err)
		}
		want := make([]float32, n*p.Points())
		if err := p.Logits(want, b.planes, n); err != nil {
			t.Fatal(err)
		}
		within(t, ONNXLogits, got[ONNXLogits].data, want)
		within(t, ONNXPolicy, got[ONNXPolicy].data, evaluate(t, p, b))
		for name, shape := range map[string][]int{ONNXLogits: {n, p.Points()}, ONNXPolicy: {n, p.Points()}} {
			if !slices.Equal(got[name].shape, shape) {
				t.Errorf("%+v: %s has shape %v, want %v", cfg, name, got[name].shape, shape)
			}
		}
	}
}

func TestValueONNX(t *testing.T) {
	for i, cfg := range []ValueConfig{
		{Board: 2, Planes: 4, Filters: 1, Layers: 2, Hidden: 1},
		{Board: 5, Planes: 49, Filters: 7, Layers: 3, Hidden: 5},
		{Board: 9, Planes: 49, Filters: 16, Layers: 4, Hidden: 32},
		{Board: 19, Planes: 49, Filters: 9, Layers: 3, Hidden: 256},
	} {
		v := newValue(t, cfg, uint64(i))
		const n = 3
		b := newBatch(v, n, uint64(i))
		file, err := v.ONNX(ONNXNotes{})
		if err != nil {
			t.Fatalf("%+v: %v", cfg, err)
		}
		f, err := readONNX(file)
		if err != nil {
			t.Fatalf("%+v: %v", cfg, err)
		}
		got, err := f.run(ONNXPlanes, channelFirst(b.planes, n, cfg.Board, cfg.Planes, v.Stride()))
		if err != nil {
			t.Fatalf("%+v: %v", cfg, err)
		}
		within(t, ONNXValue, got[ONNXValue].data, values(t, v, b))
		if d := cmp.Diff(map[string][]any{"value": {"N", 1}}, f.outputs); d != "" {
			t.Error(d)
		}
		if f.graph != "value" || f.properties["tengen.network"] != "value" {
			t.Errorf("graph %q, metadata %v", f.graph, f.properties)
		}
	}
}

// What the file says about itself, and that it says it in the same bytes again.
func TestONNXNotes(t *testing.T) {
	p := newPolicy(t, PolicyConfig{Board: 5, Planes: 4, Filters: 3, Layers: 3}, 1)
	notes := ONNXNotes{Version: "v1", Model: "broken\xff name", SHA256: "abc", Planes: []string{"own", "opponent", "empty \"quoted\"", "ones"}}
	file, err := p.ONNX(notes)
	if err != nil {
		t.Fatal(err)
	}
	again, err := newPolicy(t, p.cfg, 1).ONNX(notes)
	if err != nil || !bytes.Equal(file, again) {
		t.Errorf("the same network gives another file (error %v)", err)
	}
	f, err := readONNX(file)
	if err != nil {
		t.Fatal(err)
	}
	if f.ir != 7 || f.opset != 13 || f.producer != "tengen" || f.version != "v1" || f.graph != "policy" || !strings.Contains(f.doc, "[N, 4, 5, 5]") {
		t.Errorf("IR %d, operators %d, by %q %q, graph %q, doc %q", f.ir, f.opset, f.producer, f.version, f.graph, f.doc)
	}
	if d := cmp.Diff(map[string][]any{"planes": {"N", 4, 5, 5}}, f.inputs); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(map[string][]any{"logits": {"N", 25}, "policy": {"N", 25}}, f.outputs); d != "" {
		t.Error(d)
	}
	var planes []string
	if err := json.Unmarshal([]byte(f.properties["tengen.plane_names"]), &planes); err != nil || !slices.Equal(planes, notes.Planes) {
		t.Errorf("planes %q, error %v", planes, err)
	}
	delete(f.properties, "tengen.plane_names")
	if d := cmp.Diff(map[string]string{
		"tengen.network": "policy", "tengen.board": "5", "tengen.planes": "4", "tengen.model": "broken\uFFFD name", "tengen.sha256": "abc",
	}, f.properties); d != "" {
		t.Error(d)
	}
}
