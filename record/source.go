package record

import (
	"archive/tar"
	"archive/zip"
	"compress/bzip2"
	"compress/flate"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"

	"github.com/tengen-go/tengen/internal/printable"
)

// PackedExtension is what packed files are named with.
const PackedExtension = ".tengen"

// kinds of files by the ends of their names.
var (
	compressions = []string{".gz", ".bz2", ".zst"}
	recordKinds  = []string{".sgf", ".sgfl", PackedExtension}
)

// wanted says whether a file found in a folder or an archive holds games, going by
// its name.
func wanted(name string, archives bool) bool {
	name = strings.ToLower(name)
	base := filepath.Base(name)
	if strings.HasPrefix(base, "._") || strings.HasPrefix(base, "events.out.tfevents.") {
		return false // a resource fork of macOS; the events of a training, which had the ending of packed games
	}
	if archives && (strings.HasSuffix(name, ".zip") || strings.HasSuffix(name, ".tgz")) {
		return true
	}
	for _, c := range compressions {
		name = strings.TrimSuffix(name, c)
	}
	if archives && strings.HasSuffix(name, ".tar") {
		return true
	}
	for _, k := range recordKinds {
		if strings.HasSuffix(name, k) {
			return true
		}
	}
	return false
}

// input is one file to read.
type input struct {
	path string
	size int64
}

// Files are the files that Read reads for the paths, in its order. It fails where Read fails.
func Files(paths []string) ([]string, error) {
	inputs, _, err := list(paths)
	files := make([]string, len(inputs))
	for i, in := range inputs {
		files[i] = in.path
	}
	return files, err
}

// Folders are the folders that Read walks, each with all below it. The paths name some, and links in them lead to the
// others. Folders gives whole paths without links. It fails where Read fails.
func Folders(paths []string) ([]string, error) {
	_, folders, err := list(paths)
	return folders, err
}

// list finds the files that the paths stand for, folders in lexical order, and the folders that it walks.
func list(paths []string) (files []input, folders []string, err error) {
	if len(paths) == 0 {
		return nil, nil, errors.New("no files or folders of games given")
	}
	for _, path := range paths {
		info, err := os.Stat(path)
		var p *fs.PathError
		if errors.As(err, &p) {
			return nil, nil, fmt.Errorf("games: %s: %w", path, p.Err)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("games: %w", err)
		}
		if !info.IsDir() {
			files = append(files, input{path, info.Size()})
			continue
		}
		w := walk{}
		if err := w.folder(path); err != nil {
			return nil, nil, fmt.Errorf("games: %w", err)
		}
		files, folders = append(files, w.files...), append(folders, w.roots...)
		if len(w.files) == 0 {
			return nil, nil, fmt.Errorf("folder %s holds no games: want files named .sgf, .sgfl or %s (also with .gz, "+
				".bz2 or .zst), .zip, .tar or .tgz", path, PackedExtension)
		}
	}
	return files, folders, nil
}

// Bounds on what is read into memory at once.
const (
	maxFile = 256 << 20 // one .sgf file, decompressed
	maxLine = 16 << 20  // one line of a .sgfl file
)

// counter counts what is read, for the progress, and stops when the reading is
// cancelled.
type counter struct {
	r         io.Reader
	cancelled func() error // nil while the reading goes on
	n         int64
	total     *atomic.Int64
}

func (c *counter) Read(p []byte) (int, error) {
	if err := c.cancelled(); err != nil {
		return 0, err
	}
	n, err := c.r.Read(p)
	c.n += int64(n)
	c.total.Add(int64(n))
	return n, err
}

// counterAt is counter for an archive, which is read in any order. Some bytes are read twice, such as the list of
// members. So the count stops at the size of the file.
type counterAt struct {
	r         io.ReaderAt
	cancelled func() error // nil while the reading goes on
	left      int64        // of the file's size, not counted yet
	total     *atomic.Int64
}

func (c *counterAt) ReadAt(p []byte, at int64) (int, error) {
	if err := c.cancelled(); err != nil {
		return 0, err
	}
	n, err := c.r.ReadAt(p, at)
	counted := min(int64(n), c.left)
	c.left -= counted
	c.total.Add(counted)
	return n, err
}

// file reads all games of one file.
func (p *parser) file(ctx context.Context, in input) error {
	info, err := os.Stat(in.path)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() { // opening a pipe could wait for ever
		return errors.New("not a regular file")
	}
	f, err := os.Open(in.path)
	if err != nil {
		return err
	}
	defer f.Close()
	if strings.HasSuffix(strings.ToLower(in.path), ".zip") {
		c := &counterAt{r: f, cancelled: ctx.Err, left: in.size, total: p.done}
		err := p.zip(ctx, in, c)
		p.part.Bytes += in.size
		p.done.Add(c.left)
		return err
	}
	c := &counter{r: f, cancelled: ctx.Err, total: p.done}
	err = p.stream(ctx, in.path, in.path, c, true)
	p.part.Bytes += c.n
	return err
}

