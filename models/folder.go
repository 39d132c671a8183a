package models

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/folder"
)

// Model is a folder in memory.
type Model struct {
	Dir      string // where Open has read it; else ""
	Manifest Manifest
	Weights  map[string][]Tensor // by kind, as Manifest.Networks
}

// Save makes dir, which it creates if need be, the folder of this model; see the
// package comment for how it stays whole. It fills in the format and the files
// of the manifest and returns it so. Networks of an older model in the folder
// that the new one does not have stay as files but are part of it no longer.
// Saves into one folder, by any processes, come one after the other.
func Save(dir string, m Model) (Manifest, error) {
	out, contents, err := encoded(dir, m)
	if err != nil {
		return Manifest{}, err
	}
	lock, err := alone(dir)
	if err != nil {
		return Manifest{}, err
	}
	defer func() { _ = lock.Remove() }() // on Windows the next one may be in it
	return out, commit(dir, out, contents)
}

// encoded is what is to be written of a model.
func encoded(dir string, m Model) (out Manifest, contents map[string][]byte, err error) {
	if err := CheckWritable(dir); err != nil {
		return Manifest{}, nil, fmt.Errorf("save: %w", err)
	}
	out = m.Manifest
	out.Format = FormatVersion
	out.Networks = maps.Clone(m.Manifest.Networks)
	contents = make(map[string][]byte, len(m.Weights))
	for kind, tensors := range m.Weights {
		n, ok := out.Networks[kind]
		if !ok {
			return Manifest{}, nil, fmt.Errorf("save %s: weights of %q, which the manifest does not name", dir, kind)
		}
		data, err := encode(tensors, map[string]string{"format": "tengen", "kind": kind})
		if err != nil {
			return Manifest{}, nil, fmt.Errorf("save %s: %s: %w", dir, kind, err)
		}
		sum := sha256.Sum256(data)
		n.File = File{Name: kind + weightsSuffix, Bytes: int64(len(data)), SHA256: hex.EncodeToString(sum[:])}
		out.Networks[kind] = n
		contents[kind] = data
	}
	for kind := range out.Networks {
		if contents[kind] == nil {
			return Manifest{}, nil, fmt.Errorf("save %s: no weights of %q", dir, kind)
		}
	}
	if err := out.Validate(); err != nil {
		return Manifest{}, nil, fmt.Errorf("save %s: %w", dir, err)
	}
	return out, contents, nil
}

const (
	putName  = ".put"      // a folder within the model's, locked during a Put or a Save
	patience = time.Minute // for others, each of which takes seconds
)

// Put puts one network into the folder of a model, in the place of another one of its kind, be that
// whole or not; the others that are there stay, and so does the card. board is the one it is for, 0 for
// any. A folder that is not there is made. Puts into one folder, by any processes, come one after the other.
func Put(dir, kind string, board int, n Network, weights []Tensor) error {
	if err := CheckWritable(dir); err != nil {
		return fmt.Errorf("save: %w", err)
	}
	lock, err := alone(dir)
	if err != nil {
		return err
	}
	defer func() { _ = lock.Remove() }() // on Windows the next one may be in it
	return put(dir, kind, board, n, weights)
}

// CheckPut says why a [Put] would fail, before anything is worked out that would go there: of the folder, of the
// board, or of the other networks that are there.
func CheckPut(dir, kind string, board int) error {
	if err := CheckWritable(dir); err != nil {
		return err
	}
	for { // as in openModel, the model may be replaced between the reading of its manifest and of its weights
		before, _ := ReadManifest(dir)
		_, err := roomFor(dir, kind, board)
		if err == nil {
			return nil
		}
		if after, merr := ReadManifest(dir); merr != nil || sameFiles(before, after) {
			return err
		}
	}
}

// alone waits until nobody else writes a model into the folder. The folder itself may be locked for hours, by a
// training which may be the one that writes.
func alone(dir string) (*folder.Folder, error) {
	return folder.Await(filepath.Join(dir, putName), patience)
}

func put(dir, kind string, board int, n Network, weights []Tensor) error {
	m, err := roomFor(dir, kind, board)
	if err != nil {
		return err
	}
	m.Manifest.Networks[kind], m.Weights[kind] = n, weights
	out, contents, err := encoded(dir, *m)
	if err != nil {
		return err
	}
	return commit(dir, out, contents)
}

