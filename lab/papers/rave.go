package papers

import (
	"fmt"
	"strings"

	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/rating"
)

// The source of the experiments with MC-RAVE.
const gellySilver = "Gelly and Silver 2011, Monte-Carlo tree search and rapid action value estimation in computer Go"

// publishedGames is how many games each point of their figures 5 and 6 is an average of.
const publishedGames = 2300

// Win rates against GNU Go 3.7.10 level 10 from the text and table 1. Unless noted: 3,000
// simulations per move. Figures 5 and 6 have more points, but the public text gives only ranges of
// them.
const (
	publishedUCT       = 0.24 // §4.5, MoGo's playouts without RAVE
	publishedRaveLeast = 0.50 // §4.5, the range over all k
	publishedRaveMost  = 0.60 // §4.5 and §5.1, at k = 1000 and without a heuristic
	publishedShapes    = 0.69 // §5.1 and table 1, local shapes worth M = 50
	publishedAt10000   = 0.82 // table 1, the same at 10,000 simulations
)

// mogo is the player of Gelly and Silver's experiments before anything is added to it: MC-RAVE
// (§4.3) with the playouts of MoGo (§3.6), the schedule by hand with k = 1000 (§4.5), no
// heuristic, and no exploration (§5.2). The paper
// does not say whether a search begins with what the one before left; reuse=off has exactly
// so many simulations behind each move. For β, the playouts and what joins
// the tree see about/parts/mogo.md.
func mogo(playouts int, options ...string) string {
	text := fmt.Sprintf("rave:playouts=%d,playout=mogo-safe,heuristic=none,schedule=own,k=1000,c=0,%s", playouts, plain)
	for _, o := range options {
		text = with(text, o)
	}
	return text
}

// mogoUCT is the same with UCT for a tree policy, each move of a node being tried first, and
// Cp = 0.2. The paper does not tell MoGo's; too few games with 0.707 were played to tell the two
// apart (docs/notebook/2026-11-22-gnugo.md), which uct-exploration is for.
func mogoUCT(playouts int, options ...string) string {
	text := fmt.Sprintf("uct:playouts=%d,playout=mogo-safe,heuristic=none,c=%g,%s", playouts, mogoCp, plain)
	for _, o := range options {
		text = with(text, o)
	}
	return text
}

// mogoCp is Cp in Cp·sqrt(2·ln N / n) of our UCT.
const mogoCp = 0.2

// plain is what players of all experiments have in common: one thread, so that a seed repeats
// the game, and a tree that nothing has to be thrown out of.
const plain = "reuse=off," + flat

// flat is the same for players without a tree.
const flat = "threads=1,memory=256M"

// with is a player string with options over those that it has. k= goes with the schedule that it
// belongs to: players refuse options without effect.
func with(text, more string) string {
	spec, err := options.Parse("player", text)
	if err != nil {
		panic("lab: " + err.Error())
	}
	for option := range strings.SplitSeq(more, ",") {
		name, value, ok := strings.Cut(option, "=")
		switch {
		case strings.TrimSpace(option) == "":
			continue
		case !ok:
			panic("lab: options were not checked: " + more)
		}
		spec = spec.With(strings.TrimSpace(name), strings.TrimSpace(value))
	}
	if spec.Value("schedule") == "mse" {
		spec = spec.Without("k")
	}
	return spec.Text()
}

// winRest are the values behind the share of games won.
func winRest(t rating.Tally) []lab.Value {
	return []lab.Value{lab.Number(inElo(Winrate(t)), 0), lab.Words(t.String())}
}

// winTable is a table of games won against one opponent.
func winTable(name, title string) *lab.Table {
	return &lab.Table{
		Name:    name,
		Title:   title,
		Corner:  "player",
		Columns: []string{"won, %", "Elo difference", "won-lost"},
	}
}
