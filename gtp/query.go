package gtp

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/player"
)

// Times between the lines of an analysis.
const (
	centisecond   = 10 * time.Millisecond
	usualInterval = time.Second // when a command names none
)

// query is what an analysis command asks for.
type query struct {
	color    board.Color
	options  player.AnalyzeOptions
	dialect  dialect
	rootInfo bool
	size     int
}

// unsupported are the options of KataGo that we know and do not have: to switch
// them off is no mistake.
var unsupported = []string{
	"movesownership", "movesownershipstdev", "novalue", "noresultvalue", "ownershipstdev", "pvedgevisits", "pvvisits",
}

// parseQuery reads "[COLOR] [INTERVAL] {KEY VALUE}…". What it does not know is
// refused at once, because some programs find out in this way what an engine can.
func (e *Engine) parseQuery(args []string, d dialect) (query, error) {
	q := query{
		color: e.game.Position().ToMove(), dialect: d, size: e.game.Size(),
		options: player.AnalyzeOptions{Interval: usualInterval},
	}
	if len(args) > 0 {
		if c, err := parseColor(args[0]); err == nil {
			q.color, args = c, args[1:]
		}
	}
	if len(args) > 0 && args[0] != "" && strings.Trim(args[0], "0123456789.") == "" {
		var err error
		if q.options.Interval, err = parseInterval(args[0]); err != nil {
			return query{}, err
		}
		args = args[1:]
	}
	for len(args) > 0 {
		n, err := e.parseOption(&q, args)
		if err != nil {
			return query{}, err
		}
		args = args[n:]
	}
	return q, nil
}

// parseOption reads the option at the front of args and says how many words it
// had.
func (e *Engine) parseOption(q *query, args []string) (int, error) {
	key := strings.ToLower(args[0])
	words := 2
	if key == "avoid" || key == "allow" {
		words = 4
	}
	if len(args) < words {
		return 0, failure(fmt.Sprintf("syntax error: %.40q is no option, or its value is missing", args[0]))
	}
	var err error
	switch key {
	case "interval":
		q.options.Interval, err = parseInterval(args[1])
	case "minmoves":
		q.options.MinMoves, err = parseInt(args[1], 0, 1<<20)
	case "maxmoves":
		q.options.MaxMoves, err = parseInt(args[1], 1, 1<<20)
	case "avoid", "allow":
		var r player.Restriction
		if r, err = e.parseRestriction(args[1:4]); err != nil {
			return 0, err
		}
		if key == "avoid" {
			q.options.Avoid = append(q.options.Avoid, r)
		} else {
			q.options.Allow = append(q.options.Allow, r)
		}
	case "ownership":
		q.options.Ownership, err = parseSwitch(args[1])
		if q.dialect == leela && q.options.Ownership {
			err = errSyntax
		}
	case "rootinfo":
		q.rootInfo, err = parseSwitch(args[1])
		if q.dialect == leela && q.rootInfo {
			err = errSyntax
		}
	default:
		on := true
		if slices.Contains(unsupported, key) {
			on, err = parseSwitch(args[1])
		}
		if on && err == nil {
			return 0, failure(fmt.Sprintf("unsupported option %.40q", args[0]))
		}
	}
	return words, err
}

// parseInterval reads centiseconds.
func parseInterval(s string) (time.Duration, error) {
	const most = 24 * 3600 * 100
	f, err := parseFloat(s)
	if err != nil || f < 0 {
		return 0, errSyntax
	}
	return max(time.Duration(min(f, most)*float64(centisecond)), centisecond), nil
}

// parseSwitch reads a truth value.
func parseSwitch(s string) (bool, error) {
	switch strings.ToLower(s) {
	case "true", "1":
		return true, nil
	case "false", "0":
		return false, nil
	}
	return false, errSyntax
}

// parseRestriction reads COLOR, points with commas between, and for how many
// moves. A1:C3 are all points of a rectangle.
func (e *Engine) parseRestriction(args []string) (player.Restriction, error) {
	c, err := parseColor(args[0])
	if err != nil {
		return player.Restriction{}, err
	}
	r := player.Restriction{Color: c}
	for word := range strings.SplitSeq(args[1], ",") {
		from, to, isRange := strings.Cut(word, ":")
		p, err := e.parseVertex(from)
		if err != nil {
			return player.Restriction{}, err
		}
		if !isRange {
			r.Points = addPoint(r.Points, p)
			continue
		}
		q, err := e.parseVertex(to)
		if err != nil || p == board.Pass || q == board.Pass {
			return player.Restriction{}, errVertex
		}
		for y := min(p.Y(), q.Y()); y <= max(p.Y(), q.Y()); y++ {
			for x := min(p.X(), q.X()); x <= max(p.X(), q.X()); x++ {
				r.Points = addPoint(r.Points, board.XY(x, y))
			}
		}
	}
	r.Until, err = parseInt(args[2], 1, 1<<20)
	return r, err
}

func addPoint(points []board.Point, p board.Point) []board.Point {
	if slices.Contains(points, p) {
		return points
	}
	return append(points, p)
}
