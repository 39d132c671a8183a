// Package work has the kinds of work that machines share. A work plays games, and game i is a function of
// the work's specification and of i:
//
//	w, err := work.Read("selfplay", spec) // the JSON of a ticket
//	err = w.Play(ctx, work.Tools{Model: fetch, Threads: 4}, next, func(game int, data []byte) error { … })
//	err = w.Check(game, data, true) // on the machine that collects the games
//
// # How it works
//
// [Selfplay] is the games of package selfplay: policy networks with a temperature. A game travels as the
// bytes of [EncodeGame], which [DecodeGame] reads. [PackPolicy] makes the bytes of a policy network, whose
// SHA-256 stands in the specification: a worker cannot play with another network by mistake.
//
// A new kind of work is a type with the methods of [Work], and a [Kind] that reads it. [Plain] has those of this
// package; kinds that need players are in packages above, and the command that plays puts all together.
package work
