package reviews

import (
	"cmp"
	"slices"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/review"
)

// shot is a review as a page sees it, or the parts of it that changed. docs/api.md describes it.
type shot struct {
	ID string `json:"id"`
	At int    `json:"at"`
	// Fresh says that all parts are here.
	Fresh   bool               `json:"fresh,omitempty"`
	Record  *recordPart        `json:"record,omitempty"`
	Tree    []node             `json:"tree,omitempty"`
	Here    *herePart          `json:"here,omitempty"`
	Work    *workPart          `json:"work,omitempty"`
	Results map[string][]grade `json:"results,omitempty"` // by player; only those that changed
}

// recordPart is what does not change.
type recordPart struct {
	Name     string   `json:"name"`
	Size     int      `json:"size"`
	Komi     float64  `json:"komi"`
	Rules    string   `json:"rules,omitempty"`
	Handicap int      `json:"handicap"`
	Black    string   `json:"black"`
	White    string   `json:"white"`
	Result   string   `json:"result,omitempty"`
	Date     string   `json:"date,omitempty"`
	Choices  []choice `json:"choices"`
}

// node is a place of the record.
type node struct {
	Node   int    `json:"node"`
	Before int    `json:"before,omitempty"`
	Number int    `json:"number"`
	Color  string `json:"color,omitempty"`
	Point  string `json:"point,omitempty"`
	// Note says that there is a comment, or a mark for a good or bad move.
	Note bool `json:"note,omitempty"`
	// Chance is Black's win rate as the record itself has it.
	Chance *float64 `json:"chance,omitempty"`
}

// herePart is the place that the page shows.
type herePart struct {
	Node     int                        `json:"node"`
	Number   int                        `json:"number"`
	Points   string                     `json:"points"`
	ToMove   string                     `json:"to_move"`
	Captures sides                      `json:"captures"`
	Comment  string                     `json:"comment,omitempty"`
	Over     bool                       `json:"over,omitempty"`
	Found    map[string]*review.Finding `json:"found"`
}

type sides struct {
	Black int `json:"black"`
	White int `json:"white"`
}

// workPart is who reads what.
type workPart struct {
	Player  string   `json:"player"`
	Second  string   `json:"second,omitempty"`
	Working bool     `json:"working"`
	Done    int      `json:"done"`
	Of      int      `json:"of"`
	Rate    float64  `json:"rate,omitempty"` // positions a second
	Left    float64  `json:"left,omitempty"` // seconds
	Speed   float64  `json:"speed,omitempty"`
	Think   bool     `json:"think"`
	Reading []string `json:"reading,omitempty"`
	Visits  int      `json:"visits"` // until which a position is read
	Error   string   `json:"error,omitempty"`
}

// grade is what a player thinks of a place, and of the move that leads there.
type grade struct {
	Node     int      `json:"node"`
	Black    float64  `json:"black"`
	Rollouts *float64 `json:"rollouts,omitempty"`
	Value    *float64 `json:"value,omitempty"`
	Visits   int      `json:"visits"`
	Prior    *float64 `json:"prior,omitempty"`
	Loss     float64  `json:"loss,omitempty"`
	Better   string   `json:"better,omitempty"`
}

// seen is what a page has got already.
type seen struct {
	began   bool
	at      int            // the last change that it knows
	results map[string]int // the same for the findings of players
}

// seen is a page that has seen everything. The caller holds mu.
func (r *openReview) seen() *seen {
	return &seen{began: true, at: r.at, results: map[string]int{r.kept.Player: r.at, r.kept.Second: r.at}}
}

// whole is the review with all its parts.
func (r *openReview) whole() *shot {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.shot(&seen{})
}

// shot is what a page has not got yet. The caller holds mu.
func (r *openReview) shot(had *seen) *shot {
	out := &shot{ID: r.id, At: r.at, Fresh: !had.began}
	if out.Fresh {
		out.Record = r.recordPart()
		had.results = map[string]int{}
	}
	if out.Fresh || r.changed.tree > had.at {
		out.Tree = r.treePart()
	}
	if out.Fresh || r.changed.here > had.at {
		out.Here = r.herePart()
	}
	if out.Fresh || r.changed.work > had.at {
		out.Work = r.workPart()
	}
	for _, p := range []string{r.kept.Player, r.kept.Second} {
		if p == "" {
			continue
		}
		last, known := had.results[p]
		if grades := r.grades(p, last, !known); len(grades) > 0 {
			if out.Results == nil {
				out.Results = map[string][]grade{}
			}
			out.Results[p] = grades
		}
		had.results[p] = r.at
	}
	had.began, had.at = true, r.at
	return out
}

