// Package terminal lets a person play against a player of package arena: on the
// full screen, or line by line for pipes.
//
//	keys   ─▶ Model.Update ─▶ Session ─▶ board.Game, arena.Player
//	                │                          │
//	screen ◀── Model.View ◀────────────────────┘
//	lines  ─▶ Plain        ─▶ Session
//
// Session holds the rules of the encounter: whose turn it is, what undo means
// against a player that answers at once, when the game is over and which stones
// are then dead. It knows neither keys nor screens. Model is a pure function from
// messages to states; only the player's thinking happens outside of it.
package terminal
