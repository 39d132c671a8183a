package matches

import (
	"context"
	"log/slog"
	"net/http"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/tengen-go/tengen/internal/job"
	"github.com/tengen-go/tengen/web/internal/jobs"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// Config is what the part has.
type Config struct {
	// Runs is the folder of runs; "" for a server without matches.
	Runs string
	// Jobs are the long work of the server.
	Jobs *jobs.Part
	// Streams are the open streams of events.
	Streams *wire.Streams
	// Player is the player string for a level or a player string that a page gives, after it was
	// tried out on a board of that size. What a page may not have is refused.
	Player func(level, text string, size int) (string, error)
	// Log takes what goes wrong.
	Log *slog.Logger
	// Now is the clock.
	Now func() time.Time
}

// Part is the matches.
type Part struct {
	Config
	ctx context.Context // the server's life

	making sync.Mutex // of jobs for a folder, one at a time

	mu   sync.Mutex
	read map[string]*results // by match
}

// New is the part of a server that lives as long as ctx.
func New(ctx context.Context, c Config) *Part {
	return &Part{Config: c, ctx: ctx, read: map[string]*results{}}
}

// Close has nothing to let go of: jobs are the queue's.
func (p *Part) Close() error { return nil }

// Routes are the addresses below /api/v1/matches.
func (p *Part) Routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/v1/matches", wire.Handle(p.Log, p.list))
	mux.HandleFunc("POST /api/v1/matches", p.begin)
	mux.HandleFunc("GET /api/v1/matches/{id}", wire.Handle(p.Log, func(r *http.Request) (any, error) {
		return p.match(r.PathValue("id"))
	}))
	mux.HandleFunc("POST /api/v1/matches/{id}", wire.Handle(p.Log, p.command))
	mux.HandleFunc("GET /api/v1/matches/{id}/events", p.watch)
	mux.HandleFunc("GET /api/v1/matches/{id}/games", wire.Handle(p.Log, p.games))
	mux.HandleFunc("GET /api/v1/matches/{id}/games/{number}", p.record)
}

// mostListed bounds the list of matches.
const mostListed = 200

// listJSON is the list of matches.
type listJSON struct {
	Matches []matchJSON `json:"matches"`
	// Closed is why no match can be begun; missing if one can.
	Closed string `json:"closed,omitempty"`
}

// list has the matches in which something happened last first.
func (p *Part) list(*http.Request) (any, error) {
	out := listJSON{Matches: []matchJSON{}}
	if err := p.Jobs.Ready(); err != nil {
		out.Closed = err.Error()
	}
	for _, id := range p.ids() {
		m, err := p.match(id)
		if err != nil {
			m = &matchJSON{ID: id, State: stateDamaged, Error: err.Error()}
		}
		m.Boards = nil
		out.Matches = append(out.Matches, *m)
	}
	slices.SortStableFunc(out.Matches, func(a, b matchJSON) int { return b.changed.Compare(a.changed) })
	out.Matches = out.Matches[:min(len(out.Matches), mostListed)]
	return out, nil
}

// jobOf is the newest job that fills the folder of a match, if there is one.
func (p *Part) jobOf(id string) (job.Job, bool) {
	j, ok := p.Jobs.Of(id)
	return j, ok && j.Kind == jobs.Match
}

// lookEvery is how often the files of a match are looked at for a page that follows it.
const lookEvery = 200 * time.Millisecond

// watch streams a match: its score and its boards.
func (p *Part) watch(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	if _, err := p.match(id); err != nil {
		wire.Fail(w, p.Log, err)
		return
	}
	ctx, stop := context.WithCancel(r.Context())
	news := &wire.News{}
	var looking sync.WaitGroup
	jobNews, leave := p.Jobs.News.Watch() // before the first state is read, so that no change is missed after it
	defer leave()
	dir := filepath.Join(p.Runs, filepath.FromSlash(id))
	before := stampsOf(dir)
	looking.Go(func() { p.look(ctx, dir, news, jobNews, before) })
	defer looking.Wait()
	defer stop()
	at := 0
	p.Streams.Send(p.ctx, w, r, wire.Source{Event: "match", News: news, Shot: func() (int, any) {
		at++
		m, err := p.match(id)
		if err != nil { // it went meanwhile
			m = &matchJSON{ID: id, State: stateDamaged, Error: err.Error()}
		}
		return at, m
	}})
}

// look tells when the jobs change, or the files of a folder. before is what its files were at first. It ends with ctx.
func (p *Part) look(ctx context.Context, dir string, news *wire.News, jobNews <-chan struct{}, before stamps) {
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
			if now := stampsOf(dir); now != before {
				before = now
				news.Tell()
			}
		}
	}
}
