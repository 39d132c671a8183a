package inside

import (
	"embed"
	"io/fs"
	"path"
	"strings"

	"github.com/tengen-go/tengen/web/internal/gamefile"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// examples are positions from which something can be learned, made for this page: SGF files that begin with the
// number of their order. The page has the words for them.
//
//go:embed examples/*.sgf
var examples embed.FS

// exampleJSON is an example: its name, and the side of its board.
type exampleJSON struct {
	Name string `json:"name"`
	Size int    `json:"size"`
}

// exampleName is the name of an example's file without number and ending.
func exampleName(file string) string {
	_, name, _ := strings.Cut(strings.TrimSuffix(file, ".sgf"), "-")
	return name
}

// examplesList are the examples in their order.
func examplesList() (list []exampleJSON, err error) {
	files, err := fs.ReadDir(examples, "examples")
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		text, err := exampleText(exampleName(f.Name()))
		if err != nil {
			return nil, err
		}
		g, err := readRecord(gamefile.File{SGF: text})
		if err != nil {
			return nil, err
		}
		list = append(list, exampleJSON{exampleName(f.Name()), g.Size()})
	}
	return list, nil
}

// exampleText is the record of an example.
func exampleText(name string) (string, error) {
	files, err := fs.ReadDir(examples, "examples")
	if err != nil {
		return "", err
	}
	for _, f := range files {
		if exampleName(f.Name()) == name {
			text, err := examples.ReadFile(path.Join("examples", f.Name()))
			return string(text), err
		}
	}
	return "", wire.Missing("no example is called %.40q", name)
}
