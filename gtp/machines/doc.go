// Package machines has a player search on several machines at once: root parallel search by processes that send each
// other messages (Gelly et al. 2012, §4.3).
//
//	kinds := append(player.AllKinds(), machines.Kind(func(words string) { log.Print(words) }))
//	p, err := kinds.Players().Parse("machines:boxes.txt,rave:time=5s", player.Env{Rules: rules})
//
// The file has a command a line that starts tengen gtp there:
//
//	ssh cellar tengen gtp
//	ssh attic tengen gtp --threads 8
//
// # How it works
//
// The player itself is an ordinary player.Searcher of this process. It keeps the clock and chooses the move. Its team
// (package player/team) has a [Machine] for each line of the file, which is a tengen that is asked by GTP. The player's
// string, a seed and the board are added to the line, so all have the same player with another seed.
//
// A machine follows the game by the usual commands. Three more have it grow its tree, say what it knows near the
// root, and adopt what all of them know.
//
// With a thread each, machines play the same game as the threads of parallel=root.
//
// The player string is stable. The commands between machines are not: all need the same version.
package machines
