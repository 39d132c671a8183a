// Package games has matches and experiments as work that many machines share. The machine that wants the games
// orders them:
//
//	order := games.Order{Box: box, Name: "runs/rave-uct", PlayerSeed: 1, Threads: 1}
//	config.Elsewhere = order.Play // then match.Run, match.Collect and tournaments as ever
//
// The machines that play take [Kinds] of work:
//
//	err := worker.Run(ctx, box, worker.Config{Kinds: games.Kinds(programs), Name: "office-3", Threads: 4})
//
// # How it works
//
// Experiments of package lab are ordered likewise, with Order.Cells as the Elsewhere of their configuration and
// [CellKinds] for those who do them. A worker repeats the experiment with the results that there were before, and
// does single cells.
//
// A [Match] is all that the games of a match depend on. Players are player strings in which the folder of a model
// has become the SHA-256 of its bytes: the worker fetches it from the hub. Models that are part of the program are
// not sent. A worker whose program has other weights refuses the games.
//
// A worker keeps the models that it has read for the matches that follow. The matches of a tournament share players.
// A new network with an empty cache for each match would cost more than the hub does.
//
// A player string can name another program (gtp:COMMAND). A worker runs no command because a ticket says so. Its
// owner allows commands, word for word, as [Programs]. Games with a program are a kind of work of their own, whose
// name is made of the command, so that they only go to workers that allow it.
package games
