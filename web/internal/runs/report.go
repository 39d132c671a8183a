package runs

import (
	"net/http"
	"strconv"

	"github.com/tengen-go/tengen/web/internal/wire"
)

// reportPolicy lets the report have its own style and pictures, and nothing else: it may come from anywhere.
const reportPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// report sends the report of a run.
func (p *Part) report(w http.ResponseWriter, q *http.Request) {
	r, err := p.find(q.PathValue("name"))
	var text []byte
	if err == nil {
		if text, err = readPlain(r.path(reportName)); err != nil {
			err = wire.Missing("the run has no report yet")
		}
	}
	if err != nil {
		wire.Fail(w, p.Log, err)
		return
	}
	h := w.Header()
	h.Set("Content-Security-Policy", reportPolicy)
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	h.Set("Content-Length", strconv.Itoa(len(text)))
	_, _ = w.Write(text) // whoever asked may have gone
}
