//go:build unix

package folder

import "golang.org/x/sys/unix"

// writable asks whether the user may make files in a folder.
func writable(dir string) error { return unix.Access(dir, unix.W_OK|unix.X_OK) }
