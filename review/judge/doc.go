// Package judge says what the moves of players lose, by a strong search that values the positions after them:
//
//	j := judge.New(analyst, "search:playouts=1200", 1200, judge.Book{})
//	questions, err := j.Questions(ctx, games, judge.Sample{Positions: 500, Lo: 0.05, Hi: 0.95, Seed: 1}, told)
//	table, err := j.Compare(ctx, questions, []judge.Contestant{{Name: "rave", Player: p}}, told)
//
// # How it works
//
// A question is a position of a recorded game, one a game, where both sides can still win. Every contestant chooses
// a move. The judge values the positions after these moves and after its own best ones, each by a search of its
// own. A move loses the win rate by which it is below the best of all. The contestants have the same questions, so
// the difference of two has a smaller interval than either loss.
//
// A verdict depends on the judge, its playouts and the moves that led to the position, on nothing else. A Book
// keeps verdicts, so that an interrupted comparison goes on to the same result.
//
// # Stability
//
// The form of a book is stable. The Go names may change.
package judge
