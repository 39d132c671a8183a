// Package timing is the time of players: the time settings of a game, clocks, and how much of a
// clock a move may take.
//
//	settings, err := timing.Parse("5m+3s")
//	clock := settings.Start()
//	budget := timing.MoveBudget(clock, moves, size, timing.DefaultLag)
//	clock, inTime := clock.Spend(took)
//
// A Keeper follows the clocks of a game for a player that does not hear what time is left. ThreadTime
// is processor time, which other work on the machine does not shorten.
//
// Nothing here reads a clock except ThreadTime. The names are stable.
package timing
