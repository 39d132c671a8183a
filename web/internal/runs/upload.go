package runs

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"unicode/utf8"

	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// Bounds of the games that a page sends for a run. The server bounds each file.
const (
	mostSent  = 200 << 20
	mostFiles = 20_000
)

// filePattern are the names of files that a page may send, of so many characters at most. A count in the pattern would
// make it a large program for the start of each command.
var filePattern = regexp.MustCompile(`^[^./\\][^/\\:*?"<>|\x00-\x1f]*$`)

const longestFile = 151

// sentJSON is what a run has of the page now.
type sentJSON struct {
	Files int   `json:"files"`
	Bytes int64 `json:"bytes"`
}

// take keeps a file of games for a run that is not begun yet. The first file of a form takes the place of all that an
// earlier form has sent under this name: nobody sees any more that they are there.
func (p *Part) take(q *http.Request) (any, error) {
	if err := p.ready(); err != nil {
		return nil, err
	}
	name, file := q.URL.Query().Get("run"), q.URL.Query().Get("file")
	if !filePattern.MatchString(file) || utf8.RuneCountInString(file) > longestFile || !holdsGames(file) ||
		!filepath.IsLocal(file) {
		return nil, wire.Refused("file %.100q: want a name such as games.sgf, .sgf.gz, .tengen or .zip", file)
	}
	body, err := io.ReadAll(q.Body)
	if err != nil {
		return nil, err
	}
	p.making.Lock()
	defer p.making.Unlock()
	if err := p.fresh(name); err != nil {
		return nil, err
	}
	dir := filepath.Join(p.dir(name), gamesName)
	if q.URL.Query().Get("first") == "1" {
		if err := clean(dir); err != nil {
			return nil, err
		}
	}
	sent, err := otherFiles(dir, file)
	if err != nil {
		return nil, err
	}
	sent.Files++
	sent.Bytes += int64(len(body))
	if sent.Bytes > mostSent || sent.Files > mostFiles {
		text := fmt.Sprintf("more than %d MB or %d files: put the games into a folder of tengen serve --games",
			mostSent>>20, mostFiles)
		return nil, &wire.Refusal{Status: http.StatusRequestEntityTooLarge, Text: text}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	return sent, atomicfile.Write(filepath.Join(dir, file), body)
}

// clean removes the files of a folder.
func clean(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, e := range entries {
		if !e.Type().IsRegular() {
			continue
		}
		if err := os.Remove(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// otherFiles counts the files of a folder without one of them.
func otherFiles(dir, file string) (sent sentJSON, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return sent, err
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			return sent, err
		}
		if e.Name() != file {
			sent.Files++
			sent.Bytes += info.Size()
		}
	}
	return sent, nil
}
