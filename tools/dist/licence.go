package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// licenceName are the files in which modules keep their licences.
var licenceName = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|unlicense)([-.].*)?$`)

// scripts are the licences of the scripts in the page that the program serves.
const scripts = "web/ui/vendor"

// licences are the texts of every module that is linked into a system's program, Go's own, and
// those of the page's scripts, below licences/. A module without one is an error: it must not be released.
func licences(ctx context.Context, root, system string) ([]file, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-deps",
		"-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Dir}}{{end}}{{end}}", "./cmd/tengen")
	cmd.Dir = root
	cmd.Env = environment(system)
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	goroot, err := command(ctx, root, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	modules := strings.Split(strings.TrimSpace(string(out)), "\n")
	modules = append(modules, "go\t"+strings.TrimSpace(goroot), "page\t"+filepath.Join(root, scripts))
	slices.Sort(modules)
	var files []file
	for _, module := range slices.Compact(modules) {
		path, dir, ok := strings.Cut(module, "\t")
		if !ok {
			continue
		}
		found, err := licencesOf(path, dir)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	return files, nil
}

func licencesOf(path, dir string) ([]file, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("module %s: %w", path, err)
	}
	var files []file
	for _, e := range entries {
		if e.IsDir() || !licenceName.MatchString(e.Name()) {
			continue
		}
		content, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		files = append(files, file{name: "licences/" + path + "/" + e.Name(), content: content})
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("module %s has no licence in %s: what is linked in needs one", path, dir)
	}
	return files, nil
}
