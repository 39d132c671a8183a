// Package ending judges whether a game of Go is finished: whether a player should pass, and which moves still
// matter.
//
//	j := ending.Judge(g, board.Black, candidates, false, 0, seed) // g is a *board.Game
//	if j.Pass { … }                                               // else one of j.Keep
//
// The rules leave this to the players, and a policy network does not know it. Random games from the position
// estimate the owner of each point (package ownership). When nothing is open, the player passes. When only dead
// stones of the opponent stand between the player and a win by area, it captures them first.
//
// The judgement is a pure function of the game, the candidates and the seed.
//
// # Stability
//
// The package is not stable yet.
package ending
