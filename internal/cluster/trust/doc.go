// Package trust is what a hub knows of how workers behave, and what follows from it:
//
//	book := trust.OpenBook(box)
//	conduct, err := book.Change(ctx, author, func(c *trust.Conduct) { c.Refuse(trust.Illegal, "game 7: …") })
//	if conduct.Barred != "" { … } // the worker gets no more tickets
//
//	if draw.Next(conduct.Good == 0) { … } // have another worker play the games of this bundle again
//	odd, decided := trust.Verdict(accounts...)
//
// # How it works
//
// Two things count against a worker. A bundle that the hub refuses is a strike, and after [MaxStrikes] the worker is
// barred. A sample of the bundles is played again by another worker. If the games differ, a third one plays them, and
// the worker that differs from both others is barred at once.
//
// A [Draw] chooses the bundles: a share of [SampleShare], at least one of each run, and the first ones of a worker
// that has no good sample so far. So the games of a new worker wait until somebody has confirmed one bundle of them.
//
// The notes of the hub keep the [Conduct] of each worker, so it outlives commands and hubs. The package does not know
// how games are played or compared.
package trust
