// Package worker plays the games of tickets, as long as it is asked to:
//
//	cache, err := worker.OpenCache(dir, 1<<30)
//	err = worker.Run(ctx, box, worker.Config{Name: "office-3", Kinds: work.Plain(), Threads: 4, Cache: cache})
//
// # How it works
//
// One ticket is always in hand before the games of the one before are over. Games of both are under way
// at once, so that the batches before the networks stay full. A ticket's games are stored in the mailbox as
// one bundle, and only then is the ticket taken out of the queue.
//
// A worker of several kinds of work has a ticket of each ready, as far as there are any. Those of one
// specification are played one after the other with all threads. After half a minute it is the turn of the ticket
// that has waited longest.
//
// A worker keeps a ticket as long as its games go on: they move, or one of them ends. When they have stood still for
// some ten minutes, or for far longer than such games did before, another worker gets the ticket as well.
//
// Two workers of one name notice each other, and the second one ends. When a hub has all its games it says so, and Run
// returns [ErrFinished].
//
// When ctx ends, Run gives back its unfinished tickets. Another worker plays them from the beginning. A worker
// that is killed gives nothing back: its tickets go to others when it has been silent for long enough. A ticket
// that fails with [MaxDeliveries] workers is reported and not tried again.
package worker
