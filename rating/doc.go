// Package rating turns results of games into numbers: shares of wins with their intervals,
// sequential tests, and ratings:
//
//	ratings, err := rating.Rate(results, rating.DefaultRateConfig())
//
// Ratings follow Bradley and Terry's model, as in Silver et al. 2016, Methods, "Evaluation",
// rated there by BayesElo. The package knows no games and no players, only their names.
package rating
