package aoap

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/lab"
)

// publishedReplications is how many searches each curve of the paper's Figure 2 is of.
const publishedReplications = 100_000

// gapMeasure is a way to say by how much one share is above another, in per cent.
type gapMeasure struct {
	name, title, unit string
	of                func(p float64, n int, q float64, m int) lab.Estimate
}

// gapMeasures are the two that "better than UCT" may mean.
var gapMeasures = [2]gapMeasure{
	{"readings", "AOAP over UCT in other readings: the largest difference, in points", "points", points},
	{
		"readings-relative", "AOAP over UCT in other readings: the largest difference relative to UCT, %",
		"% of UCT's PCS", relative,
	},
}

// points is p − q of shares of n and of m searches, with the normal interval of such a difference.
func points(p float64, n int, q float64, m int) lab.Estimate {
	half := interval.Z95 * math.Sqrt(p*(1-p)/float64(n)+q*(1-q)/float64(m))
	return lab.Estimate{Value: p - q, Lo: p - q - half, Hi: p - q + half, N: n}.Times(100)
}

// relative is p/q − 1 of such shares, both of them uncertain, with the interval that the normal one
// of ln p − ln q is to first order.
func relative(p float64, n int, q float64, m int) lab.Estimate {
	q = max(q, 0.5/float64(m)) // nothing was right: as if half a search had been
	r := p / q
	variance := r * r * (1 - q) / (q * float64(m))
	variance += p * (1 - p) / (q * q * float64(n))
	half := interval.Z95 * math.Sqrt(variance)
	return lab.Estimate{Value: r - 1, Lo: r - 1 - half, Hi: r - 1 + half, N: n}.Times(100)
}

// gap is the difference of two curves at a point.
func (g gapMeasure) gap(a, b *precisionCell, i int) lab.Estimate {
	return g.of(a.Right[i]/float64(a.Searches), a.Searches, b.Right[i]/float64(b.Searches), b.Searches)
}

// selected is the first point at which anything was selected in all readings: after 80 playouts
// each of the eight moves of set-ups 1 and 2 has had its n₀ = 10 and no other.
const selected = 1

// top is the point from selected on where a is above b most.
func (g gapMeasure) top(a, b *precisionCell) int {
	at, most := selected, math.Inf(-1)
	for i := selected; i < len(a.Right); i++ {
		if e := g.gap(a, b, i); e.Value > most {
			at, most = i, e.Value
		}
	}
	return at
}

// largest is the point where a is above b most, and by how much: each half of the searches is asked at
// the other's point, for at its own it would be ahead by luck as well.
func (g gapMeasure) largest(a, b *precisionSum) (at int, e lab.Estimate) {
	var variance float64
	for k := range a.halves {
		other := 1 - k
		half := g.gap(&a.halves[k], &b.halves[k], g.top(&a.halves[other], &b.halves[other]))
		width := (half.Hi - half.Lo) / 4 // of a mean of two
		e.Value += half.Value / 2
		e.N += half.N
		variance += width * width
	}
	e.Lo, e.Hi = e.Value-math.Sqrt(variance), e.Value+math.Sqrt(variance)
	return g.top(&a.precisionCell, &b.precisionCell), e
}

// published is the paper's number for a panel with the interval that its replications give it. It
// prints no PCS, so our UCT's PCS stands for its UCT's.
func (g gapMeasure) published(panel precisionPanel, measured map[string]*precisionSum) lab.Estimate {
	aoap, uct := precisionPair(measured, treeReadings[0], panel)
	at := g.top(&aoap.precisionCell, &uct.precisionCell)
	q := uct.Right[at] / float64(uct.Searches)
	p := q + panel.published/100
	if g.name == gapMeasures[1].name {
		p = q * (1 + panel.published/100)
	}
	e := g.of(min(p, 1), publishedReplications, q, publishedReplications)
	half := (e.Hi - e.Lo) / 2
	return lab.Estimate{
		Value: panel.published,
		Lo:    panel.published - half,
		Hi:    panel.published + half,
		N:     publishedReplications,
	}
}

