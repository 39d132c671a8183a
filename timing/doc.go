// Package timing is the time of players: the time settings of a game, clocks, and how much of a
// clock a move may take.
//
//	settings, err := timing.Parse("5m+3s")
//	clock := settings.Start()
//	budget := timing.MoveBudget(clock, moves, size, timing.DefaultLag)
//	clock, inTime := clock.Spend(took)
//
// [Parse] reads absolute time (10m), Fischer (5m+3s), byo-yomi (1m+5x10s) and Canadian overtime (1m+30s/10). A
// [Budget] says when a move should end, and when it must.
//
// A Keeper follows the clocks of a game for a player who is not told what is left. ThreadTime is
// processor time, which other work on the machine does not shorten.
//
// Nothing here reads a clock except ThreadTime. The names are stable.
package timing
