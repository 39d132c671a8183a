package bot

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
)

// built is what make engine left; only a placeholder if nobody called it.
//
//go:embed all:engine
var built embed.FS

// ErrNoEngine says that a program has no engine for pages.
var ErrNoEngine = errors.New("this program was built without the engine of pages; build it with make build in a " +
	"checkout of Tengen, or take a released program")

// engine is what a page runs.
type engine struct {
	program  []byte // WebAssembly, by gzip
	start    []byte // Go's script, which starts it
	licences []byte
}

// readEngine reads a folder that make engine wrote; nil stands for the one in this program.
func readEngine(folder fs.FS) (e engine, err error) {
	if folder == nil {
		if folder, err = fs.Sub(built, "engine"); err != nil {
			return e, err
		}
	}
	for name, content := range map[string]*[]byte{
		"program.wasm.gz": &e.program, "wasm_exec.js": &e.start, "licences.txt": &e.licences,
	} {
		*content, err = fs.ReadFile(folder, name)
		if errors.Is(err, fs.ErrNotExist) {
			return e, ErrNoEngine
		}
		if err != nil {
			return e, fmt.Errorf("the engine of pages: %w", err)
		}
	}
	return e, nil
}
