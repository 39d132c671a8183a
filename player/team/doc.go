// Package team has a player search on several machines: each grows a tree of its own from the same position, and every
// so many playouts the statistics near the roots are averaged (Gelly et al. 2012, §4.3).
//
//	t := &team.Team{Every: 200, Depth: 1, Lost: func(m team.Machine, err error) { log.Print(m, err) }}
//	t.Add(machine)
//	searcher.Join(t) // a player.Searcher
//
// The player tells the team the game, and its tree asks the machines for playouts. How a machine is reached is the
// Machine's affair; package gtp/machines has those that are asked by GTP.
//
// A machine that fails is closed and not asked again, and the search goes on with the others. So a long game survives
// a cable that is pulled out, and the move comes in time.
//
// The package is not stable yet.
package team
