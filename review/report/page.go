package report

import (
	"bytes"
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"regexp"
)

//go:embed report.js report.css
var own embed.FS

// modules are the page's, by their names in the import map: those of the user interface and our own.
var (
	modules = []string{"vendor/htm-preact.js", "points.js", "sentence.js", "board.js"}
	styles  = []string{"style.css"}
)

// policy forbids every request.
const policy = "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; img-src data:; " +
	"base-uri 'none'; form-action 'none'"

// dataBegins and dataEnds enclose the report in the file. No JSON of package encoding/json has a "<".
const (
	dataBegins = `<script type="application/json" id="report">`
	dataEnds   = `</script>`
)

// rooted is an import of a module by its path on a server.
var rooted = regexp.MustCompile(`from '/`)

// Write writes the report as an HTML file. ui are the files of the user interface of package web.
func Write(w io.Writer, r *Report, ui fs.FS) error {
	imports := map[string]string{}
	add := func(files fs.FS, name string) error {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return fmt.Errorf("report: %w", err)
		}
		// A module at a data address has no server whose root it could name. Bare names go through the map.
		text = rooted.ReplaceAll(text, []byte(`from '`))
		imports[name] = "data:text/javascript;base64," + base64.StdEncoding.EncodeToString(text)
		return nil
	}
	for _, name := range modules {
		if err := add(ui, name); err != nil {
			return err
		}
	}
	if err := add(own, "report.js"); err != nil {
		return err
	}
	var style []byte
	for _, name := range styles {
		text, err := fs.ReadFile(ui, name)
		if err != nil {
			return fmt.Errorf("report: %w", err)
		}
		style = append(style, text...)
	}
	text, err := own.ReadFile("report.css")
	if err != nil {
		return err
	}
	style = append(style, text...)
	table, err := json.Marshal(map[string]any{"imports": imports})
	if err != nil {
		return err
	}
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="%s">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mistakes in %d games</title>
<link rel="icon" href="data:,">
<style>
%s</style>
<script type="importmap">%s</script>
</head>
<body>
<noscript>This report needs JavaScript. It asks no server for anything.</noscript>
%s%s%s
<script type="module">import 'report.js';</script>
</body>
</html>
`, policy, len(r.Games), style, table, dataBegins, data, dataEnds)
	_, err = w.Write(out.Bytes())
	return err
}

// ErrNoReport says that a file is no report of this package.
var ErrNoReport = errors.New("it is no report of tengen analyze")

// Read reads the games of a report that was written before.
func Read(file string) (*Report, error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	_, rest, found := bytes.Cut(raw, []byte(dataBegins))
	data, _, ended := bytes.Cut(rest, []byte(dataEnds))
	r := new(Report)
	if !found || !ended || json.Unmarshal(data, r) != nil {
		return nil, fmt.Errorf("%s: %w", path.Clean(file), ErrNoReport)
	}
	return r, nil
}
