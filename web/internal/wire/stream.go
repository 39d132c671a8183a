package wire

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/tengen-go/tengen/web/internal/news"
)

// News tells those who watch something that it has changed.
type News = news.News

// Bounds of a stream of events.
const (
	mostEvery   = 50 * time.Millisecond // between two events
	aliveEvery  = 15 * time.Second      // says that the stream still stands
	writeWithin = 10 * time.Second      // else the reader is taken for gone
)

// Streams are the open streams of events of a server.
type Streams struct {
	// Most is how many there may be.
	Most int
	// Log takes what goes wrong.
	Log *slog.Logger

	mu   sync.Mutex
	open int
}

// enter counts a stream.
func (s *Streams) enter() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open >= s.Most {
		return &Refusal{Status: http.StatusServiceUnavailable, Text: fmt.Sprintf("%d pages look on: close one", s.open)}
	}
	s.open++
	return nil
}

// Open is how many there are.
func (s *Streams) Open() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open
}

func (s *Streams) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open--
}

// Source is something that a stream shows: Shot is its state now, with the number of changes before it.
type Source struct {
	Event string // the name of its events
	News  *News
	Shot  func() (at int, value any)
}

// Send streams a source until the reader goes or ctx, the server's life, ends.
func (s *Streams) Send(ctx context.Context, w http.ResponseWriter, r *http.Request, source Source) {
	if err := s.enter(); err != nil {
		Fail(w, s.Log, err)
		return
	}
	defer s.leave()
	news, leave := source.News.Watch()
	defer leave()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	out := http.NewResponseController(w)
	send := func(text string) bool {
		_ = out.SetWriteDeadline(time.Now().Add(writeWithin))
		_, err := fmt.Fprint(w, text)
		return err == nil && out.Flush() == nil
	}
	gone := func(wait <-chan time.Time) bool { // before the time has passed
		select {
		case <-wait:
			return false
		case <-r.Context().Done():
		case <-ctx.Done():
		}
		return true
	}
	alive := time.NewTicker(aliveEvery)
	defer alive.Stop()
	for {
		at, value := source.Shot()
		text, err := json.Marshal(value)
		if err != nil {
			s.Log.Error("a stream failed", "event", source.Event, "error", err)
			return
		}
		event := fmt.Sprintf("event: %s\nid: %d\ndata: %s\n\n", source.Event, at, text)
		if !send(event) || gone(time.After(mostEvery)) {
			return
		}
	waiting:
		for {
			select {
			case <-news:
				break waiting
			case <-alive.C:
				if !send(": alive\n\n") {
					return
				}
			case <-r.Context().Done():
				return
			case <-ctx.Done():
				return
			}
		}
	}
}
