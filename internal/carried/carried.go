package carried

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// Build compiles a program of the module in a folder, for the machine that the environment names. The flags
// of the build around it do not count.
func Build(folder, program string, environment ...string) ([]byte, error) {
	work, err := os.MkdirTemp("", "tengen-carried")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	binary := filepath.Join(work, "program")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w -buildid=", "-o", binary, program)
	cmd.Dir = folder
	cmd.Env = append(append(os.Environ(), "GOFLAGS="), environment...)
	if text, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build %s: %w\n%s", program, err, text)
	}
	return os.ReadFile(binary)
}

// Compress makes a file as small as gzip can.
func Compress(plain []byte) ([]byte, error) {
	var small bytes.Buffer
	z, err := gzip.NewWriterLevel(&small, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(plain); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return small.Bytes(), nil
}

// Expand is what Compress was given.
func Expand(small []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(small))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}
