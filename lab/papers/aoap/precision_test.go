package aoap

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/search"
)

func TestRightMovesOfTheSetups(t *testing.T) {
	for i, want := range [][]search.Move{{4}, {0, 2, 6, 8}} {
		state, right, err := setups[i].state()
		if err != nil {
			t.Fatal(err)
		}
		if state.Player() != 1 {
			t.Errorf("%s: player %d is to move, want Player 2", setups[i].Name, state.Player())
		}
		n := 0
		for _, m := range want {
			if !right[m] {
				t.Errorf("%s: move %d is not right", setups[i].Name, m)
			}
		}
		for _, yes := range right {
			if yes {
				n++
			}
		}
		if n != len(want) || len(right) != 8 {
			t.Errorf("%s: %d right moves of %d, want %d of 8", setups[i].Name, n, len(right), len(want))
		}
	}
}

// pcs measures a policy in one panel of Figure 2.
func pcs(t *testing.T, panel precisionPanel, policy treePolicy, searches int) precisionCell {
	t.Helper()
	state, right, err := panel.setup.state()
	if err != nil {
		t.Fatal(err)
	}
	p := precision{
		setting: paperSetting(0), policy: policy, opponent: panel.opponent.Key,
		state: state, right: right, points: precisionPoints(), memory: ticTacToeMemory,
	}
	hits, err := p.measure(t.Context(), searches, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	return precisionCell{searches, hits}
}

// With eight moves and n₀ = 10 the first 80 playouts are the same, whatever the policy.
func TestPoliciesPartAfterN0(t *testing.T) {
	panel := precisionPanels()[0]
	uct := pcs(t, panel, treePolicies[policyUCT], 100)
	for _, policy := range treePolicies[policyOCBA:] {
		c := pcs(t, panel, policy, 100)
		if c.Right[0] != uct.Right[0] {
			t.Errorf("%s: %v of 100 searches right after 80 playouts, UCT %v", policy.Name, c.Right[0], uct.Right[0])
		}
		if last := len(c.Right) - 1; c.Right[last] <= c.Right[0] {
			t.Errorf("%s: %v right after 300 playouts, %v after 80", policy.Name, c.Right[last], c.Right[0])
		}
	}
}

// "AOAP-MCTS performs the best": better than UCT, at least, where Player 1 plays UCT (§4,
// experiment 1.1). The mean of all points has a standard error of about one point.
func TestAOAPIsMorePreciseThanUCT(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine at work for long: nothing for the race detector")
	}
	panel := precisionPanels()[2]
	uct, aoap := pcs(t, panel, treePolicies[policyUCT], 3000), pcs(t, panel, treePolicies[policyAOAP], 3000)
	sum := 0.0
	for i := range uct.Right {
		sum += gapMeasures[0].gap(&aoap, &uct, i).Value
	}
	if mean := sum / float64(len(uct.Right)); mean < 0.5 {
		t.Errorf("AOAP over UCT by %.2f points, want 0.5 or more", mean)
	}
}

// The published net wins are sums over the published tables: that is a check of our copy. Two
// of them are misprinted, and a cell of Table 3 is (see publishedDuels).
func TestPublishedNetWinsAreSums(t *testing.T) {
	for name, c := range map[string]struct {
		table publishedDuels
		want  [5]int
	}{
		"Table 1": {table1, table1.net}, "Table 2": {table2, table2.net},
		"Table 3": {table3, [5]int{-1549, -374, 635, 377, 911}}, "Table 4": {table4, [5]int{-1814, -1619, 501, 717, 2215}},
	} {
		for i, want := range c.want {
			if got := netWin(c.table.rounds, i, 0); got.Value != float64(want) {
				t.Errorf("%s: net win of %s %v, want %d", name, treePolicies[i].Name, got.Value, want)
			}
		}
	}
}

