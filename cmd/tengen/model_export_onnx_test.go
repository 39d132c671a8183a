//go:build onnx

package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/record"
)

// These tests need what tools/onnx/install.sh installs: make test-onnx does both.

const onnxTools = "../../tools/onnx"

// tool runs a program of tools/onnx and returns its standard output.
func tool(t *testing.T, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = onnxTools
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s\nmake test-onnx installs what is needed", name, strings.Join(args, " "), err, out, stderr.Bytes())
	}
	return out
}

func python() string {
	if p := os.Getenv("TENGEN_PYTHON"); p != "" {
		return p
	}
	return "/usr/bin/python3"
}

// onnxModel is a model on disk and how to ask Tengen about it.
type onnxModel struct {
	name    string
	dir     string
	board   int
	planes  int
	stride  int
	outputs map[string]func(dst, planes []float32, n int) error
}

// exportedModels are networks of every size that matters: random ones, whose biases are
// random too, and one trained a little on real games.
func exportedModels(t *testing.T) []onnxModel {
	var out []onnxModel
	add := func(name, dir string) {
		net, m, err := nets.LoadModel(dir)
		if err != nil {
			t.Fatal(err)
		}
		if p := net.Policy; p != nil {
			out = append(out, onnxModel{
				name: name, dir: dir, board: m.Board, planes: p.Config().Planes, stride: p.Stride(),
				outputs: map[string]func(dst, planes []float32, n int) error{nets.ONNXLogits: p.Logits, nets.ONNXPolicy: p.Evaluate},
			})
		}
		if v := net.Value; v != nil {
			out = append(out, onnxModel{
				name: name, dir: dir, board: m.Board, planes: v.Config().Planes, stride: v.Stride(),
				outputs: map[string]func(dst, planes []float32, n int) error{nets.ONNXValue: v.Evaluate},
			})
		}
	}
	for _, cfg := range []nets.PolicyConfig{
		{Board: 2, Planes: 4, Filters: 1, Layers: 2},
		{Board: 5, Planes: 12, Filters: 33, Layers: 3},
		{Board: 9, Planes: 48, Filters: 32, Layers: 6},
		{Board: 13, Planes: 20, Filters: 20, Layers: 4},
		{Board: 19, Planes: 48, Filters: 64, Layers: 8},
		nets.Paper(),
	} {
		p, err := nets.NewPolicy(cfg, 7)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Update(shakeBiases); err != nil {
			t.Fatal(err)
		}
		dir := filepath.Join(t.TempDir(), "model")
		if _, err := nets.SavePolicy(dir, p, models.Training{Seed: 7}); err != nil {
			t.Fatal(err)
		}
		add(fmt.Sprintf("policy-%dx%d-%d-planes-%d", cfg.Filters, cfg.Layers, cfg.Planes, cfg.Board), dir)
	}
	for _, cfg := range []nets.ValueConfig{
		{Board: 2, Planes: 4, Filters: 1, Layers: 2, Hidden: 1},
		{Board: 9, Planes: 49, Filters: 32, Layers: 6, Hidden: 64},
		nets.PaperValue(),
	} {
		v, err := nets.NewValue(cfg, 7)
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Update(shakeBiases); err != nil {
			t.Fatal(err)
		}
		dir := filepath.Join(t.TempDir(), "model")
		if _, err := nets.SaveValue(dir, v, models.Training{Seed: 7}); err != nil {
			t.Fatal(err)
		}
		add(fmt.Sprintf("value-%dx%d-%d-planes-%d", cfg.Filters, cfg.Layers, cfg.Planes, cfg.Board), dir)
	}
	trained := filepath.Join(t.TempDir(), "trained")
	if status := run([]string{
		"train", "policy", "../../examples/gnugo9.sgfl.gz", "-o", trained, "--board=9", "--filters=32", "--layers=6",
		"--steps=400", "--quiet",
	}); status != exitDone {
		t.Fatalf("training ends with status %d", status)
	}
	add("policy-trained-9", trained)
	return out
}

