package gtp

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/katarules"
	"github.com/tengen-go/tengen/timing"
)

// terms is what another program has been sent of the rules and the time of the game.
type terms struct {
	rules    bool // it took the rules of the game
	settings timing.Settings
	again    bool // a new game has begun, and a program may keep a clock of its own
}

// KnowsRules says whether the program took the rules of the game. Others play and count by their own.
func (o *Outside) KnowsRules() bool { return o.terms.rules }

// sendRules sends the rules of a new game, as well as the program takes them. The komi goes another way.
func (o *Outside) sendRules(r board.Rules) error {
	o.terms.rules, o.terms.again = false, true
	for _, line := range [][]string{{"kata-set-rules", katarules.Text(r)}, {"kgs-rules", kgsName(r)}} {
		if !o.lists[line[0]] || line[1] == "" {
			continue
		}
		_, err := o.Send(line[0], line[1])
		if refused := (*FailureError)(nil); errors.As(err, &refused) {
			continue
		}
		o.terms.rules = err == nil
		return err
	}
	return nil
}

// kgsName is the name of rules on the server KGS; "" for none.
func kgsName(r board.Rules) string {
	for _, name := range board.RuleNames {
		named, err := board.ParseRules(name)
		if named.Komi = r.Komi; err == nil && named == r && name != "tromp-taylor" {
			return strings.ReplaceAll(name, "-", "_")
		}
	}
	return ""
}

// sendTime sends the settings when they are new, and what is left.
func (o *Outside) sendTime(c board.Color, clock timing.Clock) error {
	timed := clock.System != timing.Unlimited
	if clock.Settings != o.terms.settings || timed && o.terms.again {
		if line := o.timeSettings(clock.Settings); line != nil {
			if _, err := o.Send(line[0], line[1:]...); err != nil {
				return err
			}
		}
		o.terms.settings, o.terms.again = clock.Settings, false
	}
	if !clock.Known || !o.lists["time_left"] {
		return nil
	}
	left, moves := fmt.Sprint(int(clock.Left/time.Second)), clock.Moves
	switch {
	case o.lists["kata-time_settings"]:
		left = decimal(max(clock.Left, 0).Seconds())
	case clock.System == timing.Byoyomi && moves > 0 && !o.lists["kgs-time_settings"]:
		moves = 1 // the program takes the period for a Canadian one
	}
	_, err := o.Send("time_left", c.String(), left, fmt.Sprint(moves))
	return err
}

// timeSettings is the command that says the settings, as well as the program takes them; nil if it takes none.
func (o *Outside) timeSettings(s timing.Settings) []string {
	main, period, stones := wholeSeconds(s.Main), wholeSeconds(s.Period), fmt.Sprint(s.Stones)
	switch {
	case o.lists["kata-time_settings"]:
		return append([]string{"kata-time_settings"}, kataTime(s)...)
	case s.System == timing.Byoyomi && o.lists["kgs-time_settings"]:
		return []string{"kgs-time_settings", "byoyomi", main, period, stones}
	case !o.lists["time_settings"]:
		return nil
	}
	line := []string{"time_settings"}
	switch s.System {
	case timing.Unlimited:
		return append(line, "0", "1", "0")
	case timing.Absolute:
		return append(line, main, "0", "0")
	case timing.Fischer: // plain GTP has no increments: what is left grows after each move
		return append(line, wholeSeconds(s.Start().Left), "0", "0")
	case timing.Byoyomi: // nor periods that stay
		stones = "1"
	}
	return append(line, main, period, stones)
}

// kataTime is the settings as KataGo's command has them, in decimals.
func kataTime(s timing.Settings) []string {
	main, period := decimal(s.Main.Seconds()), decimal(s.Period.Seconds())
	switch {
	case s.System == timing.Fischer && (s.Cap > 0 || s.Longest > 0):
		return []string{"fischer-capped", main, period, limit(s.Cap), limit(s.Longest)}
	case s.System == timing.Fischer:
		return []string{"fischer", main, period}
	case s.System == timing.Absolute:
		return []string{"absolute", main}
	case s.System == timing.Unlimited:
		return []string{"none"}
	}
	return []string{s.System.String(), main, period, fmt.Sprint(s.Stones)}
}

// limit is a limit of fischer-capped.
func limit(d time.Duration) string {
	if d == 0 {
		return "-1" // none
	}
	return decimal(d.Seconds())
}

// wholeSeconds is a time of the settings in whole seconds, as plain GTP wants it. Less than a second counts as one, for
// without main time or overtime the settings would be other ones.
func wholeSeconds(d time.Duration) string {
	if d > 0 {
		d = max(d, time.Second)
	}
	return fmt.Sprint(int(d / time.Second))
}