func (r *openReview) recordPart() *recordPart {
	p := &recordPart{
		Name: r.kept.Name, Size: r.study.Size(), Choices: r.choices, Rules: r.study.Text("RU"),
		Black: r.study.Text("PB"), White: r.study.Text("PW"), Result: r.study.Text("RE"), Date: r.study.Text("DT"),
	}
	if start, err := r.study.Position(r.study.Root()); err == nil {
		p.Komi, p.Handicap = start.Game.Rules().Komi, start.Game.Handicap()
	}
	return p
}

func (r *openReview) treePart() []node {
	spots := r.study.Spots()
	nodes := make([]node, 0, len(spots))
	for _, spot := range spots {
		n := node{Node: spot.ID, Before: spot.Before, Number: spot.Number, Note: spot.Comment}
		if spot.Move.Color != board.Empty {
			n.Color, n.Point = spot.Move.Color.String(), spot.Move.Point.Vertex(r.study.Size())
		}
		if chance, ok := r.study.Chance(spot.ID); ok {
			n.Chance = &chance
		}
		nodes = append(nodes, n)
	}
	return nodes
}

// herePart is the place that the page shows. While a player reads it, twenty times a second, only what was
// found is new: the position is kept.
func (r *openReview) herePart() *herePart {
	id := r.kept.Node
	if r.shown.here.Node != id || r.shown.tree != r.changed.tree {
		r.shown.here, r.shown.tree = r.position(id), r.changed.tree
	}
	h := r.shown.here
	h.Comment, h.Found = r.study.Comment(id), map[string]*review.Finding{}
	for _, p := range []string{r.kept.Player, r.kept.Second} {
		if f := r.study.Finding(id, p); f != nil {
			h.Found[p] = f
		}
	}
	return &h
}

// position is what a place of the record shows.
func (r *openReview) position(id int) herePart {
	h := herePart{Node: id}
	position, err := r.study.Position(id)
	if err != nil { // goTo has seen that there is one
		return h
	}
	g, size := position.Game, r.study.Size()
	text := make([]byte, size*size)
	for i := range text {
		text[i] = ".XO"[g.Position().At(board.FromIndex(i, size))]
	}
	h.Points, h.ToMove, h.Over, h.Number = string(text), position.ToMove.String(), g.Over(), len(g.Moves())
	h.Captures = sides{Black: g.Position().Prisoners(board.White), White: g.Position().Prisoners(board.Black)}
	return h
}

func (r *openReview) workPart() *workPart {
	w := &workPart{
		Player: r.kept.Player, Second: r.kept.Second, Think: r.kept.Think, Working: r.job != nil,
		Visits: mostVisits, Error: cmp.Or(r.failure, r.unread),
	}
	_, w.Done, w.Of = r.study.Next(r.kept.Player)
	if j := r.job; j != nil && j.positions > 0 {
		if spent := r.server.Now().Sub(j.began).Seconds(); spent > 0 {
			w.Rate = float64(j.positions) / spent
			w.Speed = float64(j.playouts) / spent
			w.Left = float64(w.Of-w.Done) / w.Rate
		}
	}
	for _, watcher := range r.watchers {
		if watcher.reading && watcher.node == r.kept.Node {
			w.Reading = append(w.Reading, watcher.player)
		}
	}
	slices.Sort(w.Reading)
	return w
}

// grades are what a player thinks of the places where that changed after a change, or of all.
func (r *openReview) grades(player string, after int, all bool) (list []grade) {
	changed := r.results[player]
	if all {
		for _, spot := range r.study.Spots() {
			list = r.appendGrade(list, spot.ID, player)
		}
		return list
	}
	for id, at := range changed {
		if at > after {
			list = r.appendGrade(list, id, player)
		}
	}
	slices.SortFunc(list, func(a, b grade) int { return cmp.Compare(a.Node, b.Node) })
	return list
}

func (r *openReview) appendGrade(list []grade, id int, player string) []grade {
	f := r.study.Finding(id, player)
	if f == nil {
		return list
	}
	g := grade{Node: id, Black: f.Black, Rollouts: f.Rollouts, Value: f.Value, Visits: f.Visits}
	if j, ok := r.study.Judge(id, player); ok {
		g.Loss, g.Better = j.Loss, j.Better
		if j.Prior >= 0 {
			g.Prior = &j.Prior
		}
	}
	return append(list, g)
}
