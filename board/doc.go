// Package board knows the rules of Go.
//
// A Position is a board without history, a plain value: stones, chains with exact
// liberties, the simple-ko point, the side to move, the last eight moves. It is
// what searches copy and playouts run on. A Game adds the history: superko, undo,
// passes, resignation and the result. Points lie on a padded grid of one width
// for all board sizes (2 to 19, chosen at run time), so a Point means the same
// place whatever the size.
//
// Liberties are kept exactly and incrementally: a stone takes its point from each
// chain that it touches, joins its own colour's chains (the smaller is renamed and
// adds the liberties that the larger has not), and a captured stone gives its
// point back to each chain round it. Beside that each point keeps one word that says
// in which directions it has black, white and empty neighbours: eyes, and whether a
// move can be suicide at all, are one look at it. Playouts count pseudo-liberties
// instead, which is cheaper and tells them all that they ask (light.go).
//
// A Ladder reads ladders for the feature planes (Silver et al. 2016, Extended
// Data Table 2). Scoring counts by area or territory, with the dead stones as an
// input: who decides on them is not this package's affair.
package board
