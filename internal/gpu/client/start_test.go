//go:build linux

package client

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// Where the system starts nothing from memory, the program starts from a file. A loader may open it late.
func TestPlacesOfTheProgram(t *testing.T) {
	t.Setenv(mode, "twin")
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	self, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	forbidden := func(program []byte) (*executable, error) {
		e, err := memory(program)
		if err == nil {
			err = e.file.Chmod(0o600)
		}
		return e, err
	}
	if _, err := startIn(self, forbidden); !errors.Is(err, os.ErrPermission) {
		t.Errorf("a program that must not start: %v", err)
	}
	late := func(place func([]byte) (*executable, error)) starter {
		return func() (*process, error) {
			e, err := place(self)
			if err != nil {
				return nil, err
			}
			return e.start([][]string{{"/nonexistent"}, {"/bin/sh", "-c", `sleep 0.3; exec "$0"`, e.path}})
		}
	}
	for name, start := range map[string]starter{
		"memory":              func() (*process, error) { return startIn(self, memory) },
		"a file":              func() (*process, error) { return startIn(self, forbidden, file) },
		"memory, opened late": late(memory),
		"a file, opened late": late(file),
	} {
		if infos, err := cards(t.Context(), start); err != nil || len(infos) != 2 {
			t.Errorf("from %s: %v, %v", name, infos, err)
		}
	}
	for range 100 { // the last file goes with its process
		left, err := os.ReadDir(temporary)
		if err != nil {
			t.Fatal(err)
		}
		if len(left) == 0 {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Error("a temporary file is left")
}

// The program itself never links the library that makes programs dynamic.
func TestProgramStaysStatic(t *testing.T) {
	for _, processor := range []string{"amd64", "arm64"} {
		cmd := exec.Command("go", "list", "-deps", "../../../cmd/tengen")
		cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH="+processor, "CGO_ENABLED=0")
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range strings.Fields(string(out)) {
			if strings.Contains(line, "purego") || strings.HasSuffix(line, "internal/gpu/vk") {
				t.Errorf("tengen on linux/%s has %s, and is dynamic", processor, line)
			}
		}
	}
}
