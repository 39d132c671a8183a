// Package record holds played games, ready for training.
//
// A Game is one game: size, komi, setup stones, moves, result, ranks, date. A Move
// takes two bytes, and a Set keeps hundreds of thousands of games packed in one
// arena, from which Set.Game returns a view without copying. Replay turns a game
// back into positions, one per move: nothing but the moves is ever stored (Silver
// et al. 2016, Methods: "each position s was … the move a selected by the human").
//
// The way in: Read walks files, folders and archives, decompresses and parses them
// side by side, replays every game to see that it is legal, applies a Filter, and
// returns a Set together with a Report of what was left out and why. The order of
// the games does not depend on the number of threads. WritePacked stores a Set at
// about two bytes a move. What players thought of the moves (Thought) may be kept
// beside, at two to four bytes for every move that a search tried.
//
// Training, validation and test sets are split by game, never by position: Hash
// is the same for a game and its mirror images, and Split derives from it.
package record
