package inside

import "github.com/tengen-go/tengen/web/internal/wire"

// Messages are what the part takes and gives.
func (*Pages) Messages() []wire.Message {
	return []wire.Message{
		{Route: "GET /api/v1/inside", Gives: wire.Given[choiceJSON]()},
		{Route: "POST /api/v1/inside", Takes: wish{}, Gives: wire.Given[lookJSON]()},
		{Route: "GET /api/v1/inside/{id}", Gives: wire.Given[lookJSON]()},
		{Route: "POST /api/v1/inside/{id}", Takes: command{}, Gives: wire.Given[lookJSON]()},
		{Route: "GET /api/v1/inside/{id}/planes", Gives: wire.Given[planesJSON]()},
		{Route: "GET /api/v1/inside/{id}/rollout", Gives: wire.Given[rolloutJSON]()},
		{Route: "GET /api/v1/inside/{id}/rollout/{step}", Gives: wire.Given[rolloutStepJSON]()},
		{Route: "GET /api/v1/inside/{id}/events", Gives: wire.Given[lookJSON]()},
	}
}
