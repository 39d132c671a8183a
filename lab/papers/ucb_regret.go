package papers

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tengen-go/tengen/lab"
)

// ucbSets are the seven reward distributions of Auer et al., §4, by their numbers.
var ucbSets = []struct {
	name string
	arms arms
}{
	{"1", arms{0.9, 0.6}},
	{"2", arms{0.9, 0.8}},
	{"3", arms{0.55, 0.45}},
	{"11", slices.Concat(arms{0.9}, slices.Repeat(arms{0.6}, 9))},
	{
		"12",
		slices.Concat(arms{0.9}, slices.Repeat(arms{0.8}, 3), slices.Repeat(arms{0.7}, 3), slices.Repeat(arms{0.6}, 3)),
	},
	{"13", slices.Concat(arms{0.9}, slices.Repeat(arms{0.8}, 9))},
	{"14", slices.Concat(arms{0.55}, slices.Repeat(arms{0.45}, 9))},
}

// ucbArms says in words what the reward distributions are.
func ucbArms() string {
	var sets []string
	for _, s := range ucbSets {
		var chances []string
		for i := 0; i < len(s.arms); {
			n := 1
			for i+n < len(s.arms) && s.arms[i+n] == s.arms[i] {
				n++
			}
			chance := strconv.FormatFloat(s.arms[i], 'g', -1, 64)
			if n > 1 {
				chance = fmt.Sprintf("%d times %s", n, chance)
			}
			chances, i = append(chances, chance), i+n
		}
		sets = append(sets, "bandit "+s.name+" has "+lab.Listed(chances))
	}
	return strings.Join(sets, "; ")
}

const (
	ucbReplications = 1000
	ucbChunk        = 50
	perDecade       = 8 // points of a curve
)

// ucbRegret is the experiment ucb-regret.
func ucbRegret() *lab.Experiment {
	return &lab.Experiment{
		Name:  "ucb-regret",
		Title: "the regret of UCB1 grows as the logarithm of the plays",
		Source: "Auer, Cesa-Bianchi and Fischer 2002, Finite-time analysis of the multiarmed bandit problem, theorem " +
			"1 and §4 (figures 6 to 12)",
		About:    about("ucb-regret") + "\n\nThe arms' probabilities, by the paper's numbers: " + ucbArms() + ".",
		Revision: 1,
		Estimate: 2 * time.Minute,
		Options: []lab.Option{
			{Name: "plays", Default: "100000", Help: "how many a replication has", Check: func(s string) error {
				if n, err := strconv.Atoi(s); err != nil || n < 1000 || n > 10_000_000 {
					return errors.New("want 1000 to 10000000")
				}
				return nil
			}},
			{Name: "c", Default: "0.2", Help: "c of εn-greedy", Check: positive},
			{Name: "epsilon", Default: "0.1", Help: "ε of ε-greedy", Check: portion},
		},
		Run: runUCBRegret,
	}
}

// ucbPoint is what a chunk of replications came to.
type ucbPoint struct {
	// Regret is at each of the times.
	Regret []lab.Moments `json:"regret"`
	// Growth is the regret of each full decade from 100 plays on, per unit of ln n.
	Growth []lab.Moments `json:"growth"`
	// Last is the regret of each replication at the last power of ten.
	Last []float64 `json:"last"`
}

// newUCBPoint is of no replications.
func newUCBPoint(times, decades []int) ucbPoint {
	return ucbPoint{Regret: make([]lab.Moments, len(times)), Growth: make([]lab.Moments, len(decades)-1)}
}

func (p *ucbPoint) merge(q ucbPoint) {
	for k := range q.Regret {
		p.Regret[k].Merge(q.Regret[k])
	}
	for k := range q.Growth {
		p.Growth[k].Merge(q.Growth[k])
	}
	p.Last = append(p.Last, q.Last...)
}

// regret is the mean regret at one of the times. Regret is 0 or more, which Student's interval does
// not know.
func (p *ucbPoint) regret(at int) lab.Estimate {
	e := p.Regret[at].Estimate()
	e.Lo = max(e.Lo, 0)
	return e
}

