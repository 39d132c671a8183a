package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/version"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
)

func savedPolicy(t *testing.T) (dir string, p *nets.Policy) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "my model")
	p, err := nets.NewPolicy(nets.PolicyConfig{Board: 5, Planes: 4, Filters: 3, Layers: 3}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := nets.SavePolicy(dir, p, models.Training{}); err != nil {
		t.Fatal(err)
	}
	return dir, p
}

// The file is the network's, an older one is replaced, and what is printed is true.
func TestModelExport(t *testing.T) {
	dir, p := savedPolicy(t)
	m, err := models.ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	want, err := p.ONNX(nets.ONNXNotes{
		Version: version.String(), Model: "my model", SHA256: m.Networks[models.Policy].File.SHA256,
		Planes: []string{"own stone", "opponent stone", "empty", "ones"},
	})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "net.onnx")
	for _, c := range []ExportCmd{
		{ONNX: file, Dir: dir},
		{ONNX: file, Dir: dir, Network: "policy", Common: flags.Common{Answer: flags.Answer{JSON: true}}},
	} {
		if err := os.WriteFile(file, []byte("an older file"), 0o644); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := c.print(&out); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%d bytes, want %d (error %v)", len(got), len(want), err)
		}
		if !c.JSON {
			if out.String() != file+": policy network, input planes [N, 4, 5, 5], output logits and policy, 0.0 MB\n" {
				t.Error(out.String())
			}
			continue
		}
		var e exported
		if err := json.Unmarshal(out.Bytes(), &e); err != nil || e.File != file || e.Network != "policy" || e.Board != 5 || e.Planes != 4 ||
			e.Input != "planes" || !slices.Equal(e.Outputs, []string{"logits", "policy"}) || e.Opset != 13 || e.Bytes != len(want) {
			t.Errorf("%s, error %v", out.String(), err)
		}
	}
}

// A model of both networks: each is exported by its name.
func TestModelExportOfTwoNetworks(t *testing.T) {
	dir := t.TempDir()
	p, err := nets.NewPolicy(nets.PolicyConfig{Board: 5, Planes: 48, Filters: 3, Layers: 3}, 1)
	if err != nil {
		t.Fatal(err)
	}
	v, err := nets.NewValue(nets.ValueConfig{Board: 5, Planes: 49, Filters: 3, Layers: 3, Hidden: 4}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := nets.SaveModel(dir, nets.Model{Policy: p, Value: v}, nil); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "net.onnx")
	for network, want := range map[string]string{
		"policy": "policy network, input planes [N, 48, 5, 5], output logits and policy",
		"value":  "value network, input planes [N, 49, 5, 5], output value",
	} {
		var out bytes.Buffer
		if err := (&ExportCmd{ONNX: file, Dir: dir, Network: network}).print(&out); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), want) || !bytes.Contains(data, []byte(network)) ||
			bytes.Contains(data, []byte("player is black")) != (network == "value") {
			t.Errorf("%s: %s", network, out.String())
		}
	}
}

// Nothing is written where something is wrong, and the error says what.
func TestModelExportRefuses(t *testing.T) {
	dir, _ := savedPolicy(t)
	spoiled, _ := savedPolicy(t)
	if err := os.Truncate(filepath.Join(spoiled, "policy.safetensors"), 1000); err != nil {
		t.Fatal(err)
	}
	work := t.TempDir()
	file := filepath.Join(work, "net.onnx")
	folder := filepath.Join(t.TempDir(), "folder.onnx")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		cmd   ExportCmd
		want  string
		usage bool
	}{
		{ExportCmd{ONNX: file, Dir: filepath.Join(work, "nowhere")}, "model.json: no such file", false},
		{ExportCmd{ONNX: file, Dir: spoiled}, "truncated", false},
		{ExportCmd{ONNX: filepath.Join(dir, "policy.safetensors"), Dir: dir}, "must end in .onnx", true},
		{ExportCmd{ONNX: dir, Dir: file}, "must end in .onnx", true},
		{ExportCmd{ONNX: file, Dir: dir, Network: "value"}, "my model has a policy network", true},
		{ExportCmd{ONNX: filepath.Join(work, "no", "such", "net.onnx"), Dir: dir}, "make the folder first", false},
		{ExportCmd{ONNX: folder, Dir: dir}, "folder.onnx", false},
	} {
		var out bytes.Buffer
		err := c.cmd.print(&out)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want %q", c.cmd, err, c.want)
		}
		var wrong *usage.Error
		if errors.As(err, &wrong) != c.usage {
			t.Errorf("%v: is it wrong use? %v, want %v", err, !c.usage, c.usage)
		}
		if out.Len() > 0 {
			t.Errorf("%v: printed %q", err, out.String())
		}
	}
	if left, err := os.ReadDir(work); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v (error %v)", left, err)
	}
}

// A model of several networks, or of one that has no form in ONNX.
func TestModelExportChoosesTheNetwork(t *testing.T) {
	networks := func(kinds ...string) models.Manifest {
		m := models.Manifest{Networks: map[string]models.Network{}}
		for _, k := range kinds {
			m.Networks[k] = models.Network{}
		}
		return m
	}
	c := &ExportCmd{Dir: "m"}
	if _, err := c.kind(networks("value", "policy")); err == nil ||
		!strings.Contains(err.Error(), "m has policy and value networks: choose one by --network") {
		t.Errorf("error %v", err)
	}
	if kind, err := c.kind(networks("value")); kind != "value" || err != nil {
		t.Errorf("%q, error %v", kind, err)
	}
	c.Network = "value"
	if kind, err := c.kind(networks("value", "policy")); kind != "value" || err != nil {
		t.Errorf("%q, error %v", kind, err)
	}
	if _, err := c.encode(&exported{Network: "rollout"}); err == nil || !strings.Contains(err.Error(), "a rollout network has no form in ONNX") {
		t.Errorf("error %v", err)
	}
}
