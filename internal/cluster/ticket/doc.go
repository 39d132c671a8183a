// Package ticket says what machines that share work send to each other: tickets, which ask for games,
// and bundles, which bring them.
//
//	for _, t := range ticket.Split("run7", "selfplay", spec, 0, 1000, 64) {
//		data, err := t.Encode() // send it; the worker: ticket.Decode(data)
//	}
//	bundle := ticket.Bundle{Ticket: t, Arithmetic: "avx2/amd64", Games: games}
//	data, err := bundle.Encode() // the worker sends it back: ticket.DecodeBundle(data)
//
// # How it works
//
// A ticket names a run, a range of numbers of games, and a specification. Game i is a function of the
// specification and of i, so it does not matter which machine plays it, or how often. The package knows
// neither games nor networks: a specification is JSON, a game is bytes. Package internal/cluster/work gives both
// their meaning.
//
// Whatever is encoded begins with a word, the number of the [Protocol] and a checksum (CRC-32C). Damaged
// data, and data of another protocol, are refused with an error that says so.
package ticket
