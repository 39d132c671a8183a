package aoap

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/lab"
)

// fit is how far the rounds of a reading are from the published ones.
type fit struct {
	// square is the mean squared difference of the shares behind the two samples: of the samples,
	// less what chance adds. It is below 0 where chance happens to have added less.
	square float64
	// chance is what was taken off; variance is the variance of square.
	chance, variance float64
	rounds           int
}

// newFit compares all pairs of two samples. With D the difference of the shares of a pair and S the
// sum of the covariances of both samples (multinomial, unbiased), |D|² has the mean |δ|² + tr S and,
// D being about normal, the variance 4·δ'Sδ + 2·tr S², where δ is what D is without chance.
func newFit(ours, published pairings) (f fit) {
	n, along, squared := 0.0, 0.0, 0.0 // 3 a pair; D'SD, whose mean is δ'Sδ + tr S²; and tr S²
	for i := range ours {
		for j := range ours[i] {
			a, b := ours[i][j], published[i][j]
			var d [3]float64
			var s [3][3]float64
			for k := range d {
				d[k] = float64(a[k])/float64(a.rounds()) - float64(b[k])/float64(b.rounds())
				f.square += d[k] * d[k]
				n++
			}
			for _, sample := range []outcomes{a, b} {
				m := float64(sample.rounds())
				for k := range d {
					for l := range d {
						p, q := float64(sample[k])/m, float64(sample[l])/m
						if k == l {
							s[k][l] += p * (1 - p) / (m - 1)
						} else {
							s[k][l] -= p * q / (m - 1)
						}
					}
				}
			}
			for k := range d {
				f.chance += s[k][k]
				for l := range d {
					along += d[k] * s[k][l] * d[l]
					squared += s[k][l] * s[k][l]
				}
			}
			f.rounds += a.rounds()
		}
	}
	f.variance = max(4*along-2*squared, 2*squared)
	return fit{(f.square - f.chance) / n, f.chance / n, f.variance / (n * n), f.rounds}
}

// with is the fit to two tables.
func (f fit) with(g fit) fit {
	return fit{(f.square + g.square) / 2, (f.chance + g.chance) / 2, (f.variance + g.variance) / 4, f.rounds + g.rounds}
}

// estimate is the root mean square difference in rounds of 1,000; 0 is none beyond chance.
func (f fit) estimate() lab.Estimate {
	half := interval.Z95 * math.Sqrt(f.variance)
	root := func(x float64) float64 { return 1000 * math.Sqrt(max(0, x)) }
	return lab.Estimate{Value: root(f.square), Lo: root(f.square - half), Hi: root(f.square + half), N: f.rounds}
}

// fit compares a reading with a table.
func (x duelExperiment) fit(played map[string]*pairings, reading duelReading, table duelTable) fit {
	return newFit(*played[reading.Key+"/"+table.key], table.published.rounds)
}

// fits says how well each reading fits the published rounds.
func (x duelExperiment) fits(played map[string]*pairings) *lab.Table {
	t := &lab.Table{
		Name: "readings", Title: "How far each reading is from the published rounds beyond chance: root mean square, " +
			"in rounds of 1,000", Corner: "reading",
		Columns: []string{"both tables"},
		Note: "\"By chance\" is the root mean square that chance alone gives to so many rounds and to the 1,000 " +
			"published ones. Its square has been " +
			"subtracted from the difference's; 0 without an interval is less than chance alone gives.",
	}
	for _, table := range x.tables {
		against := "trained against " + table.opponent.Name
		t.Columns = append(t.Columns, against, against+": by chance", against+": net win of AOAP-MCTS")
	}
	for _, reading := range duelReadings() {
		values := []lab.Value{lab.Number(x.total(played, reading).estimate(), 0)}
		for _, table := range x.tables {
			f := x.fit(played, reading, table)
			net, published := netWin(
				*played[reading.Key+"/"+table.key], policyAOAP, 1000,
			), netWin(
				table.published.rounds, policyAOAP, 0,
			)
			values = append(
				values, lab.Number(f.estimate(), 0), lab.Number(lab.Exact(1000*math.Sqrt(f.chance)), 0),
				lab.Against(net, published, 0),
			)
		}
		t.Row(reading.About, values...)
	}
	return t
}

// total is the fit of a reading to both tables.
func (x duelExperiment) total(played map[string]*pairings, reading duelReading) fit {
	return x.fit(played, reading, x.tables[0]).with(x.fit(played, reading, x.tables[1]))
}

