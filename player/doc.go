// Package player makes players: it turns a player string such as
// "policy:model=runs/first,temperature=0.67" into something that takes moves
// and answers with moves:
//
//	p, err := player.Players().Parse("rave:playouts=3000", player.Env{Rules: game.Go{Board: 9}, Seed: 1})
//	err = p.NewGame(game.Of(g)) // g is a *board.Game
//	choice, err := p.Genmove(ctx, board.Black, timing.Clock{})
//
// It also decides what the rules leave to the players: when a game is finished (package player/ending), and when
// it is lost.
//
// The policy player is the supervised network of Silver et al. 2016, "Policy
// network: classification", playing alone, without search: the 48 planes of
// the position go in, a probability for every point comes out, and the player
// takes the likeliest move or draws one at a temperature. A network trained on
// moves does not know three things. The player adds them, in this order:
//
//	candidates   legal under the game's superko rule, no own eye filled
//	settlement   random playouts estimate the owner of each point; when nothing
//	             is open, pass; when only the opponent's dead stones prevent a
//	             win by area, capture them; when the game has been hopeless for
//	             several moves, resign
//	choice       the network's probabilities among what is left
//
// A Searcher uses package search: UCT, MC-RAVE, flat Monte-Carlo, or the search of Silver et
// al. 2016. A NegamaxPlayer reads all moves to a depth. This package has what concerns games
// rather than trees: options, clocks, the end of the game, resignation, pondering, analyses.
//
// One Player serves all games of package game. Some kinds and options need networks, which only
// Go has: their declarations say so (Kind.GoOnly). In small games the rules alone say when the game
// is over.
//
// Player has five methods. What else a player may be able to do is an interface of its own, all of
// them in player.go, analysis.go and thought.go: Adviser, Analyst, Defaulter, Forgetter, Noter, Ponderer, Reseeder,
// Scorer, Sized, Thinker, Trained.
//
// # Stability
//
// The strings of players are stable: a new version may add kinds and options. Player and its abilities are
// stable, too. The examples go from a string to a move, and from a record to the best move with its analysis.
//
// With a limit of playouts and one thread everything here repeats exactly for equal
// seeds. Kinds of players that need packages above this one, such as gtp's outside
// programs, are added to the Registry by the command.
package player
