package alphago

import (
	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/search"
)

// apvLeaf evaluates the leaves of one worker of an APV.
type apvLeaf struct {
	apv       *APV
	lambda    float64
	playout   search.Playout // nil: none
	tree      TreePolicy
	threshold *threshold // nil: fixed

	points []board.Point
	value  float32
	known  bool // value is the value of the position that joins the tree
}

// Expand implements Leaf: priors of a position that joins the tree.
func (l *apvLeaf) Expand(v *search.Visit) error {
	l.known = false
	n := l.apv.Network
	if !n.HasPriors() {
		return l.placeholders(v)
	}
	if l.apv.Wait || v.Root || l.lambda == 0 {
		want := wantPriors
		if l.lambda == 0 && !v.Root {
			want |= wantValue
		}
		value, err := n.ask(v.State, v.Moves, v.Priors, want)
		l.value, l.known = value, want&wantValue != 0
		return err
	}
	if n.queue.late() { // else the answer is there before anybody looks
		if err := l.placeholders(v); err != nil {
			return err
		}
	}
	if l.threshold != nil {
		l.threshold.observe(int(n.queue.postedPriors.Load()))
	}
	n.postPriors(v.State, v.Moves, v.AskPriors())
	return nil
}

// placeholders are the tree policy's priors; without one they are equal.
func (l *apvLeaf) placeholders(v *search.Visit) error {
	if l.tree == nil {
		return nil
	}
	pos, err := boardOf(v.State)
	if err != nil {
		return err
	}
	l.points = l.points[:0]
	for _, m := range v.Moves {
		l.points = append(l.points, board.Point(m))
	}
	l.tree.Priors(pos, l.points, v.Priors)
	return nil
}

// Evaluate implements Leaf.
func (l *apvLeaf) Evaluate(v *search.Visit) (outcome float32, err error) {
	if l.lambda == 0 {
		return l.judge(v.State)
	}
	if l.lambda < 1 {
		l.ask(v)
	}
	outcome, v.Trace = l.playout.Playout(v.State, v.Rand, v.Trace)
	return outcome, nil
}

// ask asks the value network to judge the position, if that was not done before. If the queue has
// no room now, the next visit asks.
func (l *apvLeaf) ask(v *search.Visit) {
	n := l.apv.Network
	if !l.apv.Wait && !n.queue.takesValues() {
		return
	}
	t := v.AskValue()
	switch {
	case t == nil:
	case !l.apv.Wait:
		n.postValue(v.State, t)
	default:
		value, err := l.judge(v.State)
		if err != nil {
			t.Fail(err)
			return
		}
		t.Value(value)
	}
}

// judge is the value of a position for player 0, by the network.
func (l *apvLeaf) judge(s search.State) (float32, error) {
	value, known := l.value, l.known
	l.known = false
	if !known {
		var err error
		if value, err = l.apv.Network.ask(s, nil, nil, wantValue); err != nil {
			return 0, err
		}
	}
	if s.Player() != 0 {
		value = -value
	}
	return value, nil
}

// Ended implements Ender for the playout.
func (l *apvLeaf) Ended(s search.State) {
	if e, ok := l.playout.(search.Ender); ok {
		e.Ended(s)
	}
}

// Flush implements Flusher.
func (l *apvLeaf) Flush() { l.apv.Network.queue.flush() }
