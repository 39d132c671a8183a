//go:build vulkan && linux

package client

import (
	"bytes"
	"compress/gzip"
	"debug/elf"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/gputest"
	"github.com/tengen-go/tengen/internal/gpu/trial"
)

// program compiles the program that tengen carries. Go's cache lies in XDG_CACHE_HOME too: a test that changes it does
// so afterwards.
func program(t *testing.T) []byte {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command("go", "run", "./internal/gpu/child/compile", "-o", dir, "-only", runtime.GOARCH)
	cmd.Dir = "../../.."
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	small, err := os.ReadFile(filepath.Join(dir, "linux-"+runtime.GOARCH, "child.gz"))
	if err != nil {
		t.Fatal(err)
	}
	if limit := 1_500_000; len(small) > limit {
		t.Errorf("the program grows by %d bytes, want %d at most", len(small), limit)
	}
	z, err := gzip.NewReader(bytes.NewReader(small))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

// The carried program starts, from memory and from a file, and computes what the twin does.
func TestCarriedProgram(t *testing.T) {
	data, cache := program(t), t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	inMemory := func() (*process, error) { return startProgram(data) }
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	inFile := func() (*process, error) { return startIn(data, file) }
	for _, start := range []starter{inMemory, inFile} {
		infos, err := cards(t.Context(), start)
		if err != nil {
			t.Fatal(err)
		}
		d, err := opened(t.Context(), start, gputest.Card(t, len(infos)), CacheDir(), quiet)
		if err != nil {
			t.Fatal(err)
		}
		if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
			t.Errorf("%d temporary files are left, %v", len(left), err)
		}
		// Ctrl-C reaches both processes, and this one may still want to read a checkpoint.
		for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
			if err := d.(*device).cmd.Process.Signal(s); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := trial.Kernels(t.Context(), d, gpu.Half, 3, 1); err != nil {
			t.Error(err)
		}
		if kept, err := filepath.Glob(filepath.Join(cache, "tengen", "gpu", "*-*")); err != nil || len(kept) != 2 {
			t.Errorf("the folder keeps %v, want the compiled kernels and the mark", kept)
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A machine without a driver or without a C library has no card, and the error says why.
func TestNoCard(t *testing.T) {
	data := program(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Run("driver", func(t *testing.T) {
		for _, v := range []string{"VK_ICD_FILENAMES", "VK_DRIVER_FILES"} {
			t.Setenv(v, "/nowhere/driver.json")
		}
		_, err := cards(t.Context(), func() (*process, error) { return startProgram(data) })
		if !errors.Is(err, gpu.ErrNone) || !strings.Contains(err.Error(), "no Vulkan driver") {
			t.Errorf("no driver: %v", err)
		}
	})
	root := t.TempDir()
	self, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"test": self, "program": data} {
		if err := os.WriteFile(filepath.Join(root, name), content, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, words := range []string{"no such file", "no C library"} { // without a place for a file, and with one
		cmd := exec.Command("/test")
		cmd.Env = []string{mode + "=cards", carriedFile + "=/program"}
		cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: root}
		if os.Getuid() != 0 {
			cmd.SysProcAttr.Cloneflags = syscall.CLONE_NEWUSER
			cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}}
		}
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), words) {
			t.Errorf("an empty root: %v, %q, want %q", err, out, words)
		}
		if err := os.MkdirAll(filepath.Join(root, "tmp"), 0o777); err != nil {
			t.Fatal(err)
		}
	}
}

// The program is one static file.
func TestProgramIsStatic(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "tengen")
	cmd := exec.Command("go", "build", "-o", binary, "../../../cmd/tengen")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	f, err := elf.Open(binary)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP || p.Type == elf.PT_DYNAMIC {
			t.Errorf("tengen is dynamic: it has a segment %v", p.Type)
		}
	}
	empty := filepath.Dir(binary)
	version := exec.Command("/tengen", "--version")
	version.Env, version.SysProcAttr = []string{}, &syscall.SysProcAttr{Chroot: empty}
	if os.Getuid() != 0 {
		version.SysProcAttr.Cloneflags = syscall.CLONE_NEWUSER
		version.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}}
	}
	if out, err := version.CombinedOutput(); err != nil || !strings.HasPrefix(string(out), "tengen ") {
		t.Errorf("tengen --version in an empty root: %v, %q", err, out)
	}
}
