// Package hub gives out the games of a run as tickets, and collects them in order:
//
//	err := hub.Collect(ctx, box, hub.Job{
//		Run: "run7", Work: w, Spec: spec, Games: 1000, Each: 64,
//		Keep: func(game int, data []byte) error { … }, Flush: file.Flush,
//	})
//
// # How it works
//
// The games lie on a grid of tickets, Each games a ticket. Collect keeps a window of tickets on offer in
// the mailbox. Each bundle that comes back is checked game by game: its number, its rules, its result. The
// games then go to Keep in order of their numbers. A bundle is removed from the mailbox once Flush has put
// its games on the disk, so the mailbox is never the archive. A killed hub goes on from what is on the
// disk and what lies in the mailbox; nothing is lost and nothing counts twice.
//
// A ticket is issued again, under a new name, when its bundle does not pass, when its worker says that it
// failed, and when neither ticket nor bundle is there. After [MaxAttempts] the run ends with the reason.
//
// How workers behave is judged by package trust. Of games that do not depend on a clock some are samples: one other
// worker plays them again, ordered by name and not through the queue. Meanwhile no game of the worker is kept. If the
// games differ somebody else decides: a third worker, or this process. The games of a worker that is barred are
// issued again. Those that were kept since its last good sample are taken back first, with all behind them, where the
// job can do that ([Job] Back).
//
// Guard says who comes to the hub, who goes, and who is refused. Part says to the workers that the hub ends.
package hub
