// Package wire is how the parts of the server speak to pages and programs: JSON, refusals with a
// status, and streams of events in which a slow reader gets the newest state instead of a queue.
//
//	var wish wish
//	if err := wire.Decode(r, &wish); err != nil {
//		w.Fail(out, err)
//		return
//	}
//	wire.Answer(out, http.StatusOK, map[string]int{"games": 3})
//
// How it works: whatever can be watched has a News, which it tells after each change. A stream sends
// the state at once and again after each change, at most twenty times a second.
//
// The names are not stable.
package wire
