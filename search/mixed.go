package search

// Mixed is the leaf evaluation that waits for its answers: a playout, an Evaluator, or both.
// With both the outcome is (1−λ)·value + λ·playout; it is one number, so a PUCT with it is
// not Separate.
type Mixed struct {
	// Playout plays to the end; nil for none.
	Playout Playout
	// Evaluator gives priors and values, as far as it has them; nil for none.
	Evaluator Evaluator
	// Lambda is the weight of the playout where there is a value as well.
	Lambda float32

	value float32
	known bool // value is the value of the position that joins the tree
}

// Expand implements Leaf.
func (l *Mixed) Expand(v *Visit) error {
	l.known = false
	if l.Evaluator == nil || !l.Evaluator.HasPriors() || v.Priors == nil {
		return nil
	}
	value, err := l.Evaluator.Evaluate(v.State, v.Moves, v.Priors)
	l.value, l.known = value, !v.Root
	return err
}

// Evaluate implements Leaf.
func (l *Mixed) Evaluate(v *Visit) (outcome float32, err error) {
	useValue := l.Evaluator != nil && l.Evaluator.HasValue() && (l.Playout == nil || l.Lambda < 1)
	value, known := l.value, l.known
	l.known = false
	if useValue {
		if !known {
			if value, err = l.Evaluator.Evaluate(v.State, nil, nil); err != nil {
				return 0, err
			}
		}
		if v.State.Player() != 0 {
			value = -value
		}
	}
	if l.Playout == nil {
		return value, nil
	}
	outcome, v.Trace = l.Playout.Playout(v.State, v.Rand, v.Trace)
	if useValue {
		outcome = (1-l.Lambda)*value + l.Lambda*outcome
	}
	return outcome, nil
}

// Ended implements Ender for the playout.
func (l *Mixed) Ended(s State) {
	if e, ok := l.Playout.(Ender); ok {
		e.Ended(s)
	}
}
