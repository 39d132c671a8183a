// Package match plays games between two players before a referee who trusts neither, and
// tournaments of many players:
//
//	config, err := match.Settings{Games: 100, Board: 9, Rules: "chinese", Time: "none", Parallel: 4}.Config()
//	err = match.Run(ctx, config, a, b, nil, func(g *match.Game) error { count.Add(g); return nil })
//
// Sides a and b make players by package player. All games of package game are played alike: Settings.Game names
// a small one.
//
// # How it works
//
// Game i depends on the seed and on i alone, not on other games or on how many are played at
// once. A Folder keeps the games on disk and goes on after an interruption. A Trial ends a
// match when its test is decided. A Tournament plays a match for every pair of players.
// ReadResults reads what matches left in files.
//
// # Stability
//
// The files of a folder are stable. A game of players that repeat is the same in one version for one seed.
// The Go names may still grow.
package match
