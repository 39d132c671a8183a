package aoap

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/games/gomoku"
	"github.com/tengen-go/tengen/lab"
)

// puzzlePlace is the place of each policy in the published order of aoap-2.1, which does not tell
// UCT from Random.
var puzzlePlace = map[string]int{"aoap": 0, "ocba": 1, "ttts": 2, "uct": 3, "random": 3}

// puzzleOrder counts pairs of policies after so many playouts: the pairs in the published order, the
// pairs in the reverse order, both beyond the intervals, and all pairs with a published order.
func puzzleOrder(measured map[string][]precisionCell, panel puzzleSeries, rollouts int) (stand, reversed, of int) {
	for _, a := range treePolicies {
		for _, b := range treePolicies {
			if puzzlePlace[a.Key] >= puzzlePlace[b.Key] {
				continue
			}
			p, q := puzzlePCS(measured, panel, a, rollouts), puzzlePCS(measured, panel, b, rollouts)
			of++
			switch {
			case p.Above(q):
				stand++
			case q.Above(p):
				reversed++
			}
		}
	}
	return stand, reversed, of
}

// puzzlePCS is the PCS of a policy over all states of a panel, in per cent.
func puzzlePCS(measured map[string][]precisionCell, panel puzzleSeries, policy treePolicy, rollouts int) lab.Estimate {
	panel.policy = policy
	sum := together(measured[panel.key()])
	return sum.at(slices.Index(puzzlePoints, rollouts))
}

// puzzleClass is states by how many of their right moves let the other player force a win within
// three plies.
type puzzleClass struct {
	name string
	// states are their numbers.
	states []int
}

// puzzleClasses divides states by what follows their moves: none of the right ones loses so, some,
// all of them but not every move there is, every move.
func puzzleClasses(puzzles []puzzle) ([4]puzzleClass, error) {
	classes := [4]puzzleClass{
		{name: "no right move"},
		{name: "some right moves"},
		{name: "all right moves, but not every move"},
		{name: "every move"},
	}
	for i, z := range puzzles {
		p, err := gomoku.Parse(z.Board, gomokuRules)
		if err != nil {
			return classes, err
		}
		losing, moves := 0, 0
		free := gomoku.AppendFree(&p, make([]int16, 0, p.Cells()))
		for _, m := range free {
			next := p
			next.Play(int(m))
			if _, over := next.Over(); over || !forces(&next, 3) {
				continue
			}
			moves++
			if slices.Contains(z.Right, int(m)) {
				losing++
			}
		}
		k := 1
		switch {
		case losing == 0:
			k = 0
		case moves == len(free):
			k = 3
		case losing == len(z.Right):
			k = 2
		}
		classes[k].states = append(classes[k].states, i)
	}
	return classes, nil
}

// informed is the PCS of the policies but Random in some states, all searches together, in per cent.
func informed(measured map[string][]precisionCell, panel puzzleSeries, states []int, rollouts int) lab.Estimate {
	var sum precisionCell
	for _, policy := range treePolicies[policyUCT:] {
		panel.policy = policy
		for _, i := range states {
			sum.add(measured[panel.key()][i])
		}
	}
	if sum.Searches == 0 {
		return lab.Share(0, 0).Times(100)
	}
	return sum.at(slices.Index(puzzlePoints, rollouts))
}

// puzzleEnds are the numbers of playouts that conclusions speak of.
var puzzleEnds = [2]int{tablePoints[0], tablePoints[len(tablePoints)-1]}

// puzzleLosing says how often the moves that are best in random play are played where they lose.
func puzzleLosing(measured map[string][]precisionCell, classes [4]puzzleClass) *lab.Table {
	t := &lab.Table{
		Name: "best-in-random-play", Title: "PCS in the states of \"best in random play\", all policies but " +
			"Random together, %",
		Corner: "states where the other forces a win within three plies after", Columns: []string{"states"},
		Note: "A full search of three plies finds these moves.",
	}
	for _, opponent := range opponentModels {
		for _, n := range puzzleEnds {
			t.Columns = append(t.Columns, fmt.Sprintf("opponent %s, %d playouts", opponent.Name, n))
		}
	}
	for _, c := range classes {
		values := []lab.Value{lab.Number(lab.Exact(float64(len(c.states))), 0)}
		for _, opponent := range opponentModels {
			for _, n := range puzzleEnds {
				v := lab.Value{}
				if len(c.states) > 0 {
					v = lab.Number(
						informed(measured, puzzleSeries{kind: puzzleKinds[2], opponent: opponent}, c.states, n),
						1,
					)
				}
				values = append(values, v)
			}
		}
		t.Row(c.name, values...)
	}
	return t
}