// ucbPolicy is a policy with its name; byTurns is the one in which nothing is random.
type ucbPolicy struct {
	name   string
	policy func(a arms) policy
}

const byTurns = "by turns"

// ucbPolicies are the policies of the experiment, UCB1 first. c and epsilon belong to the greedy ones.
func ucbPolicies(c, epsilon float64) []ucbPolicy {
	return []ucbPolicy{
		{"UCB1", func(arms) policy { return ucb1 }},
		{"UCB1-tuned", func(arms) policy { return ucb1Tuned }},
		{"εn-greedy", func(a arms) policy {
			d := slices.Min(a.gaps())
			top := c * float64(len(a)) / (d * d)
			return greedy(func(n int) float64 { return min(1, top/float64(n)) })
		}},
		{fmt.Sprintf("ε-greedy, ε = %g", epsilon), func(arms) policy {
			return greedy(func(int) float64 { return epsilon })
		}},
		{byTurns, func(arms) policy { return uniform }},
	}
}

// ucbMeasured is what came of all policies with all sets of arms.
type ucbMeasured struct {
	policies       []ucbPolicy
	times, decades []int
	replications   int
	// of is by set and policy.
	of [][]ucbPoint
}

func runUCBRegret(ctx context.Context, run *lab.Run) (*lab.Report, error) {
	// Checked before the run began.
	c, _ := strconv.ParseFloat(run.Option("c"), 64)
	epsilon, _ := strconv.ParseFloat(run.Option("epsilon"), 64)
	plays, _ := strconv.Atoi(run.Option("plays"))
	m := &ucbMeasured{policies: ucbPolicies(c, epsilon)}
	m.times, m.decades = logTimes(plays)
	replications := run.Scaled(ucbReplications, 2)
	m.replications = replications
	if err := m.measure(ctx, run, replications); err != nil {
		return nil, err
	}
	report := &lab.Report{}
	report.Set("replications", strconv.Itoa(replications))
	linear, bounds := m.figures()
	report.Add(m.conclusion(), linear, m.growthTable(), bounds, m.regretTable(), m.spreadTable())
	return report, nil
}

// measure does the cells.
func (m *ucbMeasured) measure(ctx context.Context, run *lab.Run, replications int) error {
	var cells []lab.Cell
	type what struct{ set, policy int }
	var whats []what
	for s, set := range ucbSets {
		for p, pol := range m.policies {
			if pol.name == byTurns {
				continue // nothing in it is random
			}
			chunks := lab.Chunks(fmt.Sprintf("arms %s/%s", set.name, pol.name), replications, ucbChunk)
			cells = append(cells, chunks...)
			whats = append(whats, slices.Repeat([]what{{s, p}}, len(chunks))...)
		}
	}
	parts, err := lab.Cells(
		ctx, run, run.Name, "replications", cells,
		func(ctx context.Context, job lab.Job) (ucbPoint, error) {
			w := whats[job.Index]
			a := ucbSets[w.set].arms
			return m.replicate(ctx, a, m.policies[w.policy].policy(a), job)
		},
	)
	if err != nil {
		return err
	}
	for _, set := range ucbSets {
		points := make([]ucbPoint, len(m.policies))
		for p, pol := range m.policies {
			points[p] = newUCBPoint(m.times, m.decades)
			if pol.name == byTurns {
				set.arms.play(pol.policy(set.arms), lab.Job{}.Rand(), m.times, func(i int, regret float64) {
					points[p].Regret[i] = lab.Moments{N: 1, Mean: regret}
				})
			}
		}
		m.of = append(m.of, points)
	}
	for i, part := range parts {
		m.of[whats[i].set][whats[i].policy].merge(part)
	}
	return nil
}

