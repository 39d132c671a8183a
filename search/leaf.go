package search

// Leaf evaluates the positions that one worker reaches: by a playout, a network, or both.
// A Leaf belongs to one goroutine; Parts.Leaf makes one for each.
//
// A playout that leaves the tree calls Expand if the position it reached joins the tree,
// and then, in any case, Evaluate of the same visit.
type Leaf interface {
	// Expand may write better prior probabilities of v.Moves to v.Priors, which are uniform
	// before. It leaves v.State as it is. It may also ask for a ticket of v (AskPriors) and
	// have it answered later, by any goroutine.
	Expand(v *Visit) error
	// Evaluate is the outcome of the position for player 0, from −1 to 1. It may play on
	// v.State and appends the moves that it plays to v.Trace. What evaluates apart from
	// playouts (N_v, W_v) goes through v.AskValue, at once or later. It is not called for
	// the root.
	Evaluate(v *Visit) (outcome float32, err error)
}

// PlayoutLeaf is the Leaf that plays every position to its end. It gives no priors.
type PlayoutLeaf struct{ Playout Playout }

// Expand implements Leaf: priors stay uniform.
func (l *PlayoutLeaf) Expand(*Visit) error { return nil }

// Evaluate implements Leaf.
func (l *PlayoutLeaf) Evaluate(v *Visit) (outcome float32, err error) {
	outcome, v.Trace = l.Playout.Playout(v.State, v.Rand, v.Trace)
	return outcome, nil
}

// Ended implements Ender for the playout.
func (l *PlayoutLeaf) Ended(s State) {
	if e, ok := l.Playout.(Ender); ok {
		e.Ended(s)
	}
}

// Flusher is a Leaf with questions outstanding that only it can send on their way. The tree
// calls Flush of every worker's Leaf before it waits for open tickets.
type Flusher interface{ Flush() }

// Ender is a Leaf, or a Playout, that wants to see positions in which a playout found the game
// to be over, which need no evaluation.
type Ender interface{ Ended(s State) }

// Visit is one arrival at a leaf.
type Visit struct {
	// State is the position.
	State State
	// Moves are its moves if it joins the tree at this visit; else none.
	Moves []Move
	// Priors are the probabilities of Moves if the rule needs them; else none. They are for
	// Expand.
	Priors []float32
	// Trace is where Evaluate appends the moves of its playout, the first by State.Player(),
	// then alternating.
	Trace []Move
	// Rand is the worker's chance.
	Rand *Rand
	// Root says that the position is the root.
	Root bool

	w *worker
	// apart says that other goroutines evaluate the same position at the same time. One of them may
	// ask for tickets.
	apart bool
}

// Grandfather is what the search knows of the same move two plies up, where the same player
// was to move; no visits if there is no such position or move.
func (v *Visit) Grandfather(m Move) Stat { return v.w.grandfather(m) }

// AskValue is a ticket to give the value of the position to every edge on the way to it.
// It is nil if the value was asked for before or is by another, or if the rule keeps no values.
func (v *Visit) AskValue() *Ticket {
	if v.apart {
		return nil
	}
	return v.w.askValue()
}

// AskPriors is a ticket to replace the priors of the position that joins the tree. It is nil
// if the rule keeps no priors. Only Expand may call it.
func (v *Visit) AskPriors() *Ticket { return v.w.askPriors() }
