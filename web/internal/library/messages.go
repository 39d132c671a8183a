package library

import "github.com/tengen-go/tengen/web/internal/wire"

// Messages are what the part takes and gives.
func (*Library) Messages() []wire.Message {
	return []wire.Message{
		{Route: "GET /api/v1/models", Gives: wire.Given[listJSON]()},
		{Route: "GET /api/v1/models/policy", Gives: wire.Given[policyJSON]()},
	}
}
