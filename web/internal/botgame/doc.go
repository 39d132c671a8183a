// Package botgame is what an exported bot's page asks and gets: one game against one model, as JSON
// lines, without a server, files or a browser. The page runs it as WebAssembly; tests run it as it is.
//
//	bot, err := botgame.New(archive, botgame.Config{Post: post, Now: time.Now})
//	bot.Handle([]byte(`{"n": 1, "do": "begin", "wish": {"human": "black", "player": "search:playouts=50"}}`))
//	bot.Handle([]byte(`{"n": 2, "do": "command", "command": {"do": "play", "point": "E5", "at": 0}}`))
//
// How it works: the archive is a model's folder as zip ([Archive]). Every request has a number n and
// gets one answer with that number. Meanwhile events come, without a number:
//
//	{"n": 1, "game": {…}}            the answer to begin, resume and command: a snapshot (docs/api.md)
//	{"n": 2, "error": "…", "game"?}  why not, and the game where the page did not know it
//	{"n": 3, "sgf": "…"}             the answer to record
//	{"n": 4, "about": {…}}           the answer to about
//	{"event": "game", "game": {…}}   after each change
//	{"event": "kept", "text": "…"}   after each move: what resume takes
//	{"event": "progress", "done": 20, "of": 50}
//
// A browser gives one thread. So that a page can interrupt a thought, each search calls Config.Yield
// before it asks its networks.
//
// The names and the messages are not stable: page and program are of one file.
package botgame