// precisionPair is the curves of AOAP and UCT.
func precisionPair(
	measured map[string]*precisionSum, reading treeReading, panel precisionPanel,
) (aoap, uct *precisionSum) {
	aoap = precisionOf(measured, reading, panel, treePolicies[policyAOAP])
	uct = precisionOf(measured, reading, panel, treePolicies[policyUCT])
	return aoap, uct
}

// precisionGaps has the paper's four numbers.
func precisionGaps(measured map[string]*precisionSum) *lab.Table {
	all := precisionPoints()
	last := len(all) - 1
	t := &lab.Table{
		Name: "aoap-over-uct", Title: "AOAP over UCT: the largest difference over the range", Corner: "panel",
		Columns: []string{
			"in points", "at playouts", "relative to UCT, %", "at playouts, relative",
			fmt.Sprintf("in points after %d playouts", early), fmt.Sprintf("in points after %d", all[last]),
		},
		Note: "The paper says how many per cent AOAP is \"better than UCT\". It does not say at which number of " +
			"playouts, nor whether it means points or parts of UCT's PCS. So its numbers stand next to both. Their " +
			"intervals are for 100,000 replications of each policy; the paper does not print UCT's PCS, so ours is " +
			"used. The largest difference is not chosen and measured on the same searches: one half of our " +
			"searches says where it is, the other half how large it is there, and the other way around. After 80 " +
			"playouts every move has ten and nothing was selected yet, so the range here begins with 90.",
	}
	for _, panel := range precisionPanels() {
		aoap, uct := precisionPair(measured, treeReadings[0], panel)
		var values []lab.Value
		for _, g := range gapMeasures {
			at, top := g.largest(aoap, uct)
			values = append(
				values, lab.Against(top, g.published(panel, measured), 1),
				lab.Number(lab.Exact(float64(all[at])), 0),
			)
		}
		for _, i := range []int{slices.Index(all, early), last} {
			values = append(
				values, lab.Number(gapMeasures[0].gap(&aoap.precisionCell, &uct.precisionCell, i), 1),
			)
		}
		t.Row(panel.title(), values...)
	}
	return t
}

// precisionReadings compares the readings by the paper's four numbers.
func precisionReadings(measured map[string]*precisionSum, g gapMeasure) *lab.Table {
	t := &lab.Table{Name: g.name, Title: g.title, Corner: "reading"}
	for _, panel := range precisionPanels() {
		t.Columns = append(t.Columns, panel.title())
	}
	t.Columns = append(t.Columns, "root mean square difference to the four published")
	for _, reading := range precisionReadingsTried() {
		var values []lab.Value
		var off []lab.Estimate
		for _, panel := range precisionPanels() {
			aoap, uct := precisionPair(measured, reading, panel)
			_, most := g.largest(aoap, uct)
			values = append(values, lab.Against(most, g.published(panel, measured), 1))
			off = append(
				off,
				lab.Estimate{
					Value: most.Value - panel.published,
					Lo:    most.Lo - panel.published,
					Hi:    most.Hi - panel.published,
					N:     most.N,
				},
			)
		}
		t.Row(reading.About, append(values, lab.Number(rootMeanSquare(off), 1))...)
	}
	return t
}

// rootMeanSquare is the root mean square of some numbers, with the interval that follows from their
// intervals to first order.
func rootMeanSquare(list []lab.Estimate) (e lab.Estimate) {
	squares, variance := 0.0, 0.0
	for _, x := range list {
		half := (x.Hi - x.Lo) / 2
		squares += x.Value * x.Value
		variance += x.Value * x.Value * half * half
		e.N += x.N
	}
	e.Value = math.Sqrt(squares / float64(len(list)))
	half := 0.0
	if squares > 0 {
		half = math.Sqrt(variance) / (float64(len(list)) * e.Value)
	}
	e.Lo, e.Hi = max(0, e.Value-half), e.Value+half
	return e
}

