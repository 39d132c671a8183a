package runs

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"github.com/tengen-go/tengen/internal/job"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/pipeline/stages"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/session"
	"github.com/tengen-go/tengen/web/internal/jobs"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// Files and folders of a run. The chain's are those of package pipeline.
const (
	settingsName = "settings.toml"
	reportName   = "report.html"
	gamesName    = "games" // what a page dropped
)

// Kinds of runs.
const (
	kindPipeline = "pipeline"
	kindTraining = "training"
)

// States of a run beyond those of a job.
const (
	stateDone    = string(job.Done)
	stateStopped = string(job.Stopped)
	stateGone    = "gone"
)

// named says whether runs may have a name: plain words, of up to 80 letters.
func named(name string) bool { return len(name) <= 80 && namePattern.MatchString(name) }

var namePattern = regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9._-]*$`)

// run is a run as its folder and its job say.
type run struct {
	name, dir, kind string
	job             job.Job
	hasJob          bool
	stages          []stageJSON // of a chain: those with a record, and those that are still to come
}

// stageJSON is a stage of a chain.
type stageJSON struct {
	Name    string  `json:"name"`
	Begun   bool    `json:"begun"`
	Done    bool    `json:"done"`
	Seconds float64 `json:"seconds"`
}

// runJSON is a run in the list.
type runJSON struct {
	Name    string `json:"name"`
	Kind    string `json:"kind"`
	State   string `json:"state"`
	Error   string `json:"error,omitempty"`
	Changed string `json:"changed"`
	Done    int    `json:"done"` // stages
	Of      int    `json:"of"`
	// Board is the side of the board; 0 if nobody knows.
	Board int `json:"board,omitempty"`
	// Seconds are those of work so far.
	Seconds float64 `json:"seconds,omitempty"`
	// Curve is the training with the latest measurement on held-out games, Known what it came to.
	Curve string  `json:"curve,omitempty"`
	Known float64 `json:"known"`

	changed time.Time
}

// dir is the folder of a run.
func (p *Part) dir(name string) string { return filepath.Join(p.Dir, name) }

// names are the names that runs may have: of folders, and of jobs.
func (p *Part) names() ([]string, error) {
	if p.Dir == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(p.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() && e.Name() != jobs.FolderName {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// find is the run of a name: a real folder of Dir with the files of a run. No other name gets anywhere.
func (p *Part) find(name string) (*run, error) {
	missing := wire.Missing("there is no run %.100q", name)
	if p.Dir == "" || !named(name) || name == jobs.FolderName {
		return nil, missing
	}
	r := &run{name: name, dir: p.dir(name)}
	if info, err := os.Lstat(r.dir); err != nil || !info.IsDir() {
		return nil, missing
	}
	j, ok := p.Jobs.Of(name)
	r.job, r.hasJob = j, ok && j.Kind == jobs.Pipeline
	for _, stage := range p.Form.Stages {
		s := stageJSON{Name: stage}
		var record struct {
			Done    bool    `json:"done"`
			Seconds float64 `json:"seconds"`
		}
		text, err := readPlain(r.path(stage, stages.RecordName))
		if err == nil && json.Unmarshal(text, &record) == nil {
			s.Begun, s.Done, s.Seconds = true, record.Done, record.Seconds
		}
		r.stages = append(r.stages, s)
	}
	begun := slices.ContainsFunc(r.stages, func(s stageJSON) bool { return s.Begun })
	switch {
	case begun || plain(r.path(settingsName)):
		r.kind = kindPipeline
		if last := r.until(); slices.Contains(p.Form.Stages, last) {
			wanted := p.Form.Until(last)
			r.stages = slices.DeleteFunc(r.stages, func(s stageJSON) bool { return !slices.Contains(wanted, s.Name) })
		}
	case plain(r.path(session.MetricsName)):
		r.kind, r.stages = kindTraining, nil
	default:
		return nil, missing
	}
	return r, nil
}

// until is the last stage that somebody wanted; "" for all.
func (r *run) until() string {
	for _, f := range r.job.Flags {
		if f.Name == "until" {
			return f.Value
		}
	}
	return ""
}

func (r *run) path(names ...string) string {
	return filepath.Join(append([]string{r.dir}, names...)...)
}

// head is the run as in the list.
func (p *Part) head(r *run) runJSON {
	h := runJSON{Name: r.name, Kind: r.kind, Of: len(r.stages), State: stateStopped, Board: p.board(r)}
	for _, s := range r.stages {
		h.Seconds += s.Seconds
		if s.Done {
			h.Done++
		}
	}
	places := r.places()
	for _, name := range headlines {
		path, ok := places[name]
		if !ok {
			continue
		}
		c, err := cached(&p.brief, path, func() (headline, error) { return headlineOf(name, path) })
		if err == nil && c.measured {
			h.Curve, h.Known = name, c.known
			if r.kind == kindTraining {
				h.Seconds = c.wall
			}
			break
		}
	}
	if r.kind == kindTraining && plain(r.path(models.ManifestName)) || h.Of > 0 && h.Done == h.Of {
		h.State = stateDone
	}
	if r.hasJob {
		h.State, h.Error = string(r.job.State), r.job.Error
		h.changed = r.job.Made
	}
	for _, name := range r.files() {
		if info, err := os.Lstat(name); err == nil && info.ModTime().After(h.changed) {
			h.changed = info.ModTime()
		}
	}
	h.Changed = h.changed.UTC().Format(time.RFC3339)
	return h
}

// files are those that change while a run is at work.
func (r *run) files() []string { return filesOf(r.dir) }

// trainings are the places of metrics below the folder of a run, by the curve that they are.
var trainings = []struct{ curve, folder string }{
	{"rollout", "rollout/rollout-training"},
	{"tree", "rollout/tree-training"},
	{"policy", "policy"},
	{"reinforce", "reinforce"},
	{"value", "value"},
}

func filesOf(dir string) []string {
	files := []string{dir}
	for _, name := range []string{session.MetricsName, measure.ExamplesName, reportName} {
		files = append(files, filepath.Join(dir, name))
	}
	for _, t := range trainings {
		at := filepath.Join(dir, filepath.FromSlash(t.folder))
		files = append(files, filepath.Join(at, session.MetricsName), filepath.Join(at, measure.ExamplesName))
	}
	if entries, err := os.ReadDir(dir); err == nil {
		for _, e := range entries {
			if e.IsDir() {
				files = append(files, filepath.Join(dir, e.Name(), stages.RecordName))
			}
		}
	}
	return files
}

// stampsOf is another number when a file of a run has changed.
func stampsOf(dir string) uint64 {
	h := fnv.New64a()
	for _, name := range filesOf(dir) {
		if info, err := os.Lstat(name); err == nil {
			fmt.Fprintln(h, name, info.Size(), info.ModTime().UnixNano())
		}
	}
	return h.Sum64()
}

// plain says whether there is a file, not a link.
func plain(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode().IsRegular()
}

// mostRead bounds a file that is read into memory.
const mostRead = 128 << 20

// readPlain reads a file that is no link, below a folder that is none.
func readPlain(path string) ([]byte, error) {
	if err := fit(path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// fit refuses to read what is no file, is behind a link, or too large.
func fit(path string) error {
	info, err := os.Lstat(path)
	if err == nil && info.Mode().IsRegular() {
		var dir fs.FileInfo
		if dir, err = os.Lstat(filepath.Dir(path)); err == nil && !dir.IsDir() {
			err = fs.ErrNotExist
		}
	} else if err == nil {
		err = fs.ErrNotExist
	}
	if err == nil && info.Size() > mostRead {
		err = fmt.Errorf("%s: more than %d MB: too much for a page", path, mostRead>>20)
	}
	return err
}
