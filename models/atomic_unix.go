//go:build !windows

package models

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"github.com/google/renameio/v2"
)

func writeAside(path string, data []byte) error {
	return renameio.WriteFile(path, data, filePerm, renameio.WithTempDir(filepath.Dir(path)))
}

// syncDir makes the names in a folder durable. File systems that cannot do it
// say EINVAL or ENOTSUP, and there is nothing better to do on them.
func syncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = f.Sync()
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("sync folder %s: %w", dir, err)
	}
	return nil
}
