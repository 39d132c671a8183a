package lab

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
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
	{"12", slices.Concat(arms{0.9}, slices.Repeat(arms{0.8}, 3), slices.Repeat(arms{0.7}, 3), slices.Repeat(arms{0.6}, 3))},
	{"13", slices.Concat(arms{0.9}, slices.Repeat(arms{0.8}, 9))},
	{"14", slices.Concat(arms{0.55}, slices.Repeat(arms{0.45}, 9))},
}

const (
	ucbReplications = 1000
	ucbChunk        = 50
	perDecade       = 8 // points of a curve
)

// ucbRegret is the experiment ucb-regret.
func ucbRegret() *Experiment {
	return &Experiment{
		Name:   "ucb-regret",
		Title:  "the regret of UCB1 grows as the logarithm of the plays",
		Source: "Auer, Cesa-Bianchi and Fischer 2002, Finite-time analysis of the multiarmed bandit problem, theorem 1 and §4 (figures 6 to 12)",
		About: `A bandit's arms pay 0 or 1, each with a chance of its own. What a policy loses by not
always playing the best arm, its regret, grows at least as ln n with the plays n; UCB1 was the
first simple policy for which a bound of that form was proved for every n:

    R(n) ≤ 8·Σ ln n/Δ_i + (1 + π²/3)·Σ Δ_i

with Δ_i what a play of arm i loses. UCT is UCB1 at every node of a tree, and flat UCB1 is UCT
without the tree, so this curve is what both rest on.

**Reading.** Regret is Σ Δ of the arms that were played, the form whose mean the theorem bounds.
Every arm is played once first; of equal bounds a random one is taken. εn-greedy plays at random
with chance min(1, cK/(d²n)), d the least gap, as §4 does, with one c for all arms where the
paper chose the best for each. Beside them: ε-greedy of a constant ε and flat Monte-Carlo (the
arms by turns), whose regret is linear. The policies are written out here for speed; a test holds
UCB1 and UCB1-tuned to the search tree's own rules. The paper averages 100 runs and prints curves without
numbers, so what is published here is the bound.`,
		Estimate: 2 * time.Minute,
		Options: []Option{
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
	Regret []Moments `json:"regret"`
	// Growth is the regret of each full decade from 100 plays on, per unit of ln n.
	Growth []Moments `json:"growth"`
}

func runUCBRegret(ctx context.Context, run *Run) (*Report, error) {
	// Checked before the run began.
	c, _ := strconv.ParseFloat(run.Option("c"), 64)
	epsilon, _ := strconv.ParseFloat(run.Option("epsilon"), 64)
	type named struct {
		name   string
		policy func(a arms) policy
	}
	policies := []named{
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
		{"by turns", func(arms) policy { return uniform }},
	}
	plays, _ := strconv.Atoi(run.Option("plays"))
	times, decades := logTimes(plays)
	replications := run.Scaled(ucbReplications, 2)
	var cells []Cell
	type what struct{ set, policy int }
	var whats []what
	for s, set := range ucbSets {
		for p, pol := range policies {
			if pol.name == "by turns" {
				continue // nothing in it is random
			}
			chunks := Chunks(fmt.Sprintf("arms %s/%s", set.name, pol.name), replications, ucbChunk)
			cells = append(cells, chunks...)
			whats = append(whats, slices.Repeat([]what{{s, p}}, len(chunks))...)
		}
	}
	parts, err := Cells(ctx, run, run.Name, "replications", cells, func(ctx context.Context, job Job) (ucbPoint, error) {
		w := whats[job.Index]
		a := ucbSets[w.set].arms
		out := ucbPoint{make([]Moments, len(times)), make([]Moments, len(decades)-1)}
		rng := job.Rand()
		at := make([]float64, len(times))
		for range job.Work {
			if err := ctx.Err(); err != nil {
				return out, err
			}
			a.play(policies[w.policy].policy(a), rng, times, func(i int, regret float64) {
				at[i] = regret
				out.Regret[i].Add(regret)
			})
			for d := range out.Growth {
				out.Growth[d].Add((at[decades[d+1]] - at[decades[d]]) / math.Ln10)
			}
		}
		return out, nil
	})
	if err != nil {
		return nil, err
	}
	all := make([][]ucbPoint, len(ucbSets))
	for s := range all {
		all[s] = make([]ucbPoint, len(policies))
		for p := range all[s] {
			all[s][p] = ucbPoint{make([]Moments, len(times)), make([]Moments, len(decades)-1)}
		}
		ucbSets[s].arms.play(uniform, Job{}.Rand(), times, func(i int, regret float64) {
			all[s][len(policies)-1].Regret[i] = Moments{N: 1, Mean: regret}
		})
	}
	for i, part := range parts {
		to := &all[whats[i].set][whats[i].policy]
		for k := range part.Regret {
			to.Regret[k].Merge(part.Regret[k])
		}
		for k := range part.Growth {
			to.Growth[k].Merge(part.Growth[k])
		}
	}

	report := &Report{}
	report.Set("replications", strconv.Itoa(replications))
	linear := &Figure{
		Name: "regret", Title: "Regret against plays",
		Caption: "On this scale ln n is a straight line. Bands are 95% intervals; some are narrower than the line.",
	}
	bounds := &Figure{
		Name: "bound", Title: "The same beside the bound of UCB1 and policies of linear regret",
		Caption: "Both scales are logarithmic.",
	}
	regrets := &Table{Name: "regrets", Title: "Regret after n plays", Corner: "arms, n"}
	growths := &Table{
		Name: "growth", Title: "Growth of UCB1's regret for each unit of ln n", Corner: "arms",
		Note: "UCB1 plays an arm about 2 ln n/Δ² times in the end, so 2·Σ 1/Δ is what its growth tends to; by equal bounds it is what the equation above gives for these plays. The factor of its bound is four times that. Lai and Robbins 1985 proved that no policy that is good on all bandits can stay below Σ Δ/KL in the end.",
	}
	for _, p := range policies {
		regrets.Columns = append(regrets.Columns, p.name)
	}
	regrets.Columns = append(regrets.Columns, "bound of UCB1")
	for d := range len(decades) - 1 {
		growths.Columns = append(growths.Columns, fmt.Sprintf("from %d to %d", times[decades[d]], times[decades[d+1]]))
	}
	growths.Columns = append(growths.Columns, "the last by equal bounds", "2·Σ 1/Δ", "of the bound", "Σ Δ/KL")
	beyond := []string{}
	closest := math.Inf(1)
	for s, set := range ucbSets {
		title := fmt.Sprintf("arms %s: %s", set.name, set.arms)
		straight := Panel{Title: title, X: Axis{Label: "plays n", Log: true}, Y: Axis{Label: "regret"}}
		log := Panel{Title: title, X: Axis{Label: "plays n", Log: true}, Y: Axis{Label: "regret", Log: true}}
		bound := Series{Name: "bound", Style: Reference}
		for p, pol := range policies {
			curve := Series{Name: pol.name, Style: Band}
			for i, m := range all[s][p].Regret {
				curve.Points = append(curve.Points, Point{float64(times[i]), m.Estimate()})
				if p == 0 {
					b := set.arms.bound(float64(times[i]))
					bound.Points = append(bound.Points, Point{float64(times[i]), Exact(b)})
					closest = min(closest, b/m.Mean)
					if m.Estimate().Lo > b {
						beyond = append(beyond, fmt.Sprintf("arms %s after %d plays", set.name, times[i]))
					}
				}
			}
			if p < 3 {
				straight.Series = append(straight.Series, curve)
			}
			log.Series = append(log.Series, curve)
		}
		log.Series = append(log.Series, bound)
		linear.Panels = append(linear.Panels, straight)
		bounds.Panels = append(bounds.Panels, log)
		for _, d := range decades {
			var values []Value
			for p := range policies {
				values = append(values, Number(all[s][p].Regret[d].Estimate(), 1))
			}
			regrets.Row(fmt.Sprintf("%s, %d", set.name, times[d]), append(values, Number(Exact(set.arms.bound(float64(times[d]))), 0))...)
		}
		var values []Value
		for _, m := range all[s][0].Growth {
			values = append(values, Number(m.Estimate(), 1))
		}
		from, to := float64(times[decades[len(decades)-2]]), float64(times[decades[len(decades)-1]])
		expected := (set.arms.expected(to) - set.arms.expected(from)) / math.Log(to/from)
		limit := set.arms.limit()
		growths.Row(set.name, append(values, Number(Exact(expected), 1), Number(Exact(limit), 1), Number(Exact(4*limit), 0), Number(Exact(set.arms.leastGrowth()), 1))...)
	}
	said := fmt.Sprintf("UCB1's regret stays below the bound of theorem 1 with all arms after every number of plays; where they come closest the bound is %.1f times the regret.", closest)
	if len(beyond) > 0 {
		said = "**UCB1's regret is beyond the bound of theorem 1**, which cannot be: " + strings.Join(beyond, "; ") + "."
	}
	report.Add(ucbConclusion(said, regrets.Columns[:len(policies)], times, decades, all))
	report.Add(linear, growths, bounds, regrets)
	return report, nil
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
