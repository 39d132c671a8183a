package models

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The card next to each shipped model is what its manifest says.
func TestShippedCards(t *testing.T) {
	for _, name := range shippedNames() {
		m, err := ReadManifest(name)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := m.WriteCard(&b, name); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(shippedRoot, strings.TrimPrefix(name, ShippedPrefix), "README.md")
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, b.Bytes()) {
			t.Errorf("%s is not the card of its model.json (make ship writes it), error %v", path, err)
		}
	}
}

// A model without a card has one all the same, of what is known.
func TestCardOfBareModel(t *testing.T) {
	dir := t.TempDir()
	m := save(t, dir, example(3))
	var b bytes.Buffer
	if err := m.WriteCard(&b, "bare"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"# bare\n", "license: unknown\n", "| policy | board 9, 48 planes, 3 layers, 8 filters | 7 | 3 | – | 3 | ", "top1 0.5\n",
		"| `policy.safetensors` | `" + m.Networks[Policy].File.SHA256 + "` | – |",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the card has no %q:\n%s", want, b.String())
		}
	}
	if strings.Contains(b.String(), "## Limits") {
		t.Errorf("the card has an empty part:\n%s", b.String())
	}
}
