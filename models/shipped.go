package models

import (
	"cmp"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// ShippedPrefix begins the names of the models that are part of the program, which stand
// for folders wherever a model is read: shipped:9x9. By itself it is the folder of them all,
// for [List].
const ShippedPrefix = "shipped:"

// shippedRoot holds a folder for each of them.
const shippedRoot = "shipped"

// Shipped says whether a name names a model in the program.
func Shipped(dir string) bool { return strings.HasPrefix(dir, ShippedPrefix) }

// readFile reads a file of a model's folder, on the disk or in the program, of so many bytes at most.
func readFile(dir, name string, most int64) ([]byte, error) {
	if inside, ok := strings.CutPrefix(dir, ShippedPrefix); ok {
		return shippedFiles.ReadFile(path.Join(shippedRoot, filepath.ToSlash(inside), name))
	}
	return readPlain(filepath.Join(dir, name), most)
}

// remedyNoManifest is what helps where a model has no manifest.
func remedyNoManifest(dir string) string {
	if !Shipped(dir) {
		if found, _ := filepath.Glob(filepath.Join(globEscape(dir), "*", checkpointPrefix+"*")); len(found) > 0 {
			return "a training stopped here before its end: the same command with --resume goes on, with --finish it " +
				"writes the model as it is"
		}
		return "give the folder of a model, as written by 'tengen train'"
	}
	return "this program has " + strings.Join(shippedNames(), ", ")
}

// shippedNames are the names of the models in the program: 9x9, and with a word behind it, as
// 9x9-rl, what is not the one that players take by themselves. Small boards come first, and of
// one board the short name.
func shippedNames() []string {
	entries, err := shippedFiles.ReadDir(shippedRoot)
	if err != nil {
		return nil // never: it is embedded
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = ShippedPrefix + e.Name()
	}
	size := func(name string) int {
		digits, _, _ := strings.Cut(strings.TrimPrefix(name, ShippedPrefix), "x")
		n, _ := strconv.Atoi(digits)
		return n
	}
	slices.SortStableFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(size(a), size(b)), cmp.Compare(len(a), len(b)))
	})
	return names
}

// listShipped is List of what is in the program.
func listShipped(root string) ([]Entry, error) {
	var out []Entry
	for _, name := range shippedNames() {
		if root == ShippedPrefix || root == name {
			e := Entry{Dir: name}
			e.Manifest, e.Err = ReadManifest(name)
			out = append(out, e)
		}
	}
	if len(out) == 0 {
		return nil, &Fault{
			Path:   root,
			Kind:   fs.ErrNotExist,
			Reason: "no such model is shipped",
			Remedy: remedyNoManifest(root),
		}
	}
	return out, nil
}
