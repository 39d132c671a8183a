// Package gostate is Go for package search: a State with ko, superko, passes and both ways of
// scoring, a Playout that counts who owns which point, and the heuristics of Gelly and Silver
// 2011 which know Go.
//
//	tree, err := search.New(search.DefaultConfig(), search.Parts{
//		Rule: search.NewUCT(),
//		Leaf: func() search.Leaf { return &search.PlayoutLeaf{Playout: gostate.NewPlayout(rollout.Uniform{}, 9)} },
//	}, gostate.New(game))
//	move := board.Point(tree.Best(search.MostVisits{}))
//
// A move of the search is a board.Point, and Black is player 0. Package search/alphago uses the same State.
//
// The names are stable. [State] says which moves it leaves out.
package gostate
