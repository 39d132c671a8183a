// Package library shows the models that the server's players can have: what each is, how it was
// trained, how good its figures are, and what it is not good at.
//
//	l := library.New(room, log)
//	l.Routes(mux) // GET /api/v1/models and below
//
// How it works: everything comes from the manifests of the models, and from nowhere else. A figure
// comes with its interval and with marks to compare it with (scale.go). The weights of a model
// are read once, which checks them too. What a policy network thinks of a position is asked of
// a player, as the players of games are.
//
// The names are not stable.
package library
