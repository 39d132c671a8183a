// Package terminal lets a person play against a player of package player: on the
// full screen, or line by line for pipes.
//
//	session, err := terminal.NewSession(opponent, terminal.Config{Size: 9, Rules: board.Chinese(), Human: board.Black})
//	err = terminal.Run(ctx, session, terminal.Screen{})
//
// How it works:
//
//	keys, mouse ─▶ Model.Update ─▶ GameView ─▶ Session      ─▶ board.Game, player.Player, gameTree
//	                    │              │  └────▶ GameSession  ─▶ game.Game, player.Player
//	screen      ◀── Model.View ◀───────┘
//	lines       ─▶ Plain        ─▶ GameView
//
// A GameView is a Session of Go or a GameSession of a small game. It holds whose turn it
// is, what undo means against a player that answers at once, when the game is over and, in
// Go, which stones are then dead. It knows neither keys nor screens. Model is a pure function from
// messages to states; only the player's thinking and the estimates happen outside of it.
//
// A Session is a line of a record with variations. OpenSession reads one; a Keeper writes the
// unfinished game after every move and finds it again. Ask is the menu before a game.
//
// Plain, Run and the sessions are stable; the screen's look may change.
package terminal
