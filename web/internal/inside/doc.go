// Package inside shows how a player thinks about one position: Figure 5 of Silver et al. 2016, the planes
// of the networks, a rollout move by move, and the path of a playout through the tree.
//
//	pages := inside.New(inside.Config{Room: room, Streams: streams, Log: log, Now: time.Now, Name: name, Game: game})
//	pages.Routes(mux) // below /api/v1/inside
//	defer pages.Close()
//
// How it works: a look is a position with a player of its own, a search with one thread, which nobody else
// uses. What is shown is read from the very parts that play: the player's tree and networks
// (player.Searcher.Inside), package features, package rollout. A search runs in slices of a few playouts, so
// that games get their turn in between, and stops when nobody watches. A look is in memory only. It goes when nobody
// has used it for some minutes, or when there are too many.
//
// The names are not stable; what docs/api.md describes is stable within its version.
package inside
