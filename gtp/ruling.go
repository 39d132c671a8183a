package gtp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/katarules"
)

// ruling has the commands about rules.
func (e *Engine) ruling() map[string]handler {
	return map[string]handler{
		"kgs-rules":      e.setNamedRules,
		"kata-set-rules": e.setNamedRules,
		"kata-get-rules": e.getRules,
	}
}

func (e *Engine) getRules(context.Context, []string) (string, error) {
	return katarules.Text(e.game.Rules()), nil
}

// setNamedRules takes a name, or the JSON form; the komi stays.
func (e *Engine) setNamedRules(_ context.Context, args []string) (string, error) {
	text := strings.Join(args, " ")
	if text == "" {
		return "", errSyntax
	}
	var rules board.Rules
	var err error
	if strings.HasPrefix(text, "{") {
		rules, err = e.rulesFromJSON(text)
	} else {
		rules, err = board.ParseRules(text)
	}
	if err != nil {
		return "", failure(err.Error())
	}
	rules.Komi = e.game.Rules().Komi
	if err := e.setRules(rules); err != nil {
		return "", err
	}
	e.rules = rules
	return "", nil
}

// rulesFromJSON changes the present rules in the points that text names.
func (e *Engine) rulesFromJSON(text string) (board.Rules, error) {
	rules, lacks, err := katarules.Change(e.game.Rules(), []byte(text))
	if invalid := (*json.SyntaxError)(nil); errors.As(err, &invalid) {
		return rules, errSyntax
	}
	if err == nil && len(lacks) > 0 {
		err = fmt.Errorf("unsupported rule %.80s", lacks[0])
	}
	return rules, err
}
