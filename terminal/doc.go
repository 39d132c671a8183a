// Package terminal lets a person play against a player of package player: on the
// full screen, or line by line for pipes.
//
//	keys   ─▶ Model.Update ─▶ GameView ─▶ Session      ─▶ board.Game, player.Player
//	                │              │  └────▶ GameSession  ─▶ match.Sheet, player.Mover
//	screen ◀── Model.View ◀────────┘
//	lines  ─▶ Plain        ─▶ GameView
//
// A GameView is a Session of Go or a GameSession of a small game. It holds whose turn it
// is, what undo means against a player that answers at once, when the game is over and, in
// Go, which stones are then dead. It knows neither keys nor screens. Model is a pure function from
// messages to states; only the player's thinking happens outside of it.
package terminal
