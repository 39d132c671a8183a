// Package search chooses moves by Monte-Carlo tree search.
//
// There is one tree. What makes it UCT, MC-RAVE or the search of Silver et al. 2016 is
// which selection rule scores its edges, what evaluates its leaves, and how the move is
// chosen in the end.
package search
