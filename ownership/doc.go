// Package ownership estimates who owns each point of a board at the end of the game, and
// which stones are dead:
//
//	m := ownership.Estimate(game, ownership.Playouts, seed)
//	dead := m.DeadStones(game.Position())
//
// It plays random games from the position to the end. The answer is a pure function of the
// position, the number of games and the seed.
package ownership
