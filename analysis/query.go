package analysis

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/katarules"
	"github.com/tengen-go/tengen/player"
)

// What a query may hold at most.
const (
	mostMoves   = 10000
	mostKomi    = 150
	mostSeconds = 1e6
	mostDepth   = 1e9
)

// mostPriority is the largest priority, of either sign.
const mostPriority = 1<<62 - 1

// query is a request for the analysis of turns of a game.
type query struct {
	id       string
	start    *board.Game // before the first move
	first    board.Color // who moves there
	moves    []board.Move
	turns    []int         // rising
	priority map[int]int64 // of turns; 0 for the others
	settings Settings      // with the query's own
	text     int           // bytes of its line
	waiting  int           // turns in the queue, which guards it
	avoid    []player.Restriction
	allow    []player.Restriction

	policy, ownership, ownershipDeviation, movesOwnership, movesOwnershipDeviation, pvVisits bool

	// every and after are the times between reports during the reading, and before the first one;
	// 0: none.
	every, after time.Duration
}

// parseQuery reads a query. Warnings come with a query that can be answered.
func parseQuery(id string, f *fields, defaults Settings) (q *query, warnings []fault, err *fault) {
	q = &query{id: id, settings: defaults, priority: map[int]int64{}}
	f.asked["id"] = true
	size, err := parseSize(f)
	if err != nil {
		return nil, nil, err
	}
	stones, err := q.parseMoves(f, size)
	if err != nil {
		return nil, nil, err
	}
	if err := q.parseTurns(f); err != nil {
		return nil, nil, err
	}
	rules, lacks, err := parseRules(f)
	if err != nil {
		return nil, nil, err
	}
	if lacks != nil {
		warnings = append(warnings, *lacks)
	}
	unknown, err := q.parseSettings(f)
	if err != nil {
		return nil, nil, err
	}
	if unknown != nil {
		warnings = append(warnings, *unknown)
	}
	if err := q.parseWishes(f); err != nil {
		return nil, nil, err
	}
	if err := q.parseRestrictions(f, size); err != nil {
		return nil, nil, err
	}
	if q.settings.WarnUnused {
		for _, name := range slices.Sorted(maps.Keys(f.raw)) {
			if !f.asked[name] {
				warnings = append(warnings, fault{name, "Unexpected or unused field, do you have a typo? (set " +
					"warnUnusedFields=false in the config to disable this warning)"})
			}
		}
	}
	return q, warnings, q.begin(size, rules, stones)
}

// parseSize reads the size of the board.
func parseSize(f *fields) (int, *fault) {
	const want = "Must provide an integer from 2 to 19"
	var size [2]int64
	for i, name := range []string{"boardXSize", "boardYSize"} {
		if err := f.integer(name, &size[i], board.MinSize, board.MaxSize, want); err != nil {
			return 0, err
		}
		if size[i] == 0 {
			return 0, &fault{name, want}
		}
	}
	if size[0] != size[1] {
		return 0, &fault{"boardYSize", "Must be the same as boardXSize: Tengen plays on square boards only"}
	}
	return int(size[0]), nil
}

// parseMoves reads the stones at the start, which it returns, the moves, and who begins.
func (q *query) parseMoves(f *fields, size int) (stones []board.Move, err *fault) {
	if _, given := f.get("initialStones"); given {
		if stones, err = f.moves("initialStones", size, false); err != nil {
			return nil, err
		}
	}
	if _, given := f.get("moves"); !given {
		return nil, &fault{"moves", "Must specify an array of [player,location] pairs"}
	}
	if q.moves, err = f.moves("moves", size, true); err != nil {
		return nil, err
	}
	if len(q.moves) > mostMoves {
		return nil, &fault{"moves", "Must be 10000 moves or fewer"}
	}
	if _, given := f.get("initialPlayer"); given {
		return stones, f.player("initialPlayer", &q.first)
	}
	return stones, nil
}

// parseTurns reads which turns are asked for, with their priorities.
func (q *query) parseTurns(f *fields) *fault {
	turns, chosen, ok := f.integers("analyzeTurns")
	if !ok {
		return &fault{"analyzeTurns", "Must specify an array of integers indicating turns to analyze"}
	}
	if !chosen {
		turns = []int64{int64(len(q.moves))}
	}
	for _, turn := range turns {
		if turn < 0 || turn > int64(len(q.moves)) {
			return &fault{"analyzeTurns", "Invalid turn number: " + decimal(turn)}
		}
		q.turns = append(q.turns, int(turn))
	}
	priorities, given, ok := f.integers("priorities")
	switch {
	case !ok:
		return &fault{"priorities", "Must specify an array of integers indicating priorities"}
	case given && !chosen:
		return &fault{"priorities", "Can only specify when also specifying analyzeTurns"}
	case given && len(priorities) != len(turns):
		return &fault{"priorities", "Must be of matching length to analyzeTurns"}
	}
	for i, priority := range priorities {
		if priority < -mostPriority || priority > mostPriority {
			return &fault{"priorities", "Invalid priority: " + decimal(priority)}
		}
		q.priority[q.turns[i]] = priority
	}
	slices.Sort(q.turns)
	q.turns = slices.Compact(q.turns)
	if _, all := f.get("priority"); all {
		if given {
			return &fault{"priority", "Cannot specify both priority and priorities"}
		}
		var priority int64
		const want = "Must be a number between -2^62 and 2^62"
		if err := f.integer("priority", &priority, -mostPriority, mostPriority, want); err != nil {
			return err
		}
		for _, turn := range q.turns {
			q.priority[turn] = priority
		}
	}
	return nil
}

