// Package team has a player search on several machines. Each grows a tree of its own from the same position. Every so
// often the statistics near the roots are averaged (Gelly et al. 2012, §4.3).
//
//	t := &team.Team{Every: 200, Depth: 1, Lost: func(m team.Machine, err error) { log.Print(m, err) }}
//	t.Add(machine)
//	searcher.Join(t) // a player.Searcher
//
// The player passes the game on to the team, and its tree asks the machines for playouts. How a machine is reached is
// the Machine's affair. Package gtp/machines has machines that are asked by GTP.
//
// A machine that fails is closed and not asked again. The search goes on with the others, so a long game does not end
// because a network does.
//
// The package is not stable yet.
package team
