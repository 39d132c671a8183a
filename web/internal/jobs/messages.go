package jobs

import "github.com/tengen-go/tengen/web/internal/wire"

// Messages are what the part takes and gives.
func (*Part) Messages() []wire.Message {
	return []wire.Message{
		{Route: "GET /api/v1/jobs", Gives: wire.Given[listJSON]()},
		{Route: "GET /api/v1/jobs/{id}", Gives: wire.Given[jobJSON]()},
		{Route: "POST /api/v1/jobs/{id}", Takes: askJSON{}, Gives: wire.Given[jobJSON]()},
	}
}
