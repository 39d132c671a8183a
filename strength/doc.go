// Package strength is the scale of levels: how strong an opponent is, in the words of players.
//
//	level, err := strength.Nearest("8k", 9)
//	p, err := player.Players().Parse(level.Player, env)
//
// # How it works
//
// A level is a player string with a name such as 8k, 1d or strongest. Each size of board has its own
// levels, because the same player is not equally strong on all boards. The levels of 9×9 and 19×19 are
// in scale.json. Their Elo comes from the games in docs/matches/levels9 and levels19, and [Scale.Rank]
// turns Elo into a rank. A test computes both again from the results. Other sizes have players
// without networks, which were measured on 9×9 only.
//
// The ranks are an estimate: docs/players.md says on what they rest. Neither the temperature nor the
// number of playouts depends on the machine, and so a level is equally strong everywhere.
//
// # Stability
//
// Which levels there are and who plays them changes with every new measurement. The names of ranks
// and [Strongest] are stable. The Go names may still change.
package strength
