package papers

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/lab"
)

// nearLimit is how near, as a part of it, a growth has to be to its limit to have reached it.
const nearLimit = 0.1

// ucbGrowth says how the growth of UCB1's regret stands to its limit, from the growth in each decade.
// It passes its limit on the way up as well, which is no arrival: settled says that the plays are as
// many as it takes to stay there.
func ucbGrowth(growth []lab.Estimate, limit float64, settled bool) string {
	last := growth[len(growth)-1]
	switch {
	case settled && math.Abs(last.Value/limit-1) <= nearLimit:
		return "near"
	case len(growth) == 1:
		return "only"
	case last.Above(growth[len(growth)-2]):
		return "rising"
	case growth[len(growth)-2].Above(last):
		return "falling"
	}
	return "level"
}

// boundHolds says whether UCB1's regret stays below the bound of theorem 1.
func (m *ucbMeasured) boundHolds() string {
	var beyond []string
	closest := math.Inf(1)
	for s, set := range ucbSets {
		for i, n := range m.times {
			regret, bound := m.of[s][0].regret(i), set.arms.bound(float64(n))
			closest = min(closest, bound/regret.Value)
			if regret.Above(lab.Exact(bound)) {
				beyond = append(beyond, fmt.Sprintf("bandit %s after %d plays", set.name, n))
			}
		}
	}
	if len(beyond) > 0 {
		return "**UCB1's regret is beyond the bound of theorem 1**, which cannot be: " + strings.Join(
			beyond, "; ",
		) + "."
	}
	return fmt.Sprintf(
		"UCB1's regret stays below the bound of theorem 1 with all bandits at all measured numbers of plays. At the "+
			"closest point the bound is %.1f times the regret.",
		closest,
	)
}

// conclusion says what became of the policies.
func (m *ucbMeasured) conclusion() lab.Text {
	lines := []string{m.boundHolds()}
	from, to := m.times[m.decades[len(m.decades)-2]], m.times[m.decades[len(m.decades)-1]]
	groups := map[string][]string{}
	settled := map[int][]string{}
	least := map[string][]string{}
	deepest, off := 0, 0.0
	for s, set := range ucbSets {
		var growth []lab.Estimate
		for _, g := range m.of[s][0].Growth {
			growth = append(growth, g.Estimate())
		}
		limit := set.arms.limit()
		last := growth[len(growth)-1]
		power := set.arms.settled(nearLimit)
		kind := ucbGrowth(growth, limit, float64(from) >= math.Pow(10, float64(power)))
		groups[kind] = append(
			groups[kind],
			fmt.Sprintf("%s (%s, %.2f times the limit)", set.name, last.Format(1), last.Value/limit),
		)
		settled[power] = append(settled[power], set.name)
		deepest = max(deepest, power)
		for _, d := range m.decades[1:] {
			off = max(off, math.Abs(m.of[s][0].Regret[d].Mean/set.arms.expected(float64(m.times[d]))-1))
		}
		best := m.least(s)
		least[best] = append(least[best], set.name)
	}
	line := fmt.Sprintf(
		"UCB1's regret grows for each unit of ln n, and the growth tends to 2·Σ 1/Δ. This is the growth from %d to %d "+
			"plays:", from, to,
	)
	for _, g := range []struct{ kind, words string }{
		{"near", "is within a tenth of the limit"},
		{"falling", "is past its peak and falling, but not at the limit yet"},
		{"level", "is as in the decade before, but not at the limit"},
		{"rising", "is still rising, so these plays do not show the limit"},
		{"only", "is known for one decade only, which shows nothing"},
	} {
		if list := groups[g.kind]; len(list) > 0 {
			line += fmt.Sprintf(" with %s it %s;", bandits(list), g.words)
		}
	}
	lines = append(lines, strings.TrimSuffix(line, ";")+".")
	var when []string
	for power := 0; power <= deepest; power++ {
		if list := settled[power]; len(list) > 0 {
			when = append(when, fmt.Sprintf("10^%d plays with %s", power, bandits(list)))
		}
	}
	lines = append(
		lines,
		fmt.Sprintf(
			"Why: UCB1 keeps the bounds of all arms equal. So it plays arm i about 2·ln n/(Δ_i + sqrt(2·ln n/n_*))² "+
				"times, where n_* is the number of plays of the best arm. From 1000 plays on, at every power of ten, "+
				"our regrets are within %.1f%% of this formula. At first the best arm's own bound is wide, and the "+
				"other arms are played less than in the end. Later they catch up, and the regret grows faster than in "+
				"the end. By the formula, the growth stays within a tenth of its limit from about %s on.",
			100*off, strings.Join(when, ", "),
		),
	)
	var bests []string
	for _, name := range leastOrder(least) {
		bests = append(bests, fmt.Sprintf("%s with %s", name, bandits(least[name])))
	}
	lines = append(lines, fmt.Sprintf("Least mean regret after %d plays: %s.", to, strings.Join(bests, "; ")))
	if rare := m.rare(); rare != "" {
		lines = append(lines, "Some means depend on few replications: more than a quarter of the mean comes from the "+
			worst(m.replications)+". Do not rely on these: "+rare+".")
	}
	return lab.Conclusion(lines)
}

// bandits names several by their numbers.
func bandits(numbers []string) string {
	if len(numbers) == 1 {
		return "bandit " + numbers[0]
	}
	return "bandits " + lab.Listed(numbers)
}

// rests says that more than a quarter of a policy's mean at the end comes from the worst hundredth of its replications.
func (m *ucbMeasured) rests(set, policy int) bool {
	one := slices.Sorted(slices.Values(m.of[set][policy].Last))
	return len(one) > 0 && worstHundredth(one) > 0.25
}

// median is the median regret at the end. Without replications the regret is computed, and every one would have it.
func (m *ucbMeasured) median(set, policy int) float64 {
	one := slices.Sorted(slices.Values(m.of[set][policy].Last))
	if len(one) == 0 {
		return m.of[set][policy].regret(m.decades[len(m.decades)-1]).Value
	}
	return one[len(one)/2]
}

// rare names the policies that owe more than a quarter of their mean at the end to the worst
// hundredth of their replications.
func (m *ucbMeasured) rare() string {
	var list []string
	for p, pol := range m.policies {
		var with []string
		for s, set := range ucbSets {
			if m.rests(s, p) {
				with = append(with, set.name)
			}
		}
		if len(with) > 0 {
			list = append(list, fmt.Sprintf("%s with %s", pol.name, bandits(with)))
		}
	}
	return strings.Join(list, "; ")
}

// least names the policy of the least mean regret at the end and those that are not apart from it. Where a mean of the
// two rests on few replications, a policy is apart only if its median is larger as well.
func (m *ucbMeasured) least(set int) string {
	at := m.decades[len(m.decades)-1]
	of := func(p int) lab.Estimate { return m.of[set][p].regret(at) }
	best := 0
	for p := range m.policies {
		if of(p).Value < of(best).Value {
			best = p
		}
	}
	var list []string
	for p, pol := range m.policies {
		few := m.rests(set, p) || m.rests(set, best)
		if !of(p).Apart(of(best)) || few && m.median(set, p) <= m.median(set, best) {
			list = append(list, pol.name)
		}
	}
	if len(list) == 1 {
		return list[0]
	}
	return "one of " + lab.Listed(list)
}

// leastOrder are the keys of least, the one with the first arms first.
func leastOrder(least map[string][]string) (keys []string) {
	for _, set := range ucbSets {
		for key, arms := range least {
			if arms[0] == set.name {
				keys = append(keys, key)
			}
		}
	}
	return keys
}
