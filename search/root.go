package search

import (
	"math"

	"github.com/tengen-go/tengen/internal/wyrand"
)

// Root is what a search knows of the position it was asked about.
type Root struct {
	// Player is to move.
	Player int
	// Visits is the number of playouts through the position.
	Visits int
	// Mean is their mean value for Player, −1 to 1, without virtual experience; 0 without visits.
	Mean float64
	// Lambda is λ at the position, the share of the playouts' mean, if the rule mixes as PUCT does.
	Lambda float64
	// Moves are the moves in the order of the tree.
	Moves []MoveStat
}

// MoveStat is what a search knows of one move at the root. Values are for the player to move,
// from −1 (lost) to 1 (won), and 0 where there were no visits.
type MoveStat struct {
	Move   Move
	Visits int // playouts that began with the move
	// Experience is how many visits a heuristic gave it, which the means count besides.
	Experience int
	Mean       float64 // their mean, as the rule mixes it
	// Played is the mean of the playouts that began with the move: Mean without the experience.
	Played float64
	LCB    float64 // lower end of the mean's confidence interval, −1 without visits
	Prior  float64 // probability before reading; 0 if the rule keeps none

	Outcome    float64 // mean of the playouts alone
	Variance   float64 // of their rewards from 0 to 1; the most their mean allows if not kept
	Values     int     // evaluations at and below
	Value      float64 // their mean
	RaveVisits int
	Rave       float64
}

// lcbWidth is how many standard errors the lower end of the interval lies below the mean.
const lcbWidth = 1.96

// Root is what is known of the root now. While a search runs it waits for the playouts under
// way and holds the others up for a moment.
func (t *Tree) Root() Root {
	t.hold()
	defer t.release()
	r := Root{Player: t.state.Player()}
	if t.root == none {
		return r
	}
	r.Moves = t.rootMoves(nil)
	r.Lambda = t.lambda(&Edges{Ply: plyOf(t.state)})
	sum := 0.0
	for i := range r.Moves {
		r.Visits += r.Moves[i].Visits
		sum += r.Moves[i].Played * float64(r.Moves[i].Visits)
	}
	if r.Visits > 0 {
		r.Mean = sum / float64(r.Visits)
	}
	return r
}

// lambda is λ of a PUCT at a node; 0 for other rules.
func (t *Tree) lambda(e *Edges) float64 {
	if p, ok := t.parts.Rule.(PUCT); ok {
		return float64(p.lambdaAt(e.Ply))
	}
	return 0
}

// rootMoves appends the statistics of the root's moves. The caller holds the gate, and for
// reading only if it is the first worker.
func (t *Tree) rootMoves(buf []MoveStat) []MoveStat {
	e := &t.edges
	if t.rootTrees != nil {
		e = new(Edges)
		t.rootTrees.look(e)
	} else {
		t.store.look(e, t.root)
	}
	e.Player, e.Ply = t.state.Player(), plyOf(t.state)
	for i := range e.Len() {
		buf = append(buf, t.moveStat(e, i))
	}
	return buf
}

func (t *Tree) moveStat(e *Edges, i int) MoveStat {
	m := MoveStat{Move: e.Moves[i], Visits: e.Playouts(i), Experience: e.virtual(i), LCB: -1}
	if t.needs.Priors {
		m.Prior = float64(e.Prior(i))
	}
	if o := e.Outcome(i); o.N() > 0 {
		m.Outcome = centred(o.Mean())
		if t.needs.Squares {
			m.Variance = e.Variance(i)
		} else {
			m.Variance = float64(o.Mean()) * (1 - float64(o.Mean()))
		}
	}
	if t.needs.Values {
		if v := e.Value(i); v.N() > 0 {
			m.Values, m.Value = v.N(), centred(v.Mean())
		}
	}
	if t.needs.Rave {
		if r := e.Rave(i); r.N() > 0 {
			m.RaveVisits, m.Rave = r.N(), centred(r.Mean())
		}
	}
	if m.Visits > 0 {
		mean := float64(t.parts.Rule.Mean(e, i))
		m.Mean = 2*mean - 1
		m.Played = m.Mean
		if b := e.experienced(i); b.visits() > 0 {
			n, k := float64(m.Visits), float64(b.visits())
			m.Played = 2*min(max((mean*(n+k)-float64(b.mean())*k)/n, 0), 1) - 1
		}
		// Rewards of a given mean vary most if they are all 0 or 1. One more of each keeps
		// the interval of a few equal outcomes from being empty.
		n := float64(m.Visits)
		p := (mean*n + 1) / (n + 2)
		m.LCB = max(-1, 2*(mean-lcbWidth*math.Sqrt(p*(1-p)/n))-1)
	}
	return m
}

// centred turns a reward from 0 to 1 into a value from −1 to 1.
func centred(mean float32) float64 { return 2*float64(mean) - 1 }

// rootMean is the mean of the rule's means, weighed by visits.
func rootMean(r Rule, e *Edges) float32 {
	sum, n := float32(0), 0
	for i := range e.Len() {
		if k := e.Playouts(i); k > 0 {
			sum += float32(k) * r.Mean(e, i)
			n += k
		}
	}
	if n == 0 {
		return 0.5
	}
	return sum / float32(n)
}

// Line is the moves that the search expects after the given ones from the root: each the most
// visited, as long as it has visits.
func (t *Tree) Line(after ...Move) (line []Move) {
	line, _ = t.Variation(after...)
	return line
}

// Variation is Line, with the playouts through each of its moves.
func (t *Tree) Variation(after ...Move) (line []Move, playouts []int) {
	t.hold()
	defer t.release()
	places := t.places(nil)
	var next []place
	for k := 0; len(places) > 0; k++ {
		first := places[0]
		at, most := -1, 1
		for i := range uint32(first.store.count[first.node]) {
			m := first.store.moves[first.store.first[first.node]+i]
			if k < len(after) {
				if m == after[k] {
					at = int(i)
				}
				continue
			}
			n := 0
			for _, p := range places {
				if edge := p.edge(first, i); edge != none {
					n += p.store.playouts(edge)
				}
			}
			if n > most || n == most && at < 0 {
				at, most = int(i), n
			}
		}
		if at < 0 || len(line) >= maxLine {
			break
		}
		if k >= len(after) {
			line = append(line, first.store.moves[first.store.first[first.node]+uint32(at)])
			playouts = append(playouts, most)
		}
		next = behind(next[:0], places, uint32(at))
		places, next = next, places
	}
	return line, playouts
}

// maxLine bounds a line where repetition is no end.
const maxLine = 512

// Best is the move that a choice makes now, NoMove if nothing was read. Like Root it may be
// asked at any time, and it is cheap: a search can be read after every few playouts.
func (t *Tree) Best(c Choice) Move {
	t.hold()
	defer t.release()
	if t.root == none {
		return NoMove
	}
	t.stats = t.rootMoves(t.stats[:0])
	return t.stats[c.Choose(t.stats, t.Chance())].Move
}

// Chance is what a Choice breaks ties of the root's moves by: 64 random bits that come from
// Config.Seed and stay the same until the next search, however often a choice is made. No
// playout draws from there, so none depends on choices.
func (t *Tree) Chance() uint64 {
	r := wyrand.New(^t.seed())
	return r.Uint64()
}
