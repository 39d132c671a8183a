// Package features turns a position into the input planes of a network.
//
// The planes are those of Silver et al. 2016, Extended Data Table 2: binary,
// one-hot where the feature is a number, and relative to the player to move
// ("own" and "opponent", never black and white), so that one network serves both
// colours. 48 planes feed the policy network; the 49th, the colour of the player
// to move, is for the value network, because komi breaks the colours' symmetry.
// The order is the table's, so the first 4, 12 and 20 planes are the paper's
// ablations.
//
// An [Extractor] reads a board.Position once: stones, ages and liberties stand in
// the position; what a move would do (captures, self-atari, liberties after) is
// reasoned out for each empty point from the chains around it, without playing;
// ladders are read by board.Ladder. The result is written channel-last, a row of
// planes a point, straight into the caller's buffer, under one of the eight
// symmetries of the board ([Symmetry]).
//
// Where the paper leaves an edge open, the choice is this package's, and the same
// as RocAlphaGo's unless said; see the constants of the planes.
package features
