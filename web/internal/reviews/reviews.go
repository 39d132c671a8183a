package reviews

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/tengen-go/tengen/sgf"
	"github.com/tengen-go/tengen/web/internal/thinking"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// Config is what reviews need of the server.
type Config struct {
	// Room is where players think.
	Room *thinking.Room
	// Streams are the open streams of events.
	Streams *wire.Streams
	// Folder is where reviews are kept. It is made when the first one is.
	Folder string
	// Name makes a name that nobody can guess.
	Name func(bytes int) (string, error)
	// Game is the record of a game that was played here.
	Game func(id string) (*sgf.Tree, error)
	// Log takes what goes wrong.
	Log *slog.Logger
	// Now is the clock.
	Now func() time.Time
}

// Bounds of what is done at the same time.
const (
	mostReviews = 32 // in memory; others rest on the disk
	mostReaders = 8  // players that read what pages show; each takes memory for its tree
	restAfter   = 15 * time.Minute
)

// Reviews is a part of the server.
type Reviews struct {
	Config
	ctx     context.Context // of all thinking; Close ends it
	stop    context.CancelFunc
	running sync.WaitGroup
	files   chan struct{} // taken by who reads a file: a large one takes memory
	workers chan struct{} // taken by players that go through games
	readers chan struct{} // taken by players that read what pages show

	mu   sync.Mutex
	open map[string]*openReview
}

// New goes on with the games that were under way when the server stopped.
func New(config Config) *Reviews {
	s := &Reviews{
		Config: config, open: map[string]*openReview{}, files: make(chan struct{}, 1),
		workers: make(chan struct{}, max(config.Room.Threads, 2)), readers: make(chan struct{}, mostReaders),
	}
	s.ctx, s.stop = context.WithCancel(context.Background()) // the server's own life, not a request's
	all, err := s.list(mostReviews)
	if err != nil {
		s.Log.Error("the reviews cannot be listed", "error", err)
	}
	for _, kept := range all {
		if !kept.Working {
			continue
		}
		if _, err := s.review(kept.ID); err != nil {
			s.Log.Error("a review cannot be gone on with", "review", kept.ID, "error", err)
		}
	}
	return s
}

// Close ends all thinking and keeps what was found.
func (s *Reviews) Close() error {
	s.stop()
	s.running.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	var err error
	for _, r := range s.open {
		err = errors.Join(err, r.keep())
	}
	s.open = map[string]*openReview{}
	return err
}

// Routes adds the addresses of reviews.
func (s *Reviews) Routes(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/v1/reviews", wire.Handle(s.Log, func(*http.Request) (any, error) {
		all, err := s.list(mostListed)
		return listJSON{all}, err
	}))
	mux.HandleFunc("POST /api/v1/reviews", s.begin)
	mux.HandleFunc("GET /api/v1/reviews/{id}", wire.Handle(s.Log, func(q *http.Request) (any, error) {
		r, err := s.review(q.PathValue("id"))
		if err != nil {
			return nil, err
		}
		return r.whole(), nil
	}))
	mux.HandleFunc("POST /api/v1/reviews/{id}", wire.Handle(s.Log, s.command))
	mux.HandleFunc("DELETE /api/v1/reviews/{id}", wire.Handle(s.Log, func(q *http.Request) (any, error) {
		return wire.Nothing{}, s.forget(q.PathValue("id"))
	}))
	mux.HandleFunc("GET /api/v1/reviews/{id}/sgf", s.record)
	mux.HandleFunc("GET /api/v1/reviews/{id}/events", s.watch)
}

// review is an open review, or one from the disk.
func (s *Reviews) review(id string) (*openReview, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.open[id]; r != nil {
		r.touch()
		return r, nil
	}
	r, err := s.read(id)
	if err != nil {
		return nil, err
	}
	return r, s.add(r)
}

// add opens a review. The caller holds the lock. Reviews that nobody used for long rest on the disk, and if
// there are too many, the one that nobody used for the longest time.
func (s *Reviews) add(r *openReview) error {
	now := s.Now()
	used := map[*openReview]time.Time{}
	for _, other := range s.open {
		if since, idle := other.idle(); idle {
			used[other] = since
		}
	}
	var failed error
	earlier := func(a, b *openReview) int { return used[a].Compare(used[b]) }
	for _, other := range slices.SortedFunc(maps.Keys(used), earlier) {
		if now.Sub(used[other]) > restAfter || len(s.open) >= mostReviews {
			failed = cmp.Or(s.rest(other), failed)
		}
	}
	if len(s.open) >= mostReviews {
		full := &wire.Refusal{
			Status: http.StatusServiceUnavailable,
			Text:   fmt.Sprintf("%d reviews are under way: stop one", len(s.open)),
		}
		if failed != nil {
			full.Text = fmt.Sprintf("%d reviews are open, and cannot be written: look whether the disk is full",
				len(s.open))
		}
		return full
	}
	s.open[r.id] = r
	r.touch()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.kept.Working {
		r.work()
	}
	return nil
}

// rest takes a review out of memory, once all of it is on the disk. One that is deleted just now is left to forget.
func (s *Reviews) rest(r *openReview) error {
	r.mu.Lock()
	gone := r.gone
	r.mu.Unlock()
	if gone {
		return nil
	}
	if err := r.keep(); err != nil {
		s.Log.Error("a review cannot be kept", "review", r.id, "error", err)
		return err
	}
	delete(s.open, r.id)
	return nil
}

// watch streams a review to a page: all of it, and then what changes.
func (s *Reviews) watch(w http.ResponseWriter, q *http.Request) {
	r, err := s.review(q.PathValue("id"))
	if err != nil {
		wire.Fail(w, s.Log, err)
		return
	}
	defer func() { // whoever reads on only for this page stops
		r.touch()
		r.mu.Lock()
		defer r.mu.Unlock()
		r.wake()
	}()
	had := &seen{}
	s.Streams.Send(s.ctx, w, q, wire.Source{Event: "review", News: &r.news, Shot: func() (int, any) {
		r.mu.Lock()
		defer r.mu.Unlock()
		if !had.began { // somebody looks on from now on
			r.wake()
		}
		return r.at, r.shot(had)
	}})
}

// record sends the record, with what the player of the page found.
func (s *Reviews) record(w http.ResponseWriter, q *http.Request) {
	r, err := s.review(q.PathValue("id"))
	if err != nil {
		wire.Fail(w, s.Log, err)
		return
	}
	r.mu.Lock()
	tree, err := r.study.Annotated(r.kept.Player)
	name := r.kept.Name
	r.mu.Unlock()
	var text []byte
	if err == nil {
		text, err = tree.Append(nil)
	}
	if err != nil {
		wire.Fail(w, s.Log, err)
		return
	}
	w.Header().Set("Content-Type", "application/x-go-sgf; charset=utf-8")
	w.Header().Set("Content-Disposition", disposition(name))
	_, _ = w.Write(append(text, '\n'))
}
