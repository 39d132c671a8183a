package runs

import (
	"context"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/tengen-go/tengen/web/internal/jobs"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// Form is what people can choose for a new run. The chain belongs to package pipeline, which brings all
// that trains with it; a server does without.
type Form struct {
	// Settings are the keys of the chain's file, in order.
	Settings []Setting
	// Stages are the names of the stages, in order.
	Stages []string
	// Until are the names of the stages that a last one makes necessary, with it, in order; all for "".
	Until func(last string) []string
	// Write is the file for games and values by their keys, checked. Its errors are mistakes in these.
	Write func(games []string, values map[string]string) ([]byte, error)
}

// Setting is a key of the file.
type Setting struct {
	Section string   `json:"section,omitempty"`
	Name    string   `json:"name"`
	About   string   `json:"about"`
	Why     string   `json:"why,omitempty"`
	Default string   `json:"default,omitempty"`
	Zero    string   `json:"zero,omitempty"`
	Choices []string `json:"choices,omitempty"`
}

// Config is what the part has.
type Config struct {
	// Dir is the folder of runs; "" for a server without.
	Dir string
	// Games are the folders in which pages may choose games.
	Games []string
	// Form is what a new run may be; the zero Form allows none.
	Form Form
	// Jobs are the long work of the server.
	Jobs *jobs.Part
	// Streams are the open streams of events.
	Streams *wire.Streams
	// Log takes what goes wrong.
	Log *slog.Logger
}

// Part is the runs.
type Part struct {
	Config
	ctx   context.Context // the server's life
	cache cache           // for runs that somebody looks at
	brief cache           // for the list

	making sync.Mutex // held while a run or its games are put into a folder
}

// New is the part of a server that lives as long as ctx.
func New(ctx context.Context, c Config) *Part {
	return &Part{Config: c, ctx: ctx, cache: cache{most: mostCached}, brief: cache{most: mostBrief}}
}

// Close has nothing to let go of: jobs are the queue's.
func (p *Part) Close() error { return nil }

// Routes are the addresses below /api/v1/runs.
func (p *Part) Routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/v1/runs", wire.Handle(p.Log, p.list))
	mux.HandleFunc("POST /api/v1/runs", p.begin)
	mux.HandleFunc("POST /api/v1/runs/files", wire.Handle(p.Log, p.take))
	mux.HandleFunc("GET /api/v1/runs/{name}", wire.Handle(p.Log, func(r *http.Request) (any, error) {
		return p.shot(r.PathValue("name"))
	}))
	mux.HandleFunc("POST /api/v1/runs/{name}", wire.Handle(p.Log, p.command))
	mux.HandleFunc("GET /api/v1/runs/{name}/events", p.watch)
	mux.HandleFunc("GET /api/v1/runs/{name}/report", p.report)
}

// listJSON is the list of runs, with what a new one may be.
type listJSON struct {
	Runs     []runJSON `json:"runs"`
	Settings []Setting `json:"settings"`
	Stages   []string  `json:"stages"`
	// Until are the stages that are done, by the last one that somebody wants.
	Until   map[string][]string `json:"until"`
	Folders []folderJSON        `json:"folders"`
	// Closed is why no run can be begun; missing if one can.
	Closed string `json:"closed,omitempty"`
}

// mostListed bounds the list of runs.
const mostListed = 200

// list has the runs in which something happened last first.
func (p *Part) list(*http.Request) (any, error) {
	out := listJSON{
		Runs: []runJSON{}, Settings: append([]Setting{}, p.Form.Settings...),
		Stages: append([]string{}, p.Form.Stages...), Until: map[string][]string{}, Folders: p.folders(),
	}
	for _, last := range p.Form.Stages {
		out.Until[last] = p.Form.Until(last)
	}
	if err := p.ready(); err != nil {
		out.Closed = err.Error()
	}
	names, err := p.names()
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		r, err := p.find(name)
		if err != nil {
			continue // it went meanwhile
		}
		out.Runs = append(out.Runs, p.head(r))
	}
	slices.SortStableFunc(out.Runs, func(a, b runJSON) int { return b.changed.Compare(a.changed) })
	out.Runs = out.Runs[:min(len(out.Runs), mostListed)]
	return out, nil
}

// ready refuses where no run can be begun.
func (p *Part) ready() error {
	if p.Form.Write == nil {
		return &wire.Refusal{Status: http.StatusServiceUnavailable, Text: "this server begins no trainings"}
	}
	return p.Jobs.Ready()
}

// command is what a page asks of a run.
type command struct {
	Do string `json:"do"` // stop, resume or remove
}

// command stops a run, goes on with it, or removes it.
func (p *Part) command(q *http.Request) (any, error) {
	var c command
	if err := wire.Decode(q, &c); err != nil {
		return nil, err
	}
	r, err := p.find(q.PathValue("name"))
	if err != nil {
		return nil, err
	}
	switch c.Do {
	case "stop", "resume":
	case "remove":
		if err := p.remove(r); err != nil {
			return nil, err
		}
		return gone(r.name, ""), nil
	default:
		return nil, wire.Refused("do %.20q: want stop, resume or remove", c.Do)
	}
	if !r.hasJob {
		text := "no page began this run: the command that began it goes on with it"
		if _, err := os.Lstat(filepath.Join(r.dir, settingsName)); err == nil {
			text = "no page began this run: tengen pipeline -o " + r.dir + " --config " +
				filepath.Join(r.dir, settingsName) + " goes on with it"
		}
		return nil, &wire.Refusal{Status: http.StatusConflict, Text: text}
	}
	if _, err := p.Jobs.Do(r.job.ID, c.Do); err != nil {
		return nil, err
	}
	return p.shot(r.name)
}

// lookEvery is how often the files of a run are looked at for a page that watches it.
const lookEvery = time.Second

// watch streams a run: the whole of it first, and then what changes.
func (p *Part) watch(w http.ResponseWriter, q *http.Request) {
	name := q.PathValue("name")
	if _, err := p.find(name); err != nil {
		wire.Fail(w, p.Log, err)
		return
	}
	ctx, stop := context.WithCancel(q.Context())
	news := &wire.News{}
	var looking sync.WaitGroup
	jobNews, leave := p.Jobs.News.Watch() // before the first state is read, so that no change is missed after it
	defer leave()
	seen := stampsOf(p.dir(name))
	looking.Go(func() { p.look(ctx, name, news, jobNews, seen) })
	defer looking.Wait()
	defer stop()
	at, before := 0, &shotJSON{}
	p.Streams.Send(p.ctx, w, q, wire.Source{Event: "run", News: news, Shot: func() (int, any) {
		at++
		now, err := p.shot(name)
		if err != nil { // it went meanwhile
			return at, gone(name, err.Error())
		}
		changed := now.since(before)
		before = now
		return at, changed
	}})
}

// look tells when the files of a run, whose stamps were before, or the jobs change, until ctx ends.
func (p *Part) look(ctx context.Context, name string, news *wire.News, jobNews <-chan struct{}, before uint64) {
	every := time.NewTicker(lookEvery)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.ctx.Done():
			return
		case <-jobNews:
			news.Tell()
		case <-every.C:
			if now := stampsOf(p.dir(name)); now != before || p.logGrew(name) {
				before = now
				news.Tell()
			}
		}
	}
}
