package models

import (
	"fmt"

	"github.com/tengen-go/tengen/internal/folder"
)

// CheckWritable says why a folder, which may still have to be made, cannot be written to, before
// anything is worked out that would go there: it is part of the program, or it or what it lies in is
// a file or closed to the user.
func CheckWritable(dir string) error {
	if Shipped(dir) {
		return fmt.Errorf("%s is part of the program and cannot be written: give a folder", dir)
	}
	return folder.Writable(dir)
}
