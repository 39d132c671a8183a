// Package terminal lets a person play against a player of package player: on the
// full screen, or line by line for pipes.
//
//	session, err := play.NewSession(opponent, play.Config{Size: 9, Rules: board.Chinese(), Human: board.Black})
//	err = terminal.Run(ctx, terminal.OfGo(session, "game.sgf"), terminal.Screen{})
//
// How it works:
//
//	keys, mouse ─▶ Model.Update ─▶ GameView ─▶ play.Session, of Go
//	                    │              │  └────▶ play.GameSession, of a small game
//	screen      ◀── Model.View ◀───────┘
//	lines       ─▶ Plain        ─▶ GameView
//
// A GameView is a session with its looks: marks on the points, words of the panel. Package play
// knows the game; this package knows keys and screens. Model is a pure function from messages to
// states; only the player's thinking and the estimates happen outside of it. Ask is the menu before a game.
//
// Plain, Run, OfGo and OfSmall are stable; the screen's look may change.
package terminal
