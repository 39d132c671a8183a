package reviews

import (
	"errors"
	"net/http"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/review"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// command is what a page asks of a review.
type command struct {
	// Do is what to do: a name of commands.
	Do string `json:"do"`
	// Node is the place that it is about.
	Node int `json:"node,omitempty"`
	// Point is where, for play; it is "pass" for a pass.
	Point string `json:"point,omitempty"`
	// Index is the place among the variations of the same move, from 0, for order.
	Index int `json:"index,omitempty"`
	// Player and Second are for players: who reviews, and with whom that is compared; "" for nobody.
	Player string `json:"player,omitempty"`
	Second string `json:"second,omitempty"`
	// On is for work and think.
	On bool `json:"on,omitempty"`
}

// commands are what a review can be asked. Each is called with mu held.
var commands = map[string]func(*openReview, command) error{
	"go": func(r *openReview, c command) error { return r.goTo(c.Node) },
	"play": func(r *openReview, c command) error {
		p, err := board.ParseVertex(c.Point, r.study.Size())
		if err != nil {
			return wire.Refused("point %.20q: want one such as D4, or pass", c.Point)
		}
		node, err := r.study.Play(c.Node, p)
		if err != nil {
			return err
		}
		r.edited()
		return r.goTo(node)
	},
	"delete": func(r *openReview, c command) error {
		before, err := r.study.Delete(c.Node)
		if err != nil {
			return err
		}
		r.edited()
		if _, gone := r.study.Position(r.kept.Node); errors.Is(gone, review.ErrNoNode) {
			return r.goTo(before)
		}
		return nil
	},
	"order": func(r *openReview, c command) error {
		err := r.study.Order(c.Node, c.Index)
		if err == nil {
			r.edited()
		}
		return err
	},
	"main": func(r *openReview, c command) error {
		err := r.study.Promote(c.Node)
		if err == nil {
			r.edited()
		}
		return err
	},
	"players": (*openReview).choose,
	"work": func(r *openReview, c command) error {
		if c.On {
			r.work()
		} else {
			r.rest()
		}
		return nil
	},
	"think": func(r *openReview, c command) error {
		r.kept.Think, r.dirty.state = c.On, true
		clear(r.enough)
		r.tell(&r.changed.work)
		return nil
	},
}

// command carries a command out and answers with what changed.
func (s *Reviews) command(q *http.Request) (any, error) {
	var c command
	if err := wire.Decode(q, &c); err != nil {
		return nil, err
	}
	run := commands[c.Do]
	if run == nil {
		return nil, wire.Refused("no command is called %.40q", c.Do)
	}
	r, err := s.review(q.PathValue("id"))
	if err != nil {
		return nil, err
	}
	if c.Do == "players" { // making a player takes time: the review goes on meanwhile
		for _, text := range []string{c.Player, c.Second} {
			if text == "" {
				continue
			}
			if err := s.check(text, r.study.Size()); err != nil {
				return nil, err
			}
		}
	}
	shot, err := r.do(run, c)
	if err != nil {
		return nil, err
	}
	if c.Do != "go" {
		err = r.keep()
	}
	return shot, err
}

func (r *openReview) do(run func(*openReview, command) error, c command) (*shot, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	had := r.seen()
	err := run(r, c)
	r.wake()
	var refused *wire.Refusal
	switch {
	case errors.Is(err, review.ErrNoNode):
		return nil, wire.Missing("%v", err)
	case err != nil && !errors.As(err, &refused):
		return nil, wire.Refused("%v", err)
	case err != nil:
		return nil, err
	}
	return r.shot(had), nil
}

// goTo shows a node.
func (r *openReview) goTo(node int) error {
	if _, err := r.study.Position(node); err != nil {
		return err
	}
	if node != r.kept.Node {
		clear(r.enough)
	}
	r.kept.Node, r.dirty.state = node, true
	r.tell(&r.changed.here, &r.changed.work)
	return nil
}

// edited notes that the record has changed.
func (r *openReview) edited() {
	r.dirty.record, r.dirty.findings = true, true
	for _, at := range r.results {
		for id := range at {
			if !r.study.Has(id) {
				delete(at, id)
			}
		}
	}
	r.tell(&r.changed.tree, &r.changed.here, &r.changed.work)
}

// choose has another player review, or another one to compare with.
func (r *openReview) choose(c command) error {
	if c.Player == "" {
		return wire.Refused("players: want a player")
	}
	if c.Player != r.kept.Player {
		r.rest()
	}
	r.kept.Player, r.kept.Second = c.Player, c.Second
	if c.Second == c.Player {
		r.kept.Second = ""
	}
	r.failure, r.dirty.state = "", true
	clear(r.enough)
	r.tell(&r.changed.here, &r.changed.work)
	return nil
}
