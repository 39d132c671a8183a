package lab

import (
	"fmt"
	"strings"

	"github.com/tengen-go/tengen/arena"
)

// The source of the experiments with MC-RAVE.
const gellySilver = "Gelly and Silver 2011, Monte-Carlo tree search and rapid action value estimation in computer Go"

// publishedGames is how many games each point of their figures 5 and 6 is an average of.
const publishedGames = 2300

// Win rates against GNU Go 3.7.10 level 10 that the text and table 1 give, of 3,000
// simulations a move unless told. Figures 5 and 6 have more points; of those the text that is
// public gives no numbers, only ranges.
const (
	publishedUCT       = 0.24 // §4.5, MoGo's playouts without RAVE
	publishedRaveLeast = 0.50 // §4.5, the range over all k
	publishedRaveMost  = 0.60 // §4.5 and §5.1, at k = 1000 and without a heuristic
	publishedShapes    = 0.69 // §5.1 and table 1, local shapes worth M = 50
	publishedAt10000   = 0.82 // table 1, the same at 10,000 simulations
)

// raveExperiments are those played as matches of Go, after Gelly and Silver 2011 and Silver et
// al. 2016.
func raveExperiments() []*Experiment {
	return []*Experiment{
		raveK(), raveSchedules(), raveHeuristics(), raveScaling(), uctExploration(), rules9x9(),
		alphagoComponents(), alphagoThreads(),
	}
}

// mogo is the player of Gelly and Silver's experiments before anything is added to it: MC-RAVE
// (§4.3) with the playouts of MoGo (§3.6), the schedule by hand with k = 1000 (§4.5), no
// heuristic, and no exploration (§5.2). A node joins the tree with every simulation. The paper
// does not say whether a search begins with what the one before left; reuse=off has exactly
// so many simulations behind each move.
func mogo(playouts int, options ...string) string {
	text := fmt.Sprintf("rave:playouts=%d,playout=mogo,heuristic=none,schedule=hand,k=1000,c=0,%s", playouts, plain)
	for _, o := range options {
		text = with(text, o)
	}
	return text
}

// mogoUCT is the same with UCT for a tree policy, each move of a node being tried first, and
// Cp = 1/√2, which is c = 1 in the paper's c·sqrt(ln N / n).
func mogoUCT(playouts int, options ...string) string {
	text := fmt.Sprintf("uct:playouts=%d,playout=mogo,heuristic=none,c=0.707,%s", playouts, plain)
	for _, o := range options {
		text = with(text, o)
	}
	return text
}

// plain is what players of all experiments have in common: one thread, so that a seed repeats
// the game, and a tree that nothing has to be thrown out of.
const plain = "reuse=off,threads=1,memory=256M"

// with is a player string with options over those that it has.
func with(text, options string) string {
	kind, rest, _ := strings.Cut(text, ":")
	var names []string
	values := map[string]string{}
	for _, list := range []string{rest, options} {
		for pair := range strings.SplitSeq(list, ",") {
			name, value, ok := strings.Cut(pair, "=")
			name = strings.TrimSpace(name)
			if !ok {
				continue
			}
			if _, had := values[name]; !had {
				names = append(names, name)
			}
			values[name] = strings.TrimSpace(value)
		}
	}
	for i, name := range names {
		names[i] = name + "=" + values[name]
	}
	if len(names) == 0 {
		return kind
	}
	return kind + ":" + strings.Join(names, ",")
}

// winRest are the values behind the share of games won.
func winRest(t arena.Tally) []Value {
	return []Value{Number(Winrate(t).Elo(), 0), Words(t.String())}
}

// winTable is a table of games won against one opponent.
func winTable(name, title string) *Table {
	return &Table{Name: name, Title: title, Corner: "player", Columns: []string{"won, %", "Elo difference", "won-lost"}}
}
