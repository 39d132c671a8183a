// Package selfplay plays many games of policy networks at once:
//
//	players := []selfplay.Player{{Policy: policy, Temperature: 0.67}} // a *nets.Policy
//	plan := func(game int, rng *rand.Rand) selfplay.Schedule { return selfplay.Even(0, 0) }
//	err := selfplay.Play(ctx, selfplay.Config{Size: 9, Komi: 7.5, Threads: 4}, players, 0, 1000, plan,
//		func(g *selfplay.Game) error { set.Add(g.Record); return nil })
//
// [Make] does the same into a [File], which survives interruption.
//
// # How it works
//
// A game of raw policies costs one network evaluation a move and hardly anything else. So
// its speed is the network's speed, and a network is fast only with several positions in one
// call and all cores at work. [Play] keeps Config.Games games under way. They wait in
// queues, one for each network. Every goroutine takes the head of the longest queue, writes
// the planes of those positions (package features), evaluates them in one call and plays one
// move in each game. Then it puts the games into the queues of their next players. A game
// that ends gives its place to the next one at once:
//
//	            ┌──────────── queue of player 0 ─┐
//	places ─────┤                                ├─► planes ─► network ─► draw, play ─┐
//	   ▲        └──────────── queue of player 1 ─┘                                    │
//	   └─ next game ◄── over: scored, handed over in order of index ◄─────────────────┤
//	                                                      not over: back to a queue ◄─┘
//
// Every game has its own source of chance, made of the seed and its number, and the
// networks' answers do not depend on the other positions in a call. So a game does not
// depend on the number of threads and of games at once, and any range of games can be
// played again.
//
// # Moves
//
// A move is drawn from p^(1/T) over the sensible moves: those that are legal, positional
// superko included, and do not fill an eye of their own. Without any the player passes;
// the networks know no pass. Two passes end the game, and the area counts.
//
// # Ends
//
// Policy networks without a pass play on until no sensible move is left, long after the game
// is decided. With Config.Settle a game ends once random playouts agree that the winner holds
// more than half of what counts for certain (settle.go). Config.Resign lets a player give up
// when it wins hardly any playouts. A share of the games is played out all the same, which
// measures the rate of false resignations.
//
// # The value network's positions
//
// [ValueData] plans games as Silver et al. 2016 (Methods, "Value network: regression")
// made the 30 million positions of the value network: one position of each game.
//
// # Stability
//
// Files are stable, and a new version goes on with those of an old one if it plays alike. The Go names may still
// grow.
package selfplay
