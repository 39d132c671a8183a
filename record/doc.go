// Package record holds played games, ready for training:
//
//	set, report, err := record.Read(ctx, []string{"games/"}, record.Options{Filter: record.Filter{Board: 19}})
//	train, validation, test := set.Split()
//	g := set.Game(0)
//	err = g.Replay(func(ply int, pos *board.Position, m record.Move) bool { … })
//
// [Read] takes files, folders and archives. It decompresses and parses them in parallel,
// replays every game to check that it is legal, applies a [Filter], and returns a [Set] and
// a [Report] of what was left out and why. The order of the games does not depend on the
// number of threads. [ReadGame] instead makes a board.Game from one SGF tree, and
// [Transcript] writes a board.Game as SGF.
//
// # How it works
//
// A [Game] is one game: size, komi, setup stones, moves, result, ranks, date. A [Move] takes
// two bytes. A Set keeps hundreds of thousands of games in a few large chunks of memory;
// Set.Game returns a view without copying. Only moves are stored, never positions: Replay
// plays them again. [WritePacked] stores a Set at about two bytes per move. It may also keep
// what players thought of the moves ([Thought]), at two to four bytes per move that a search
// tried.
//
// Training, validation and test sets are split by game, never by position. Game.Hash is the
// same for a game and its mirror images, and [Split] depends only on this hash.
//
// # Stability
//
// The format of packed files, the hash of a game and therefore the split are stable: a new
// version reads old files and splits them as before. The Go names may still grow.
package record
