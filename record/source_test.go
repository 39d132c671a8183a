package record

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/tengen-go/tengen/sgf"
)

// The members of a zip archive are counted while they are read, and the reading of a large one can be cancelled.
func TestReadingAZipGoesOnVisibly(t *testing.T) {
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	f, err := z.CreateHeader(&zip.FileHeader{Name: "a.sgfl", Method: zip.Store})
	if err != nil {
		t.Fatal(err)
	}
	const games, cancelAt = 200_000, 100_000
	f.Write(bytes.Repeat([]byte("(;GM[1]SZ[9];B[aa];W[bb])\n"), games))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	file := write(t, t.TempDir(), "a.zip", archive.Bytes())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var done atomic.Int64
	read, halfway := 0, int64(0)
	p := &parser{opt: &Options{}, done: &done, trees: func(*sgf.Tree, Source) error {
		if read++; read == cancelAt {
			halfway = done.Load()
			cancel()
		}
		return nil
	}}
	size := int64(archive.Len())
	o := p.outcome(ctx, input{file, size})
	if !errors.Is(o.err, context.Canceled) || read == games {
		t.Errorf("after the cancellation: %d of %d games read, %v", read, games, o.err)
	}
	if halfway < size/4 || halfway >= size {
		t.Errorf("after half of the games: %d of %d bytes", halfway, size)
	}
	if done.Load() != size {
		t.Errorf("at the end: %d of %d bytes", done.Load(), size)
	}
}
