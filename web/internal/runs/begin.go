package runs

import (
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/job"
	"github.com/tengen-go/tengen/web/internal/jobs"
	"github.com/tengen-go/tengen/web/internal/wire"
)

func (p *Part) begin(w http.ResponseWriter, q *http.Request) {
	var wish wish
	err := wire.Decode(q, &wish)
	var s *shotJSON
	if err == nil {
		s, err = p.start(wish)
	}
	if err != nil {
		wire.Fail(w, p.Log, err)
		return
	}
	wire.Answer(w, http.StatusCreated, s)
}

// start writes the settings of a run and puts it into the queue.
func (p *Part) start(w wish) (*shotJSON, error) {
	if err := p.ready(); err != nil {
		return nil, err
	}
	p.making.Lock()
	defer p.making.Unlock()
	if err := p.fresh(w.Name); err != nil {
		return nil, err
	}
	if w.Until != "" && !slices.Contains(p.Form.Stages, w.Until) {
		return nil, wire.Refused("no stage is called %.40q: there are %s", w.Until, strings.Join(p.Form.Stages, ", "))
	}
	games, err := p.games(w)
	if err != nil {
		return nil, err
	}
	text, err := p.Form.Write(games, w.Values)
	if err != nil {
		return nil, wire.Refused("%v", err)
	}
	dir := p.dir(w.Name)
	config := filepath.Join(dir, settingsName)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	if err := atomicfile.Write(config, text); err != nil {
		return nil, err
	}
	flags := []job.Flag{{Name: "output", Value: dir}, {Name: "config", Value: config}}
	if w.Until != "" {
		flags = append(flags, job.Flag{Name: "until", Value: w.Until})
	}
	work := job.Work{Kind: jobs.Pipeline, Name: w.Name, Output: w.Name, Flags: flags}
	if _, err := p.Jobs.Start(work); err != nil { // then there is no run: the name is free again
		return nil, errors.Join(err, os.Remove(config))
	}
	return p.shot(w.Name)
}

// foreign are the folders of Dir that are never runs: of jobs, and of matches.
var foreign = []string{jobs.FolderName, "matches"}

// fresh refuses a name that is none, or that a folder has which holds more than games of a page.
func (p *Part) fresh(name string) error {
	if !named(name) {
		return wire.Refused("name %.100q: want letters, digits, dots, - and _, no dot first, at most 80", name)
	}
	taken := &wire.Refusal{Status: http.StatusConflict, Text: name + " is there already: choose another name"}
	if _, has := p.Jobs.Of(name); has || slices.Contains(foreign, strings.ToLower(name)) {
		return taken
	}
	info, err := os.Lstat(p.dir(name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.IsDir():
		return taken
	}
	entries, err := os.ReadDir(p.dir(name))
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() != gamesName || !e.IsDir() {
			return taken
		}
	}
	return nil
}

// games are the paths for the settings. What a page names lies below a folder of the server, also when links
// are followed.
func (p *Part) games(w wish) ([]string, error) {
	if len(w.Games) == 0 {
		files, err := os.ReadDir(filepath.Join(p.dir(w.Name), gamesName))
		if err != nil || len(files) == 0 {
			return nil, wire.Refused("no games: choose a folder, or drop files on the page")
		}
		return []string{gamesName}, nil // beside the settings
	}
	var out []string
	for _, path := range w.Games {
		real, err := filepath.EvalSymlinks(path)
		if err != nil || !filepath.IsAbs(path) || !p.below(real) {
			return nil, wire.Refused("games %.200q are in none of the server's folders: see tengen serve --games", path)
		}
		out = append(out, real)
	}
	return out, nil
}

// below says whether a path without links is a folder of games or lies below one.
func (p *Part) below(path string) bool {
	for _, root := range p.Games {
		real, err := filepath.EvalSymlinks(root)
		if err != nil {
			continue
		}
		if inside, err := filepath.Rel(real, path); err == nil && filepath.IsLocal(inside) {
			return true
		}
	}
	return false
}

// folderJSON is a folder or a file of games to choose.
type folderJSON struct {
	Path   string `json:"path"`
	Name   string `json:"name"`
	Folder bool   `json:"folder"`
}

// mostFolders bounds what one folder of games shows.
const mostFolders = 200

// folders are the folders of games with what is in them.
func (p *Part) folders() []folderJSON {
	out := []folderJSON{}
	for _, root := range p.Games {
		real, err := filepath.EvalSymlinks(root)
		if err != nil {
			continue
		}
		entries, err := os.ReadDir(real)
		if err != nil {
			continue
		}
		name := filepath.Base(root)
		out = append(out, folderJSON{Path: real, Name: name, Folder: true})
		shown := 0
		for _, e := range entries {
			isFile := e.Type().IsRegular() && holdsGames(e.Name())
			if strings.HasPrefix(e.Name(), ".") || !e.IsDir() && !isFile || shown == mostFolders {
				continue
			}
			shown++
			out = append(out, folderJSON{filepath.Join(real, e.Name()), name + "/" + e.Name(), e.IsDir()})
		}
	}
	return out
}

// holdsGames goes by the name of a file.
func holdsGames(name string) bool {
	name = strings.ToLower(name)
	for _, end := range []string{".gz", ".bz2", ".zst"} {
		name = strings.TrimSuffix(name, end)
	}
	for _, end := range []string{".sgf", ".sgfl", ".tengen", ".zip", ".tgz", ".tar"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}
