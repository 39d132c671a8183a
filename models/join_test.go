package models

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// part saves a model whose networks, of the given kinds, have the value v everywhere and
// provenance that says so.
func part(t *testing.T, board int, v float32, kinds ...string) string {
	t.Helper()
	m := Model{Manifest: Manifest{Board: board, Networks: map[string]Network{}}, Weights: map[string][]Tensor{}}
	for _, kind := range kinds {
		m.Manifest.Networks[kind] = Network{Training: Training{Steps: uint64(100 * v), Notes: kind}}
		m.Weights[kind] = []Tensor{{"weights", []int{2}, []float32{v, 0.1}, false}, {"patterns", []int{1}, []float32{1<<20 - 1}, false}}
		if kind == Policy || kind == Value {
			m.Weights[kind] = m.Weights[kind][:1]
		}
	}
	dir := filepath.Join(t.TempDir(), "model")
	save(t, dir, m)
	return dir
}

func TestJoin(t *testing.T) {
	policy, value, linear := part(t, 9, 1, Policy), part(t, 9, 2, Value), part(t, 0, 3, Rollout, Tree)
	all := part(t, 9, 4, Policy, Value)
	for _, c := range []struct {
		name   string
		config JoinConfig
		want   map[string]float32
	}{
		{"three", JoinConfig{Models: []string{policy, value, linear}}, map[string]float32{Policy: 1, Value: 2, Rollout: 3, Tree: 3}},
		{"one chosen", JoinConfig{Models: []string{all, linear}, From: map[string]string{Value: value}}, map[string]float32{Policy: 4, Value: 2, Rollout: 3, Tree: 3}},
		{"one left out", JoinConfig{Models: []string{linear, policy}, Without: []string{Tree}}, map[string]float32{Policy: 1, Rollout: 3}},
		{"only chosen", JoinConfig{From: map[string]string{Value: all, Tree: linear}}, map[string]float32{Value: 4, Tree: 3}},
		{"the same twice", JoinConfig{Models: []string{policy, policy + "/"}}, map[string]float32{Policy: 1}},
		{"no board", JoinConfig{Models: []string{linear}}, map[string]float32{Rollout: 3, Tree: 3}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, half := range []bool{false, true} {
				c.config.Half = half
				dir := filepath.Join(t.TempDir(), "joined")
				if _, err := Join(dir, c.config); err != nil {
					t.Fatal(err)
				}
				m := load(t, dir)
				if len(m.Manifest.Networks) != len(c.want) {
					t.Errorf("%d networks, want %d", len(m.Manifest.Networks), len(c.want))
				}
				for kind, v := range c.want {
					n := m.Manifest.Networks[kind]
					if n.Training.Steps != uint64(100*v) || n.Training.Notes != kind {
						t.Errorf("provenance of %s: %+v", kind, n.Training)
					}
					second := float32(0.1)
					if half {
						second = fromHalf(toHalf(second))
					}
					w := m.Weights[kind]
					if got := w[0]; got.Data[0] != v || got.Data[1] != second || got.Half != half {
						t.Errorf("%s: %+v", kind, got)
					}
					if len(w) > 1 && (w[1].Data[0] != 1<<20-1 || w[1].Half) {
						t.Errorf("patterns of %s were rounded: %+v", kind, w[1])
					}
					if (n.Original != "") != half {
						t.Errorf("%s: original %q", kind, n.Original)
					}
				}
			}
		})
	}
}

// What is half is joined again to the bit, and keeps the hash that it was rounded from; the
// new model may take the place of one of the old.
func TestJoinAgain(t *testing.T) {
	policy, dir := part(t, 9, 1, Policy), filepath.Join(t.TempDir(), "half")
	full := load(t, policy).Manifest.Networks[Policy].File.SHA256
	card := &Card{Title: "made up", Limits: []string{"all"}}
	if _, err := Join(dir, JoinConfig{Models: []string{policy}, Half: true, Card: card}); err != nil {
		t.Fatal(err)
	}
	first, err := os.ReadFile(filepath.Join(dir, "policy.safetensors"))
	if err != nil {
		t.Fatal(err)
	}
	for _, half := range []bool{true, false} {
		m, err := Join(dir, JoinConfig{Models: []string{dir, part(t, 0, 3, Rollout)}, Half: half, Without: []string{Rollout}})
		if err != nil {
			t.Fatal(err)
		}
		if m.Networks[Policy].Original != full || m.Card == nil || m.Card.Title != "made up" {
			t.Errorf("joined again: %+v", m)
		}
		if again, _ := os.ReadFile(filepath.Join(dir, "policy.safetensors")); string(again) != string(first) {
			t.Error("joining again changed the weights")
		}
	}
}

func TestJoinRefuses(t *testing.T) {
	nine, seven, linear := part(t, 9, 1, Policy), part(t, 7, 2, Policy, Value), part(t, 0, 3, Rollout)
	for want, c := range map[string]JoinConfig{
		"no models":                {},
		"choose one by":            {Models: []string{nine, seven}},
		"9×9":                      {Models: []string{nine}, From: map[string]string{Value: seven}},
		"has no tree":              {Models: []string{nine}, From: map[string]string{Tree: linear}},
		"no network is called":     {Models: []string{nine}, Without: []string{"polcy"}},
		"to be left out":           {Models: []string{nine}, From: map[string]string{Policy: seven}, Without: []string{Policy}},
		"nothing is left":          {Models: []string{nine}, Without: []string{Policy}},
		"no such file":             {Models: []string{nine, nine + "x"}},
		"the policy is from no mo": {Models: []string{nine}, From: map[string]string{Policy: ""}},
	} {
		dir := filepath.Join(t.TempDir(), "joined")
		if _, err := Join(dir, c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
		if _, err := os.Stat(dir); err == nil {
			t.Errorf("%q: a folder was made", want)
		}
	}
}

// Joins into one folder at the same time come one after the other, and each leaves a whole model.
func TestJoinsAtTheSameTime(t *testing.T) {
	policy, value, dir := part(t, 9, 1, Policy), part(t, 9, 2, Value), filepath.Join(t.TempDir(), "joined")
	var all sync.WaitGroup
	for _, from := range []string{policy, value} {
		for range 4 {
			all.Go(func() {
				for range 10 {
					if _, err := Join(dir, JoinConfig{Models: []string{from}}); err != nil {
						t.Error(err)
						return
					}
				}
			})
		}
	}
	all.Wait()
	load(t, dir)
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 3 { // the manifest and both weights
		t.Errorf("%v, %v", entries, err)
	}
}
