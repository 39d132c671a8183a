package aoap

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/lab"
)

// precisionStatements compare what the paper says of figure 2 with what was measured.
func precisionStatements(measured map[string]*precisionSum) []string {
	return []string{
		saidBest(measured),
		saidBetterWhenFew(measured),
		saidBetterInTheEnd(measured),
		saidTTTSFirst(measured),
		saidComparable(measured),
	}
}

// curves are the PCS of the policies in a panel, at a point, in the reading taken.
func curves(measured map[string]*precisionSum, panel precisionPanel) func(policy, point int) lab.Estimate {
	return func(policy, point int) lab.Estimate {
		return precisionOf(measured, treeReadings[0], panel, treePolicies[policy]).at(point)
	}
}

// inPanels names the panels to which the numbers of a list belong.
func inPanels() string {
	all := precisionPanels()
	return fmt.Sprintf("in panels %s to %s", all[0].letter, all[len(all)-1].letter)
}

// saidBest counts the points where AOAP is ahead of all other policies, and those where it is behind one
// of them, beyond the intervals of both.
func saidBest(measured map[string]*precisionSum) string {
	var best, behind []string
	for _, panel := range precisionPanels() {
		pcs := curves(measured, panel)
		ahead, after := 0, 0
		for i := range precisionPoints() {
			over, under := 0, 0
			for policy := policyUCT; policy < policyAOAP; policy++ {
				switch {
				case pcs(policyAOAP, i).Above(pcs(policy, i)):
					over++
				case pcs(policy, i).Above(pcs(policyAOAP, i)):
					under++
				}
			}
			if over == policyAOAP-policyUCT {
				ahead++
			}
			if under > 0 {
				after++
			}
		}
		best, behind = append(best, fmt.Sprint(ahead)), append(behind, fmt.Sprint(after))
	}
	return fmt.Sprintf(
		"The paper says that AOAP-MCTS is the best throughout. Ours is ahead of all others, beyond the intervals, "+
			"at %s of %d points %s. It is behind at least one of them at %s points.",
		lab.Listed(best), len(precisionPoints()), inPanels(), lab.Listed(behind),
	)
}

// early is the number of playouts that is few: the second point where something was selected.
const early = 100

// saidBetterWhenFew compares AOAP's lead over UCT after few playouts with its lead at the end.
func saidBetterWhenFew(measured map[string]*precisionSum) string {
	all := precisionPoints()
	last := len(all) - 1
	few, many := 0, 0
	for _, panel := range precisionPanels() {
		aoap, uct := precisionPair(measured, treeReadings[0], panel)
		lead := func(i int) lab.Estimate { return gapMeasures[0].gap(&aoap.precisionCell, &uct.precisionCell, i) }
		switch first := lead(slices.Index(all, early)); {
		case first.Above(lead(last)):
			few++
		case lead(last).Above(first):
			many++
		}
	}
	return fmt.Sprintf(
		"The paper says that AOAP-MCTS is even better when playouts are relatively few. Our AOAP's lead over UCT is "+
			"larger after %d playouts than after %d in %d of %d panels, and smaller in %d, beyond the intervals.",
		early, all[last], few, len(precisionPanels()), many,
	)
}

// saidBetterInTheEnd lists where OCBA and AOAP are not ahead of UCT and TTTS in the end.
func saidBetterInTheEnd(measured map[string]*precisionSum) string {
	all := precisionPoints()
	last := len(all) - 1
	var exceptions []string
	pairs, hold := 0, 0
	for _, panel := range precisionPanels() {
		pcs := curves(measured, panel)
		var wrong []string
		for _, better := range []int{policyOCBA, policyAOAP} {
			for _, worse := range []int{policyUCT, policyTTTS} {
				pairs++
				if pcs(better, last).Above(pcs(worse, last)) {
					hold++
				} else {
					wrong = append(wrong, treePolicies[better].Name+" over "+treePolicies[worse].Name)
				}
			}
		}
		if len(wrong) > 0 {
			exceptions = append(exceptions, panel.letter+" "+lab.Listed(wrong))
		}
	}
	said := fmt.Sprintf(
		"The paper says that OCBA-MCTS and AOAP-MCTS are better than UCT and TTTS-MCTS as playouts increase. After "+
			"%d playouts %d of these %d comparisons hold beyond the intervals.",
		all[last], hold, pairs,
	)
	if len(exceptions) > 0 {
		said += " These do not: " + strings.Join(exceptions, "; ") + "."
	}
	return said
}

// saidTTTSFirst counts the points of the first half where TTTS is ahead of OCBA, and where it is behind.
func saidTTTSFirst(measured map[string]*precisionSum) string {
	all := precisionPoints()
	half := all[:len(all)/2]
	var ahead, behind []string
	for _, panel := range precisionPanels() {
		pcs := curves(measured, panel)
		over, under := 0, 0
		for i := range half {
			switch {
			case pcs(policyTTTS, i).Above(pcs(policyOCBA, i)):
				over++
			case pcs(policyOCBA, i).Above(pcs(policyTTTS, i)):
				under++
			}
		}
		ahead, behind = append(ahead, fmt.Sprint(over)), append(behind, fmt.Sprint(under))
	}
	return fmt.Sprintf(
		"The paper says that TTTS-MCTS is better than OCBA-MCTS when playouts are few. Ours, up to %d playouts, is "+
			"ahead, beyond the intervals, at %s of %d points %s. It is behind at %s points.",
		half[len(half)-1], lab.Listed(ahead), len(half), inPanels(), lab.Listed(behind),
	)
}

// saidComparable says how far the policies are apart, in the end and at most.
func saidComparable(measured map[string]*precisionSum) string {
	all := precisionPoints()
	var widest, ends []string
	for _, panel := range precisionPanels() {
		pcs := curves(measured, panel)
		most, end := 0.0, 0.0
		for i := range all {
			least, best := pcs(policyUCT, i).Value, pcs(policyUCT, i).Value
			for policy := policyOCBA; policy <= policyAOAP; policy++ {
				least, best = min(least, pcs(policy, i).Value), max(best, pcs(policy, i).Value)
			}
			end = best - least
			most = max(most, end)
		}
		widest, ends = append(widest, fmt.Sprintf("%.1f", most)), append(ends, fmt.Sprintf("%.1f", end))
	}
	return fmt.Sprintf(
		"The paper says that all become comparable as playouts grow, and that the gap is smaller when Player 1 "+
			"plays UCT, panels (c) and (d). Our gap between the best and the worst policy after %d playouts is %s "+
			"points %s. At its widest it is %s points.",
		all[len(all)-1], lab.Listed(ends), inPanels(), lab.Listed(widest),
	)
}