// precisionEnds is AOAP over UCT at the end of the range, where the largest difference of a reading
// in which AOAP falls behind says nothing.
func precisionEnds(measured map[string]*precisionSum) *lab.Table {
	all := precisionPoints()
	last := len(all) - 1
	t := &lab.Table{
		Name:   "readings-end",
		Title:  fmt.Sprintf("AOAP over UCT in other readings: after %d playouts, in points", all[last]),
		Corner: "reading",
	}
	for _, panel := range precisionPanels() {
		t.Columns = append(t.Columns, panel.title())
	}
	for _, reading := range precisionReadingsTried() {
		var values []lab.Value
		for _, panel := range precisionPanels() {
			aoap, uct := precisionPair(measured, reading, panel)
			values = append(values, lab.Number(gapMeasures[0].gap(&aoap.precisionCell, &uct.precisionCell, last), 1))
		}
		t.Row(reading.About, values...)
	}
	return t
}

// precisionReadingsTried begin with the one taken.
func precisionReadingsTried() []treeReading {
	return append(slices.Clone(treeReadings), uctByVisits, sampleVariance, anyTrial)
}

// precisionConclusion says what the tables say: what holds of the paper's statements, then the order of the policies.
func precisionConclusion(measured map[string]*precisionSum, gaps *lab.Table, readings []*lab.Table) lab.Text {
	lines := precisionStatements(measured)
	for k, g := range gapMeasures {
		agree, of := gaps.Agreeing(2 * k)
		line := fmt.Sprintf(
			"AOAP over UCT, the published numbers read as %s: %d of %d agree with ours.", g.unit, agree, of,
		)
		if agree < of {
			line += " Apart: " + gaps.Differing(2*k) + "."
		}
		lines = append(lines, line, nearest(readings[k], g.unit))
	}
	rarerTies := func(r treeReading) bool { return r.Key == "rarer-ties" }
	ties := readings[0].Rows[slices.IndexFunc(precisionReadingsTried(), rarerTies)]
	var random, rarer []string
	for i := range precisionPanels() {
		random = append(random, readings[0].Rows[0].Values[i].Ours.Format(1))
		rarer = append(rarer, ties.Values[i].Ours.Format(1))
	}
	lines = append(
		lines,
		fmt.Sprintf(
			"With ties broken at random, AOAP leads UCT by %s points %s. With ties broken by the largest v/N it "+
				"leads by %s points.",
			lab.Listed(random), inPanels(), lab.Listed(rarer),
		),
	)
	all := precisionPoints()
	last := len(all) - 1
	for _, panel := range precisionPanels() {
		var ranking []lab.Scored
		for policy := policyUCT; policy <= policyAOAP; policy++ {
			ranking = append(
				ranking, lab.Scored{Name: treePolicies[policy].Name, Estimate: curves(measured, panel)(policy, last)},
			)
		}
		lines = append(
			lines, fmt.Sprintf("%s, after %d playouts, in %%: %s.", panel.title(), all[last], lab.Ranked(ranking, 1)),
		)
	}
	return lab.Conclusion(lines)
}

// nearest says which reading is nearest to the published numbers, by the last column, how many are as near, and with
// how many published numbers the best readings agree.
func nearest(t *lab.Table, unit string) string {
	off := len(t.Columns) - 1
	distance := func(r lab.Row) lab.Estimate { return *r.Values[off].Ours }
	best := slices.MinFunc(t.Rows, func(a, b lab.Row) int { return cmp.Compare(distance(a).Value, distance(b).Value) })
	most, near := 0, 0
	for i, r := range t.Rows {
		if r.Name != best.Name && !distance(r).Apart(distance(best)) {
			near++
		}
		agree, _ := (&lab.Table{Rows: t.Rows[i : i+1]}).Agreeing()
		most = max(most, agree)
	}
	line := fmt.Sprintf(
		"Of %d readings, in %s, \"%s\" is nearest to the published numbers: %s off as a root mean square.",
		len(t.Rows), unit, best.Name, distance(best).Format(1),
	)
	if near > 0 {
		line += fmt.Sprintf(" The intervals do not separate it from %d of the others.", near)
	}
	if most == off {
		return line + fmt.Sprintf(
			" Some reading agrees with all %d numbers; fewer searches, with wider intervals, agree more easily.", off,
		)
	}
	return line + fmt.Sprintf(" No reading agrees with more than %d of the %d numbers.", most, off)
}
