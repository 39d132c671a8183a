package client

import (
	"os"
	"path/filepath"
)

// CacheDir is the folder of what is known of cards: compiled kernels, marks of those that were tried, speeds. It
// is empty if the user has no folder for such things.
func CacheDir() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "tengen", "gpu")
}
