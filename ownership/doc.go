// Package ownership estimates who owns each point of a board at the end of the game, and
// which stones are dead:
//
//	m := ownership.Estimate(g, ownership.Playouts, seed)
//	dead := m.DeadStones(g.Position()) // g is a *board.Game
//
// It plays random games from the position to the end. The answer is a pure function of the
// position, the number of games and the seed.
//
// # How it works
//
// In the random games nobody fills own eyes, so chains in seki stay. A [Map] has the mean owner of each
// point, +1 Black's to −1 White's. A chain is dead if its points are the opponent's. A [Sample] is an estimate
// that grows game by game, until what matters is sure.
//
// # Stability
//
// The names are stable. A new version may estimate otherwise, so dead stones in unclear positions may change.
package ownership
