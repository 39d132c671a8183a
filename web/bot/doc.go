// Package bot writes a model as a web page: one file that plays Go in any browser, without a server and
// without a network, to send to a friend or to put on a club's page.
//
//	f, err := os.Create("bot.html")
//	page, err := bot.Write(f, bot.Config{Model: "shipped:9x9"})
//	fmt.Println(page.Title, page.Bytes)
//
// How it works: the file holds
//
//	the page        modules of web/ui and of ui here, joined to one script; styles
//	the engine      Tengen's rules, planes, networks and search as WebAssembly, compressed
//	the model       its policy network and its value network, as zip
//	the licences    of all that is in the file
//
// The page starts the engine in a worker and speaks with it by web/internal/botgame. What is shown is the
// same board and the same game as in tengen serve: web/ui/game.js with another api.js. A policy in the file
// lets it do what it needs and nothing else. It asks no other host.
//
// The engine is not in the sources. make build compiles it into the folder engine, which is embedded. A
// program that was built without it says so ([ErrNoEngine]).
//
// The files that Write makes need nothing of later versions. The Go names are not stable yet.
package bot
