// Package smallstate makes the small games, gomoku and tic-tac-toe, states of package search. Each
// plays its uniform playouts itself (search.PlaysOut).
//
//	tree, err := search.New(config, parts, &smallstate.TicTacToe{Position: position})
package smallstate
