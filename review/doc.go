// Package review goes through a recorded game with a player and says what each move lost:
//
//	r, err := review.New(tree, board.Chinese())
//	err = r.Run(ctx, analyst, seed, func(done int) {})
//
// Annotate writes the findings into the record, and DrawCurve draws the win rate.
package review