// parseRules reads the rules with the komi. lacks is a warning about rules that Tengen does not have.
func parseRules(f *fields) (rules board.Rules, lacks, err *fault) {
	const want = `Must specify rules string, such as "chinese" or "tromp-taylor", or a JSON object with detailed ` +
		"rules parameters."
	value, _ := f.get("rules")
	name, isName := f.text("rules")
	var missing []string
	var bad error
	switch {
	case isName && strings.HasPrefix(strings.TrimSpace(name), "{"): // an object in a string, as KataGo takes too
		rules, missing, bad = katarules.Object([]byte(name))
	case isName:
		rules, missing, bad = katarules.Named(name)
	case len(value) > 0 && value[0] == '{':
		rules, missing, bad = katarules.Object(value)
		name = string(value)
	default:
		return rules, nil, &fault{"rules", want}
	}
	if bad != nil {
		return rules, nil, &fault{"rules", "Could not parse rules: " + name}
	}
	const komi = "Must be a integer or half-integer from -150.0 to 150.0"
	if err := f.number("komi", &rules.Komi, -mostKomi, mostKomi, komi); err != nil {
		return rules, nil, err
	}
	if !wholeOrHalf(rules.Komi) || math.Abs(rules.Komi) > mostKomi {
		return rules, nil, &fault{"komi", komi}
	}
	if _, given := f.get("whiteHandicapBonus"); given {
		text, ok := f.text("whiteHandicapBonus")
		if !ok {
			return rules, nil, &fault{"whiteHandicapBonus", "Must be a string"}
		}
		if rules.Bonus, ok = katarules.Bonus(text); !ok {
			return rules, nil, &fault{"whiteHandicapBonus", "Invalid value: " + text + ", must be 0, N or N-1"}
		}
	}
	if len(missing) > 0 {
		lacks = &fault{"rules", "Rules " + strings.Join(missing, ", ") + " not supported by Tengen, using " +
			katarules.Text(rules) + " instead"}
	}
	return rules, lacks, nil
}

// parseSettings reads the settings of this query, and the fields that are settings too. unknown is a
// warning about those that Tengen does not have.
func (q *query) parseSettings(f *fields) (unknown, err *fault) {
	if value, given := f.get("overrideSettings"); given {
		settings := newFields(value)
		if settings == nil {
			return nil, &fault{"overrideSettings", "Must be an object"}
		}
		var names []string
		for _, key := range slices.Sorted(maps.Keys(settings.raw)) {
			text, ok := settings.text(key)
			if !ok {
				text = string(settings.raw[key])
			}
			known, bad := q.settings.Set(key, text)
			if bad != nil {
				return nil, &fault{"overrideSettings", "Could not set settings: " + bad.Error()}
			}
			if !known {
				names = append(names, key)
			}
		}
		if len(names) > 0 {
			unknown = &fault{"overrideSettings", "Unknown config params: " + strings.Join(names, ",")}
		}
	}
	const visits, length = "Must be an integer from 1 to 2^50", "Must be an integer from 1 to 1000"
	if err := f.integer("maxVisits", &q.settings.Visits, 1, mostVisits, visits); err != nil {
		return nil, err
	}
	return unknown, f.integer("analysisPVLen", &q.settings.PVLength, 1, 1000, length)
}

// parseWishes reads what the answers shall hold, and when they are due.
func (q *query) parseWishes(f *fields) *fault {
	for name, to := range map[string]*bool{
		"includePolicy": &q.policy, "includePVVisits": &q.pvVisits,
		"includeOwnership": &q.ownership, "includeOwnershipStdev": &q.ownershipDeviation,
		"includeMovesOwnership": &q.movesOwnership, "includeMovesOwnershipStdev": &q.movesOwnershipDeviation,
	} {
		if err := f.boolean(name, to); err != nil {
			return err
		}
	}
	const want = "Must be number of seconds from 0.001 to 1000000.0"
	var every, after float64
	if err := f.number("reportDuringSearchEvery", &every, 0.001, mostSeconds, want); err != nil {
		return err
	}
	after = every
	if err := f.number("firstReportDuringSearchAfter", &after, 0.001, mostSeconds, want); err != nil {
		return err
	}
	q.every, q.after = seconds(every), seconds(after)
	return nil
}

// parseRestrictions reads which moves the search shall leave out.
func (q *query) parseRestrictions(f *fields, size int) *fault {
	allow, allows := f.get("allowMoves")
	avoid, avoids := f.get("avoidMoves")
	field, value, to := "avoidMoves", avoid, &q.avoid
	switch {
	case !allows && !avoids:
		return nil
	case allows && avoids:
		return &fault{"allowMoves", "Cannot specify both allowMoves and avoidMoves"}
	case allows:
		field, value, to = "allowMoves", allow, &q.allow
	}
	want := &fault{field, "Must be a list of dicts with subfields 'player', 'moves', 'untilDepth'"}
	var list []json.RawMessage
	if json.Unmarshal(value, &list) != nil || list == nil {
		return want
	}
	if allows && len(list) > 1 {
		return &fault{field, "Currently allowMoves only allows one entry"}
	}
	for _, item := range list {
		entry := newFields(item)
		if entry == nil {
			return want
		}
		for _, name := range []string{"player", "moves", "untilDepth"} {
			if _, given := entry.get(name); !given {
				return want
			}
		}
		var r player.Restriction
		var depth int64
		err := entry.player("player", &r.Color)
		if err == nil {
			r.Points, err = entry.points("moves", size)
		}
		if err == nil {
			err = entry.integer("untilDepth", &depth, 1, mostDepth, "Must be a positive integer")
		}
		if err != nil {
			return err
		}
		r.Until = int(depth)
		*to = append(*to, r)
	}
	return nil
}

// seconds is a duration of so many seconds.
func seconds(n float64) time.Duration { return time.Duration(n * float64(time.Second)) }
