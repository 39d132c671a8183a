package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// copyOf is the checkout in another folder: what Git follows, with its history.
func copyOf(t *testing.T, root string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "elsewhere")
	if out, err := exec.Command("git", "clone", "-q", "--no-hardlinks", root, to).CombinedOutput(); err != nil {
		t.Fatalf("git clone: %v\n%s", err, out)
	}
	return to
}

// Two builds of one commit in two folders are the same bytes: of this machine's system here, of
// all six with -tags long.
func TestReleaseRepeats(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program several times")
	}
	here := copyOf(t, "../..")
	first, second := t.TempDir(), t.TempDir()
	for _, c := range []struct{ root, out string }{{here, first}, {copyOf(t, here), second}} {
		if err := release(t.Context(), c.root, c.out, tested); err != nil {
			t.Fatal(err)
		}
	}
	if runtime.GOOS == "linux" { // a clone has none
		for _, processor := range []string{"amd64", "arm64"} {
			child := filepath.Join(here, "internal/gpu/client/carried/linux-"+processor, "child.gz")
			if info, err := os.Stat(child); err != nil || info.Size() == 0 {
				t.Errorf("no part for graphics cards was made for %s: %v", processor, err)
			}
		}
	}
	entries, err := os.ReadDir(first)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != len(tested)+1 {
		t.Errorf("%d files, want an archive for each of %q and the sums", len(entries), tested)
	}
	for _, e := range entries {
		a, err := os.ReadFile(filepath.Join(first, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(second, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a, b) {
			t.Errorf("%s: two builds differ", e.Name())
		}
	}
}

// An archive has the program, which runs, the licences and the completions.
func TestReleaseIsWhole(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	if runtime.GOOS == "windows" {
		t.Skip("the archive of this system is a zip")
	}
	out := t.TempDir()
	if err := release(t.Context(), "../..", out, []string{runtime.GOOS + "/" + runtime.GOARCH}); err != nil {
		t.Fatal(err)
	}
	archives, err := filepath.Glob(filepath.Join(out, "*.tar.gz"))
	if err != nil || len(archives) != 1 {
		t.Fatalf("archives %q, %v", archives, err)
	}
	packed, err := os.Open(archives[0])
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	zip, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	program := filepath.Join(t.TempDir(), "tengen")
	for r := tar.NewReader(zip); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		_, name, _ := strings.Cut(h.Name, "/")
		names = append(names, name)
		if name != "tengen" {
			continue
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(program, content, os.FileMode(h.Mode)); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{
		"README.md", "LICENSE", "CHANGELOG.md", "completions/tengen.bash", "completions/_tengen", "completions/tengen.fish",
		"completions/tengen.ps1", "licences/go/LICENSE", "licences/page/LICENSE-htm.txt", "licences/page/LICENSE-preact.txt", "licences/gorgonia.org/gorgonia/LICENSE", "licences/github.com/alecthomas/kong/COPYING",
		"licences/github.com/golang/freetype/licenses/ftl.txt", "licences/github.com/klauspost/compress/zstd/internal/xxhash/LICENSE.txt",
	} {
		if !slices.Contains(names, want) {
			t.Errorf("%s is missing", want)
		}
	}
	if runtime.GOOS == "linux" {
		child, err := os.ReadFile("../../internal/gpu/client/carried/linux-" + runtime.GOARCH + "/child.gz")
		if err != nil {
			t.Fatal(err)
		}
		whole, err := os.ReadFile(program)
		if err != nil || !bytes.Contains(whole, child) {
			t.Errorf("the program has no part for graphics cards (%v)", err)
		}
	}
	said, err := exec.Command(program, "--version").Output()
	if err != nil || !strings.Contains(filepath.Base(archives[0]), strings.Fields(string(said))[1]) {
		t.Errorf("%s says %q, %v", filepath.Base(archives[0]), said, err)
	}
	page := filepath.Join(t.TempDir(), "bot.html")
	if out, err := exec.Command(program, "model", "export", "--html", page, "shipped:9x9").CombinedOutput(); err != nil {
		t.Errorf("the program exports no page: %v, %s", err, out)
	}
}

func TestModuleWithoutLicence(t *testing.T) {
	_, err := licencesOf("example.com/bare", t.TempDir(), nil)
	if err == nil || !strings.Contains(err.Error(), "example.com/bare has no licence") {
		t.Errorf("error %v", err)
	}
}
