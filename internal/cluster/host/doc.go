// Package host is a hub in this process, with a worker of its own, for work that makes its games on the way:
//
//	h, err := host.Open(ctx, host.Config{Dir: dir, Threads: 4, Kinds: work.Plain()})
//	err = h.Machines("chain").Play(ctx, order, func(g *selfplay.Game) error { … })
//	err = h.Close()
//
// # How it works
//
// Games go the same way whether other machines play or not: an order becomes tickets, a worker plays them, and
// the hub collects their bundles. Without a port the worker of this process is the only one. Then the mail lies
// in memory, since both end together, and the worker's games are not checked. With a port other workers
// come, the mail lies on the disk, and all games are checked.
//
// With [Config].Reach the mail lies at a server elsewhere, as if there were a port.
//
// The package knows neither tickets nor games: packages hub and worker do the work.
package host
