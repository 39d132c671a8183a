package matches

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tengen-go/tengen/internal/job"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/web/internal/jobs"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// deepest is how far below the folder of runs a match may be: a tournament's are two below.
const deepest = 4

// ids are the matches by their paths below the folder of runs: those with a folder, and those that wait
// for one or failed before they had one.
func (p *Part) ids() []string {
	if p.Runs == "" {
		return nil
	}
	all := map[string]bool{}
	p.walk("", 0, all)
	for _, j := range p.Jobs.List() {
		if j.Kind == jobs.Match {
			all[j.Output] = true
		}
	}
	ids := make([]string, 0, len(all))
	for id := range all {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// walk finds the folders with a match. It follows no links.
func (p *Part) walk(below string, depth int, found map[string]bool) {
	dir := p.dir(below)
	if below != "" && p.known(dir) {
		found[below] = true
		return
	}
	entries, err := os.ReadDir(dir)
	if err != nil || depth == deepest {
		return
	}
	for _, e := range entries {
		name := e.Name()
		if !e.IsDir() || strings.HasPrefix(name, ".") || below == "" && name == jobs.FolderName {
			continue
		}
		p.walk(path.Join(below, name), depth+1, found)
	}
}

// dir is the folder of a match.
func (p *Part) dir(id string) string { return filepath.Join(p.Runs, filepath.FromSlash(id)) }

// known says whether a folder has a match.
func (p *Part) known(dir string) bool {
	info, err := os.Lstat(filepath.Join(dir, match.MatchName))
	return err == nil && info.Mode().IsRegular()
}

// find is the folder of a match that the list may have, with its job: no other folder, and none
// behind a link.
func (p *Part) find(id string) (dir string, j job.Job, hasJob bool, err error) {
	missing := wire.Missing("there is no match %.100q", id)
	if p.Runs == "" || !filepath.IsLocal(filepath.FromSlash(id)) || path.Clean(id) != id || id == "." {
		return "", j, false, missing
	}
	at := p.Runs
	for name := range strings.SplitSeq(id, "/") {
		at = filepath.Join(at, name)
		if info, err := os.Lstat(at); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return "", j, false, missing
		}
	}
	if j, hasJob = p.jobOf(id); hasJob || p.known(at) {
		return at, j, hasJob, nil
	}
	return "", j, false, missing
}

// stamps say whether the files of a match have changed.
type stamps struct{ results, live stamp }

type stamp struct {
	size    int64
	changed time.Time
}

func stampsOf(dir string) stamps {
	of := func(name string) stamp {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			return stamp{}
		}
		return stamp{info.Size(), info.ModTime()}
	}
	return stamps{of(match.ResultsName), of(match.LiveName)}
}

// results are what is known of a match.
type results struct {
	at    stamp
	about match.About
	games []match.Game
}

// mostRead bounds how many matches are kept in memory: all of the list at least, which pages ask for again and again.
const mostRead = mostListed

// results reads the folder of a match, unless it has the same as before.
func (p *Part) results(id, dir string) (*results, error) {
	at := stampsOf(dir).results
	p.mu.Lock()
	r := p.read[id]
	p.mu.Unlock()
	if r != nil && r.at == at {
		return r, nil
	}
	about, games, err := match.ReadFolder(dir)
	if err != nil {
		return nil, err
	}
	r = &results{at: at, about: about, games: games}
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, has := p.read[id]; !has && len(p.read) >= mostRead {
		for other := range p.read { // any one
			delete(p.read, other)
			break
		}
	}
	p.read[id] = r
	return r, nil
}
