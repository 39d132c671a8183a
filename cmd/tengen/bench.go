package main

// BenchCmd groups the speed measurements: one field a command.
type BenchCmd struct {
	Board    BenchBoardCmd    `cmd:"" help:"Moves, copies and ladders on the board."`
	Playout  BenchPlayoutCmd  `cmd:"" help:"Playouts, games to the end."`
	Features BenchFeaturesCmd `cmd:"" help:"Feature planes of real positions."`
	Net      BenchNetCmd      `cmd:"" help:"Forward and training speed of a network."`
	Search   BenchSearchCmd   `cmd:"" help:"Tree search: playouts and network evaluations."`
	Peak     BenchPeakCmd     `cmd:"" help:"Multiply-adds a second: the limit of the machine."`
	SGF      BenchSGFCmd      `cmd:"" name:"sgf" help:"Reading of game records."`
}
