package matches

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/chart"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/rating"
)

// RateCmd rates the players of matches.
type RateCmd struct {
	flags.Common
	Results []string `arg:"" help:"Folders of matches and tournaments (or folders of such folders), output of match --json, or files with one game per line." type:"path"`
	rateFlags
	Name  []string `sep:"none" help:"Another name for the player with this string or name. Two strings with one name become one player." placeholder:"STRING=NAME"`
	Chart string   `help:"Draw the ratings with their intervals to this .svg or .png file." placeholder:"FILE" type:"path"`
}

// Help is printed below the flags.
func (c *RateCmd) Help() string {
	return `The ratings are Elo, by the model of Bradley and Terry with a weak prior. A draw is half a
win. Black's advantage is estimated, too. ± is half of a 95% interval. Players which no games
connect with the others are named but not rated. A player with handicap stones is a player
of its own, NAME+4. A plain file has one game per line:
{"black":"NAME","white":"NAME","result":"B+R"}

Examples:

    tengen rate runs/ladder runs/rave-uct --anchor gnugo=1800 --chart ladder.svg
    tengen rate runs/rave-uct --name rave:playouts=3000=rave --name uct:playouts=3000=uct
`
}

// Run prints ratings and a cross table.
func (c *RateCmd) Run() error {
	config, err := c.rate()
	if err != nil {
		return usage.Wrap(err)
	}
	if c.Chart != "" {
		if err := chart.Check(c.Chart); err != nil {
			return usage.Wrap(err)
		}
		if err := atomicfile.Check(c.Chart); err != nil {
			return fmt.Errorf("--chart: %w", err)
		}
	}
	names := map[string]string{}
	for _, text := range c.Name {
		player, name, ok := cutLast(text)
		if !ok {
			return usage.Errorf("--name %s: want STRING=NAME, as rave:playouts=3000=rave", text)
		}
		names[player] = name
	}
	matches, err := match.ReadResults(c.Results)
	if err != nil {
		return err
	}
	results, texts, err := match.CombineResults(matches, names)
	if err != nil {
		return err
	}
	standing, err := rating.NewStanding(results, config)
	if errors.Is(err, rating.ErrNoPairs) {
		return fmt.Errorf("%s: %w", strings.Join(c.Results, ", "), err)
	}
	if err != nil {
		return err
	}
	standing.Game, standing.Texts = matches[0].Game, texts
	if c.Chart != "" {
		if err := standing.DrawLadder(c.Chart); err != nil {
			return err
		}
	}
	return printStanding(standing, c.JSON)
}