// All rounds are of 1,000, except the misprints in the report.
func TestPublishedRoundsAddUp(t *testing.T) {
	odd := map[string]int{"Table 4: UCT – Random": 994, "Table 4: UCT – UCT": 1010, "Table 4: UCT – TTTS-MCTS": 1010}
	for name, table := range map[string]publishedDuels{
		"Table 1": table1, "Table 2": table2, "Table 3": table3, "Table 4": table4,
	} {
		for i, first := range treePolicies {
			for j, second := range treePolicies {
				want, pair := publishedRounds, fmt.Sprintf("%s: %s – %s", name, first.Name, second.Name)
				if n, ok := odd[pair]; ok {
					want = n
				}
				if got := table.rounds[i][j].rounds(); got != want {
					t.Errorf("%s: %d rounds, want %d", pair, got, want)
				}
			}
		}
	}
}

// Pairs of different numbers of rounds, as the reading in which Random plays random moves has
// them, count alike.
func TestNetWinsAreOfEqualRounds(t *testing.T) {
	few := table1.rounds
	for k, n := range few[4][0] {
		few[4][0][k] = n / 5
	}
	for k, n := range table1.rounds[0][4] {
		few[0][4][k] = 2 * n
	}
	all, part := netWin(table1.rounds, 4, 1000), netWin(few, 4, 1000)
	if math.Abs(part.Value-all.Value) > 1e-9 || part.Hi-part.Lo <= all.Hi-all.Lo {
		t.Errorf("net wins %+v of pairs with fewer and more rounds, %+v of 1,000 rounds each", part, all)
	}
	if half := netWin(table1.rounds, 4, 500); math.Abs(2*half.Hi-all.Hi) > 1e-9 {
		t.Errorf("net wins %+v of 500 rounds, %+v of 1,000", half, all)
	}
}

// Both ways to say by how much AOAP is above UCT take both shares as uncertain: by hand for 0.6 and
// 0.5 of 10,000, sqrt(0.24 + 0.25)/100 = 0.7 points, and sqrt(0.24/0.25 + 1.44·0.25/0.25)/100 =
// 1.549 parts of a hundred of UCT's, times 1.96.
func TestGapsHaveTheIntervalsOfBothShares(t *testing.T) {
	for k, want := range []lab.Estimate{
		{Value: 10, Lo: 10 - 1.372, Hi: 10 + 1.372}, {Value: 20, Lo: 20 - 3.036, Hi: 20 + 3.036},
	} {
		got := gapMeasures[k].of(0.6, 10_000, 0.5, 10_000)
		if math.Abs(got.Value-want.Value) > 1e-9 || math.Abs(got.Lo-want.Lo) > 1e-3 || math.Abs(got.Hi-want.Hi) > 1e-3 {
			t.Errorf("%s: %+v, want %+v", gapMeasures[k].name, got, want)
		}
	}
	// After 80 playouts nothing was selected yet: what is there does not count.
	cell := func(before, right float64) *precisionSum {
		sum := &precisionSum{}
		for range 2 {
			sum.add(precisionCell{Searches: 500, Right: []float64{before / 2, right / 2}})
		}
		return sum
	}
	panel := precisionPanels()[0]
	measured := map[string]*precisionSum{
		precisionCurve{reading: treeReadings[0], panel: panel, policy: treePolicies[policyAOAP]}.key(): cell(1000, 600),
		precisionCurve{reading: treeReadings[0], panel: panel, policy: treePolicies[policyUCT]}.key():  cell(0, 500),
	}
	// 100,000 replications of 0.5 and of 0.5 + 0.332: 1.96·sqrt(0.25 + 0.1398)/316.2 = 0.387 points.
	if e := gapMeasures[0].published(panel, measured); e.Value != 33.2 || math.Abs(e.Hi-33.2-0.387) > 1e-3 ||
		math.Abs(33.2-e.Lo-0.387) > 1e-3 {
		t.Errorf("published %+v", e)
	}
	points := []lab.Point{
		{Y: lab.Estimate{Value: 36, Lo: 35.1, Hi: 37, N: 1}},
		{Y: lab.Estimate{Value: 68, Lo: 67, Hi: 70.2, N: 1}},
	}
	if low, high := around([]lab.Series{{Points: points}}, 5); low != 35 ||
		high != 75 {
		t.Errorf("axis from %v to %v, want 35 to 75", low, high)
	}
}

