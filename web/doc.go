// Package web is Tengen in a browser: games against any player, over an interface that other
// programs can use as well (docs/api.md).
//
//	server, err := web.New(web.Config{Players: player.Players(), Folder: dir, Random: rand.Reader})
//	defer server.Close()
//	http.ListenAndServe("127.0.0.1:8361", server.Handler())
//
// How it works:
//
//	browser ── POST /api/v1/games/ID ─▶ live.Game ─▶ play.Session ─▶ player.Player
//	        ◀─ GET /api/v1/events ───── snapshot ◀────┘   one goroutine while the player thinks
//
// The server owns the state. A page shows a snapshot of a game and gets the next one by an event
// whenever something changes; a reader that is slow gets the newest one. A command names the change it has seen, and
// is refused if there was another. Every game is written to a file after every move, so that a closed
// page or a stopped server loses nothing. Games share the processors: a search waits until there are
// enough of them free, in the order in which searches began.
//
// The page itself is in ui/: plain modules, which are embedded as they stand. Each page beyond games
// is a module ui/NAME.js with ui/NAME.css, a word page_NAME, and its name in the list of ui/app.js; its
// requests are a package below internal/ that the server lists as one of its parts.
//
// What docs/api.md describes is stable within its version. The Go names are not stable yet.
package web
