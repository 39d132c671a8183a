package main

import (
	"context"
	"fmt"
	"maps"
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

// folderOfLicences are the folders in which modules keep more of them.
var folderOfLicences = regexp.MustCompile(`(?i)^(licen[cs]es|third_party_licen[cs]es)$`)

// childProgram is the part for graphics cards, which programs for Linux carry.
const childProgram = "./internal/gpu/child/program"

// licences are the texts of every module that is linked into a system's program, Go's own, and those of the page's
// scripts, below licences/. They lie at the top of a module, in a folder of licences, or beside a package that is
// linked. A module without one is an error: it must not be released.
func licences(ctx context.Context, root, system string) ([]file, error) {
	programs := []string{"./cmd/tengen"}
	if strings.HasPrefix(system, "linux/") {
		programs = append(programs, childProgram)
	}
	const modules = "{{$dir := .Dir}}{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Dir}}\t{{$dir}}{{end}}{{end}}"
	cmd := exec.CommandContext(ctx, "go", append([]string{"list", "-deps", "-f", modules}, programs...)...)
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
	goroot = strings.TrimSpace(goroot)
	page := filepath.Join(root, scripts)
	folders := map[string]string{"go": goroot, "page": page} // of modules
	linked := map[string][]string{"go": {goroot}, "page": {page}}
	for line := range strings.Lines(string(out)) {
		if parts := strings.Split(strings.TrimSpace(line), "\t"); len(parts) == 3 {
			folders[parts[0]] = parts[1]
			linked[parts[0]] = append(linked[parts[0]], parts[2])
		}
	}
	var files []file
	for _, module := range slices.Sorted(maps.Keys(folders)) {
		found, err := licencesOf(module, folders[module], linked[module])
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	return files, nil
}

// licencesOf are those of a module in a folder, with the folders of its packages that are linked.
func licencesOf(path, root string, packages []string) (files []file, err error) {
	seen := map[string]bool{}
	add := func(dir string, choose func(e os.DirEntry) bool) error {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return fmt.Errorf("module %s: %w", path, err)
		}
		for _, e := range entries {
			if e.IsDir() || !choose(e) {
				continue
			}
			from := filepath.Join(dir, e.Name())
			content, err := os.ReadFile(from)
			if err != nil {
				return err
			}
			name, err := filepath.Rel(root, from)
			if err != nil {
				return err
			}
			files = append(files, file{name: "licences/" + path + "/" + filepath.ToSlash(name), content: content})
		}
		return nil
	}
	look := func(dir string) error {
		seen[dir] = true
		entries, err := os.ReadDir(dir)
		if err != nil {
			return fmt.Errorf("module %s: %w", path, err)
		}
		for _, e := range entries {
			if e.IsDir() && folderOfLicences.MatchString(e.Name()) {
				if err := add(filepath.Join(dir, e.Name()), func(os.DirEntry) bool { return true }); err != nil {
					return err
				}
			}
		}
		return add(dir, func(e os.DirEntry) bool { return licenceName.MatchString(e.Name()) })
	}
	for _, dir := range append([]string{root}, packages...) {
		for ; !seen[dir]; dir = filepath.Dir(dir) { // up to the module's root, which is seen first
			if err := look(dir); err != nil {
				return nil, err
			}
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("module %s has no licence in %s: what is linked in needs one", path, root)
	}
	return files, nil
}
