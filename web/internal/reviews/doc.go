// Package reviews is the Review page's part of the server: recorded games that players go through.
//
//	part, err := reviews.New(reviews.Config{Room: room, Streams: streams, Folder: dir, Name: name, …})
//	part.Routes(mux)
//	defer part.Close()
//
// How it works:
//
//	page ── POST /api/v1/reviews/ID ─▶ command ─▶ openReview ─▶ review.Study
//	     ◀─ GET …/ID/events ───────── shot ◀──────┘   ▲  one goroutine goes through the whole game (work),
//	                                                  └─ one for each player that reads the present position (watcher)
//
// A command names the node that it is about, so that none can hit another by accident. An event has
// only the parts of the state that changed since the last one of its stream. A review is kept as three
// files: the record, the findings, and a few facts for the list. Whoever stops the server finds everything
// there again, and a game that was gone through is gone on with from where it stopped.
//
// The names are not stable.
package reviews