// Of two curves that are alike the largest of many differences is far from 0 by luck; each half asked
// at the other's point is not.
func TestTheLargestGapIsNotTooLargeByChoosingIt(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const points, n, trials = 100, 1000, 300
	curve := func() *precisionSum {
		sum := &precisionSum{}
		for range 2 {
			c := precisionCell{Searches: n / 2, Right: make([]float64, points)}
			for i := range c.Right {
				for range c.Searches {
					c.Right[i] += float64(rng.IntN(2))
				}
			}
			sum.add(c)
		}
		return sum
	}
	var fair, chosen lab.Moments
	covered := 0
	for range trials {
		a, b := curve(), curve()
		at, e := gapMeasures[0].largest(a, b)
		fair.Add(e.Value)
		chosen.Add(gapMeasures[0].gap(&a.precisionCell, &b.precisionCell, at).Value)
		if e.Lo <= 0 && e.Hi >= 0 {
			covered++
		}
	}
	if e := chosen.Estimate(); e.Lo < 3 {
		t.Errorf(
			"the largest gap of curves that are alike is %v points: choosing it makes no difference here",
			e.Format(2),
		)
	}
	if e := fair.Estimate(); math.Abs(e.Value) > 0.6 {
		t.Errorf("asked at the other half's point it is %v, want 0", e.Format(2))
	}
	if share := lab.Share(float64(covered), trials); share.Above(lab.Exact(0.985)) || lab.Exact(0.915).Above(share) {
		t.Errorf("%d of %d intervals have 0", covered, trials)
	}
}

// The nearest reading is named, those that its interval does not exclude and the numbers that readings agree with
// are counted.
func TestNearestReadingIsNotToldFromOthersAsNear(t *testing.T) {
	table := &lab.Table{Columns: []string{"(a)", "(b)", "off"}}
	row := func(name string, a, b float64, off lab.Estimate) {
		table.Row(
			name, lab.Against(lab.Estimate{Value: a, Lo: a - 1, Hi: a + 1, N: 9}, lab.Exact(10), 1),
			lab.Against(lab.Estimate{Value: b, Lo: b - 1, Hi: b + 1, N: 9}, lab.Exact(3), 1),
			lab.Number(off, 1),
		)
	}
	row("far", 1, 1, lab.Estimate{Value: 9, Lo: 8, Hi: 10, N: 9})
	row("near", 8, 3, lab.Estimate{Value: 2, Lo: 1, Hi: 3, N: 9})
	row("as near", 7, 3, lab.Estimate{Value: 2.5, Lo: 2, Hi: 4, N: 9})
	want := "Of 3 readings, in points, \"near\" is nearest to the published numbers: 2.0 (1.0–3.0) off as a root mean " +
		"square. The intervals do not separate it from 1 of the others. No reading agrees with more than 1 of the 2 numbers."
	if got := nearest(table, "points"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// By hand: of 3 ± 1 and 4 ± 2 it is sqrt(25/2) ± sqrt(9·1 + 16·4)/(2·3.5355).
func TestRootMeanSquareHasTheIntervalOfItsParts(t *testing.T) {
	e := rootMeanSquare([]lab.Estimate{{Value: 3, Lo: 2, Hi: 4, N: 10}, {Value: -4, Lo: -6, Hi: -2, N: 20}})
	if math.Abs(e.Value-3.5355) > 1e-4 || math.Abs(e.Hi-e.Value-1.2083) > 1e-4 ||
		math.Abs(e.Value-e.Lo-1.2083) > 1e-4 ||
		e.N != 30 {
		t.Errorf("%+v", e)
	}
}
