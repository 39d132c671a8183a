// Package shapes is the linear value function of RLGO over local shape features (Gelly and
// Silver 2011, §3.4 and §5; Silver, Sutton and Müller, Reinforcement Learning of Local Shape
// in the Game of Go, 2007): the probability that Black wins, from nothing but which stones
// stand in every window of 1×1, 2×2 and 3×3 points:
//
//	values, err := shapes.Of(model)
//	windows := shapes.NewWindows(values.Size())
//	windows.Set(&position)
//	black := shapes.Win(values.Logit(windows))              // from 0 to 1
//	values.Afterstates(windows, &position, moves, logits)   // of the position after each move
//
// # Features and weights
//
// A window of k×k points holds one of 3^(k²) patterns of empty, black and white points. A
// feature is a pattern at a place: on 9×9 there are 81·3 + 64·81 + 49·19,683 = 969,894, of
// which 194 are there at a time, one a window. The value of a position is
//
//	V(s) = σ(φ(s)·θ + b + turn·t),   σ(x) = 1/(1 + e^−x)
//
// Every feature has the sum of two weights: one that depends on the place, and one of the
// pattern wherever it stands. Features that a symmetry of the board takes into each other
// share their weights; exchanging the colours as well changes the sign. So a position with
// colours exchanged has −φ(s)·θ, and a feature that is its own opposite weighs nothing. That
// leaves about one weight for sixteen features.
//
// The two weights that are no shapes are a reading of ours: komi is not the same for both
// colours, which b learns, and it is worth something to be on the move, which t learns
// (turn is 1 where White is to move, −1 where Black is). Both are equal for all moves of a
// position, so they change no ranking of moves.
//
// # Data flow
//
//	board.Position ─ Windows: the code of every window, followed move by move
//	                    │
//	Values: weights ────┼► Logit: one position        Afterstates: all moves of a position
//	                    └► Active ─► Learn: a step of TD(0)      Save, Load: models
//
// Values are read by many goroutines, as long as none learns; Windows are for one.
//
// # Stability
//
// The features, their weights' order and the file are stable: trained models depend on them.
package shapes
