package gtp

import "context"

// servers has what the clients of the Go servers say and ask besides the game.
func (e *Engine) servers() map[string]handler {
	return map[string]handler{
		"kgs-chat":                 fixed("I can play, but not talk."),
		"kgs-game_over":            fixed(""),
		"cgos-gameover":            fixed(""),
		"cgos-opponent_name":       fixed(""),
		"cgos-opponent_rating":     fixed(""),
		"clear_cache":              fixed(""),
		"gomill-explain_last_move": e.explain,
	}
}

// explain names the player that made the last move.
func (e *Engine) explain(context.Context, []string) (string, error) {
	moves := e.game.Moves()
	if len(moves) == 0 {
		return "", errNoHistory
	}
	return e.player.String() + " played " + e.moveText(moves[len(moves)-1]), nil
}
