package lab

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tengen-go/tengen/arena"
	"github.com/tengen-go/tengen/internal/spelling"
)

// ruleGames is how many games a pair of rules plays at full scale.
const ruleGames = 100

// treeRules are the players of rules-9x9: all that search, without knowledge beside the rule
// and the same playouts, and the search with networks.
var treeRules = []arena.Entrant{
	{Name: "playouts", Text: "playouts:"},
	{Name: "uct", Text: "uct:heuristic=none"},
	{Name: "rave", Text: "rave:heuristic=none,k=1000,c=0"},
	{Name: "search", Text: "search:model=" + shippedModel},
}

// ruleNames are their names.
func ruleNames() []string {
	names := make([]string, len(treeRules))
	for i, e := range treeRules {
		names[i] = e.Name
	}
	return names
}

// checkRules reads a list of rules.
func checkRules(s string) error {
	list := strings.Split(s, ",")
	for i, name := range list {
		if !slices.Contains(ruleNames(), name) {
			return fmt.Errorf("no rule is called %q%s (there are %s)", name, spelling.Nearest(name, ruleNames()), strings.Join(ruleNames(), ", "))
		}
		if slices.Contains(list[:i], name) {
			return fmt.Errorf("%s is there twice", name)
		}
	}
	if len(list) < 2 {
		return fmt.Errorf("%q: want two rules or more", s)
	}
	return nil
}

// rules9x9 is of our own.
func rules9x9() *Experiment {
	return &Experiment{
		Name:   "rules-9x9",
		Title:  "every rule of selection against every other on 9×9 Go, at equal playouts",
		Source: "our own; the rules are those of Gelly and Silver 2011, Zhang, Peng and Xu, Kocsis and Szepesvári 2006, Auer et al. 2002 and Silver et al. 2016",
		About: `One tree, one kind of playout (MoGo's), the same number of simulations a move, and only the rule of selection
differs: no heuristics, nothing kept from move to move. search has the networks of the program beside it, for comparison: at equal simulations it
takes many times as long. Everybody plays everybody; the first two moves of two games each are drawn.`,
		Estimate: 330 * time.Minute,
		Options: []Option{
			{Name: "rules", Default: strings.Join(ruleNames(), ","), Help: "who plays", Check: checkRules},
			countOption("playouts", 1000, "simulations a move"),
			{Name: "playout", Default: "mogo", Help: "who plays positions to their end"},
		},
		Run: runRules9x9,
	}
}

func runRules9x9(ctx context.Context, run *Run) (*Report, error) {
	report := &Report{}
	var players []arena.Entrant
	for _, e := range treeRules {
		if slices.Contains(strings.Split(run.Option("rules"), ","), e.Name) {
			e.Text = with(e.Text, fmt.Sprintf("playouts=%d,playout=%s,threads=1,memory=256M", run.count("playouts"), run.Option("playout")))
			if e.Name != "playouts" {
				e.Text = with(e.Text, "reuse=off")
			}
			players = append(players, e)
		}
	}
	standing, err := run.tournament(ctx, report, players, nil, settings(9, run.Scaled(ruleGames, 2), 2), "")
	if err != nil {
		return nil, err
	}
	table := &Table{
		Name: "ratings", Title: "Ratings, the mean of all being 0", Corner: "rule",
		Columns: []string{"Elo", "games won, %", "better than the next, %"},
	}
	for _, p := range standing.Players {
		better := Value{}
		if p.Better != nil {
			better = Number(Exact(100**p.Better), 1)
		}
		table.Row(p.Name, Number(elo(p), 0), Number(Winrate(p.Tally).Times(100), 1), better)
	}
	picture, err := ladder(standing, "ladder", "Ratings")
	if err != nil {
		return nil, err
	}
	report.Add(table, crossTable(standing, "cross-table"), picture)
	return report, nil
}
