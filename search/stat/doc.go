// Package stat has the statistics of a search: numbers of visits with the sums of their rewards.
//
//	var s stat.Stat
//	s.Add(stat.Reward(1, 0)) // player 0 has won, as player 0 sees it
//	s.Add(stat.Reward(1, 1)) // and as player 1 sees it
//	fmt.Println(s.N(), s.Mean()) // 2 0.5
//
// A [Stat] is one word, so that several goroutines can add to it and none sees a number that does not belong to its
// sum. Rewards are whole numbers of 1/1024. Therefore sums are exact, and they can be divided into shares that add up
// again: what the trees of a search on several machines do ([ShareAt]; Gelly et al. 2012, §4.3).
//
// The package is as stable as package search.
package stat
