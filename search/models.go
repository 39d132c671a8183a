package search

// Models models the opponent inside the tree (Zhang, Peng and Xu, §4, where "Player 1" is
// somebody with a policy of his own): Own selects where Player moves, Opponent elsewhere.
//
// Rewards are those of the player who moves. An opponent who "minimises the lower confidence
// bound" of Player's reward, argmin Q̄ − c, is therefore simply UCT: with Q̄' = 1 − Q̄ it is
// argmax Q̄' + c. One who plays at random is AtRandom.
type Models struct {
	Own, Opponent Rule
	// Player is who searches, 0 or 1.
	Player int
}

// Needs implements Rule.
func (m Models) Needs() Needs {
	a, b := m.Own.Needs(), m.Opponent.Needs()
	return Needs{
		Priors: a.Priors || b.Priors, Values: a.Values || b.Values, Rave: a.Rave || b.Rave,
		Squares: a.Squares || b.Squares, Mean: a.Mean || b.Mean,
	}
}

// Select implements Rule.
func (m Models) Select(e *Edges, r *Rand) int {
	if e.Player == m.Player {
		return m.Own.Select(e, r)
	}
	return m.Opponent.Select(e, r)
}

// Mean implements Rule.
func (m Models) Mean(e *Edges, i int) float32 {
	if e.Player == m.Player {
		return m.Own.Mean(e, i)
	}
	return m.Opponent.Mean(e, i)
}

// Chance says whether the rule of the given player is AtRandom.
func (m Models) Chance(player int) bool {
	if player == m.Player {
		return chance(m.Own, player)
	}
	return chance(m.Opponent, player)
}

// AtRandom selects every move with the same probability.
type AtRandom struct{ byOutcomes }

// Needs implements Rule.
func (AtRandom) Needs() Needs { return Needs{} }

// Select implements Rule.
func (AtRandom) Select(e *Edges, r *Rand) int {
	if e.Len() == 1 {
		return 0
	}
	return r.IntN(e.Len())
}

// Chance says that nobody decides.
func (AtRandom) Chance(int) bool { return true }

// chance says whether a rule leaves the moves of a player to chance.
func chance(r Rule, player int) bool {
	c, ok := r.(interface{ Chance(player int) bool })
	return ok && c.Chance(player)
}
