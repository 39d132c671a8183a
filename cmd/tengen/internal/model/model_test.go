package model

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
)

func TestModelCommands(t *testing.T) {
	root := t.TempDir()
	dir, spoiled := filepath.Join(root, "good"), filepath.Join(root, "spoiled")
	p, err := nets.NewPolicy(nets.PolicyConfig{Board: 5, Planes: 4, Filters: 3, Layers: 3}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{dir, spoiled} {
		training := models.Training{
			Data:    []string{"made up"},
			Steps:   12,
			Figures: map[string]float64{"top1": 0.25},
		}
		if _, err := nets.SavePolicy(d, p, training); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Truncate(filepath.Join(spoiled, "policy.safetensors"), 1000); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := (&ListCmd{Dirs: []string{root}}).print(&out); err != nil {
		t.Fatal(err)
	}
	want := ": policy network, board 5, 4 planes, 3 layers, 3 filters, 12 steps, top-1 25.0%\n"
	if out.String() != dir+want+spoiled+want {
		t.Errorf("list: %s", out.String())
	}

	out.Reset()
	if err := (&InfoCmd{Dir: dir, Common: flags.Common{Answer: flags.Answer{JSON: true}}}).print(&out); err != nil {
		t.Fatal(err)
	}
	var info struct{ Manifest models.Manifest }
	if err := json.Unmarshal(out.Bytes(), &info); err != nil || info.Manifest.Networks["policy"].Training.Steps != 12 {
		t.Errorf("info: error %v, %s", err, out.String())
	}

	out.Reset()
	err = (&VerifyCmd{Dirs: []string{dir, spoiled, root}}).print(&out)
	if err == nil || !strings.Contains(err.Error(), "2 of 3") {
		t.Errorf("verify: error %v", err)
	}
	lines := strings.Split(out.String(), "\n")
	if lines[0] != dir+": whole" || !strings.Contains(lines[1], "FAULTY") || !strings.Contains(lines[1], "truncated") ||
		!strings.HasPrefix(lines[2], root+": NO MODEL: ") {
		t.Errorf("verify: %s", out.String())
	}
}

// The notes of the models in the program are short: none of the JSON of the games that they learned from.
func TestInfoIsShort(t *testing.T) {
	for _, name := range []string{"shipped:9x9", "shipped:13x13"} {
		var out bytes.Buffer
		if err := (&InfoCmd{Dir: name}).print(&out); err != nil {
			t.Fatal(err)
		}
		if text := out.String(); strings.Contains(text, "{") || !strings.Contains(text, "games with a known outcome") {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// What a manifest says cannot steer the terminal.
func TestInfoIsPrintable(t *testing.T) {
	dir := t.TempDir()
	p, err := nets.NewPolicy(nets.PolicyConfig{Board: 5, Planes: 4, Filters: 3, Layers: 3}, 1)
	if err != nil {
		t.Fatal(err)
	}
	const evil = "\x1b]0;title\x07\r\u009b31mred"
	training := models.Training{
		Data: []string{"data" + evil}, Program: "program" + evil, Notes: "notes" + evil, Parent: "parent" + evil,
		Figures: map[string]float64{"figure" + evil: 1},
	}
	if _, err := nets.SavePolicy(dir, p, training); err != nil {
		t.Fatal(err)
	}
	card := models.Card{
		Title: "title" + evil, About: "about\nabout" + evil, Data: []string{"origin" + evil},
		Recipe: []string{"recipe" + evil}, Results: []string{"result" + evil}, Limits: []string{"limit" + evil},
		Licence: "licence" + evil,
	}
	manifest := filepath.Join(dir, models.ManifestName)
	text, err := os.ReadFile(manifest)
	if err != nil {
		t.Fatal(err)
	}
	inside, err := json.Marshal(card)
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.Replace(text, []byte("{"), []byte(`{"card":`+string(inside)+","), 1)
	if err := os.WriteFile(manifest, text, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, card := range []bool{false, true} {
		var out bytes.Buffer
		if err := (&InfoCmd{Dir: dir, Card: card}).print(&out); err != nil {
			t.Fatal(err)
		}
		if strings.ContainsAny(out.String(), "\x1b\x07\r\u009b") {
			t.Errorf("--card %v: %q", card, out.String())
		}
		for _, want := range []string{"title", "about\nabout", "origin", "notes", "figure"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("--card %v: no %q in %q", card, want, out.String())
			}
		}
	}
}
