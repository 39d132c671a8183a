package selfplay

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Describe says for people how the games of a packed file were made, from what the file says of
// itself (record.Set.About): rows of a name and a text. ok is false if self-play did not write it.
func Describe(about string) (rows [][2]string, ok bool) {
	var s statement
	if err := json.Unmarshal([]byte(about), &s); err != nil || s.Selfplay.Kind == "" {
		return nil, false
	}
	a, t := &s.Selfplay, &s.Result
	row := func(name, format string, args ...any) {
		rows = append(rows, [2]string{name, fmt.Sprintf(format, args...)})
	}
	row("made by", "self-play, %s, of tengen %s", a.Kind, a.Program)
	for _, p := range a.Players {
		text := p.Name
		if p.SHA256 != "" {
			text += fmt.Sprintf(", weights %.12s", p.SHA256)
		}
		if p.Temperature != nil {
			text += fmt.Sprintf(", temperature %v", *p.Temperature)
		}
		for _, kind := range slices.Sorted(maps.Keys(p.Networks)) {
			text += fmt.Sprintf(", %s %.12s", kind, p.Networks[kind])
		}
		row("  "+p.Role, "%s", text)
	}
	how := []string{fmt.Sprintf("komi %v, at most %d moves, seed %d", a.Komi, a.MoveLimit, a.Seed)}
	for _, part := range []struct {
		holds bool
		text  string
	}{
		{a.MaxU > 0, fmt.Sprintf("random move 1 to %d", a.MaxU)},
		{a.Settle, "ended when settled"},
		{a.Resign > 0, fmt.Sprintf("resigned below %v", a.Resign)},
		{a.PlayOut > 0, fmt.Sprintf("%v of the games played out", a.PlayOut)},
		{a.Thoughts, "thoughts kept"},
	} {
		if part.holds {
			how = append(how, part.text)
		}
	}
	row("  games", "%s", strings.Join(how, ", "))
	var ends []string
	for _, end := range t.Ends() {
		ends = append(ends, fmt.Sprintf("%s %d", end, t.Endings[end]))
	}
	row("  ended by", "%s", strings.Join(ends, ", "))
	if share, lo, hi, ok := t.FalseResignRate(); ok {
		row("  resigned", "falsely %.1f%% (95%%: %.1f–%.1f) of %d in games played out",
			100*share, 100*lo, 100*hi, t.Hopeless)
	}
	if t.Redrawn > 0 {
		row("  replaced", "%d over before the random move", t.Redrawn)
	}
	return rows, true
}
