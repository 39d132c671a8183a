package gtp

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/tengen-go/tengen/player"
)

// servers has what the clients of the Go servers say and ask besides the game.
func (e *Engine) servers() map[string]handler {
	commands := map[string]handler{
		"kgs-chat":                 fixed("I can play, but not talk."),
		"kgs-game_over":            e.stopPondering,
		"cgos-gameover":            e.stopPondering,
		"cgos-opponent_name":       fixed(""),
		"cgos-opponent_rating":     fixed(""),
		"clear_cache":              e.clearCache,
		"gomill-explain_last_move": e.explain,
	}
	if e.config.CPUTime != nil {
		commands["cputime"], commands["gomill-cpu_time"] = e.cpuTime, e.cpuTime
	}
	if r, ok := e.player.(player.Reseeder); ok {
		commands["set_random_seed"] = func(_ context.Context, args []string) (string, error) {
			seed, err := strconv.ParseUint(strings.Join(args, " "), 10, 64)
			if err != nil {
				return "", errSyntax
			}
			r.Reseed(seed)
			return "", nil
		}
	}
	return commands
}

// stopPondering lets the player rest until its next move, or for good when the
// game is over.
func (e *Engine) stopPondering(context.Context, []string) (string, error) {
	e.ponders = false
	return "", nil
}

// clearCache lets the player forget what it has read, and gives it the game anew.
func (e *Engine) clearCache(context.Context, []string) (string, error) {
	if f, ok := e.player.(player.Forgetter); ok {
		f.Forget()
	}
	return "", e.reset(e.game)
}

func (e *Engine) cpuTime(context.Context, []string) (string, error) {
	return fmt.Sprintf("%.3f", e.config.CPUTime().Seconds()), nil
}

// explain names the player that made the last move, and says what it thought if that
// is known.
func (e *Engine) explain(context.Context, []string) (string, error) {
	moves := e.game.Moves()
	if len(moves) == 0 {
		return "", errNoHistory
	}
	last := moves[len(moves)-1]
	lines := []string{e.player.String() + " played " + e.moveText(last)}
	if e.seen.known && e.seen.after == len(moves)-1 && e.seen.color == last.Color {
		lines = append(append(lines, e.verdict()), e.considered()...)
	}
	return joinLines(lines), nil
}
