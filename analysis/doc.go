// Package analysis speaks KataGo's JSON analysis protocol, so that programs written for it, such as KaTrain,
// can use a player of Tengen:
//
//	server, err := analysis.New([]analysis.Analyst{first, second}, analysis.Config{Settings: analysis.Defaults()})
//	err = server.Run(ctx, os.Stdin, os.Stdout)
//
// Each line of the input is a query or an action, each line of the output an answer:
//
//	{"id":"a","moves":[["B","D4"]],"rules":"chinese","boardXSize":19,"boardYSize":19,"maxVisits":100}
//	{"id":"a","turnNumber":1,"isDuringSearch":false,"moveInfos":[…],"rootInfo":{…}}
//
// # How it works
//
//	input ─▶ reader ─▶ query, checked ─▶ queue ─▶ one worker an analyst ─▶ answers ─▶ output
//	            └────▶ action ──────────────┴─▶ ends what is in the queue, or under way
//
// A query names turns of a game. Each turn is a position that one analyst reads, with nothing kept from the
// position before. The queue gives out the position of the highest priority, and among these the
// oldest. As many positions are read at the same time as there are analysts: a query without an end, as
// programs send while a person looks at the board, holds up one of them.
//
// Errors and warnings have the words and the fields that KataGo gives them. A field or a setting that this
// package does not know brings a warning, and the query goes on without it.
//
// Tengen has no network that predicts the score. The lead in points is made from random games and the win
// rate: see the function lead.
//
// # Stability
//
// The protocol is stable: programs depend on it. The Go names are not stable yet.
package analysis
