// Package bench has the commands of tengen bench, one file each. What they measure is in
// internal/bench of the project.
package bench

// Cmd groups the speed measurements: one field a command.
type Cmd struct {
	Board    BoardCmd    `cmd:"" help:"Moves, copies and ladders on the board."`
	Playout  PlayoutCmd  `cmd:"" help:"Playouts, games to the end."`
	Features FeaturesCmd `cmd:"" help:"Feature planes of real positions."`
	Net      NetCmd      `cmd:"" help:"Forward and training speed of a network."`
	GPU      GPUCmd      `cmd:"" name:"gpu" help:"Kernels of a graphics card, compared with plain Go and measured."`
	Search   SearchCmd   `cmd:"" help:"Tree search: playouts and network evaluations."`
	Peak     PeakCmd     `cmd:"" help:"Multiply-adds a second: the limit of the machine."`
	SGF      SGFCmd      `cmd:"" name:"sgf" help:"Reading of game records."`
}
