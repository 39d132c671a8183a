package gtp

import (
	"context"
	"strings"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/timing"
)

// timeLeft is what a time_left command said about one colour.
type timeLeft struct {
	known bool
	left  time.Duration
	moves int
}

// clock has the commands about time. Players without search do not need it; they
// are given it with every move all the same.
func (e *Engine) clock() map[string]handler {
	return map[string]handler{
		"time_settings":           e.timeSettings,
		"kgs-time_settings":       e.kgsTimeSettings,
		"kata-time_settings":      e.kataTimeSettings,
		"kata-list_time_settings": fixed("none absolute byoyomi canadian fischer fischer-capped"),
		"time_left":               e.timeLeft,
	}
}

// clockOf is the time of colour c as far as the controller has said it.
func (e *Engine) clockOf(c board.Color, settle bool) timing.Clock {
	l := e.left[c]
	return timing.Clock{Settings: e.time, Known: l.known, Left: l.left, Moves: l.moves, Settle: settle}
}

func (e *Engine) setTime(t timing.Settings) {
	e.time = t
	e.left = [3]timeLeft{}
}

// longest is the largest time accepted: ten years, so that no sum of times can
// overflow.
const longest = 10 * 365 * 24 * 3600

// seconds reads times.
func seconds(words []string) ([]time.Duration, error) {
	times := make([]time.Duration, len(words))
	for i, w := range words {
		f, err := parseFloat(w)
		if err != nil || f < 0 || f > longest {
			return nil, errSyntax
		}
		times[i] = time.Duration(f * float64(time.Second))
	}
	return times, nil
}

// timeSettings reads MAIN BYO_YOMI STONES. As the protocol defines: overtime
// without stones is a game without limit, no overtime is absolute time.
func (e *Engine) timeSettings(_ context.Context, args []string) (string, error) {
	if len(args) != 3 {
		return "", errSyntax
	}
	t, err := seconds(args[:2])
	if err != nil {
		return "", err
	}
	stones, err := parseInt(args[2], 0, 1<<20)
	if err != nil {
		return "", err
	}
	switch {
	case t[1] == 0:
		e.setTime(timing.Settings{System: timing.Absolute, Main: t[0]})
	case stones == 0:
		e.setTime(timing.Settings{})
	default:
		e.setTime(timing.Settings{System: timing.Canadian, Main: t[0], Period: t[1], Stones: stones})
	}
	return "", nil
}

func (e *Engine) kgsTimeSettings(ctx context.Context, args []string) (string, error) {
	if len(args) == 0 || strings.HasPrefix(strings.ToLower(args[0]), "fischer") {
		return "", errSyntax
	}
	return e.kataTimeSettings(ctx, args)
}

// kataTimeSettings reads a system by name with its times.
func (e *Engine) kataTimeSettings(_ context.Context, args []string) (string, error) {
	if len(args) == 0 {
		return "", errSyntax
	}
	system, rest := strings.ToLower(args[0]), args[1:]
	want := map[string]int{"none": 0, "absolute": 1, "canadian": 3, "byoyomi": 3, "fischer": 2, "fischer-capped": 4}
	n, ok := want[system]
	if !ok || len(rest) != n {
		return "", errSyntax
	}
	if system == "none" {
		e.setTime(timing.Settings{})
		return "", nil
	}
	t, err := seconds(rest[:min(n, 2)])
	if err != nil {
		return "", err
	}
	s := timing.Settings{System: timing.Absolute, Main: t[0]}
	switch system {
	case "canadian", "byoyomi":
		s.System, s.Period = timing.Canadian, t[1]
		if system == "byoyomi" {
			s.System = timing.Byoyomi
		}
		if s.Stones, err = parseInt(rest[2], 1, 1<<20); err != nil {
			return "", err
		}
	case "fischer":
		s.System, s.Period = timing.Fischer, t[1]
	case "fischer-capped":
		// MAIN INCREMENT CAP LONGEST_MOVE; a negative number is no limit.
		s.System, s.Period = timing.Fischer, t[1]
		for i, to := range []*time.Duration{&s.Cap, &s.Longest} {
			if _, err := parseFloat(rest[2+i]); err != nil {
				return "", err
			}
			if limit, err := seconds(rest[2+i : 3+i]); err == nil {
				*to = limit[0]
			}
		}
	}
	e.setTime(s)
	return "", nil
}

func (e *Engine) timeLeft(_ context.Context, args []string) (string, error) {
	if len(args) != 3 {
		return "", errSyntax
	}
	c, err := parseColor(args[0])
	if err != nil {
		return "", err
	}
	// In time trouble the time left may be a little less than nothing.
	f, err := parseFloat(args[1])
	if err != nil || f > longest {
		return "", errSyntax
	}
	moves, err := parseInt(args[2], 0, 1<<20)
	if err != nil {
		return "", err
	}
	e.left[c] = timeLeft{known: true, left: time.Duration(max(f, 0) * float64(time.Second)), moves: moves}
	return "", nil
}
