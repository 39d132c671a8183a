// Package gtp speaks the Go Text Protocol, version 2, in both directions.
//
// A Controller drives an outside program such as GNU Go: it starts the program,
// sends one command at a time and reads its answer.
//
// An Engine is the other side: it answers the commands of a Go program for a player.
// Input is read apart, so that what arrives while a command runs is noticed at once:
//
//	input ──► reader ──► conversation ──► action ──► reply ──► output
//	                          │              ▲
//	                          └── ends its ──┘  any line ends an analysis and pondering,
//	                              context       only "# interrupt" ends a genmove
//
// What a player shows of its reading (player.Analyst) is written in the dialects of
// Leela Zero, KataGo and Sabaki, and CGOS; see docs/gtp.md.
//
// GTP is a line protocol. A command is one line, optionally numbered; a response
// starts with "=" (done) or "?" (refused), repeats the number, and ends with one
// empty line, so that no response contains an empty line itself:
//
//	12 play b D4        =12
//
//	genmove w           = Q16
//
//	play b D4           ? illegal move
package gtp
