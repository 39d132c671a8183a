package gtp

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/board"
)

// ruling has the commands about rules.
func (e *Engine) ruling() map[string]handler {
	return map[string]handler{
		"kgs-rules":      e.setNamedRules,
		"kata-set-rules": e.setNamedRules,
		"kata-get-rules": e.getRules,
	}
}

// rulesJSON is the form in which KataGo's commands write rules.
type rulesJSON struct {
	FriendlyPassOk     bool   `json:"friendlyPassOk"`
	HasButton          bool   `json:"hasButton"`
	Ko                 string `json:"ko"`
	Scoring            string `json:"scoring"`
	Suicide            bool   `json:"suicide"`
	Tax                string `json:"tax"`
	WhiteHandicapBonus string `json:"whiteHandicapBonus"`
}

var (
	koNames      = []string{"SIMPLE", "POSITIONAL", "SITUATIONAL"}
	scoringNames = []string{"AREA", "TERRITORY"}
	bonusNames   = []string{"0", "N", "N-1"}
)

func (e *Engine) getRules(context.Context, []string) (string, error) {
	r := e.game.Rules()
	text, err := json.Marshal(rulesJSON{
		Ko: koNames[r.Ko], Scoring: scoringNames[r.Scoring], Suicide: r.Suicide,
		Tax: "NONE", WhiteHandicapBonus: bonusNames[r.Bonus],
	})
	return string(text), err
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
	return "", e.setRules(rules)
}

// rulesFromJSON changes the present rules in the points that text names.
func (e *Engine) rulesFromJSON(text string) (board.Rules, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &fields); err != nil {
		return board.Rules{}, errSyntax
	}
	rules := e.game.Rules()
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		value := strings.ToUpper(strings.Trim(string(fields[key]), `"`))
		i := 0
		switch key {
		case "ko":
			i = slices.Index(koNames, value)
			rules.Ko = board.KoRule(max(i, 0))
		case "scoring":
			i = slices.Index(scoringNames, value)
			rules.Scoring = board.Scoring(max(i, 0))
		case "whiteHandicapBonus":
			i = slices.Index(bonusNames, value)
			rules.Bonus = board.HandicapBonus(max(i, 0))
		case "suicide", "multiStoneSuicideLegal":
			i = slices.Index([]string{"FALSE", "TRUE"}, value)
			rules.Suicide = i == 1
		case "tax":
			i = slices.Index([]string{"NONE"}, value)
		case "hasButton":
			i = slices.Index([]string{"FALSE"}, value)
		case "friendlyPassOk":
			i = slices.Index([]string{"FALSE", "TRUE"}, value)
		default:
			return board.Rules{}, fmt.Errorf("unknown rule %.40q", key)
		}
		if i < 0 {
			return board.Rules{}, fmt.Errorf("unsupported rule %s=%.40s", key, value)
		}
	}
	return rules, nil
}
