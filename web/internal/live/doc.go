// Package live is a person's game against a player as JSON: commands go in, snapshots come out. It
// knows no network and no files, so that a server and a page without a server play by the same
// interface (docs/api.md).
//
//	room := &live.Room{Context: ctx, Run: run, Start: group.Go, Teacher: teacher, Keep: keep, Now: time.Now}
//	g, err := live.Begin(live.Wish{Size: 9, Human: "black"}, room, "1", opponent)
//	news, leave := g.News.Watch()
//	g.GoOn()
//	shot, err := g.Do(live.Command{Do: "play", Point: "D4", At: g.Snapshot().At})
//
// How it works:
//
//	Command ─▶ Game.Do ─▶ play.Session ─▶ player.Player
//	Snapshot ◀── Game ◀──────┘   one goroutine while the player thinks
//
// A command names the change that its sender has seen. If there was another one meanwhile, the game
// refuses it with ErrStale. Every change counts one up and tells the News. A thought runs in a
// goroutine of its own. A command that changes the game ends it first.
//
// The [Room] is what games have in common: who judges moves, where games are kept, and when a thought
// may run.
//
// The JSON of Command, Snapshot and Wish is stable within its version. The Go names are not stable yet.
package live
