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

// treeRules are the players of rules-9x9: all that search, with the same playouts and without
// knowledge beside the rule, and the search with networks. What they have in common is added.
var treeRules = []arena.Entrant{
	{Name: "playouts", Text: "playouts"},
	{Name: "ucb1", Text: "ucb1"},
	{Name: "greedy", Text: "greedy:heuristic=none,reuse=off"},
	{Name: "uct", Text: "uct:heuristic=none,reuse=off"},
	{Name: "ucbtuned", Text: "ucbtuned:heuristic=none,reuse=off"},
	{Name: "rave", Text: "rave:heuristic=none,k=1000,c=0,reuse=off"},
	{Name: "aoap", Text: "aoap:heuristic=none,reuse=off"},
	{Name: "ocba", Text: "ocba:heuristic=none,reuse=off"},
	{Name: "ttts", Text: "ttts:heuristic=none,reuse=off"},
	{Name: "negamax", Text: "negamax"},
	{Name: "search", Text: "search:model=" + shippedModel + ",reuse=off"},
}

// rulePlayer is the player of a rule with so many simulations a move. Those of ranking and
// selection give every move n0 simulations first. Negamax has no simulations; it spends as many
// playouts, 100 positions of them if there are enough, which is all that can be reached by one
// ply on 9×9.
func rulePlayer(e arena.Entrant, playouts, n0 int, playout string) string {
	text := with(e.Text, fmt.Sprintf("playout=%s,memory=256M", playout))
	switch e.Name {
	case "negamax":
		each := max(1, playouts/100)
		return with(text, fmt.Sprintf("playouts=%d,nodes=%d", each, playouts/each))
	case "aoap", "ocba", "ttts":
		text = with(text, fmt.Sprintf("n0=%d", n0))
	}
	return with(text, fmt.Sprintf("playouts=%d,threads=1", playouts))
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
differs: no heuristics, nothing kept from move to move. playouts and ucb1 have no tree: flat Monte-Carlo, and UCB1 over the moves
at hand. negamax with alpha-beta values positions by the mean of a hundredth of the playouts each, which reaches one ply. search has the
networks of the program beside it, for comparison: at equal simulations it takes many times as long.

aoap, ocba and ttts are of a paper on games with few moves and give each move n0 = 10 simulations before they select. With the 82 of 9×9 there
would be nothing left to select with, so n0 is 2 here, the least that has a variance. Everybody plays everybody; the first two moves of two games each
are drawn.`,
		Estimate: 170 * time.Minute,
		Options: []Option{
			{Name: "rules", Default: strings.Join(ruleNames(), ","), Help: "who plays", Check: checkRules},
			countOption("playouts", 1000, "simulations a move"),
			countOption("n0", 2, "simulations that aoap, ocba and ttts give every move of a position first"),
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
			e.Text = rulePlayer(e, run.count("playouts"), run.count("n0"), run.Option("playout"))
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
