package record

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// walk lists the files of games in a folder and below. Links to folders are followed. Each folder is read once: a link
// may lead back up, and two may lead to one place.
type walk struct {
	files []input
	roots []string // folders from which it walks, without links in their paths
}

func (w *walk) folder(path string) error {
	real := withoutLinks(path)
	for _, root := range w.roots {
		if in, err := filepath.Rel(root, real); err == nil && filepath.IsLocal(in) {
			return nil // it is read there
		}
	}
	w.roots = append(w.roots, real)
	// With its separator at the end, a folder that is a link is walked into.
	return filepath.WalkDir(path+string(filepath.Separator), func(p string, d fs.DirEntry, err error) error {
		p = filepath.Clean(p)
		switch {
		case err == nil:
		case p == filepath.Clean(path):
			return err
		default: // a folder that may not be read is a fault like a file that may not, found in reading
			w.files = append(w.files, input{p, 0})
			return nil
		}
		if d.IsDir() {
			if in, err := filepath.Rel(path, p); err == nil && in != "." &&
				slices.Contains(w.roots, filepath.Join(real, in)) {
				return filepath.SkipDir // a link led here before
			}
			return nil
		}
		link := d.Type()&fs.ModeSymlink != 0
		if !link && !wanted(p, true) {
			return nil
		}
		info, err := os.Stat(p) // through links
		switch {
		case err == nil && info.IsDir():
			if w.folder(p) != nil {
				w.files = append(w.files, input{p, 0})
			}
		case !wanted(p, true):
		case err != nil: // a link to nowhere is that file's fault, found in reading
			w.files = append(w.files, input{p, 0})
		default:
			w.files = append(w.files, input{p, info.Size()})
		}
		return nil
	})
}

// withoutLinks is the whole path of a folder, without links where they can be followed.
func withoutLinks(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		path = whole
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return path
}
