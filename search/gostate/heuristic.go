package gostate

import (
	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/search"
)

// Match says whether c playing the empty point p fits a pattern; nil matches nothing.
type Match func(pos *board.Position, p board.Point, c board.Color) bool

// Crafted is the hand-crafted heuristic of MoGo (Gelly and Silver 2011, §5). A move is good (1) if
// it saves stones from capture, matches a pattern or captures. It is bad (0) if it puts the player's
// own stones in atari. Any other move is even (0.5). All have the same weight. Pattern is
// rollout.MoGoMatch there.
type Crafted struct {
	Pattern            Match
	Visits, RaveVisits float32

	scout *scout
}

// Experience implements Heuristic. v.State is a *State.
func (h *Crafted) Experience(v *search.Visit, about []search.Experience) {
	if h.scout == nil {
		h.scout = newScout()
	}
	pos := v.State.(*State).Position()
	c := pos.ToMove()
	for i, m := range v.Moves {
		p, mean := board.Point(m), float32(0.5)
		if p != board.Pass {
			switch found, _, _ := h.scout.look(pos, p, c); {
			case found&selfAtari != 0:
				mean = 0
			case found&urgent != 0 || h.Pattern != nil && h.Pattern(pos, p, c):
				mean = 1
			}
		}
		about[i].Add(mean, h.Visits, h.RaveVisits)
	}
}

// Knowledge believes more, and not all of it as firmly: each sign of a good or a bad move
// adds wins or losses of its own weight.
type Knowledge struct {
	// Visits and RaveVisits scale all weights for the two kinds of experience.
	Visits, RaveVisits float32

	Even      float32    // weight of 0.5, for every move
	Take      float32    // of a win, for a capture; more for larger ones
	Save      float32    // for saving stones from capture; more for more
	Threaten  float32    // for putting stones in atari
	SelfAtari float32    // of a loss, for putting one's own stones in atari
	Pattern   float32    // of a win, for a match
	Near      [4]float32 // for a common-fate distance of 1, 2, 3, 4 from the last move
	Edge      float32    // of a loss, for the first line with no stone near
	Second    float32    // the same for the second line
	Third     float32    // of a win, for the third line and further inside with no stone near
	Pass      float32    // of a loss, for passing unasked

	Match Match

	scout *scout
}

// NewKnowledge has the weights that we play with and MoGo's patterns.
func NewKnowledge() *Knowledge {
	return &Knowledge{
		Visits: 0, RaveVisits: 1,
		Even: 10, Take: 15, Save: 15, Threaten: 3, SelfAtari: 20, Pattern: 10,
		Near: [4]float32{12, 10, 6, 3}, Edge: 10, Second: 5, Third: 3, Pass: 20,
		Match: rollout.MoGoMatch,
	}
}

// Experience implements Heuristic. v.State is a *State.
func (h *Knowledge) Experience(v *search.Visit, about []search.Experience) {
	if h.scout == nil {
		h.scout = newScout()
	}
	state := v.State.(*State)
	pos := state.Position()
	c := pos.ToMove()
	h.scout.spread(pos, pos.Recent(0), uint8(len(h.Near)))
	for i, m := range v.Moves {
		x, p := &about[i], board.Point(m)
		h.add(x, 0.5, h.Even)
		if p == board.Pass {
			if state.Passes() == 0 {
				h.add(x, 0, h.Pass)
			}
			continue
		}
		found, taken, saved := h.scout.look(pos, p, c)
		if found&takes != 0 {
			h.add(x, 1, h.Take*growth(taken))
		}
		if found&saves != 0 {
			h.add(x, 1, h.Save*growth(saved))
		}
		if found&threatens != 0 && found&selfAtari == 0 {
			h.add(x, 1, h.Threaten)
		}
		if found&selfAtari != 0 {
			h.add(x, 0, h.SelfAtari)
		}
		if h.Match != nil && h.Match(pos, p, c) {
			h.add(x, 1, h.Pattern)
		}
		if d := h.scout.near(p); d >= 1 && int(d) <= len(h.Near) {
			h.add(x, 1, h.Near[d-1])
		}
		switch {
		case found&edge != 0:
			h.add(x, 0, h.Edge)
		case found&second != 0:
			h.add(x, 0, h.Second)
		case found&(third|lonely) != 0:
			h.add(x, 1, h.Third)
		}
	}
}

func (h *Knowledge) add(x *search.Experience, mean, weight float32) {
	x.Add(mean, weight*h.Visits, weight*h.RaveVisits)
}

// growth weighs so many stones: 1 for one, 2 for many.
func growth(stones int) float32 { return 2 - 1/float32(stones) }
