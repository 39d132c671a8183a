package carried

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFilesComeBack(t *testing.T) {
	plain := bytes.Repeat([]byte("tengen "), 1000)
	small, err := Compress(plain)
	if err != nil {
		t.Fatal(err)
	}
	if len(small) > len(plain)/10 {
		t.Errorf("%d bytes from %d", len(small), len(plain))
	}
	if back, err := Expand(small); err != nil || !bytes.Equal(back, plain) {
		t.Errorf("%d bytes came back as %d: %v", len(plain), len(back), err)
	}
	if _, err := Expand(small[:len(small)/2]); err == nil {
		t.Error("half a file is no error")
	}
}

// A program has the same bytes again, whatever flags the build around it has; a wrong one comes with Go's words.
func TestProgramsRepeat(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module small\n\ngo 1.26\n", "main.go": "package main\n\nfunc main() {}\n",
		"bad/main.go": "package main\n\nfunc main() { missing() }\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	first, err := Build(dir, ".", "CGO_ENABLED=0")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOFLAGS", "-tags=other")
	second, err := Build(dir, ".", "CGO_ENABLED=0")
	if err != nil || !bytes.Equal(first, second) {
		t.Errorf("two builds differ: %d and %d bytes, %v", len(first), len(second), err)
	}
	if _, err := Build(dir, "./bad", "CGO_ENABLED=0"); err == nil || !strings.Contains(err.Error(), "undefined: missing") {
		t.Errorf("a program with an error: %v", err)
	}
}
