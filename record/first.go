package record

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/tengen-go/tengen/sgf"
)

// Bundled says whether a file is compressed, packed or an archive, going by its name: no SGF to read as it is.
func Bundled(path string) bool {
	end := strings.ToLower(filepath.Ext(path))
	return slices.Contains(compressions, end) || slices.Contains([]string{".zip", ".tar", ".tgz", PackedExtension}, end)
}

// FirstLimit is what people's files are held to: the bound of Read.
const FirstLimit = maxFile

// First reads the first game of a file, as [Trees] does, and says whether more follow. At most so many bytes are
// unpacked of one file, or of one member of an archive. What is wrong with the file before the first game is the error,
// if there is no game. Else it goes to tell.
func First(
	ctx context.Context, path string, most int64, tell func(Fault),
) (first *sgf.Tree, more bool, err error) {
	info, err := os.Stat(path)
	var missing *fs.PathError
	if errors.As(err, &missing) {
		err = fmt.Errorf("%s: %w", path, missing.Err)
	}
	if err != nil {
		return nil, false, err
	}
	var done atomic.Int64
	p := &parser{
		opt: &Options{Filter: Filter{Limit: 2}}, done: &done, most: most, // the limit is for packed games
		trees: func(t *sgf.Tree, _ Source) error {
			if more = first != nil; more {
				return errLimit
			}
			first = t
			return nil
		},
	}
	o := p.outcome(ctx, input{path, info.Size()})
	if o.err != nil {
		return nil, false, o.err
	}
	if n := o.set.Len(); first == nil && n > 0 {
		first, more = ToSGF(o.set.Game(0)), n > 1
	}
	if first == nil && len(o.part.Faults) > 0 {
		return nil, false, o.part.Faults[0]
	}
	if first == nil {
		return nil, false, fmt.Errorf("%s: no game in it", path)
	}
	for _, f := range o.part.Faults {
		tell(f)
	}
	return first, more, nil
}

// bounded is r, which ends with an error after p.most bytes; 0 for no bound.
func (p *parser) bounded(r io.Reader) io.Reader {
	if p.most == 0 {
		return r
	}
	return &bounded{r, p.most + 1} // one more is too many
}

type bounded struct {
	r    io.Reader
	left int64
}

var errTooLarge = errors.New("too large when it is unpacked: put the game into a file of its own")

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.r.Read(p[:min(int64(len(p)), b.left)])
	if b.left -= int64(n); b.left <= 0 {
		return n, errTooLarge
	}
	return n, err
}
