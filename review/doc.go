// Package review goes through a recorded game with a player and says what each move lost:
//
//	r, err := review.New(tree, board.Chinese())
//	err = r.Run(ctx, analyst, seed, func(done int) {})
//
//	for _, i := range r.Worst(5, 0.02) {
//		fmt.Println(i, r.Positions[i].Move, r.Positions[i].Loss, r.Instead(i, 3))
//	}
//	r.Annotate() // then sgf.Write(file, tree) has the findings
//
// The analyst is a player such as "search:playouts=400" of package player, and DrawCurve draws its win rate.
//
// # How it works
//
// The player follows the main line and reads each position for as long as one of its own moves takes. The loss
// of a move is the win rate that the player saw for the best move, less the win rate after the move. Where the
// player has nothing to read, such as after two passes, random games say who is ahead. Who has won a finished game is
// what its record counts, if it does.
//
// # Stability
//
// The names are stable. What a review says depends on the player.
package review
