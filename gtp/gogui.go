package gtp

import (
	"context"

	"github.com/tengen-go/tengen/board"
)

// gogui has the commands by which GoGui finds what an engine can show, and sets
// positions up.
func (e *Engine) gogui() map[string]handler {
	return map[string]handler{
		"gogui-analyze_commands": e.analyzeCommands,
		"gogui-setup":            e.setPosition,
		"gogui-setup_player":     e.setupPlayer,
	}
}

// analyzeCommands lists TYPE/LABEL/COMMAND for what the player supports.
func (e *Engine) analyzeCommands(context.Context, []string) (string, error) {
	lines := []string{
		"dboard/Ownership (random playouts)/owner_map",
		"plist/Dead Stones/final_status_list dead",
		"string/Final Score/final_score",
		"string/Rules/kata-get-rules",
		"hstring/Move History/move_history",
	}
	if _, ok := e.commands["policy_map"]; ok {
		lines = append([]string{"dboard/Policy/policy_map %c", "gfx/Best Moves/policy_gfx %c"}, lines...)
	}
	return joinLines(lines), nil
}

// setupPlayer says who is to move in a position that was set up.
func (e *Engine) setupPlayer(_ context.Context, args []string) (string, error) {
	if len(args) != 1 {
		return "", errSyntax
	}
	c, err := parseColor(args[0])
	if err != nil {
		return "", err
	}
	if len(e.game.Moves()) > 0 {
		return "", failure("only before the first move")
	}
	pos := *e.game.Start()
	pos.SetToMove(c)
	g, err := board.NewGameFrom(pos, e.game.Rules())
	if err != nil {
		return "", err
	}
	return "", e.reset(g)
}
