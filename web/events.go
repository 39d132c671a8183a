package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// Bounds of a stream of events.
const (
	mostEvery   = 50 * time.Millisecond // between two snapshots
	aliveEvery  = 15 * time.Second      // says that the stream still stands
	writeWithin = 10 * time.Second      // else the reader is taken for gone
)

// watch sends a snapshot of a game now and after each change, the newest one to a slow reader.
func (s *Server) watch(w http.ResponseWriter, r *http.Request) {
	g, err := s.game(r.URL.Query().Get("game"))
	if err == nil {
		err = s.enter()
	}
	if err != nil {
		s.fail(w, err)
		return
	}
	defer s.leave()
	news := make(chan struct{}, 1)
	g.mu.Lock()
	g.watchers[news] = true
	g.mu.Unlock()
	defer func() {
		g.mu.Lock()
		delete(g.watchers, news)
		g.used = s.config.Now()
		g.mu.Unlock()
	}()
	out := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	send := func(text string) bool {
		_ = out.SetWriteDeadline(time.Now().Add(writeWithin))
		_, err := fmt.Fprint(w, text)
		return err == nil && out.Flush() == nil
	}
	alive := time.NewTicker(aliveEvery)
	defer alive.Stop()
	for {
		g.mu.Lock()
		text, err := json.Marshal(g.snapshot())
		at := g.at
		g.mu.Unlock()
		if err != nil || !send(fmt.Sprintf("event: game\nid: %d\ndata: %s\n\n", at, text)) {
			return
		}
		pause := time.NewTimer(mostEvery)
		select {
		case <-pause.C:
		case <-r.Context().Done():
			return
		case <-s.ctx.Done():
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
			case <-s.ctx.Done():
				return
			}
		}
	}
}

// enter counts a reader of events.
func (s *Server) enter() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.watchers >= mostWatchers {
		return &refusal{http.StatusServiceUnavailable, fmt.Sprintf("%d pages look on: close one", s.watchers)}
	}
	s.watchers++
	return nil
}

func (s *Server) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.watchers--
}
