package aoap

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/lab"
)

// precisionStatements compare what the paper says of figure 2, except of AOAP-MCTS, with what was
// measured.
func precisionStatements(measured map[string]*precisionSum) []string {
	all := precisionPoints()
	low, last, early := slices.Index(all, 100), len(all)-1, len(all)/2
	const uct, ocba, ttts, aoap = policyUCT, policyOCBA, policyTTTS, policyAOAP
	var ranked, firsts, spreads, lows []string
	for _, panel := range precisionPanels() {
		at := func(policy, i int) lab.Estimate {
			return precisionOf(measured, treeReadings[0], panel, treePolicies[policy]).at(i)
		}
		var wrong []string
		for _, better := range []int{ocba, aoap} {
			for _, worse := range []int{uct, ttts} {
				if !at(better, last).Above(at(worse, last)) {
					wrong = append(
						wrong,
						fmt.Sprintf("%s not over %s", treePolicies[better].Name, treePolicies[worse].Name),
					)
				}
			}
		}
		curve, under := precisionPair(measured, treeReadings[0], panel)
		over := func(i int) string {
			return gapMeasures[0].gap(&curve.precisionCell, &under.precisionCell, i).Format(1)
		}
		lows = append(lows, fmt.Sprintf(
			"%s %s after %d, %s after %d, most after %d", panel.letter,
			over(
				low,
			),
			all[low], over(last), all[last],
			all[gapMeasures[0].top(&curve.precisionCell, &under.precisionCell)],
		))
		ranked = append(ranked, fmt.Sprintf("%s %s", panel.letter, heldBy(wrong)))
		ahead, behind := 0, 0
		widest := 0
		spread := func(i int) float64 {
			least, most := at(uct, i).Value, at(uct, i).Value
			for policy := ocba; policy <= aoap; policy++ {
				least, most = min(least, at(policy, i).Value), max(most, at(policy, i).Value)
			}
			return most - least
		}
		for i := range all {
			if spread(i) > spread(widest) {
				widest = i
			}
			switch {
			case i >= early:
			case at(ttts, i).Above(at(ocba, i)):
				ahead++
			case at(ocba, i).Above(at(ttts, i)):
				behind++
			}
		}
		firsts = append(firsts, fmt.Sprintf("%s ahead at %d, behind at %d", panel.letter, ahead, behind))
		spreads = append(
			spreads,
			fmt.Sprintf(
				"%s %.1f points after %d, %.1f after %d", panel.letter, spread(widest), all[widest],
				spread(last), all[last],
			),
		)
	}
	return []string{
		"The paper says that AOAP-MCTS is even better when playouts are relatively few. Our AOAP over " +
			"UCT, in points: " + strings.Join(
			lows, "; ",
		) + ".",
		fmt.Sprintf(
			"The paper says that OCBA-MCTS and AOAP-MCTS are better than UCT and TTTS-MCTS as playouts increase. Ours "+
				"after %d, beyond the intervals: %s.",
			all[last], strings.Join(ranked, "; "),
		),
		fmt.Sprintf(
			"The paper says that TTTS-MCTS is better than OCBA-MCTS when playouts are few. Ours at the %d numbers "+
				"up to %d, beyond the intervals: %s.",
			early, all[early-1], strings.Join(firsts, "; "),
		),
		"The paper says that all become comparable as playouts grow, and that the gap is smaller when " +
			"Player 1 plays UCT, panels (c) and (d). Our gap between the best and the worst of the four, where it is " +
			"widest and at the end: " + strings.Join(
			spreads, "; ",
		) + ".",
	}
}

// heldBy lists what speaks against a statement.
func heldBy(against []string) string {
	if len(against) == 0 {
		return "holds"
	}
	return strings.Join(against, ", ")
}
