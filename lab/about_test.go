package lab

import (
	"testing"
	"testing/fstest"
)

func TestAboutPutsSharedTextsIn(t *testing.T) {
	files := fstest.MapFS{
		"about/coin.md":       {Data: []byte("Heads.\n\n{{fair}} It is thrown.\n")},
		"about/parts/fair.md": {Data: []byte("A fair coin.\n")},
	}
	if got, want := About(files, "coin"), "Heads.\n\nA fair coin. It is thrown."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
