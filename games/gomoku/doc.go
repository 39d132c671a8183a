// Package gomoku is the game of so many stones in a row: gomoku on 8×8 or 15×15, and the
// m,n,k games on any board of 3 to 19 columns and rows. X begins; whoever first has a row of
// the right length, straight or diagonal, has won; a full board without one is drawn.
//
//	position, err := gomoku.New(rules)
//	position.Play(cell)
//	value, over := position.Over() // 1 if X has won, −1 if O has
//
// Cells are numbered from 0, row by row from the top left. The names are stable.
//
// # Bitboards
//
// A Position keeps the stones of each player four times, once for each direction: the stones
// of a row, of a column, of a falling and of a rising diagonal are the bits of one number. So
// a line's cells are next to each other, and nothing wraps round the board's edge. A few shifts
// show whether a row stands on a line: with a = m & m>>1 the bits of a are starts of two in a
// row, with b = a & a>>2 of four, with b & b>>1 of five. Only the four lines through the last
// stone can have changed.
package gomoku
