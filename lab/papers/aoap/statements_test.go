package aoap

import (
	"slices"
	"strings"
	"testing"
)

// madeUp are curves of 10,000 searches that rise in a straight line between two shares in per cent, the same in all
// panels: from the first point to the last.
func madeUp(shares map[string][2]float64) map[string]*precisionSum {
	const searches = 10_000
	measured := map[string]*precisionSum{}
	for _, panel := range precisionPanels() {
		for _, policy := range treePolicies[policyUCT:] {
			begin, end := shares[policy.Key][0], shares[policy.Key][1]
			sum := &precisionSum{}
			for range 2 {
				cell := precisionCell{Searches: searches / 2}
				for i := range precisionPoints() {
					part := float64(i) / float64(len(precisionPoints())-1)
					cell.Right = append(cell.Right, searches/2*(begin+(end-begin)*part)/100)
				}
				sum.add(cell)
			}
			measured[precisionCurve{reading: treeReadings[0], panel: panel, policy: policy}.key()] = sum
		}
	}
	return measured
}

// Curves as the paper describes them fulfil all its statements; curves in the opposite order fulfil none.
func TestStatementsFollowTheCurves(t *testing.T) {
	asPublished := precisionStatements(madeUp(map[string][2]float64{
		"aoap": {60, 90}, "ocba": {32, 85}, "ttts": {45, 80}, "uct": {30, 79},
	}))
	opposite := precisionStatements(madeUp(map[string][2]float64{
		"aoap": {10, 70}, "ocba": {45, 80}, "ttts": {32, 78}, "uct": {60, 95},
	}))
	for i, want := range [][2]string{
		{
			"at 23, 23, 23 and 23 of 23 points in panels (a) to (d). It is behind at least one of them at 0, 0, 0 and 0",
			"at 0, 0, 0 and 0 of 23 points in panels (a) to (d). It is behind at least one of them at 23, 23, 23 and 23",
		},
		{
			"larger after 100 playouts than after 300 in 4 of 4 panels, and smaller in 0",
			"larger after 100 playouts than after 300 in 0 of 4 panels, and smaller in 4",
		},
		{
			"16 of these 16 comparisons hold beyond the intervals.",
			"4 of these 16 comparisons hold",
		},
		{"at 11, 11, 11 and 11 of 11 points", "at 0, 0, 0 and 0 of 11 points in panels (a) to (d). It is behind at 11"},
		{"after 300 playouts is 11.0, 11.0", "after 300 playouts is 25.0, 25.0"},
	} {
		for k, said := range []string{asPublished[i], opposite[i]} {
			if !strings.Contains(said, want[k]) {
				t.Errorf("%q, want %q in it", said, want[k])
			}
		}
	}
	if i := slices.IndexFunc(opposite, func(s string) bool { return strings.Contains(s, "(a) OCBA-MCTS over UCT,") }); i < 0 {
		t.Errorf("the comparisons that do not hold are not named: %q", opposite)
	}
}
