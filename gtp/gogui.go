package gtp

import (
	"context"
	"fmt"
	"slices"
	"strings"
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

// analyzeCommands lists TYPE/LABEL/COMMAND for what the player supports. %m is the
// colour to play, as GoGui puts it in.
func (e *Engine) analyzeCommands(context.Context, []string) (string, error) {
	var lines []string
	for _, text := range []string{
		"dboard/Policy/policy_map %m",
		"gfx/Best Moves/policy_gfx %m",
		"gfx/Search/search_gfx",
		"string/Value/value",
		"param/Search Parameters/search_param",
		"dboard/Ownership (random playouts)/owner_map",
		"plist/Dead Stones/final_status_list dead",
		"string/Final Score/final_score",
		"string/Rules/kata-get-rules",
		"hstring/Move History/move_history",
		"hstring/Explain Last Move/gomill-explain_last_move",
	} {
		command, _, _ := strings.Cut(text[strings.LastIndexByte(text, '/')+1:], " ")
		if _, ok := e.commands[command]; ok {
			lines = append(lines, text)
		}
	}
	return joinLines(lines), nil
}

// searchParam lists the parameters in GoGui's form, or sets one.
func (e *Engine) searchParam(_ context.Context, args []string) (string, error) {
	switch {
	case len(args) == 0:
		names := make([]string, len(shows))
		for i, s := range shows {
			names[i] = string(s)
		}
		return fmt.Sprintf("[list/%s] show %s", strings.Join(names, "/"), e.show), nil
	case len(args) != 2:
		return "", errSyntax
	case args[0] != "show":
		return "", failure(fmt.Sprintf("unknown parameter %.40q", args[0]))
	case !slices.Contains(shows, Show(args[1])):
		return "", failure(fmt.Sprintf("unknown value %.40q", args[1]))
	}
	e.show = Show(args[1])
	return "", nil
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
	g := e.game.Clone() // with its handicap
	g.SetToMove(c)
	return "", e.reset(g)
}
