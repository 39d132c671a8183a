// Package problems has positions with a known best move, by kind: what a search must find and a policy does not.
//
//	f := problems.Finder{Quick: quick, Deep: deep, Policy: judge.Contestant{Name: "policy", Player: p}, Loss: 0.25}
//	list, err := f.Find(ctx, questions, told)
//	err = problems.Write(file, list)
//	…
//	list, err := problems.Read(ctx, paths)
//	table, err := problems.Solve(ctx, list, contestants, told)
//
// # How it works
//
// A Finder takes positions of games. Where a short search prefers another move to the policy's, a long search values
// both. If the policy's move loses much by the long search (Loss), and the better move keeps the game, the position is
// a problem. The right moves are all those that lose next to nothing. So a problem says what a longer search of the
// same program sees. What the long search itself does not see is no problem of this collection.
//
// The kind follows from the rules and from who owns each chain after the right and after the wrong move (kindOf).
//
// A file has one SGF record a line: the moves of the game up to the position, then a variation for each right move
// (TE, "good move" in SGF) and each wrong one (BM, "bad move"). GC names the kind. Every SGF editor shows them.
//
// # Stability
//
// The form of the files is stable. The Go names may change.
package problems
