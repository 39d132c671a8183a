// Package game is games as players, matches and screens see them: Go, Gomoku and tic-tac-toe by
// the same two interfaces.
//
//	rules, err := game.Parse("gomoku:size=15")
//	g, err := rules.New()
//	err = g.Play(point, g.ToMove())
//	state := g.State(g.ToMove()) // for package search
//	if g.Over() { fmt.Println(g.Outcome().Result) }
//
// Rules say what is played. A Game is under way: it knows the moves so far, refuses illegal ones
// and knows how it ended. Both have stones on the points of a square board, Black's and White's; in
// small games these are called X, who begins, and O. Points are named as in Go: the column's letter without I,
// and the row from the bottom.
//
// Go is the game of package board with what only playouts know: which stones are dead at the end.
// To add a small game, declare it as a Small in a file of its own and name it in the list of kinds
// (docs/extending.md shows one). All players that search, matches, tournaments and the terminal then have it.
//
// Rules, Game, Parse and Of are stable; a Small may get more fields.
package game
