package search

// Experience is what a heuristic says of a move, as if there had been visits.
type Experience struct {
	Mean       float32 // H(s,a), the mean reward for the player to move, 0 to 1
	Visits     float32 // C(s,a), rounded down in the tree, at most 60,000
	RaveMean   float32 // H̃(s,a)
	RaveVisits float32 // C̃(s,a)
}

// Add adds visits with this mean to the experience.
func (x *Experience) Add(mean, visits, raveVisits float32) {
	if visits > 0 {
		x.Visits += visits
		x.Mean += (mean - x.Mean) * visits / x.Visits
	}
	if raveVisits > 0 {
		x.RaveVisits += raveVisits
		x.RaveMean += (mean - x.RaveMean) * raveVisits / x.RaveVisits
	}
}

// Heuristic believes something of moves before any playout: virtual experience (Gelly and
// Silver 2011, §5). Anything that can say how good a move looks can be one; the four of the
// paper are EvenGame, Grandfather, and Crafted and Shapes of package gostate. It belongs to one
// goroutine.
type Heuristic interface {
	// Experience adds what is believed of v.Moves[i] to about[i] (Experience.Add), for each i.
	// It leaves v.State as it is.
	Experience(v *Visit, about []Experience)
}

// EvenGame believes that every move is as good as any: mean 0.5 (the paper's first).
type EvenGame struct{ Visits, RaveVisits float32 }

// Experience implements Heuristic.
func (h EvenGame) Experience(_ *Visit, about []Experience) {
	for i := range about {
		about[i].Add(0.5, h.Visits, h.RaveVisits)
	}
}

// Grandfather believes that a move is as good as it was two plies up, when the same player
// was to move (the paper's second). It believes nothing of moves that were not visited there.
type Grandfather struct{ Visits, RaveVisits float32 }

// Experience implements Heuristic.
func (h Grandfather) Experience(v *Visit, about []Experience) {
	for i, m := range v.Moves {
		if was := v.Grandfather(m); was.N() > 0 {
			about[i].Add(was.Mean(), h.Visits, h.RaveVisits)
		}
	}
}
