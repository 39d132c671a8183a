package search

import (
	"context"
	"errors"

	"github.com/tengen-go/tengen/internal/wyrand"
)

// scored is a Rule that selects the edge of the largest sum of two terms, as PUCT does.
type scored interface {
	Rule
	// Terms are both terms of edge i: what is known of the move, from −1 to 1, and what is added so that
	// it is tried.
	Terms(e *Edges, i int) (q, u float32)
}

// Trace is one playout step by step, with what the tree knew before it and after it.
type Trace struct {
	// Steps are the positions in the tree that the playout came through, the root first.
	Steps []TraceStep
	// Joined are the moves of the position behind the last step if it joined the tree by this playout.
	Joined []MoveStat
	// Over says that the game is over behind the last step.
	Over bool
	// Outcome is what the playout brought, for player 0 from −1 to 1: N_r and W_r of every step
	// have changed by it. In steps of 1/512, as the tree keeps it.
	Outcome float64
	// Value is what the network said, in the same way. Judged says that it was asked: it is asked once for
	// each position, if the rule keeps values apart from playouts.
	Value  float64
	Judged bool
	// Moves are those that were played to the end of the game from behind the last step.
	Moves []Move
}

// TraceStep is one position of a Trace.
type TraceStep struct {
	// Player is to move.
	Player int
	// Chosen is the index of the selected move.
	Chosen int
	// Lambda is λ at the position, if the rule mixes as PUCT does.
	Lambda float64
	// Before and After are all moves of the position, before and after the playout.
	Before, After []TraceMove

	outcome, value Stat   // of the selected move, before
	child          uint32 // behind it, before
}

// TraceMove is a move of a step with the terms of its score, if the rule selects by such a sum, as PUCT does.
type TraceMove struct {
	MoveStat
	Q, U float64
}

// errTraced says which searches cannot be traced.
var errTraced = errors.New("only a search of one thread can be followed step by step")

// Trace makes one playout and says what happened. The tree is the same afterwards as after a Search
// of one playout.
func (t *Tree) Trace(ctx context.Context) (*Trace, error) {
	if t.rootTrees != nil || t.config.Threads != 1 {
		return nil, errTraced
	}
	t.life.begin() // the tree is read before and after the playout, too
	defer t.end()
	if err := t.plant(); err != nil {
		return nil, err
	}
	// The playout itself knows nothing of being watched. Its way is found beforehand, with the same
	// chance, and what it has changed is read afterwards.
	trace := t.foresee()
	if err := t.Search(ctx, Budget{Playouts: 1}); err != nil {
		return nil, err
	}
	if t.done.Load() == 0 {
		return nil, ctx.Err()
	}
	t.hindsight(trace)
	if !trace.Over {
		trace.Moves = append(trace.Moves, t.workers[0].trace...)
	}
	return trace, nil
}

// foresee is the way of the next playout, with the moves as they are before it.
func (t *Tree) foresee() *Trace {
	trace := &Trace{}
	chance := wyrand.New(t.seedOf(t.search.Load() + 1))
	state := t.state.Clone()
	e, limit := Edges{}, 4*state.Range()
	for node := t.root; node != none && len(trace.Steps) < limit; {
		t.enter(&e, node, state.Player(), len(trace.Steps))
		i := t.parts.Rule.Select(&e, &chance)
		edge := t.store.first[node] + uint32(i)
		step := TraceStep{
			Player: e.Player, Chosen: i, Lambda: t.lambda(&e), Before: t.traceMoves(&e),
			outcome: e.Outcome(i), child: t.store.childOf(edge),
		}
		if t.needs.Values {
			step.value = e.Value(i)
		}
		trace.Steps = append(trace.Steps, step)
		t.leave(&e, i)
		if t.store.table != nil && !state.Legal(e.Moves[i]) {
			break // the playout is lost here
		}
		state.Play(e.Moves[i])
		if _, trace.Over = state.Over(); trace.Over {
			break
		}
		node = step.child
	}
	return trace
}

// hindsight adds what the playout has changed.
func (t *Tree) hindsight(trace *Trace) {
	var e Edges
	node := t.root
	for i := range trace.Steps {
		if node == none { // the store was full, and what was read least has gone
			trace.Steps = trace.Steps[:i]
			break
		}
		step := &trace.Steps[i]
		t.enter(&e, node, step.Player, i)
		step.After = t.traceMoves(&e)
		side := 1 - 2*float64(step.Player)
		trace.Outcome = side * centred(e.Outcome(step.Chosen).Sum()-step.outcome.Sum())
		if t.needs.Values {
			value := e.Value(step.Chosen)
			if trace.Judged = value.N() > step.value.N(); trace.Judged {
				trace.Value = side * centred(value.Sum()-step.value.Sum())
			}
		}
		t.leave(&e, step.Chosen)
		node = t.store.childOf(t.store.first[node] + uint32(step.Chosen))
	}
	if last := trace.Steps[len(trace.Steps)-1]; last.child == none && node != none {
		t.enter(&e, node, 1-last.Player, len(trace.Steps))
		for _, m := range t.traceMoves(&e) {
			trace.Joined = append(trace.Joined, m.MoveStat)
		}
	}
}

// enter sets e to a node of a trace, as a playout sees it.
func (t *Tree) enter(e *Edges, node uint32, player, depth int) {
	t.store.look(e, node)
	e.Player, e.Depth, e.Ply = player, depth, plyOf(t.state)+depth
	if depth == 0 {
		e.Mean = 0.5
		if t.needs.Mean {
			e.Mean = rootMean(t.parts.Rule, e)
		}
	}
}

// leave sets the mean of the node behind edge i.
func (t *Tree) leave(e *Edges, i int) {
	mean := float32(0.5)
	if t.needs.Mean && e.Playouts(i) > 0 {
		mean = 1 - t.parts.Rule.Mean(e, i)
	}
	e.Mean = mean
}

// traceMoves are the moves of a node with their terms.
func (t *Tree) traceMoves(e *Edges) []TraceMove {
	terms, _ := t.parts.Rule.(scored)
	moves := make([]TraceMove, e.Len())
	for i := range moves {
		moves[i].MoveStat = t.moveStat(e, i)
		if terms != nil {
			q, u := terms.Terms(e, i)
			moves[i].Q, moves[i].U = float64(q), float64(u)
		}
	}
	return moves
}