// errEmptyArchive says that no member of an archive is named like a file of games.
var errEmptyArchive = fmt.Errorf("the archive holds no games: want files named .sgf, .sgfl or %s, also with .gz, "+
	".bz2 or .zst", PackedExtension)

// errJoined says that only the beginning of a file is what its name says.
var errJoined = errors.New("joined with something that is not compressed by gzip")

// mostName is how many characters of a member's name its messages have.
const mostName = 1000

// zip reads the members of a zip archive.
func (p *parser) zip(ctx context.Context, in input, f io.ReaderAt) error {
	z, err := zip.NewReader(f, in.size)
	if err != nil {
		return err
	}
	found := false
	for _, m := range z.File {
		if m.FileInfo().IsDir() || !wanted(m.Name, false) {
			continue
		}
		found = true
		name := in.path + "//" + printable.Line(m.Name, mostName)
		r, err := m.Open()
		if err == nil {
			err = p.stream(ctx, name, m.Name, r, false)
			r.Close()
		}
		if err := p.member(ctx, name, err); err != nil {
			return err
		}
	}
	if !found {
		return errEmptyArchive
	}
	return nil
}

// stream reads what name, a file's name with all its endings, says that r holds.
// label is for messages.
func (p *parser) stream(ctx context.Context, label, name string, r io.Reader, archives bool) error {
	lower := strings.ToLower(name)
	if rest, ok := strings.CutSuffix(lower, ".tgz"); ok {
		lower = rest + ".tar.gz"
	}
	switch {
	case strings.HasSuffix(lower, ".gz"):
		z, err := gzip.NewReader(r)
		if err != nil {
			return err
		}
		err = p.stream(ctx, label, strings.TrimSuffix(lower, ".gz"), z, archives)
		if errors.Is(err, gzip.ErrHeader) { // behind the first part
			return errJoined
		}
		return err
	case strings.HasSuffix(lower, ".bz2"):
		return p.stream(ctx, label, strings.TrimSuffix(lower, ".bz2"), bzip2.NewReader(r), archives)
	case strings.HasSuffix(lower, ".zst"):
		z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(128<<20))
		if err != nil {
			return err
		}
		defer z.Close()
		return p.stream(ctx, label, strings.TrimSuffix(lower, ".zst"), z, archives)
	case archives && strings.HasSuffix(lower, ".tar"):
		return p.tar(ctx, label, r)
	case strings.HasSuffix(lower, ".sgfl"):
		return p.lines(label, p.bounded(r))
	case strings.HasSuffix(lower, ".sgf"):
		return p.whole(label, p.bounded(r))
	case strings.HasSuffix(lower, PackedExtension):
		return p.packed(p.bounded(r))
	}
	return fmt.Errorf("unknown kind of file: want .sgf, .sgfl or %s (also with .gz, .bz2 or .zst), .zip, .tar or .tgz",
		PackedExtension)
}

// inWords says what is wrong with a compressed file or an archive, where its package says it in the
// words of its format.
func inWords(err error) error {
	var (
		block   flate.CorruptInputError
		bzipped bzip2.StructuralError
	)
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return ErrCutShort
	case err == io.EOF: // of gzip, which wants a header
		return errEmpty
	case errors.Is(err, zip.ErrFormat):
		return errors.New("no zip archive, or cut short")
	case errors.Is(err, gzip.ErrHeader):
		return errors.New("not compressed by gzip, as its name says")
	case errors.Is(err, zstd.ErrMagicMismatch):
		return errors.New("not compressed by zstd, as its name says")
	case errors.As(err, &bzipped):
		return errors.New("not compressed by bzip2, as its name says, damaged or cut short")
	case errors.Is(err, tar.ErrHeader):
		return errors.New("no tar archive, as its name says, or damaged")
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, zip.ErrChecksum), errors.Is(err, zstd.ErrCRCMismatch):
		return ErrDamaged
	case errors.As(err, &block):
		return errors.New("damaged: the compressed data make no sense")
	}
	return err
}

// tar reads the members of a tar archive.
func (p *parser) tar(ctx context.Context, label string, r io.Reader) error {
	t := tar.NewReader(r)
	found := false
	for {
		h, err := t.Next()
		if err == io.EOF && !found {
			return errEmptyArchive
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if h.Typeflag != tar.TypeReg || !wanted(h.Name, false) {
			continue
		}
		found = true
		name := label + "//" + printable.Line(h.Name, mostName)
		if err := p.member(ctx, name, p.stream(ctx, name, h.Name, t, false)); err != nil {
			return err
		}
	}
}

// member says whether what ended the reading of an archive's member ends that of
// the archive too. If not, it is told of as a fault.
func (p *parser) member(ctx context.Context, name string, err error) error {
	if cancelled := ctx.Err(); cancelled != nil {
		return cancelled
	}
	if err == nil || errors.Is(err, errLimit) {
		return err
	}
	p.unreadable(name, err)
	return nil
}
