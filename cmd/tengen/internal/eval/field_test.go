package eval

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/review/judge"
)

// Two commands with one --cache lose no verdicts of each other.
func TestVerdictsOfOthersStay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "v.json")
	ours, theirs := judge.Book{"a": {Value: 0.5}}, judge.Book{"b": {Value: 0.25, Best: []string{"D4"}}}
	for _, book := range []judge.Book{ours, theirs, ours} {
		if err := saveBook(path, book); err != nil {
			t.Fatal(err)
		}
	}
	got, err := readBook(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(judge.Book{"a": ours["a"], "b": theirs["b"]}, got); diff != "" {
		t.Error(diff)
	}
}

// Programs spend processor time that this process cannot see.
func TestOnlyOwnPlayersAreTimed(t *testing.T) {
	for text, want := range map[string]bool{
		"rave:playouts=9": true, "gtp:gnugo --mode gtp": false, "machines:list.txt,rave:playouts=9": false,
	} {
		if timed := clockOf(text) != nil; timed != want {
			t.Errorf("%s is timed: %v, want %v", text, timed, want)
		}
	}
}
