package reviews

import "github.com/tengen-go/tengen/web/internal/wire"

// Messages are what the part takes and gives.
func (*Reviews) Messages() []wire.Message {
	return []wire.Message{
		{Route: "GET /api/v1/reviews", Gives: wire.Given[listJSON]()},
		{Route: "POST /api/v1/reviews", Gives: []any{shot{}, collection{}}},
		{Route: "GET /api/v1/reviews/{id}", Gives: wire.Given[shot]()},
		{Route: "POST /api/v1/reviews/{id}", Takes: command{}, Gives: wire.Given[shot]()},
		{Route: "DELETE /api/v1/reviews/{id}", Gives: wire.Given[wire.Nothing]()},
		{Route: "GET /api/v1/reviews/{id}/events", Gives: wire.Given[shot]()},
	}
}