// conclusion says what the tables say.
func (x duelExperiment) conclusion(played map[string]*pairings, nets *lab.Table, tables []*lab.Table) lab.Text {
	var lines []string
	for k, table := range x.tables {
		var ours, published []lab.Scored
		for i, policy := range treePolicies {
			ours = append(ours, lab.Scored{Name: policy.Name, Estimate: *nets.Rows[i].Values[k].Ours})
			published = append(published, lab.Scored{Name: policy.Name, Estimate: *nets.Rows[i].Values[k].Published})
		}
		agree, of := nets.Agreeing(k)
		line := fmt.Sprintf(
			"Net wins, trained against %s: %s. Published: %s. %d of %d agree.", table.opponent.Name,
			lab.Ranked(ours, 0), lab.Ranked(published, 0), agree, of,
		)
		if agree < of {
			line += " Apart: " + nets.Differing(k) + "."
		}
		same, numbers := tables[k].Agreeing()
		lines = append(
			lines,
			line+fmt.Sprintf(
				" Of the %d numbers of the table of rounds %d agree with the published ones and %d differ.",
				numbers, same, numbers-same,
			),
		)
	}
	var leads []string
	for _, table := range x.tables {
		of := func(rounds pairings, rate int) string {
			best := 0
			for i := range policyAOAP {
				if netWin(rounds, i, rate).Value > netWin(rounds, best, rate).Value {
					best = i
				}
			}
			return fmt.Sprintf("%s over %s", netLead(rounds, policyAOAP, best, rate).Format(0), treePolicies[best].Name)
		}
		ours := of(*played[duelReadings()[0].Key+"/"+table.key], 1000)
		leads = append(leads, fmt.Sprintf(
			"trained against %s %s, published %s", table.opponent.Name, ours, of(table.published.rounds, 0),
		))
	}
	line := "The net win of AOAP-MCTS less the best net win of the others: " + strings.Join(leads, "; ") +
		". The best was chosen by the same rounds, so these leads are a little too small, the published ones as well."
	if x.larger != "" {
		line += " The paper says: " + x.larger
	}
	lines = append(lines, line)
	var moved []string
	for _, i := range []int{policyAOAP, policyTTTS} {
		v := nets.Rows[i].Values
		moved = append(
			moved,
			fmt.Sprintf(
				"%s %s and %s, published %s and %s", treePolicies[i].Name, v[1].Ours.Format(0), v[0].Ours.Format(0),
				v[1].Published.Format(0), v[0].Published.Format(0),
			),
		)
	}
	if x.larger == "" { // said of tic-tac-toe only
		lines = append(lines, fmt.Sprintf(
			"The paper says that AOAP-MCTS and TTTS-MCTS win less when trained against %s than "+
				"against %s. The net wins here, in this order: %s.",
			x.tables[1].opponent.Name, x.tables[0].opponent.Name, strings.Join(moved, "; "),
		))
	}
	readings := duelReadings()
	best := slices.MinFunc(readings, func(a, b duelReading) int {
		return cmp.Compare(x.total(played, a).square, x.total(played, b).square)
	})
	top := x.total(played, best).estimate()
	var near []string
	for _, r := range readings {
		if r.Key != best.Key && !x.total(played, r).estimate().Apart(top) {
			near = append(near, "\""+r.About+"\"")
		}
	}
	line = fmt.Sprintf(
		"Of %d readings \"%s\" fits the published rounds of both tables best: beyond chance it is %s rounds of "+
			"1,000 off.",
		len(readings), best.About, top.Format(0),
	)
	if len(near) > 0 {
		line += " These rounds do not separate it from " + lab.Listed(near) + "."
	}
	possible := func(r duelReading) bool { return x.total(played, r).estimate().Lo <= 0 }
	if !slices.ContainsFunc(readings, possible) {
		line += " That is more than chance: no reading is wholly what the paper did."
	}
	lines = append(lines, line)
	var ties []string
	for _, table := range x.tables {
		of := func(key string) string {
			return netWin(*played[key+"/"+table.key], policyAOAP, 1000).Format(0)
		}
		ties = append(
			ties,
			fmt.Sprintf(
				"%s, trained against %s, and %s with ties broken by the largest v/N", of(readings[0].Key),
				table.opponent.Name, of("rarer-ties"),
			),
		)
	}
	return lab.Conclusion(append(lines, "The net win of AOAP-MCTS is "+strings.Join(ties, "; ")+"."))
}
