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
	defer g.Touch()
	defer g.LookAway()
	s.streams.Send(s.ctx, w, r, wire.Source{Event: "game", News: &g.News, Shot: func() (int, any) {
		shot := g.Look()
		return shot.At, shot
	}})
}
