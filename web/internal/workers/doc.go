// Package workers shows pages the hub of `tengen serve --hub`: who works there, how fast, and what waits:
//
//	p := workers.New(workers.Config{Read: read, Log: log})
//	p.Routes(mux) // GET /api/v1/hub
//
// It asks the hub whenever a page asks, and changes nothing there.
package workers
