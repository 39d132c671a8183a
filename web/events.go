package web

import (
	"net/http"

	"github.com/tengen-go/tengen/web/internal/wire"
)

// watch sends a snapshot of a game now and after each change, the newest one to a slow reader.
func (s *Server) watch(w http.ResponseWriter, r *http.Request) {
	g, err := s.game(r.URL.Query().Get("game"))
	if err != nil {
		wire.Fail(w, s.config.Log, err)
		return
	}
	defer g.touch(s.config.Now)
	looks := func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.runClock()
	}
	defer looks()
	s.streams.Send(s.ctx, w, r, wire.Source{Event: "game", News: &g.news, Shot: func() (int, any) {
		g.mu.Lock()
		defer g.mu.Unlock()
		if g.session.Timed() && g.clock.since.IsZero() {
			g.runClock() // somebody looks at the game now
		}
		return g.at, g.snapshot()
	}})
}