// roomFor is the model in dir, which may not be there yet, ready to take a network of a kind for a board.
func roomFor(dir, kind string, board int) (*Model, error) {
	m, err := without(dir, kind)
	if err != nil {
		return nil, err
	}
	if had := m.Manifest.Board; board != 0 && had != 0 && had != board {
		return nil, &Fault{
			Path: filepath.Join(dir, ManifestName), Kind: ErrMismatch,
			Reason: fmt.Sprintf("the model is for %d×%d, the %s for %d×%d", had, had, kind, board, board),
			Remedy: "choose another folder",
		}
	}
	if board != 0 {
		m.Manifest.Board = board
	}
	return m, nil
}

// without is the model in dir, which may not be there yet, without its network of a kind.
func without(dir, kind string) (*Model, error) {
	m, err := ReadManifest(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		m.Networks = map[string]Network{}
	case err != nil:
		return nil, err
	}
	delete(m.Networks, kind)
	if m.forAnyBoard() {
		m.Board = 0 // what is left out binds the others to no board
	}
	return loadWeights(dir, m, filesOf(dir))
}

// commit does the three steps of the package comment.
func commit(dir string, m Manifest, contents map[string][]byte) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("model folder: %w", err)
	}
	kinds := slices.Sorted(maps.Keys(contents))
	for _, kind := range kinds {
		if err := atomicfile.Write(pendingPath(dir, m.Networks[kind].File), contents[kind]); err != nil {
			return err
		}
	}
	manifest, err := m.encode()
	if err != nil {
		return err
	}
	if err := atomicfile.Write(filepath.Join(dir, ManifestName), manifest); err != nil {
		return err
	}
	for _, kind := range kinds {
		f := m.Networks[kind].File
		if err := atomicfile.Rename(pendingPath(dir, f), filepath.Join(dir, f.Name)); err != nil {
			return fmt.Errorf("model folder: %w", err)
		}
	}
	if err := atomicfile.SyncDir(dir); err != nil {
		return err
	}
	return sweep(dir, kinds)
}

// pendingPath is where weights wait until the manifest that names them is in
// place: the name says which content they must have.
func pendingPath(dir string, f File) string {
	return filepath.Join(dir, f.Name+"."+f.SHA256[:16])
}

// pendingMark is what pendingPath adds to the name of a file.
var pendingMark = regexp.MustCompile(`^\.[0-9a-f]{16}$`)

