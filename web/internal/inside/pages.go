package inside

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/web/internal/thinking"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// Config is what the pages need of the server.
type Config struct {
	Room    *thinking.Room
	Streams *wire.Streams
	Log     *slog.Logger
	Now     func() time.Time
	// Name is a name that nobody can guess.
	Name func() (string, error)
	// Game is a copy of a game that is played, as it stands now.
	Game func(id string) (*board.Game, error)
}

// Bounds of what is looked at.
const (
	mostLooks    = 12
	restAfter    = 5 * time.Minute // nobody has used it
	unseenAfter  = 15 * time.Second
	lookMemory   = "48M"
	mostPlayouts = 200_000 // of one run
	mostSteps    = 1000    // traced at once
)

// Pages are all looks of a server.
type Pages struct {
	config  Config
	ctx     context.Context // of all thinking; Close ends it
	stop    context.CancelFunc
	running sync.WaitGroup

	mu    sync.Mutex
	looks map[string]*look
}

// New is nothing that is looked at yet.
func New(config Config) *Pages {
	p := &Pages{config: config, looks: map[string]*look{}}
	p.ctx, p.stop = context.WithCancel(context.Background()) // the server's own life, not a request's
	return p
}

// Close ends all thinking.
func (p *Pages) Close() error {
	p.stop()
	p.mu.Lock()
	looks := p.looks
	p.looks = map[string]*look{}
	p.mu.Unlock()
	var err error
	for _, l := range looks {
		err = errors.Join(err, l.close())
	}
	p.running.Wait()
	return err
}

// Routes adds the addresses.
func (p *Pages) Routes(mux *http.ServeMux) {
	handle := func(pattern string, answer func(*http.Request) (any, error)) {
		mux.HandleFunc(pattern, wire.Handle(p.config.Log, answer))
	}
	handle("GET /api/v1/inside", func(*http.Request) (any, error) { return p.choice() })
	mux.HandleFunc("POST /api/v1/inside", func(w http.ResponseWriter, r *http.Request) {
		l, err := p.open(r)
		if err != nil {
			wire.Fail(w, p.config.Log, err)
			return
		}
		wire.Answer(w, http.StatusCreated, l.shot())
	})
	handle("GET /api/v1/inside/{id}", p.of(func(l *look, _ *http.Request) (any, error) { return l.shot(), nil }))
	handle("POST /api/v1/inside/{id}", p.of(func(l *look, r *http.Request) (any, error) {
		var c command
		if err := wire.Decode(r, &c); err != nil {
			return nil, err
		}
		if err := l.do(r.Context(), c); err != nil {
			return nil, err
		}
		return l.shot(), nil
	}))
	handle("GET /api/v1/inside/{id}/planes", p.of(func(l *look, _ *http.Request) (any, error) { return l.planes() }))
	handle("GET /api/v1/inside/{id}/rollout", p.of(func(l *look, r *http.Request) (any, error) {
		return l.rollout(r.URL.Query())
	}))
	handle("GET /api/v1/inside/{id}/rollout/{step}", p.of(func(l *look, r *http.Request) (any, error) {
		return l.rolloutStep(r.PathValue("step"), r.URL.Query())
	}))
	mux.HandleFunc("GET /api/v1/inside/{id}/events", func(w http.ResponseWriter, r *http.Request) {
		l, err := p.find(r.PathValue("id"))
		if err != nil {
			wire.Fail(w, p.config.Log, err)
			return
		}
		defer l.touch()
		p.config.Streams.Send(p.ctx, w, r, wire.Source{Event: "inside", News: &l.news, Shot: func() (int, any) {
			s := l.shot()
			return s.At, s
		}})
	})
}

// of is an answer that needs the look of the address.
func (p *Pages) of(answer func(*look, *http.Request) (any, error)) func(*http.Request) (any, error) {
	return func(r *http.Request) (any, error) {
		l, err := p.find(r.PathValue("id"))
		if err != nil {
			return nil, err
		}
		return answer(l, r)
	}
}

// find is the look of a name.
func (p *Pages) find(id string) (*look, error) {
	p.mu.Lock()
	l := p.looks[id]
	p.mu.Unlock()
	if l == nil {
		return nil, gone(id)
	}
	l.touch()
	return l, nil
}

// gone says that there is no look of a name any more.
func gone(id string) error {
	return wire.Missing("nothing called %.40q is looked at any more: choose a position again", id)
}

// open begins a look that somebody wishes for.
func (p *Pages) open(r *http.Request) (*look, error) {
	var w wish
	if err := wire.Decode(r, &w); err != nil {
		return nil, err
	}
	line, number, err := p.position(w)
	if err != nil {
		return nil, err
	}
	id, err := p.config.Name()
	if err != nil {
		return nil, err
	}
	l, err := p.begin(id, w, line, number)
	if err != nil {
		return nil, err
	}
	p.add(l)
	return l, nil
}

// add keeps a look. If there are too many, that goes which nobody watches and nobody has used for the longest time.
func (p *Pages) add(l *look) {
	p.mu.Lock()
	p.looks[l.id] = l
	var gone []*look
	for len(p.looks) > mostLooks {
		var oldest *look
		for _, other := range p.looks {
			if other != l && (oldest == nil || other.before(oldest)) {
				oldest = other
			}
		}
		delete(p.looks, oldest.id)
		gone = append(gone, oldest)
	}
	p.mu.Unlock()
	for _, g := range gone {
		p.closed(g)
	}
	l.touch()
}

// rest lets go of a look that nobody uses any more.
func (p *Pages) rest(l *look) {
	if l.news.Watched() {
		l.touch()
		return
	}
	p.mu.Lock()
	here := p.looks[l.id] == l
	delete(p.looks, l.id)
	p.mu.Unlock()
	if here {
		p.closed(l)
	}
}

func (p *Pages) closed(l *look) {
	if err := l.close(); err != nil {
		p.config.Log.Error("a look could not be closed", "look", l.id, "error", fmt.Errorf("close: %w", err))
	}
}
