package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
)

// A policy and a value network become one model in half precision, with a card that a person
// wrote; what it is made of says so.
func TestModelJoin(t *testing.T) {
	root := t.TempDir()
	policy, value, out := filepath.Join(root, "policy"), filepath.Join(root, "value"), filepath.Join(root, "out")
	p, err := nets.NewPolicy(nets.PolicyConfig{Board: 5, Planes: 4, Filters: 3, Layers: 3}, 1)
	if err != nil {
		t.Fatal(err)
	}
	v, err := nets.NewValue(nets.ValueConfig{Board: 5, Planes: 49, Filters: 3, Layers: 3, Hidden: 4}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := nets.SavePolicy(policy, p, models.Training{Steps: 12}); err != nil {
		t.Fatal(err)
	}
	if _, err := nets.SaveValue(value, v, models.Training{Steps: 34}); err != nil {
		t.Fatal(err)
	}
	card := filepath.Join(root, "card.toml")
	if err := os.WriteFile(card, []byte("title = 'A small one'\nrecipe = ['tengen train policy', 'tengen train value']\n"), 0o644); err != nil {
		t.Fatal(err)
	}

	var text bytes.Buffer
	if err := (&JoinCmd{Models: []string{policy, value}, Out: out, Half: true, Card: card}).print(&text); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(text.String(), "\n")
	if !strings.HasPrefix(lines[0], out+": policy network, board 5, 4 planes, 3 layers, 3 filters, half precision, 12 steps, 0.00 MB") ||
		!strings.Contains(lines[1], "value network, board 5") || !strings.Contains(lines[2], "in all") {
		t.Errorf("join: %s", text.String())
	}
	m, manifest, err := nets.LoadModel(out)
	if err != nil || m.Policy == nil || m.Value == nil || manifest.Card == nil || len(manifest.Card.Recipe) != 2 {
		t.Errorf("joined model: %+v, %+v, error %v", m, manifest, err)
	}

	text.Reset()
	alone := JoinCmd{ValueFrom: out, Out: filepath.Join(root, "alone"), Common: flags.Common{
		Answer: flags.Answer{JSON: true},
	}}
	if err := alone.print(&text); err != nil {
		t.Fatal(err)
	}
	var report struct{ Manifest models.Manifest }
	if err := json.Unmarshal(text.Bytes(), &report); err != nil || len(report.Manifest.Networks) != 1 ||
		report.Manifest.Networks["value"].Training.Steps != 34 {
		t.Errorf("join --json: error %v, %s", err, text.String())
	}

	var wrong *usage.Error
	if err := (&JoinCmd{Out: out}).print(&text); !errors.As(err, &wrong) {
		t.Errorf("without models: %v", err)
	}
	if err := (&JoinCmd{Models: []string{policy, out}, Out: out}).print(&text); err == nil || !strings.Contains(err.Error(), "--policy-from") {
		t.Errorf("with two policies: %v", err)
	}
	for want, written := range map[string]string{":2: a card has no titel": "about = ''\ntitel = ''\n", ":1:": "about = \n"} {
		if err := os.WriteFile(card, []byte(written), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := (&JoinCmd{Models: []string{policy}, Out: out, Card: card}).print(&text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("card %q: error %v", written, err)
		}
	}
}
