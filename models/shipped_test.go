package models

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What is in the program is what is in the folders here, byte for byte, under the names that
// stand for them.
func TestShippedModels(t *testing.T) {
	inside, err := List(ShippedPrefix)
	if err != nil {
		t.Fatal(err)
	}
	outside, err := List(shippedRoot)
	if err != nil || len(outside) != len(inside) || len(inside) == 0 {
		t.Fatalf("%d models in the program, %d in %s, error %v", len(inside), len(outside), shippedRoot, err)
	}
	for i, e := range inside {
		if i > 0 {
			before, _, _ := strings.Cut(inside[i-1].Dir, "-")
			if e.Manifest.Board <= inside[i-1].Manifest.Board && !strings.HasPrefix(e.Dir, before+"-") {
				t.Errorf("%s stands behind %s", e.Dir, inside[i-1].Dir)
			}
		}
		folder := filepath.Join(shippedRoot, strings.TrimPrefix(e.Dir, ShippedPrefix))
		if !Shipped(e.Dir) || e.Err != nil || !e.Saved.IsZero() {
			t.Errorf("entry %+v", e)
		}
		got, want := load(t, e.Dir), load(t, folder)
		if !sameFiles(got.Manifest, want.Manifest) {
			t.Errorf("%s is not %s", e.Dir, folder)
		}
		for kind, tensors := range want.Weights {
			sameTensors(t, got.Weights[kind], tensors)
		}
		one, err := List(e.Dir)
		if err != nil || len(one) != 1 || one[0].Dir != e.Dir {
			t.Errorf("list %s: %v, error %v", e.Dir, one, err)
		}
	}
}

// Each ships for one size of board and is named after it, in half precision, with all that
// the card needs. One with a word behind its name has a policy at least.
func TestShippedModelsTellWhatTheyAre(t *testing.T) {
	for _, name := range shippedNames() {
		m, err := ReadManifest(name)
		if err != nil {
			t.Fatal(err)
		}
		plain, word, special := strings.Cut(name, "-")
		if want := fmt.Sprintf("%s%dx%d", ShippedPrefix, m.Board, m.Board); plain != want || special && word == "" {
			t.Errorf("%s is for boards of %d", name, m.Board)
		}
		kinds := []string{Policy, Rollout}
		if special {
			kinds = kinds[:1]
		}
		for _, kind := range kinds {
			n, ok := m.Networks[kind]
			learned := n.Training.Steps > 0 && len(n.Training.Figures) > 0
			if !ok || n.Original == "" || !learned && !carried(t, n, kind) {
				t.Errorf("%s has no %s in half precision with its provenance", name, kind)
			}
		}
		if c := m.Card; c == nil || c.Title == "" || len(c.Data) == 0 || len(c.Recipe) == 0 || len(c.Limits) == 0 || c.Licence == "" {
			t.Errorf("%s has no whole card", name)
		}
	}
}

// carried says whether a network is the one of another model that ships, carried over and not trained further.
func carried(t *testing.T, n Network, kind string) bool {
	t.Helper()
	if n.Training.Steps > 0 || !strings.HasPrefix(n.Training.Notes, "carried over from ") {
		return false
	}
	return slices.ContainsFunc(shippedNames(), func(name string) bool {
		m, err := ReadManifest(name)
		if err != nil {
			t.Fatal(err)
		}
		return n.Training.Parent == m.Networks[kind].File.SHA256 && n.Training.Parent != ""
	})
}

func TestShippedRefuses(t *testing.T) {
	for _, name := range []string{"shipped:15x15", "shipped:", "shipped:../9x9", "shipped:/"} {
		_, err := Open(name)
		var f *Fault
		if !errors.As(err, &f) || !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "shipped:9x9") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := List("shipped:15x15"); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "shipped:9x9") {
		t.Errorf("list of one that is not there: %v", err)
	}
	t.Chdir(t.TempDir())
	if _, err := Save("shipped:9x9", example(1)); err == nil || !strings.Contains(err.Error(), "part of the program") {
		t.Errorf("saving over a shipped model: %v", err)
	}
	if entries, err := os.ReadDir("."); err != nil || len(entries) > 0 {
		t.Errorf("files were written: %v, %v", entries, err)
	}
}
