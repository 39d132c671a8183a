package main

// DataCmd groups the commands on game records.
type DataCmd struct {
	Stats  DataStatsCmd  `cmd:"" help:"Count games, moves, sizes, ranks and results, and what was left out and why."`
	Verify DataVerifyCmd `cmd:"" help:"Replay every game; list each fault with file and line."`
	Pack   DataPackCmd   `cmd:"" help:"Write the games as one compact file, about two bytes per move."`
}
