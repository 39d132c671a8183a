// Package gtp speaks the Go Text Protocol, version 2, in both directions.
//
// A Controller drives an outside program such as GNU Go: it starts the program,
// sends one command at a time and reads its answer.
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
