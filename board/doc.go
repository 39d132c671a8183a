// Package board knows the rules of Go:
//
//	g, err := board.NewGame(19, board.Chinese())
//	err = g.Play(board.XY(3, 3), board.Black) // column and row from the top left
//	pos := g.Position()                       // stones, liberties, who is to move
//	result := g.Result(dead)                  // "B+3.5", with the dead stones taken off
//
// A [Position] is a board without history, a plain value: stones, chains with exact
// liberties, the simple-ko point, the side to move, the last eight moves. Searches copy it
// and play on it. A [Game] adds the history: superko, undo, passes, resignation and the
// result. Boards have 2 to 19 lines, chosen at run time. Points lie on a padded grid of one
// width for all sizes, so a [Point] is the same place on every board.
//
// A [Ladder] reads ladders for the feature planes (Silver et al. 2016, Extended Data Table 2).
// Scoring is by area or by territory. The dead stones are an input; package ownership
// estimates them.
//
// # How it works
//
// Liberties are kept exactly and incrementally. A stone takes its point from each chain that
// it touches and joins the chains of its own colour: the smaller chain is renamed, and gives
// the liberties that the larger one does not have. A captured stone gives its point back to
// each chain around it. Each point also has one word that says in which directions it has
// black, white and empty neighbours. One look at this word answers whether a point is an eye
// and whether a move can be suicide. Playouts count pseudo-liberties instead, which is
// cheaper and enough for them (light.go).
//
// # Stability
//
// The rules, the meaning of all names and the hashes of positions are stable. The size of a
// Position may change.
package board