// sweep removes what interrupted saves left behind. The files of the manifest in
// force have their plain names now. Other files beside the weights are the user's.
func sweep(dir string, kinds []string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	prefixes := []string{ManifestName}
	for _, kind := range kinds {
		prefixes = append(prefixes, kind+weightsSuffix)
		for _, e := range entries {
			mark, ok := strings.CutPrefix(e.Name(), kind+weightsSuffix)
			if !ok || !pendingMark.MatchString(mark) || !e.Type().IsRegular() {
				continue
			}
			if err := os.Remove(filepath.Join(dir, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("leftover of an interrupted save: %w", err)
			}
		}
	}
	return removeLeftovers(dir, prefixes...)
}

// files reads a file of a model's folder, of so many bytes at most.
type files func(name string, most int64) ([]byte, error)

// filesOf are those of a folder on the disk or in the program.
func filesOf(dir string) files {
	return func(name string, most int64) ([]byte, error) { return readFile(dir, name, most) }
}

// ReadManifest reads and checks model.json alone.
func ReadManifest(dir string) (Manifest, error) { return readManifest(dir, filesOf(dir)) }

func readManifest(dir string, read files) (Manifest, error) {
	path := filepath.Join(dir, ManifestName)
	data, err := read(ManifestName, maxManifest)
	if err != nil {
		return Manifest{}, unreadable(path, err, remedyNoManifest(dir))
	}
	return decodeManifest(path, data)
}

// Open reads a model and checks all of it: the manifest, the hash of every file
// of weights and every tensor in them. The error is a [Fault].
func Open(dir string) (*Model, error) { return openModel(dir, filesOf(dir)) }

// OpenFS is [Open] for a model whose folder is the root of a file system, such as an archive in memory. dir
// names it.
func OpenFS(fsys fs.FS, dir string) (*Model, error) {
	return openModel(dir, func(name string, most int64) ([]byte, error) {
		info, err := fs.Stat(fsys, name)
		switch {
		case err != nil:
			return nil, err
		case info.Size() > most:
			return nil, fmt.Errorf("%w: %d bytes, want %d at most", errSize, info.Size(), most)
		}
		return fs.ReadFile(fsys, name)
	})
}

func openModel(dir string, read files) (*Model, error) {
	// A writer may replace the model between the reading of the manifest and of
	// the weights. Then the manifest has changed, and the new one is read.
	for {
		before, err := readManifest(dir, read)
		if err != nil {
			return nil, err
		}
		m, err := loadWeights(dir, before, read)
		if err == nil {
			return m, nil
		}
		after, merr := readManifest(dir, read)
		if merr != nil || sameFiles(before, after) {
			return nil, err
		}
	}
}

func sameFiles(a, b Manifest) bool {
	return maps.EqualFunc(a.Networks, b.Networks, func(x, y Network) bool { return x.File == y.File })
}

func loadWeights(dir string, m Manifest, read files) (*Model, error) {
	out := &Model{Dir: dir, Manifest: m, Weights: make(map[string][]Tensor, len(m.Networks))}
	for _, kind := range slices.Sorted(maps.Keys(m.Networks)) {
		f := m.Networks[kind].File
		path := filepath.Join(dir, f.Name)
		data, err := readWeights(dir, f, read)
		if err != nil {
			return nil, err
		}
		tensors, meta, err := Read(data)
		if err != nil {
			return nil, &Fault{Path: path, Kind: ErrDamaged, Reason: err.Error(), Remedy: remedyRestore}
		}
		if k := meta["kind"]; k != kind {
			return nil, &Fault{
				Path:   path,
				Kind:   ErrMismatch,
				Reason: fmt.Sprintf("holds the weights of a network of kind %q, want %q", k, kind),
				Remedy: remedyRestore,
			}
		}
		out.Weights[kind] = tensors
	}
	return out, nil
}

// readWeights returns the content of the file that has the manifest's hash:
// from the pending name, where it is while a save is between its second and
// third step or was cut short there, or else from the plain one. In this order
// a file that moves meanwhile is not missed.
func readWeights(dir string, f File, read files) ([]byte, error) {
	pending := pendingPath(dir, f)
	most := min(f.Bytes, MaxWeights)
	if data, err := read(filepath.Base(pending), most); err == nil && checkFile(pending, f, data) == nil {
		return data, nil
	}
	path := filepath.Join(dir, f.Name)
	data, err := read(f.Name, most)
	if err != nil {
		return nil, unreadable(path, err, remedyRestore)
	}
	return data, checkFile(path, f, data)
}

func checkFile(path string, f File, data []byte) error {
	if int64(len(data)) < f.Bytes {
		return &Fault{
			Path:   path,
			Kind:   ErrDamaged,
			Reason: fmt.Sprintf("truncated: %d bytes of %d", len(data), f.Bytes),
			Remedy: remedyRestore,
		}
	}
	sum := sha256.Sum256(data)
	if got := hex.EncodeToString(sum[:]); got != f.SHA256 {
		return &Fault{
			Path: path, Kind: ErrMismatch,
			Reason: fmt.Sprintf("SHA-256 is %.12s…, %s says %.12s…: damaged, or the file of another model",
				got, ManifestName, f.SHA256),
			Remedy: remedyRestore,
		}
	}
	return nil
}

// unreadable turns an error of the file system into a Fault.
func unreadable(path string, err error, remedy string) error {
	reason := err.Error()
	var p *fs.PathError
	if errors.As(err, &p) {
		reason = p.Err.Error()
	}
	if errors.Is(err, errKind) || errors.Is(err, errSize) {
		err = ErrMismatch
	}
	return &Fault{Path: path, Kind: err, Reason: reason, Remedy: remedy}
}

// Entry is a model found on disk or in the program.
type Entry struct {
	Dir      string
	Manifest Manifest
	Saved    time.Time // of shipped models zero
	Err      error     // why the manifest cannot be read; nil otherwise
}

// List finds the models in and below a folder, in the order of their paths. It
// reads manifests only; [Open] checks weights. A folder that cannot be read
// below root is passed over. [ShippedPrefix] as root lists the models in the program.
func List(root string) ([]Entry, error) {
	if Shipped(root) {
		return listShipped(root)
	}
	var out []Entry
	if _, err := os.Stat(root); err != nil {
		return nil, fmt.Errorf("list models: %w", err)
	}
	top := root + string(filepath.Separator) // so that a root that is a link is walked into
	err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			if path == top {
				return err
			}
			return fs.SkipDir
		}
		if !d.IsDir() && d.Name() == ManifestName {
			e := Entry{Dir: filepath.Dir(path)}
			e.Manifest, e.Err = ReadManifest(e.Dir)
			if info, err := d.Info(); err == nil {
				e.Saved = info.ModTime()
			} else if e.Err == nil {
				e.Err = err
			}
			out = append(out, e)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list models: %w", err)
	}
	return out, nil
}