// replicate lets a policy play the arms as often as the job says.
func (m *ucbMeasured) replicate(ctx context.Context, a arms, choose policy, job lab.Job) (ucbPoint, error) {
	out := newUCBPoint(m.times, m.decades)
	rng := job.Rand()
	at := make([]float64, len(m.times))
	for range job.Work {
		if err := ctx.Err(); err != nil {
			return out, err
		}
		a.play(choose, rng, m.times, func(i int, regret float64) {
			at[i] = regret
			out.Regret[i].Add(regret)
		})
		for d := range out.Growth {
			out.Growth[d].Add((at[m.decades[d+1]] - at[m.decades[d]]) / math.Ln10)
		}
		out.Last = append(out.Last, math.Round(1e6*at[m.decades[len(m.decades)-1]])/1e6)
	}
	return out, nil
}

// figures are the regret on a straight scale, and on a logarithmic scale with the bound and with
// policies of linear regret.
func (m *ucbMeasured) figures() (linear, bounds *lab.Figure) {
	linear = &lab.Figure{
		Name: "regret", Title: "Regret against plays",
		Caption: "On this scale ln n is a straight line. Bands are 95% intervals; some are narrower than the line.",
	}
	bounds = &lab.Figure{
		Name: "bound", Title: "The same, with the bound of UCB1 and policies of linear regret",
		Caption: "Both scales are logarithmic.",
	}
	for s, set := range ucbSets {
		title := fmt.Sprintf("bandit %s: %s", set.name, set.arms)
		straight := lab.Panel{Title: title, X: lab.Axis{Label: "plays n", Log: true}, Y: lab.Axis{Label: "regret"}}
		log := lab.Panel{
			Title: title,
			X:     lab.Axis{Label: "plays n", Log: true},
			Y:     lab.Axis{Label: "regret", Log: true},
		}
		bound := lab.Series{Name: "bound", Style: lab.Reference}
		for _, n := range m.times {
			bound.Points = append(bound.Points, lab.Point{X: float64(n), Y: lab.Exact(set.arms.bound(float64(n)))})
		}
		for p, pol := range m.policies {
			curve := lab.Series{Name: pol.name, Style: lab.Band}
			for i, n := range m.times {
				curve.Points = append(curve.Points, lab.Point{X: float64(n), Y: m.of[s][p].regret(i)})
			}
			if p < 3 {
				straight.Series = append(straight.Series, curve)
			}
			log.Series = append(log.Series, curve)
		}
		log.Series = append(log.Series, bound)
		linear.Panels = append(linear.Panels, straight)
		bounds.Panels = append(bounds.Panels, log)
	}
	return linear, bounds
}

// regretTable is the regret at the powers of ten.
func (m *ucbMeasured) regretTable() *lab.Table {
	t := &lab.Table{Name: "regrets", Title: "Regret after n plays", Corner: "bandit, n"}
	for _, p := range m.policies {
		t.Columns = append(t.Columns, p.name)
	}
	t.Columns = append(t.Columns, "bound of UCB1")
	for s, set := range ucbSets {
		for _, d := range m.decades {
			var values []lab.Value
			for p := range m.policies {
				values = append(values, lab.Number(m.of[s][p].regret(d), 1))
			}
			t.Row(
				fmt.Sprintf("%s, %d", set.name, m.times[d]),
				append(values, lab.Number(lab.Exact(set.arms.bound(float64(m.times[d]))), 0))...)
		}
	}
	return t
}

// growthTable compares the growth of UCB1's regret in each decade with theory.
func (m *ucbMeasured) growthTable() *lab.Table {
	t := &lab.Table{
		Name: "growth", Title: "Growth of UCB1's regret for each unit of ln n", Corner: "bandit",
		Note: "UCB1 plays an arm about 2 ln n/Δ² times in the end, so 2·Σ 1/Δ is what its growth tends to; by equal " +
			"bounds it is what the equation above gives for these plays. The factor of its bound is four times " +
			"that. Lai and Robbins 1985 proved that no policy that is good on all bandits can stay below Σ Δ/KL in " +
			"the end.",
	}
	for d := range len(m.decades) - 1 {
		t.Columns = append(t.Columns, fmt.Sprintf("from %d to %d", m.times[m.decades[d]], m.times[m.decades[d+1]]))
	}
	t.Columns = append(t.Columns, "the last by equal bounds", "2·Σ 1/Δ", "of the bound", "Σ Δ/KL")
	from, to := float64(m.times[m.decades[len(m.decades)-2]]), float64(m.times[m.decades[len(m.decades)-1]])
	for s, set := range ucbSets {
		var values []lab.Value
		for _, growth := range m.of[s][0].Growth {
			values = append(values, lab.Number(growth.Estimate(), 1))
		}
		expected := (set.arms.expected(to) - set.arms.expected(from)) / math.Log(to/from)
		limit := set.arms.limit()
		t.Row(
			set.name,
			append(
				values, lab.Number(lab.Exact(expected), 1), lab.Number(lab.Exact(limit), 1),
				lab.Number(lab.Exact(4*limit), 0), lab.Number(lab.Exact(set.arms.leastGrowth()), 1),
			)...)
	}
	return t
}

