package runs

import "github.com/tengen-go/tengen/web/internal/wire"

// Messages are what the part takes and gives.
func (*Part) Messages() []wire.Message {
	return []wire.Message{
		{Route: "GET /api/v1/runs", Gives: wire.Given[listJSON]()},
		{Route: "POST /api/v1/runs", Takes: wish{}, Gives: wire.Given[shotJSON]()},
		{Route: "POST /api/v1/runs/files", Gives: wire.Given[sentJSON]()},
		{Route: "GET /api/v1/runs/{name}", Gives: wire.Given[shotJSON]()},
		{Route: "POST /api/v1/runs/{name}", Takes: command{}, Gives: wire.Given[shotJSON]()},
		{Route: "GET /api/v1/runs/{name}/events", Gives: wire.Given[shotJSON]()},
	}
}
