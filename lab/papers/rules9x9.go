package papers

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/tengen-go/tengen/internal/spelling"
	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/player"
)

// ruleGames is how many games a pair of rules plays at full scale.
const ruleGames = 100

// treeRule is a player of rules-9x9: a rule of selection with the final choice that belongs to it.
type treeRule struct {
	match.Entrant
	// Plays says which move it plays in the end, and after whom.
	Plays string
}

// Who says which move is played in the end.
const (
	bestMean      = "best mean"
	mostVisited   = "most visited"
	bestPosterior = "best posterior mean (Zhang, Peng and Xu)"
)

// namedRules are the rules with settings of their own here: the same playouts, no knowledge next to
// the rule, and the search with networks. What they have in common is added. Cp is mogoCp wherever
// there is one.
var namedRules = []treeRule{
	{match.Entrant{Name: "playouts", Text: "playouts:choice=mean"}, bestMean},
	{match.Entrant{Name: "ucb1", Text: "ucb1:c=0.2,choice=mean"}, bestMean + ", as uct: a bandit never ends"},
	{
		match.Entrant{Name: "greedy", Text: "greedy:heuristic=none,choice=mean,reuse=off"},
		bestMean + ", which it selects by",
	},
	{
		match.Entrant{Name: "uct", Text: "uct:heuristic=none,c=0.2,choice=mean,reuse=off"},
		bestMean + " (Kocsis and Szepesvári)",
	},
	{
		match.Entrant{Name: "ucbtuned", Text: "ucbtuned:heuristic=none,choice=mean,reuse=off"},
		bestMean + ", as uct: a bandit never ends",
	},
	{
		match.Entrant{Name: "rave", Text: "rave:heuristic=none,schedule=own,k=1000,c=0,choice=visits,reuse=off"},
		mostVisited + " (MoGo)",
	},
	{match.Entrant{Name: "aoap", Text: "aoap:heuristic=none,choice=posterior,reuse=off"}, bestPosterior},
	{match.Entrant{Name: "ocba", Text: "ocba:heuristic=none,choice=posterior,epsilon=0.05,reuse=off"}, bestPosterior},
	{match.Entrant{Name: "ttts", Text: "ttts:heuristic=none,choice=posterior,reuse=off"}, bestPosterior},
	{match.Entrant{Name: "negamax", Text: "negamax"}, "best value at the horizon"},
	{
		match.Entrant{Name: "search", Text: "search:model=" + shippedModel + ",choice=visits,reuse=off"},
		mostVisited + " (AlphaGo)",
	},
}

// treeRules are namedRules and all other kinds of players that search a tree.
func treeRules() []treeRule {
	rules := slices.Clone(namedRules)
	for _, kind := range player.TreeKinds() {
		if !slices.ContainsFunc(rules, func(r treeRule) bool { return r.Name == kind }) {
			rules = append(rules, treeRule{
				match.Entrant{Name: kind, Text: kind + ":heuristic=none,choice=visits,reuse=off"},
				mostVisited,
			})
		}
	}
	return rules
}

// rulePlayer is the player of a rule with so many simulations a move. Those of ranking and
// selection give every move n0 simulations first. Negamax has no simulations; it spends as many
// playouts, 100 positions of them if there are enough, which is all that can be reached by one
// ply on 9×9.
func rulePlayer(e match.Entrant, playouts, n0 int, playout string) string {
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
	rules := treeRules()
	names := make([]string, len(rules))
	for i, e := range rules {
		names[i] = e.Name
	}
	return names
}

// checkRules reads a list of rules.
func checkRules(s string) error {
	list := strings.Split(s, ",")
	for i, name := range list {
		if !slices.Contains(ruleNames(), name) {
			return fmt.Errorf(
				"no rule is called %q%s (there are %s)", name, spelling.Nearest(name, ruleNames()),
				strings.Join(ruleNames(), ", "),
			)
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
func rules9x9(env Env) *lab.Experiment {
	return &lab.Experiment{
		Name:  "rules-9x9",
		Title: "every rule of selection against every other on 9×9 Go, at equal playouts",
		Source: "our own; the rules are those of Gelly and Silver 2011, Zhang, Peng and Xu, Kocsis and Szepesvári " +
			"2006, Auer et al. 2002 and Silver et al. 2016",
		About:    about("rules-9x9"),
		Estimate: 60 * time.Minute,
		Revision: 4,
		Options: []lab.Option{
			{Name: "rules", Default: strings.Join(ruleNames(), ","), Help: "who plays", Check: checkRules},
			lab.CountOption("playouts", 1000, "playouts per move"),
			lab.CountOption("n0", 2, "playouts that aoap, ocba and ttts first give to every move of a position"),
			{Name: "playout", Default: "mogo-safe", Help: "who plays positions to their end"},
		},
		Run: env.run(runRules9x9),
	}
}

func runRules9x9(ctx context.Context, run *matchRun) (*lab.Report, error) {
	report := &lab.Report{}
	var players []match.Entrant
	who := &lab.Table{
		Name:    "players",
		Title:   "The final choices",
		Corner:  "rule",
		Columns: []string{"plays in the end the move"},
	}
	for _, r := range treeRules() {
		if slices.Contains(strings.Split(run.Option("rules"), ","), r.Name) {
			e := match.Entrant{
				Name: r.Name,
				Text: rulePlayer(r.Entrant, run.Count("playouts"), run.Count("n0"), run.Option("playout")),
			}
			players = append(players, e)
			who.Row(e.Name, lab.Words(r.Plays))
		}
	}
	report.Add(who)
	standing, err := run.tournament(ctx, report, players, nil, settings(9, run.games(ruleGames), 2), "")
	if err != nil {
		return nil, err
	}
	table := &lab.Table{
		Name: "ratings", Title: "Ratings, the mean of all being 0", Corner: "rule",
		Columns: []string{"Elo", "games won, %", "better than the next, %"},
	}
	for _, p := range standing.Players {
		better := lab.Value{}
		if p.Better != nil {
			better = lab.Number(lab.Exact(100**p.Better), 1)
		}
		table.Row(p.Name, lab.Number(elo(p), 0), lab.Number(Winrate(p.Tally).Times(100), 1), better)
	}
	report.Add(
		matchConclusion(table, 0), table, crossTable(standing, "cross-table"),
		ladder(standing, "ladder", "Ratings"),
	)
	return report, nil
}
