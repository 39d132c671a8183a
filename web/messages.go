package web

import (
	"github.com/tengen-go/tengen/web/internal/live"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// messages are what the server takes and gives, with all its parts.
func (s *Server) messages() []wire.Message {
	all := []wire.Message{
		{Route: "GET /api/v1/about", Gives: wire.Given[aboutJSON]()},
		{Route: "GET /api/v1/games", Gives: wire.Given[gamesJSON]()},
		{Route: "POST /api/v1/games", Takes: live.Wish{}, Gives: wire.Given[live.Snapshot]()},
		{Route: "GET /api/v1/games/{id}", Gives: wire.Given[live.Snapshot]()},
		{Route: "POST /api/v1/games/{id}", Takes: live.Command{}, Gives: wire.Given[live.Snapshot]()},
		{Route: "DELETE /api/v1/games/{id}", Gives: wire.Given[wire.Nothing]()},
		{Route: "GET /api/v1/events", Gives: wire.Given[live.Snapshot]()},
	}
	for _, p := range s.parts {
		all = append(all, p.Messages()...)
	}
	return all
}
