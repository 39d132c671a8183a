package gtp

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/ownership"
)

// statusPlayouts is the number of random games behind the status of stones at
// the end, where an answer may take a moment.
const statusPlayouts = 2000

// ending has the commands about a finished game.
func (e *Engine) ending() map[string]handler {
	return map[string]handler{
		"final_score": func(_ context.Context, args []string) (string, error) {
			if len(args) != 0 {
				return "", errSyntax
			}
			// Programs ask in the middle of a game, too: the estimate is what they want then.
			o := ownership.Estimate(e.game, statusPlayouts, e.config.Seed)
			lead, decided := o.Lead(e.game)
			if !decided {
				lead = math.Round(2*lead) / 2
			}
			return leadText(lead, "%g"), nil
		},
		"estimate_score":    e.estimateScore,
		"final_status_list": e.finalStatusList,
		"final_status": func(_ context.Context, args []string) (string, error) {
			if len(args) != 1 {
				return "", errSyntax
			}
			p, err := e.parseVertex(args[0])
			if err != nil || p == board.Pass {
				return "", errVertex
			}
			return e.finalStatus(p), nil
		},
	}
}

// estimateScore is the lead with bounds in GNU Go's form: the interval of 68 % of the random games,
// White's points positive. Once nothing is open both bounds are the count.
func (e *Engine) estimateScore(_ context.Context, args []string) (string, error) {
	if len(args) != 0 {
		return "", errSyntax
	}
	o := ownership.Estimate(e.game, statusPlayouts, e.config.Seed)
	lead, decided := o.Lead(e.game)
	spread := o.Deviation
	if decided {
		spread = 0
	}
	return fmt.Sprintf("%s (upper bound: %.1f, lower: %.1f)", leadText(lead, "%.1f"), -lead+spread, -lead-spread), nil
}

// leadText is Black's lead as GTP writes a score: "B+3.5", "W+7.5", "0".
func leadText(lead float64, format string) string {
	text := fmt.Sprintf(format, math.Abs(lead))
	switch {
	case strings.Trim(text, "0.") == "":
		return "0"
	case lead < 0:
		return "W+" + text
	}
	return "B+" + text
}

// dead estimates which chains are dead; see ownership.Map.
func (e *Engine) dead() [][]board.Point {
	o := ownership.Estimate(e.game, statusPlayouts, e.config.Seed)
	return o.Dead(e.game.Position())
}

// finalStatusList lists the chains of one status, a chain a line. Stones in
// seki are among the living.
func (e *Engine) finalStatusList(_ context.Context, args []string) (string, error) {
	if len(args) != 1 {
		return "", errSyntax
	}
	dead := e.dead()
	var chains [][]board.Point
	switch strings.ToLower(args[0]) {
	case "dead":
		chains = dead
	case "alive":
		gone := map[board.Point]bool{}
		for _, chain := range dead {
			gone[chain[0]] = true
		}
		for _, chain := range ownership.Chains(e.game.Position()) {
			if !gone[chain[0]] {
				chains = append(chains, chain)
			}
		}
	case "seki":
	case "black_territory":
		return e.territory(board.Black), nil
	case "white_territory":
		return e.territory(board.White), nil
	case "dame":
		return e.territory(board.Empty), nil
	default:
		return "", errSyntax
	}
	lines := make([]string, len(chains))
	for i, chain := range chains {
		lines[i] = vertices(chain, e.game.Size())
	}
	return joinLines(lines), nil
}

// owners says who owns every point once the dead stones are off.
func (e *Engine) owners() []board.Color {
	size := e.game.Size()
	var dead []board.Point
	for _, chain := range e.dead() {
		dead = append(dead, chain...)
	}
	owners := make([]board.Color, size*size)
	e.game.Position().Owners(owners, dead)
	return owners
}

// territory lists the points without a living stone that belong to c.
func (e *Engine) territory(c board.Color) string {
	var points []board.Point
	for i, owner := range e.owners() {
		p := board.FromIndex(i, e.game.Size())
		if owner == c && e.game.Position().At(p) != c {
			points = append(points, p)
		}
	}
	return vertices(points, e.game.Size())
}

func (e *Engine) finalStatus(p board.Point) string {
	owner := e.owners()[p.Index(e.game.Size())]
	switch at := e.game.Position().At(p); {
	case at == board.Empty && owner == board.Empty:
		return "dame"
	case at == board.Empty:
		return owner.String() + "_territory"
	case at == owner:
		return "alive"
	}
	return "dead"
}