// worst names the largest hundredth of n replications, or the largest one.
func worst(n int) string {
	if n < 100 {
		return "worst replication"
	}
	return "worst hundredth"
}

// worstHundredth is the part of the sum of some numbers, 0 or more, that the largest hundredth of them,
// at least one, makes.
func worstHundredth(sorted []float64) float64 {
	sum, top := 0.0, 0.0
	for i, x := range sorted {
		sum += x
		if i >= len(sorted)-max(1, len(sorted)/100) {
			top += x
		}
	}
	return top / sum
}

// spreadTable is how the replications differ at the end.
func (m *ucbMeasured) spreadTable() *lab.Table {
	last := m.decades[len(m.decades)-1]
	t := &lab.Table{
		Name: "spread", Title: fmt.Sprintf("Regret of single replications "+
			"after %d plays", m.times[last]), Corner: "bandit, policy",
		Columns: []string{
			"mean", "median", "nine tenths below", "largest", "of the mean, from the " + worst(m.replications) + ", %",
		},
		Note: "A policy that stops trying an arm too early plays a worse one for ever. Where few such replications " +
			"make much of the mean, its " +
			"Student interval is too narrow or too wide by chance, and does not hold the true mean in 95 of 100 cases.",
	}
	for s, set := range ucbSets {
		for p, pol := range m.policies {
			one := slices.Sorted(slices.Values(m.of[s][p].Last))
			if len(one) == 0 {
				continue
			}
			t.Row(
				set.name+", "+pol.name,
				lab.Number(
					m.of[s][p].regret(last), 1,
				),
				lab.Number(lab.Exact(one[len(one)/2]), 1), lab.Number(lab.Exact(one[len(one)*9/10]), 1),
				lab.Number(lab.Exact(one[len(one)-1]), 1), lab.Number(lab.Exact(100*worstHundredth(one)), 0),
			)
		}
	}
	return t
}

// logTimes are numbers of plays up to most, evenly spread on a logarithmic scale, and the places
// of the powers of ten among them from 100 on.
func logTimes(most int) (times, decades []int) {
	for i := perDecade; ; i++ { // from 10 on
		n := int(math.Round(math.Pow(10, float64(i)/perDecade)))
		if n > most {
			return times, decades
		}
		if i%perDecade == 0 && n >= 100 {
			decades = append(decades, len(times))
		}
		times = append(times, n)
	}
}

// String is like "0.9, 9 × 0.6".
func (a arms) String() string {
	var parts []string
	for i := 0; i < len(a); {
		k := i
		for k < len(a) && a[k] == a[i] {
			k++
		}
		part := fmt.Sprintf("%g", a[i])
		if k-i > 1 {
			part = fmt.Sprintf("%d × %g", k-i, a[i])
		}
		parts = append(parts, part)
		i = k
	}
	return strings.Join(parts, ", ")
}

func positive(s string) error {
	if x, err := strconv.ParseFloat(s, 64); err != nil || !(x > 0) || x > 1e9 {
		return errors.New("want a number above 0")
	}
	return nil
}

func portion(s string) error {
	if x, err := strconv.ParseFloat(s, 64); err != nil || !(x >= 0 && x <= 1) {
		return errors.New("want a number from 0 to 1")
	}
	return nil
}
