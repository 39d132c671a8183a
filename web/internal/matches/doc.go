// Package matches is the matches of the folder of runs, over HTTP: those that pages begin and those
// that somebody began in a terminal.
//
//	p := matches.New(ctx, matches.Config{Runs: dir, Jobs: queue, Player: player, …})
//	p.Routes(mux) // GET and POST /api/v1/matches and below
//
// How it works: a match is the folder that tengen match writes, and nothing else. This package starts
// that command as a job, and reads the folder: results.jsonl for the score and live.json for the
// games under way. A page that looks on has the folder read again when its files change. Whether the
// test of a match is decided, and how strong a player is, is counted by packages match and rating.
//
// The names are not stable.
package matches
