// Package features turns a position into the input planes of a network:
//
//	const stride = int(features.PolicyPlanes)
//	planes := make([]float32, size*size*stride)
//	features.NewExtractor().Extract(planes, stride, &pos, features.PolicyPlanes, features.Identity)
//	own := planes[point.Index(size)*stride+features.Own] // 1: a stone of the player to move
//
// The planes are the planes of Silver et al. 2016, Extended Data Table 2, in its order: so the
// first 4, 12 and 20 planes are the paper's ablations. Every plane is 0 or 1; a number has
// one plane for each value. Colours are relative to the player to move, "own" and
// "opponent", so one network serves both. 48 planes are for the policy network. The 49th,
// the colour of the player to move, is for the value network, because komi is not the same
// for both. [Name] names a plane.
//
// # How it works
//
// An [Extractor] reads a board.Position once and does not play moves. Stones, ages and
// liberties are in the position. What a move would do (captures, self-atari, liberties after
// it) follows from the chains around each empty point. board.Ladder reads ladders. The result
// is channel-last: one row of planes per point, written into the caller's buffer, under one
// of the eight symmetries of the board ([Symmetry]).
//
// Where the paper leaves a case open, the constants of the planes say what is chosen. Unless
// noted, it is the same as in RocAlphaGo.
//
// # Stability
//
// The planes, their order and their values are stable: trained models depend on them.
package features
