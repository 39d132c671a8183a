// Command compile makes what an exported bot's page consists of besides its model and its scripts: the
// program as WebAssembly, compressed, Go's script that starts it, and the licences of all that is in it.
//
//	go run ./web/internal/botgame/compile -o web/bot/engine
//
// make engine calls it, before the program is built that embeds the folder. The same commit gives the
// same bytes with the same Go.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/carried"
)

// program is the package that is compiled.
const program = "./web/internal/botgame/program"

// browser is the environment of a build for browsers.
var browser = []string{"GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOWASM="}

func main() {
	out := flag.String("o", "web/bot/engine", "folder for the files")
	flag.Parse()
	if err := compile(*out); err != nil {
		fmt.Fprintln(os.Stderr, "compile:", err)
		os.Exit(1)
	}
}

func compile(out string) error {
	mod, err := run("", "go", "env", "GOMOD")
	if err != nil {
		return err
	}
	root := filepath.Dir(mod)
	goroot, err := run("", "go", "env", "GOROOT")
	if err != nil {
		return err
	}
	plain, err := carried.Build(root, program, browser...)
	if err != nil {
		return err
	}
	small, err := carried.Compress(plain)
	if err != nil {
		return err
	}
	start, err := os.ReadFile(filepath.Join(goroot, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return fmt.Errorf("%w: it is part of Go", err)
	}
	texts, err := licences(root, goroot)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	for name, content := range map[string][]byte{
		"program.wasm.gz": small, "wasm_exec.js": start, "licences.txt": texts,
	} {
		if err := atomicfile.Write(filepath.Join(out, name), content); err != nil {
			return err
		}
	}
	fmt.Printf("%s: the engine of exported pages, %.1f MB, %.1f MB compressed\n",
		out, float64(len(plain))/1e6, float64(len(small))/1e6)
	return nil
}

// run gives what a command prints, which works for a browser.
func run(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(append(os.Environ(), "GOFLAGS="), browser...)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, exit.Stderr)
	}
	return strings.TrimSpace(string(out)), err
}

// licenceName are the files in which modules keep their licences.
var licenceName = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([-.].*)?$`)

// licences are the texts of Tengen, of Go, of the page's scripts, and of all modules that are linked in. A
// module without one is an error: it must not be given away.
func licences(root, goroot string) ([]byte, error) {
	list, err := run(root, "go", "list", "-deps",
		"-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Dir}}{{end}}{{end}}", program)
	if err != nil {
		return nil, err
	}
	modules := strings.Split(list, "\n")
	slices.Sort(modules)
	modules = append([]string{
		"Tengen\t" + root, "Go\t" + goroot, "htm and Preact\t" + filepath.Join(root, "web", "ui", "vendor"),
	}, slices.Compact(modules)...)
	var out bytes.Buffer
	for _, m := range modules {
		name, dir, ok := strings.Cut(m, "\t")
		if !ok {
			continue
		}
		entries, err := os.ReadDir(dir)
		if err != nil {
			return nil, fmt.Errorf("module %s: %w", name, err)
		}
		found := false
		for _, e := range entries {
			if e.IsDir() || !licenceName.MatchString(e.Name()) {
				continue
			}
			text, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				return nil, err
			}
			found = true
			fmt.Fprintf(&out, "==== %s, %s ====\n\n%s\n\n", name, e.Name(), bytes.TrimSpace(text))
		}
		if !found {
			return nil, fmt.Errorf("module %s has no licence in %s: what is in a page needs one", name, dir)
		}
	}
	return out.Bytes(), nil
}
