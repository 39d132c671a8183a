package bot

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"io/fs"
	"strings"
	"text/template"

	"github.com/tengen-go/tengen/internal/version"
	"github.com/tengen-go/tengen/web"
)

// ui is what the page has besides the modules of web/ui.
//
//go:embed ui
var ui embed.FS

var pageTemplate = template.Must(template.ParseFS(ui, "ui/page.html.tmpl"))

// instead are the modules of web/ui for which a page without a server has others, and those of its own.
var instead = []string{"/api.js", "/app.js", "/language.js"}

// parts is what the template is filled with. All of it must be harmless where it stands.
type parts struct {
	Title, Version, Policy, Icon, Style    string
	About, Licences, Worker, Model, Engine string
	Script                                 string
}

// about is what the page knows of its model. ui/api.js reads it.
type about struct {
	Key      string   `json:"key"` // of the kept game: the model's hash
	Title    string   `json:"title"`
	Board    int      `json:"board"`
	Handicap int      `json:"handicap"` // the largest
	Networks []string `json:"networks"`
	Card     any      `json:"card,omitempty"`
	Version  string   `json:"version"`
}

// script is the page's script: all modules in one.
func script() (string, error) {
	texts := map[string]string{}
	for _, path := range instead {
		text, err := ui.ReadFile("ui" + path)
		if err != nil {
			return "", err
		}
		texts[path] = string(text)
	}
	storage, err := fs.ReadFile(web.UI(), "storage.js") // no module imports it here, and all may need it
	if err != nil {
		return "", err
	}
	joined, err := link(web.UI(), texts, "/app.js")
	return string(storage) + joined, err
}

// write fills the page.
func write(w io.Writer, e engine, a about, archive []byte) error {
	joined, err := script()
	if err != nil {
		return err
	}
	file := func(from fs.FS, name string) (text string) {
		raw, failed := fs.ReadFile(from, name)
		if failed != nil && err == nil {
			err = failed
		}
		return string(raw)
	}
	style := file(web.UI(), "style.css") + file(ui, "ui/bot.css")
	worker := string(e.start) + "\n" + file(ui, "ui/worker.js")
	icon := file(web.UI(), "icon.svg")
	if err != nil {
		return err
	}
	known, err := json.Marshal(a) // which writes < as an escape
	if err != nil {
		return err
	}
	for name, text := range map[string]string{
		"the script": joined, "the worker": worker, "the licences": string(e.licences), "the style": style,
	} {
		for _, end := range []string{"</script", "</style", "<!--"} {
			if strings.Contains(strings.ToLower(text), end) {
				return fmt.Errorf("%s of the page would end before its end: it has %s", name, end)
			}
		}
	}
	return pageTemplate.Execute(w, parts{
		Title: html.EscapeString(a.Title), Version: html.EscapeString(a.Version),
		Policy: strings.Join([]string{
			"default-src 'none'", "script-src " + hash(joined) + " 'wasm-unsafe-eval'", "style-src " + hash(style),
			"img-src data:", "worker-src blob:", "base-uri 'none'", "form-action 'none'",
		}, "; "),
		Icon: base64.StdEncoding.EncodeToString([]byte(icon)), Style: style, About: string(known),
		Licences: string(e.licences), Worker: worker, Script: joined,
		Model:  base64.StdEncoding.EncodeToString(archive),
		Engine: base64.StdEncoding.EncodeToString(e.program),
	})
}

// hash is how a policy names a text that stands in the page.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// here is the version of this program.
func here() string { return version.String() }
