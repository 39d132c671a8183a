package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"

	"github.com/tengen-go/tengen/internal/carried"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// ui is the page as it stands in the sources.
//
//go:embed ui
var ui embed.FS

// UI are the files of the page, for other pages with the same board.
func UI() fs.FS {
	files, err := fs.Sub(ui, "ui")
	if err != nil {
		panic(err) // the name is a constant
	}
	return files
}

// file is a file of the page, as it is sent.
type file struct {
	kind  string
	tag   string
	plain []byte
	small []byte // by gzip
}

// files are those of the page by their path.
var files = sync.OnceValues(func() (map[string]*file, error) {
	all := map[string]*file{}
	err := fs.WalkDir(ui, "ui", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		plain, err := ui.ReadFile(name)
		if err != nil {
			return err
		}
		small, err := carried.Compress(plain)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(plain)
		all[strings.TrimPrefix(name, "ui")] = &file{
			kind: kindOf(name), tag: `"` + hex.EncodeToString(sum[:8]) + `"`, plain: plain, small: small,
		}
		return nil
	})
	return all, err
})

// kindOf is the media type of a file, independent of the machine's tables where it matters.
func kindOf(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".html":
		return "text/html; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	}
	if kind := mime.TypeByExtension(path.Ext(name)); kind != "" {
		return kind
	}
	return "text/plain; charset=utf-8"
}

// page sends a file of the page.
func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	all, err := files()
	if err != nil {
		wire.Fail(w, s.config.Log, err)
		return
	}
	name := r.URL.Path
	if name == "/" {
		name = "/index.html"
	}
	f := all[name]
	if f == nil {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("ETag", f.tag)
	h.Set("Cache-Control", "no-cache")
	h.Set("Vary", "Accept-Encoding")
	if r.Header.Get("If-None-Match") == f.tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body := f.plain
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		body = f.small
	}
	h.Set("Content-Length", fmt.Sprint(len(body)))
	_, _ = w.Write(body)
}
