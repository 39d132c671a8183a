package search

import "errors"

// Models models the opponent inside the tree: Own selects where Player moves, Opponent elsewhere.
// In Zhang, Peng and Xu, §4, "Player 1" is such an opponent with another policy.
//
// Rewards are rewards of the player to move. An opponent that "minimises the lower confidence
// bound" of Player's reward, argmin Q̄ − c, is therefore simply UCT: with Q̄' = 1 − Q̄ it is
// argmax Q̄' + c. An opponent that plays at random is AtRandom.
type Models struct {
	Own, Opponent Rule
	// Player is who searches: 0, 1, or Mover.
	Player int
}

// Mover stands in Models for the player who moves at the root, whoever that is, in games of
// strict turns.
const Mover = -1

// own says whether the player searches; mover is who moves at the root.
func (m Models) own(player, mover int) bool {
	if m.Player == Mover {
		return player == mover
	}
	return player == m.Player
}

// ruleAt is the rule of a node.
func (m *Models) ruleAt(e *Edges) Rule {
	if m.own(e.Player, e.Player^e.Depth&1) {
		return m.Own
	}
	return m.Opponent
}

// Needs implements Rule.
func (m Models) Needs() Needs {
	a, b := m.Own.Needs(), m.Opponent.Needs()
	return Needs{
		Priors: a.Priors || b.Priors, Values: a.Values || b.Values, Rave: a.Rave || b.Rave,
		Squares: a.Squares || b.Squares, Mean: a.Mean || b.Mean, Finished: a.Finished || b.Finished,
		Owners: a.Owners || b.Owners,
	}
}

// Select implements Rule.
func (m Models) Select(e *Edges, r *Rand) int {
	return m.ruleAt(e).Select(e, r)
}

// Mean implements Rule.
func (m Models) Mean(e *Edges, i int) float32 {
	return m.ruleAt(e).Mean(e, i)
}

// Validate implements validator.
func (m Models) Validate() error { return errors.Join(validRule(m.Own), validRule(m.Opponent)) }

// Chance implements chancer.
func (m Models) Chance(player, mover int) bool {
	if m.own(player, mover) {
		return chance(m.Own, player, mover)
	}
	return chance(m.Opponent, player, mover)
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

// Chance implements chancer: chance decides.
func (AtRandom) Chance(_, _ int) bool { return true }

// chancer is a Rule that may leave moves to chance.
type chancer interface {
	// Chance says whether a player's moves are left to chance; mover is the player to move at the root.
	Chance(player, mover int) bool
}

// chance says whether a rule leaves the moves of a player to chance.
func chance(r Rule, player, mover int) bool {
	c, ok := r.(chancer)
	return ok && c.Chance(player, mover)
}
