package rating

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/tengen-go/tengen/internal/spelling"
)

// RateConfig says how games become ratings.
type RateConfig struct {
	// Anchors are ratings that are given, in Elo, by the players' names. Without any the mean
	// of all players is 0.
	Anchors map[string]float64
	// Prior is a number of virtual draws, more than 0. They keep ratings finite where a player wins
	// or loses every game. Every player brings half of Prior. Its opponents get shares of it, in
	// proportion to their games with this player. So two players who only met each other have
	// Prior draws. A player has little more than half of Prior if its opponents mostly met others.
	// BayesElo has 2.
	Prior float64
	// NoColor takes it that Black and White have the same chances, instead of estimating
	// what having Black is worth.
	NoColor bool
}

// DefaultRateConfig is without anchors.
func DefaultRateConfig() RateConfig { return RateConfig{Prior: 2} }

// Validate refuses what gives no ratings.
func (c RateConfig) Validate() error {
	if !(c.Prior > 0) || math.IsInf(c.Prior, 0) {
		return fmt.Errorf("a prior of %v draws: want more than 0", c.Prior)
	}
	for name, elo := range c.Anchors {
		if math.IsNaN(elo) || math.Abs(elo) > 1e6 {
			return fmt.Errorf("anchor %s at %v Elo: want -1,000,000 to 1,000,000", name, elo)
		}
	}
	return nil
}

// Rating is one player's.
type Rating struct {
	Name string  `json:"name"`
	Elo  float64 `json:"elo"`
	// Error is half of the 95% interval: of the rating itself if there are anchors, else of
	// its difference from the mean of all.
	Error float64 `json:"error"`
	// Better is the likelihood that the player is stronger than the next one of the list; nil
	// for the last.
	Better *float64 `json:"better,omitempty"`
	Anchor bool     `json:"anchor,omitempty"`
	// Games are all that were played, as the tally counts them, repeated ones among them.
	Games int `json:"games"`
	Tally
}

// Ratings are the players', the strongest first.
type Ratings struct {
	Players []Rating `json:"players"`
	// Black is what having Black is worth, in Elo, BlackError half of its 95% interval.
	Black      float64 `json:"black"`
	BlackError float64 `json:"black_error"`
	// Apart are groups of players which no games connect with the players above. Their
	// strength, compared with these, is not known.
	Apart [][]string `json:"apart,omitempty"`
}

// Warning names the players that could not be rated; "" if all could.
func (r Ratings) Warning() string {
	if len(r.Apart) == 0 {
		return ""
	}
	groups := make([]string, len(r.Apart))
	for i, g := range r.Apart {
		groups[i] = strings.Join(g, ", ")
	}
	return fmt.Sprintf("not rated, because no games connect them with the others: %s", strings.Join(groups, "; "))
}

// eloUnit is how many Elo are one unit of the logistic function.
var eloUnit = 400 / math.Ln10

// ErrNoPairs says that no two different players met.
var ErrNoPairs = errors.New("no games to rate by: want some between two different players")

// Rate finds the ratings of Bradley and Terry's model (1952) that are likeliest a posteriori:
// Black beats White with the probability
//
//	1 / (1 + 10^(−(Elo of Black − Elo of White + advantage)/400))
//
// and a draw counts as half a win and half a loss. The model of BayesElo, with which Silver
// et al. 2016 rated (Methods, "Evaluation"), is nearly the same. The prior is RateConfig's
// virtual draws, half of them with either colour. The intervals are of the normal
// distribution with the curvature of the posterior at its maximum. Games that repeat another
// do not count. The answer does not depend on the order of results.
func Rate(results []PairResult, config RateConfig) (Ratings, error) {
	if err := config.Validate(); err != nil {
		return Ratings{}, err
	}
	pairs := merged(results)
	if len(pairs) == 0 {
		return Ratings{}, ErrNoPairs
	}
	rated, apart, err := connected(pairs, config.Anchors)
	if err != nil {
		return Ratings{}, err
	}
	b := newBradleyTerry(rated, pairs, config)
	if err := b.climb(); err != nil {
		return Ratings{}, err
	}
	ratings, err := b.ratings()
	ratings.Apart = apart
	return ratings, err
}

// connected divides the players into those that are rated, in the order of their names, and
// groups that nothing connects with them: those with an anchor, or without anchors the group
// with the most games, are rated.
func connected(pairs []PairResult, anchors map[string]float64) (rated []string, apart [][]string, err error) {
	leader := map[string]string{}
	var find func(name string) string
	find = func(name string) string {
		if up, ok := leader[name]; ok && up != name {
			leader[name] = find(up)
		} else {
			leader[name] = name
		}
		return leader[name]
	}
	for _, r := range pairs {
		leader[find(r.A)] = find(r.B)
	}
	groups, games := map[string][]string{}, map[string]int{}
	for name := range leader {
		groups[find(name)] = append(groups[find(name)], name)
	}
	for _, r := range pairs {
		games[find(r.A)] += r.Total().Games()
	}
	chosen := map[string]bool{}
	for name := range anchors {
		if _, ok := leader[name]; !ok {
			names := make([]string, 0, len(leader))
			for n := range leader {
				names = append(names, n)
			}
			slices.Sort(names)
			return nil, nil, fmt.Errorf("anchor %s played no game%s (players: %s)",
				name, spelling.Nearest(name, names), strings.Join(names, ", "))
		}
		chosen[find(name)] = true
	}
	for _, g := range groups {
		slices.Sort(g)
	}
	if len(anchors) == 0 {
		best := ""
		for top, g := range groups {
			if best == "" || games[top] > games[best] || games[top] == games[best] && g[0] < groups[best][0] {
				best = top
			}
		}
		chosen[best] = true
	}
	for top, g := range groups {
		if chosen[top] {
			rated = append(rated, g...)
		} else {
			apart = append(apart, g)
		}
	}
	slices.Sort(rated)
	slices.SortFunc(apart, func(x, y []string) int { return cmp.Compare(x[0], y[0]) })
	return rated, apart, nil
}

// superiority is the probability that a normal variable of that mean and variance is above 0.
func superiority(mean, variance float64) float64 {
	if variance <= 0 {
		switch {
		case mean > 0:
			return 1
		case mean < 0:
			return 0
		}
		return 0.5
	}
	return distuv.UnitNormal.CDF(mean / math.Sqrt(variance))
}
