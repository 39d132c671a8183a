package models

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// A size without a tree policy gets the tree policy of the nearest size. The first folder comes first.
func TestNearest(t *testing.T) {
	for size, want := range map[int]string{
		5: "shipped:9x9", 9: "shipped:9x9", 13: "shipped:13x13", 15: "shipped:13x13", 17: "shipped:19x19",
		19: "shipped:19x19",
	} {
		if dir, err := Nearest(nil, Tree, size); err != nil || dir != want {
			t.Errorf("%d: %s, %v, want %s", size, dir, err, want)
		}
	}
	// A model of one's own for 13×13 is a copy of one in the program, as far as this goes.
	own := t.TempDir()
	m, err := Open("shipped:9x9")
	if err != nil {
		t.Fatal(err)
	}
	m.Manifest.Board = 13
	if _, err := Save(filepath.Join(own, "thirteen"), *m); err != nil {
		t.Fatal(err)
	}
	for size, want := range map[int]string{9: "shipped:9x9", 13: filepath.Join(own, "thirteen"), 19: "shipped:19x19"} {
		if dir, err := Nearest([]string{filepath.Join(own, "gone"), own}, Tree, size); err != nil || dir != want {
			t.Errorf("%d: %s, %v, want %s", size, dir, err, want)
		}
	}
	other := t.TempDir()
	if _, err := Save(filepath.Join(other, "thirteen"), *m); err != nil {
		t.Fatal(err)
	}
	for _, dirs := range [][]string{{own, other}, {other, own}} {
		if dir, err := Nearest(dirs, Tree, 13); err != nil || dir != filepath.Join(dirs[0], "thirteen") {
			t.Errorf("in %v: %s, %v, want that of the first", dirs, dir, err)
		}
	}
	// A first training in a folder behind the program does not stand for the sizes near to it.
	m.Manifest.Board = 16
	runs := t.TempDir()
	if _, err := Save(filepath.Join(runs, "sixteen"), *m); err != nil {
		t.Fatal(err)
	}
	if dir, err := Nearest([]string{ShippedPrefix, runs}, Tree, 15); err != nil || dir != "shipped:13x13" {
		t.Errorf("15, the program first: %s, %v", dir, err)
	}
	if dir, err := Nearest(nil, "dreams", 9); !errors.Is(err, ErrNoModel) {
		t.Errorf("%s, %v", dir, err)
	}
	if err := os.WriteFile(filepath.Join(own, "thirteen", "model.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if dir, err := Nearest([]string{own}, Tree, 9); err == nil {
		t.Errorf("a damaged model was passed over for %s", dir)
	}
}

// A policy is carried over from the next larger board, else from the largest, and only where no model fits.
func TestFitting(t *testing.T) {
	for size, want := range map[int]string{
		5: "shipped:9x9", 8: "shipped:9x9", 9: "shipped:9x9", 11: "shipped:13x13", 15: "shipped:19x19", 19: "shipped:19x19",
	} {
		if dir, err := Fitting(nil, size); err != nil || dir != want {
			t.Errorf("%d: %s, %v, want %s", size, dir, err, want)
		}
	}
	toy, err := Open("shipped:9x9")
	if err != nil {
		t.Fatal(err)
	}
	runs := t.TempDir()
	toy.Manifest.Board = 7
	if _, err := Save(filepath.Join(runs, "toy"), *toy); err != nil {
		t.Fatal(err)
	}
	for size, want := range map[int]string{5: "shipped:9x9", 7: filepath.Join(runs, "toy"), 11: "shipped:13x13"} {
		if dir, err := Fitting([]string{ShippedPrefix, runs}, size); err != nil || dir != want {
			t.Errorf("%d, with a training on 7×7: %s, %v, want %s", size, dir, err, want)
		}
		if dir, err := Fitting([]string{runs, ShippedPrefix}, size); size == 5 && dir != filepath.Join(runs, "toy") {
			t.Errorf("%d, where the training comes first: %s, %v", size, dir, err)
		}
	}
	own := t.TempDir()
	if dir, err := Fitting([]string{own}, 13); !errors.Is(err, ErrNoModel) {
		t.Errorf("in an empty folder: %s, %v", dir, err)
	}
	m, err := Open("shipped:9x9")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Save(filepath.Join(own, "nine"), *m); err != nil {
		t.Fatal(err)
	}
	if dir, err := Fitting([]string{own}, 13); err != nil || dir != filepath.Join(own, "nine") {
		t.Errorf("where only 9×9 is: %s, %v", dir, err)
	}
	if err := os.WriteFile(filepath.Join(own, "nine", "model.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if dir, err := Fitting([]string{own}, 13); err == nil || errors.Is(err, ErrNoModel) {
		t.Errorf("a damaged model was passed over for %q", dir)
	}
}
