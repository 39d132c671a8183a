package matches

import "github.com/tengen-go/tengen/web/internal/wire"

// Messages are what the part takes and gives.
func (*Part) Messages() []wire.Message {
	return []wire.Message{
		{Route: "GET /api/v1/matches", Gives: wire.Given[listJSON]()},
		{Route: "POST /api/v1/matches", Takes: wish{}, Gives: wire.Given[matchJSON]()},
		{Route: "GET /api/v1/matches/{id}", Gives: wire.Given[matchJSON]()},
		{Route: "POST /api/v1/matches/{id}", Takes: command{}, Gives: wire.Given[matchJSON]()},
		{Route: "GET /api/v1/matches/{id}/events", Gives: wire.Given[matchJSON]()},
		{Route: "GET /api/v1/matches/{id}/games", Gives: wire.Given[gamesJSON]()},
	}
}
