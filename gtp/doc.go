// Package gtp speaks the Go Text Protocol, version 2, in both directions.
//
// An [Engine] answers the commands of a Go program for a [Player]. A player of your own needs
// four methods:
//
//	engine, err := gtp.New(myPlayer, gtp.Config{Name: "Mine", Version: "1", Rules: board.Chinese()})
//	err = engine.Run(ctx, os.Stdin, os.Stdout)
//
// A [Controller] drives another program, such as GNU Go: it starts the program, sends one
// command at a time and reads the answer. [Outside] is such a program as a player:
//
//	c, err := gtp.StartCommand("gnugo --mode gtp")
//	answer, err := c.Send(ctx, "genmove", "black")
//
// # How it works
//
// The engine reads its input in a goroutine of its own, so it notices at once what arrives
// while a command runs:
//
//	input ──► reader ──► conversation ──► action ──► reply ──► output
//	                          │              ▲
//	                          └── ends its ──┘  any line ends an analysis and pondering,
//	                              context       only "# interrupt" ends a genmove
//
// If the player is a player.Analyst, the engine writes what it reads in the dialects of Leela
// Zero, KataGo, Sabaki and CGOS; see docs/gtp.md.
//
// GTP is a line protocol. A command is one line, optionally numbered. A response starts with
// "=" (done) or "?" (refused), repeats the number, and ends with one empty line:
//
//	12 play b D4        =12
//
//	genmove w           = Q16
//
//	play b D4           ? illegal move
//
// # Stability
//
// The commands and their answers are stable: programs depend on them. Player is stable, too.
package gtp
