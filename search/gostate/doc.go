// Package gostate is Go for package search: a State with ko, superko, passes and both ways of
// scoring, a Playout that counts who owns which point, and the heuristics of Gelly and Silver
// 2011 which know Go.
//
//	tree, err := search.New(search.DefaultConfig(), search.Parts{
//		Rule: search.NewUCT(),
//		Leaf: func() search.Leaf { return &search.Mixed{Playout: gostate.NewPlayout(rollout.Uniform{}, 9)} },
//	}, gostate.New(game))
package gostate