// shakeBiases makes biases count, which begin at 0.
func shakeBiases(params []nets.Param) error {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, q := range params {
		if strings.HasSuffix(q.Name, ".bias") {
			for i := range q.Data {
				q.Data[i] = float32(rng.NormFloat64() * 0.2)
			}
		}
	}
	return nil
}

// positions are n of real games where there are examples of the size, else of a random one.
func positions(t *testing.T, size, n int) []board.Position {
	t.Helper()
	var out []board.Position
	rng := rand.New(rand.NewPCG(3, uint64(size)))
	if size == 9 || size == 19 {
		set, _, err := record.Read(context.Background(), []string{fmt.Sprintf("../../examples/gnugo%d.sgfl.gz", size)}, record.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for len(out) < n {
			g := set.Game(rng.IntN(set.Len()))
			var pos board.Position
			if err := g.PositionAt(rng.IntN(len(g.Moves)), &pos); err != nil {
				t.Fatal(err)
			}
			out = append(out, pos)
		}
		return out
	}
	for len(out) < n {
		pos := board.NewPosition(size)
		for range rng.IntN(size * size) {
			moves := pos.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			pos.Play(moves[rng.IntN(len(moves))], pos.ToMove())
		}
		out = append(out, pos)
	}
	return out
}

// TestONNXRuntime has the files of tengen model export checked by the onnx package and
// computed by ONNX Runtime, on real positions, all at once and in batches of three.
func TestONNXRuntime(t *testing.T) {
	const n = 16
	for _, m := range exportedModels(t) {
		t.Run(m.name, func(t *testing.T) {
			work := t.TempDir()
			file := filepath.Join(work, "net.onnx")
			if status := run([]string{"model", "export", "--onnx", file, m.dir, "--quiet"}); status != exitDone {
				t.Fatalf("status %d", status)
			}
			points := m.board * m.board
			shapes := checkONNX(t, file, m)

			pos := positions(t, m.board, n)
			ours, theirs := make([]float32, n*points*m.stride), make([]float32, n*points*m.planes)
			e := features.NewExtractor()
			for i := range pos {
				e.Extract(ours[i*points*m.stride:], m.stride, &pos[i], features.Planes(m.planes), features.Identity)
				for q := range points {
					for c := range m.planes {
						theirs[(i*m.planes+c)*points+q] = ours[(i*points+q)*m.stride+c]
					}
				}
			}
			var raw bytes.Buffer
			if err := binary.Write(&raw, binary.LittleEndian, theirs); err != nil {
				t.Fatal(err)
			}
			planes := filepath.Join(work, "planes.f32")
			if err := os.WriteFile(planes, raw.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			for _, batch := range []int{n, 3} {
				var told struct{ Inputs, Outputs map[string][]any }
				if err := json.Unmarshal(tool(t, "node", "run.mjs", file, planes, work, strconv.Itoa(batch)), &told); err != nil {
					t.Fatal(err)
				}
				if len(told.Outputs) != len(m.outputs) {
					t.Errorf("outputs %v", told.Outputs)
				}
				for name, evaluate := range m.outputs {
					size := int(shapes[name][1].(float64))
					want := make([]float32, n*size)
					if err := evaluate(want, ours, n); err != nil {
						t.Fatal(err)
					}
					compare(t, fmt.Sprintf("%s in batches of %d", name, batch), filepath.Join(work, name+".f32"), want)
				}
			}
		})
	}
}

// checkONNX runs the onnx package's checker and returns the outputs' shapes.
func checkONNX(t *testing.T, file string, m onnxModel) map[string][]any {
	t.Helper()
	var said struct {
		IR              int
		Opset           map[string]int
		Operators       []string
		Inputs, Outputs map[string][]any
		Metadata        map[string]string
	}
	if err := json.Unmarshal(tool(t, python(), "check.py", file), &said); err != nil {
		t.Fatal(err)
	}
	size := float64(m.board)
	if said.IR != 7 || said.Opset[""] != 13 || len(said.Inputs) != 1 ||
		!slices.Equal(said.Inputs["planes"], []any{"N", float64(m.planes), size, size}) {
		t.Errorf("IR %d, operators %v, inputs %v", said.IR, said.Opset, said.Inputs)
	}
	var names []string
	if err := json.Unmarshal([]byte(said.Metadata["tengen.plane_names"]), &names); err != nil ||
		len(names) != m.planes || names[0] != features.Name(0) {
		t.Errorf("plane names %q, error %v", names, err)
	}
	manifest, err := models.ReadManifest(m.dir)
	if err != nil {
		t.Fatal(err)
	}
	kind := said.Metadata["tengen.network"]
	if said.Metadata["tengen.board"] != strconv.Itoa(m.board) || said.Metadata["tengen.sha256"] != manifest.Networks[kind].File.SHA256 {
		t.Errorf("metadata %v", said.Metadata)
	}
	return said.Outputs
}

// compare holds a file of float32 against what Tengen computes: within 1e-5, for logits
// of the largest of them if that is more than 1.
func compare(t *testing.T, what, file string, want []float32) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got := make([]float32, len(raw)/4)
	if err := binary.Read(bytes.NewReader(raw), binary.LittleEndian, got); err != nil {
		t.Fatal(err)
	}
	if len(got) != len(want) {
		t.Fatalf("%s: %d values, want %d", what, len(got), len(want))
	}
	scale, most := 1.0, 0.0
	for i, v := range want {
		scale = max(scale, math.Abs(float64(v)))
		d := math.Abs(float64(got[i]) - float64(v))
		if d != d {
			t.Fatalf("%s: value %d is %v, ours %v", what, i, got[i], v)
		}
		most = max(most, d)
	}
	t.Logf("%s: differs by %.1e at most, values up to %.3g", what, most, scale)
	if most > 1e-5*scale {
		t.Errorf("%s: differs by %.2g", what, most)
	}
}

// TestONNXDocument runs the JavaScript of docs/onnx.md as it stands there.
func TestONNXDocument(t *testing.T) {
	doc, err := os.ReadFile("../../docs/onnx.md")
	if err != nil {
		t.Fatal(err)
	}
	code := regexp.MustCompile("(?s)```js\n(.*?)```").FindSubmatch(doc)
	if code == nil {
		t.Fatal("no JavaScript in docs/onnx.md")
	}
	work := t.TempDir()
	p, err := nets.NewPolicy(nets.PolicyConfig{Board: 9, Planes: 48, Filters: 16, Layers: 4}, 4)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := nets.SavePolicy(work, p, models.Training{}); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(work, "first.onnx")
	if status := run([]string{"model", "export", "--onnx", file, work}); status != exitDone {
		t.Fatalf("status %d", status)
	}
	// A module finds onnxruntime-node from where it lies, and git ignores this place.
	script, err := os.CreateTemp(filepath.Join(onnxTools, "node_modules"), "first-*.mjs")
	if err != nil {
		t.Fatal(err)
	}
	defer os.Remove(script.Name())
	if _, err := script.Write(code[1]); err != nil {
		t.Fatal(err)
	}
	if err := script.Close(); err != nil {
		t.Fatal(err)
	}
	pos := board.NewPosition(9)
	planes, probs := make([]float32, 81*p.Stride()), make([]float32, 81)
	features.NewExtractor().Extract(planes, p.Stride(), &pos, features.PolicyPlanes, features.Identity)
	if err := p.Evaluate(probs, planes, 1); err != nil {
		t.Fatal(err)
	}
	best := slices.Index(probs, slices.Max(probs))
	want := fmt.Sprintf("%s %.1f%%\n", board.FromIndex(best, 9).Vertex(9), 100*probs[best])
	if got := string(tool(t, "node", "node_modules/"+filepath.Base(script.Name()), file)); got != want {
		t.Errorf("the document's program says %q, Tengen %q", got, want)
	}
}
