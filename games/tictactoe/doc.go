// Package tictactoe is the game of noughts and crosses: three in a row on nine cells. It is
// small enough to be solved outright, which makes it a yardstick for searches.
//
//	var position tictactoe.Position // the empty board
//	position.Play(4)                // X takes the centre
//	value, over := position.Over()  // 1 if X has won, −1 if O has
//	best := position.Solve()        // the same, if both play their best from here
//
// Cells are numbered 0 to 8, row by row from the top left. The names are stable.
package tictactoe
