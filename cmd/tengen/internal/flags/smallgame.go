package flags

import "github.com/tengen-go/tengen/cmd/tengen/internal/usage"

// OnlyGo refuses flags that a small game has no use for.
func OnlyGo(game string, board int, komi *float64, rules string) error {
	switch {
	case board != 0:
		return ForGo("board", game, "give the size with the game, as gomoku:size=15")
	case komi != nil:
		return ForGo("komi", game, "leave it out")
	case rules != "":
		return ForGo("rules", game, "leave it out")
	}
	return nil
}

// ForGo refuses a flag for a small game.
func ForGo(flag, game, instead string) error {
	return usage.Errorf("--%s is for Go, not for --game %s: %s", flag, game, instead)
}
