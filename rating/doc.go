// Package rating turns results of games into numbers: shares of wins with intervals,
// sequential tests, and Elo ratings:
//
//	results := []rating.PairResult{{A: "new", B: "old", Black: rating.Tally{Wins: 31, Losses: 19}, …}}
//	ratings, err := rating.Rate(results, rating.DefaultRateConfig())
//	for _, r := range ratings.Players { fmt.Printf("%s %.0f ± %.0f\n", r.Name, r.Elo, r.Error) }
//
// [Rate] follows the model of Bradley and Terry, as Silver et al. 2016 do with BayesElo
// (Methods, "Evaluation"). [SPRT] ends a match as soon as its result is clear. The package
// knows no games and no players, only their names. Package match makes its input.
//
// # Stability
//
// The ratings for given results are stable to the digits printed. The Go names may still
// change.
package rating
