//go:build !windows && (!unix || aix || solaris)

package folder

import "os"

// lock locks nothing.
func lock(dir string) (*os.File, error) { return os.Open(dir) }

func hold(*os.File) (busy bool, err error) { return false, nil }

func free(*os.File) {}
