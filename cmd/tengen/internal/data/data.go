// Package data has the commands of tengen data, one file each.
package data

// Cmd groups the commands on game records.
type Cmd struct {
	Stats  StatsCmd  `cmd:"" help:"Count games, moves, sizes, ranks and results, and what was left out and why."`
	Verify VerifyCmd `cmd:"" help:"Replay every game; list each fault with file and line."`
	Pack   PackCmd   `cmd:"" help:"Write the games as one compact file, about two bytes per move."`
}