// puzzleConclusion says what the tables say.
func puzzleConclusion(measured map[string][]precisionCell, classes [4]puzzleClass) lab.Text {
	var rankings []string
	titles, panels := puzzlePanels()
	var stood, turned [2]int
	fits := map[string]*[2]int{} // by what is right, the pairs that stand less those reversed
	pairs, best := 0, 0
	for i, panel := range panels {
		line := titles[i] + ", in %:"
		for k, n := range puzzleEnds {
			var list []lab.Scored
			for _, policy := range treePolicies {
				list = append(list, lab.Scored{Name: policy.Name, Estimate: puzzlePCS(measured, panel, policy, n)})
			}
			stand, reversed, of := puzzleOrder(measured, panel, n)
			stood[k], turned[k] = stood[k]+stand, turned[k]+reversed
			if fits[panel.kind.Name] == nil {
				fits[panel.kind.Name] = &[2]int{}
			}
			fits[panel.kind.Name][k] += stand - reversed
			if k > 0 {
				pairs += of
				line += ";"
			}
			line += fmt.Sprintf(" after %d playouts %s", n, lab.Ranked(list, 1))
		}
		aoap, ahead := puzzlePCS(measured, panel, treePolicies[policyAOAP], puzzleEnds[1]), true
		for _, policy := range treePolicies[:policyAOAP] {
			ahead = ahead && aoap.Above(puzzlePCS(measured, panel, policy, puzzleEnds[1]))
		}
		if ahead {
			best++
		}
		rankings = append(rankings, line+".")
	}
	lines := []string{
		fmt.Sprintf(
			"The paper's order is AOAP-MCTS > OCBA-MCTS > TTTS-MCTS > UCT and Random, which orders %d pairs of "+
				"policies in %d panels. Ours: %d in the same order and %d reversed after %d playouts; %d in the "+
				"same order and %d reversed after %d. After %d AOAP-MCTS is the best in %d of %d panels. %s",
			pairs, len(panels), stood[0], turned[0], puzzleEnds[0], stood[1], turned[1], puzzleEnds[1],
			puzzleEnds[1], best, len(panels),
			puzzleVerdict(stood[1], turned[1], pairs),
		),
		puzzleFits(fits),
	}
	var falls []string
	var explained bool // one of them is the panel that puzzleReason speaks of
	for i, panel := range panels {
		var names []string
		for _, policy := range treePolicies {
			end := puzzlePCS(measured, panel, policy, puzzleEnds[1])
			for _, n := range puzzlePoints {
				if puzzlePCS(measured, panel, policy, n).Above(end) {
					names = append(names, policy.Name)
					break
				}
			}
		}
		if len(names) > 0 {
			falls = append(falls, fmt.Sprintf("%s, of %s", titles[i], lab.Listed(names)))
			explained = explained || panel.kind.Key == "statistics" && panel.opponent.Key == "uct"
		}
	}
	if len(falls) == 0 {
		lines = append(lines, "No PCS falls with more playouts, beyond the intervals.")
		return lab.Conclusion(append(lines, rankings...))
	}
	lines = append(
		lines,
		fmt.Sprintf(
			"After %d playouts the PCS is below the same policy's own maximum, beyond the intervals, in these "+
				"panels: %s.",
			puzzleEnds[1], strings.Join(falls, "; "),
		),
	)
	if explained {
		lines = append(lines, puzzleReason(measured, classes))
	}
	return lab.Conclusion(append(lines, rankings...))
}

// puzzleVerdict says what the pairs that stand and those that are reversed make of the published order.
func puzzleVerdict(stood, turned, pairs int) string {
	switch {
	case 2*turned > pairs:
		return "So the order at the end contradicts the paper's."
	case 2*stood > pairs:
		return "So the order at the end is mostly the paper's."
	}
	return "So these searches neither confirm the paper's order nor contradict it."
}

// puzzleFits says which definition of a right move comes nearest to the published order, by the pairs
// that stand less those that are reversed.
func puzzleFits(fits map[string]*[2]int) string {
	var list []string
	var best []string
	most := math.MinInt
	for _, kind := range puzzleKinds {
		f := fits[kind.Name]
		list = append(
			list,
			fmt.Sprintf(
				"\"%s\" %s and %s", kind.Name, lab.Exact(float64(f[0])).Format(0),
				lab.Exact(float64(f[1])).Format(0),
			),
		)
		switch sum := f[0] + f[1]; {
		case sum > most:
			best, most = []string{`"` + kind.Name + `"`}, sum
		case sum == most:
			best = append(best, `"`+kind.Name+`"`)
		}
	}
	return fmt.Sprintf(
		"The paper does not say which move is right. Pairs in the paper's order less reversed pairs, for each "+
			"definition, after %d and %d playouts: %s. The most, in these states: %s.",
		puzzleEnds[0], puzzleEnds[1], lab.Listed(list), lab.Listed(best),
	)
}

// puzzleReason says whether the definition of a right move explains that the PCS falls in "best in
// random play" with a UCT opponent.
func puzzleReason(measured map[string][]precisionCell, classes [4]puzzleClass) string {
	panel := puzzleSeries{kind: puzzleKinds[2], opponent: opponentModels[1]}
	none, all := classes[0].states, slices.Concat(classes[2].states, classes[3].states)
	if len(none) == 0 || len(all) == 0 {
		return "In \"best in random play\" with a UCT opponent there are too few states to say whether right moves " +
			"that lose make the PCS fall."
	}
	var at [2][2]lab.Estimate
	for k, states := range [2][]int{none, all} {
		for e, n := range puzzleEnds {
			at[k][e] = informed(measured, panel, states, n)
		}
	}
	said := fmt.Sprintf(
		"In %d states no right move lets the other force a win within three plies. There the PCS of all policies "+
			"except Random goes from %s to %s%% between %d and %d playouts. In %d states all right moves do; there it "+
			"goes from %s to %s%%. In %d of these every move does.",
		len(
			none,
		),
		lab.Exact(at[0][0].Value).Format(1), lab.Exact(at[0][1].Value).Format(1), puzzleEnds[0], puzzleEnds[1],
		len(all), lab.Exact(at[1][0].Value).Format(1), lab.Exact(at[1][1].Value).Format(1),
		len(classes[3].states),
	)
	if at[0][1].Above(at[0][0]) && at[1][0].Above(at[1][1]) {
		return "In \"best in random play\" with a UCT opponent this is what a wrong definition would do. A move is " +
			"right there if it is best when both play at random afterwards; such a move may lose against UCT. A " +
			"search that expects UCT finds this out. What it plays instead was not recorded. " + said
	}
	return "That the PCS falls in \"best in random play\" with a UCT opponent is not explained by right " +
		"moves that lose. " + said
}
