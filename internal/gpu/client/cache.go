package client

import (
	"os"
	"path/filepath"
)

// cacheDir is the folder of compiled kernels; empty if the user has no folder for such things.
func cacheDir() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "tengen", "gpu")
}
