package bot

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"
)

// A page opened from a file can import no modules: the browser takes each file for a site of its own. So
// link joins them to one script. It knows the forms of import and export that the modules of this project
// have, and refuses others.

var (
	importLine = regexp.MustCompile(`(?m)^import (.+) from '(/[^']+)';$`)
	exportLine = regexp.MustCompile(`(?m)^export (?:(async function|function|const|class) (\w+)|default)`)
	exportList = regexp.MustCompile(`export\{([\w$, ]+)\};?\s*$`)
	leftOver   = regexp.MustCompile(`(?m)^\s*(?:import\s*[\w{*'"]|export\s*[\w{*])|\bimport\(`)
)

// linker joins modules.
type linker struct {
	from    fs.FS
	instead map[string]string // the text of a module that is another one here
	script  strings.Builder
	names   map[string]string // of the constants, by path
	open    []string          // modules on the way
}

// link is the script that runs the module at path after all that it imports.
func link(from fs.FS, instead map[string]string, path string) (string, error) {
	l := &linker{from: from, instead: instead, names: map[string]string{}}
	l.script.WriteString("'use strict';\n")
	if _, err := l.add(path); err != nil {
		return "", err
	}
	return l.script.String(), nil
}

// add writes a module, after those that it imports, and returns the name of its constant.
func (l *linker) add(path string) (string, error) {
	if name, ok := l.names[path]; ok {
		return name, nil
	}
	for _, p := range l.open {
		if p == path {
			return "", fmt.Errorf("module %s imports itself by way of %s", path, strings.Join(l.open, ", "))
		}
	}
	l.open = append(l.open, path)
	text, ok := l.instead[path]
	if !ok {
		raw, err := fs.ReadFile(l.from, strings.TrimPrefix(path, "/"))
		if err != nil {
			return "", fmt.Errorf("module %s: %w", path, err)
		}
		text = string(raw)
	}
	var failed error
	text = importLine.ReplaceAllStringFunc(text, func(line string) string {
		m := importLine.FindStringSubmatch(line)
		name, err := l.add(m[2])
		if err != nil {
			failed = err
			return ""
		}
		switch what := m[1]; {
		case strings.HasPrefix(what, "{"):
			return fmt.Sprintf("const %s = %s;", strings.ReplaceAll(what, " as ", ": "), name)
		case strings.HasPrefix(what, "* as "):
			return fmt.Sprintf("const %s = %s;", strings.TrimPrefix(what, "* as "), name)
		default:
			return fmt.Sprintf("const %s = %s.default;", what, name)
		}
	})
	if failed != nil {
		return "", failed
	}
	var gives []string
	text = exportLine.ReplaceAllStringFunc(text, func(line string) string {
		m := exportLine.FindStringSubmatch(line)
		if m[2] == "" {
			gives = append(gives, "default: standard")
			return "const standard ="
		}
		gives = append(gives, m[2])
		return m[1] + " " + m[2]
	})
	if m := exportList.FindStringSubmatch(text); m != nil {
		for _, e := range strings.Split(m[1], ",") {
			inside, outside, renamed := strings.Cut(strings.TrimSpace(e), " as ")
			if !renamed {
				outside = inside
			}
			gives = append(gives, outside+": "+inside)
		}
		text = text[:len(text)-len(m[0])] + "\n"
	}
	if found := leftOver.FindString(text); found != "" {
		return "", fmt.Errorf("module %s: %q is in no form that can be joined", path, strings.TrimSpace(found))
	}
	name := fmt.Sprintf("module%d", len(l.names))
	l.names[path] = name
	l.open = l.open[:len(l.open)-1]
	fmt.Fprintf(&l.script, "// %s\nconst %s = (() => {\n%s\nreturn { %s };\n})();\n",
		path, name, strings.TrimSpace(text), strings.Join(gives, ", "))
	return name, nil
}
