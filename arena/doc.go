// Package arena seats players at the board: it turns a player string such as
// "policy:model=runs/first,temperature=0.67" into something that is told moves
// and answers with moves, and judges what the rules leave to the players: which
// stones are dead, when a game is finished, when it is lost.
//
// The policy player is the supervised network of Silver et al. 2016, "Policy
// network: classification", playing by itself, without search: the 48 planes of
// the position go in, a probability for every point comes out, and the player
// takes the likeliest move or draws one at a temperature. Three things a network
// trained on moves alone does not know are added round it, in this order:
//
//	candidates   legal under the game's superko rule, no own eye filled
//	settlement   random playouts say whose each point will be; when nothing is
//	             open, pass; when only the opponent's dead stones are in the way
//	             of a win by area, take them off; when the game has been hopeless
//	             for several moves, resign
//	choice       the network's probabilities among what is left
//
// A Searcher reads: UCT, MC-RAVE, flat Monte-Carlo, or the search of Silver et al. 2016,
// by package search; a NegamaxPlayer reads all moves to a depth. Here is what concerns games
// rather than trees: options, clocks, the end of the game, resignation, pondering, analyses.
// Review goes through a recorded game with one; Match lets two players play, before a referee who trusts neither; a Tournament is
// a match of every pair of several players, and Rate makes ratings of such results, by
// Bradley and Terry's model (Silver et al. 2016, Methods, "Evaluation", rated by BayesElo).
//
// Small games have players of their own: a Game is named as players are, a Mover chooses its
// moves and is made from the same player strings, and matches and tournaments are the same
// ones, with a referee who knows of rows instead of points.
//
// With a limit of playouts and one thread everything here repeats exactly for equal
// seeds. Kinds of players that need packages above this one, such as gtp's outside
// programs, are added to the Registry by the command.
package arena
