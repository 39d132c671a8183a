// Package katarules reads and writes rules as KataGo and the programs written for it do: by name, or
// as an object in JSON (https://lightvector.github.io/KataGo/rules.html).
package katarules

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/board"
)

// object is the JSON form.
type object struct {
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
	switchNames  = []string{"FALSE", "TRUE"}
)

// Text is the JSON form of rules, without the komi.
func Text(r board.Rules) string {
	text, err := json.Marshal(object{
		Ko: koNames[r.Ko], Scoring: scoringNames[r.Scoring], Suicide: r.Suicide,
		Tax: "NONE", WhiteHandicapBonus: bonusNames[r.Bonus],
	})
	if err != nil {
		panic(err) // it has no value that JSON lacks
	}
	return string(text)
}

// Bonus reads a rule of White's points for handicap stones.
func Bonus(text string) (bonus board.HandicapBonus, ok bool) {
	i := slices.Index(bonusNames, strings.ToUpper(text))
	return board.HandicapBonus(max(i, 0)), i >= 0
}

// Named is the rules of a name. Of rule sets that Tengen does not have, it gives the nearest one,
// and lacks says what is missing.
func Named(name string) (rules board.Rules, lacks []string, err error) {
	switch strings.ToLower(strings.NewReplacer("-", "", "_", "", " ", "").Replace(name)) {
	case "ancientarea", "stonescoring":
		return board.Rules{Ko: board.SimpleKo, Scoring: board.Area, Komi: 7.5}, []string{"tax=ALL"}, nil
	case "ancientterritory":
		return board.Japanese(), []string{"tax=ALL"}, nil
	case "newzealand", "nz":
		rules = board.NewZealand()
		rules.Komi = 7.5
		return rules, nil, nil
	case "agabutton":
		rules = board.AGA()
		rules.Komi = 7
		return rules, []string{"hasButton=TRUE"}, nil
	}
	rules, err = board.ParseRules(name)
	return rules, nil, err
}

// Object is the rules of an object by itself. Without a komi it has KataGo's: 6.5 by territory, 7 with the button,
// else 7.5. lacks is as for [Change].
func Object(text []byte) (rules board.Rules, lacks []string, err error) {
	rules, lacks, err = Change(board.TrompTaylor(), text)
	var given struct{ Komi *float64 }
	if err != nil || json.Unmarshal(text, &given) != nil || given.Komi != nil {
		return rules, lacks, err
	}
	switch {
	case rules.Scoring == board.Territory:
		rules.Komi = 6.5
	case slices.Contains(lacks, "hasButton=TRUE"):
		rules.Komi = 7
	default:
		rules.Komi = 7.5
	}
	return rules, lacks, nil
}

// Change changes rules in the points that an object names. What KataGo has and Tengen lacks is
// left as it was, and lacks lists it.
func Change(rules board.Rules, text []byte) (changed board.Rules, lacks []string, err error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return rules, nil, err
	}
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		if key == "komi" {
			if err := json.Unmarshal(fields[key], &rules.Komi); err != nil {
				return rules, nil, fmt.Errorf("komi: %w", err)
			}
			continue
		}
		value := strings.ToUpper(string(bytes.Trim(fields[key], `"`)))
		known, err := set(&rules, key, value)
		switch {
		case err != nil:
			return rules, nil, err
		case !known:
			lacks = append(lacks, key+"="+value)
		}
	}
	return rules, lacks, nil
}

// set sets one rule. known is false for a value that Tengen lacks.
func set(rules *board.Rules, key, value string) (known bool, err error) {
	among := func(names, lacking []string) (i int) {
		if i = slices.Index(names, value); i < 0 && !slices.Contains(lacking, value) {
			err = fmt.Errorf("unknown rule %.40s=%.40s", key, value)
		}
		return i
	}
	i := 0
	switch strings.ToLower(key) {
	case "ko":
		if i = among(koNames, []string{"SPIGHT"}); i >= 0 {
			rules.Ko = board.KoRule(i)
		}
	case "scoring", "score":
		if i = among(scoringNames, nil); i >= 0 {
			rules.Scoring = board.Scoring(i)
		}
	case "whitehandicapbonus":
		if i = among(bonusNames, nil); i >= 0 {
			rules.Bonus = board.HandicapBonus(i)
		}
	case "suicide", "multistonesuicidelegal":
		if i = among(switchNames, nil); i >= 0 {
			rules.Suicide = i == 1
		}
	case "tax":
		i = among([]string{"NONE"}, []string{"SEKI", "ALL"})
	case "hasbutton":
		i = among([]string{"FALSE"}, []string{"TRUE"})
	case "friendlypassok": // how passes are meant, which nothing here asks
		i = among(switchNames, nil)
	default:
		err = fmt.Errorf("unknown rule %.40q", key)
	}
	return i >= 0, err
}
