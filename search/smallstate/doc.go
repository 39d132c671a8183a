// Package smallstate makes the small games, gomoku and tic-tac-toe, states of package search. Each
// plays its uniform playouts itself (search.PlaysOut).
//
//	tree, err := search.New(config, parts, &smallstate.TicTacToe{Position: position})
//	cell := tree.Best(search.MostVisits{}) // numbered row by row
//
// X is player 0. The names are stable.
package smallstate
