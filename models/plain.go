package models

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// MaxWeights bounds the bytes of the weights of one network. What has more is not read.
const MaxWeights = 1 << 30

// Bounds on files, far above what this program writes.
const (
	maxManifest   = 16 << 20
	maxCheckpoint = 4*MaxWeights + 1<<20 // weights, the best weights and the two moments of Adam
)

// errKind and errSize are reasons for which a file is refused before it is read.
var (
	errKind = errors.New("not a regular file")
	errSize = errors.New("too large")
)

// readPlain reads a regular file of at most so many bytes. It looks at kind and size first: to open
// a pipe may wait for ever, a device may have no end, and a file with holes may be larger than the
// memory.
func readPlain(path string, most int64) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errKind
	case info.Size() > most:
		return nil, fmt.Errorf("%w: %d bytes, want %d at most", errSize, info.Size(), most)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data := make([]byte, info.Size())
	n, err := io.ReadFull(f, data)
	if err == io.EOF || err == io.ErrUnexpectedEOF { // it has become shorter
		err = nil
	}
	return data[:n], err
}
