package live

import (
	"github.com/tengen-go/tengen/board"
)

// Snapshot is a game as a page sees it. docs/api.md describes it.
type Snapshot struct {
	ID       string  `json:"id"`
	At       int     `json:"at"`
	Size     int     `json:"size"`
	Komi     float64 `json:"komi"`
	Scoring  string  `json:"scoring"`
	Handicap int     `json:"handicap"`
	Black    string  `json:"black"`
	White    string  `json:"white"`
	Human    string  `json:"human"`
	Player   string  `json:"player"`

	Points   string    `json:"points"`
	Moves    []Move    `json:"moves"`
	ToMove   string    `json:"to_move"`
	Turn     string    `json:"turn"`
	Thinking string    `json:"thinking,omitempty"`
	Captures Sides     `json:"captures"`
	Chances  []float64 `json:"chances"`

	Browsing   bool   `json:"browsing"`
	Variations int    `json:"variations"`
	Comment    string `json:"comment,omitempty"`

	Dead   []string `json:"dead,omitempty"`
	Owners string   `json:"owners,omitempty"`
	Result string   `json:"result,omitempty"`

	Hints    []Hint    `json:"hints,omitempty"`
	Estimate *Estimate `json:"estimate,omitempty"`
	Clock    *Clock    `json:"clock,omitempty"`
	Teaching bool      `json:"teaching"`
	Share    float64   `json:"share"`
	Lesson   *Lesson   `json:"lesson,omitempty"`
	Error    string    `json:"error,omitempty"`
}

// Move is a move: black or white, and a point such as D4, or pass.
type Move struct {
	Color string `json:"color"`
	Point string `json:"point"`
}

// Sides is a number for each side.
type Sides struct {
	Black int `json:"black"`
	White int `json:"white"`
}

// Hint is a move that the player considers, and how much it expects of it.
type Hint struct {
	Point string  `json:"point"`
	Share float64 `json:"share"`
	Read  bool    `json:"read"`
}

// Estimate is what playouts say of the position.
type Estimate struct {
	Text    string    `json:"text"`
	Lead    float64   `json:"lead"`
	Decided bool      `json:"decided"`
	Chance  float64   `json:"chance"`
	Owner   []float64 `json:"owner"`
}

// Lesson is what the teacher has to say of the last move.
type Lesson struct {
	Move   Move     `json:"move"`
	Loss   float64  `json:"loss"`
	Value  float64  `json:"value"`
	Better Hint     `json:"better"`
	Line   []string `json:"line"`
}

// The turns of a snapshot: who has to act.
const (
	TurnPerson = "person"
	TurnPlayer = "player"
	TurnLesson = "lesson" // the person takes the move back, or insists
	TurnCount  = "count"  // both passed: the person marks dead stones
	TurnOver   = "over"
)

// snapshot is the game now. The caller holds mu.
func (g *Game) snapshot() *Snapshot {
	s := g.session
	played, pos := s.Game(), s.Game().Position()
	size, rules := s.Size(), played.Rules()
	black, white := s.Names()
	shot := &Snapshot{
		ID: g.id, At: g.at, Size: size, Komi: rules.Komi, Handicap: played.Handicap(),
		Black: black, White: white, Human: nameOf(s.Human()), Player: g.text,
		Scoring: map[board.Scoring]string{board.Area: "area", board.Territory: "territory"}[rules.Scoring],
		Points:  points(size, pos.At), Moves: []Move{}, ToMove: nameOf(s.ToMove()), Turn: g.turn(),
		Captures: Sides{Black: pos.Prisoners(board.White), White: pos.Prisoners(board.Black)},
		Chances:  s.Chances(), Browsing: s.Browsing(), Comment: s.Comment(), Result: s.Result(),
		Teaching: g.teaching, Share: g.share, Error: g.failure, Clock: g.clocks(),
	}
	_, shot.Variations = s.Variation()
	if g.thought != nil {
		shot.Thinking = g.thought.what
	}
	for _, m := range s.Moves() {
		shot.Moves = append(shot.Moves, moveOf(m, size))
	}
	if s.Scoring() {
		owners := s.Owners()
		shot.Owners = points(size, func(p board.Point) board.Color { return owners[p.Index(size)] })
		for _, p := range s.Dead() {
			shot.Dead = append(shot.Dead, p.Vertex(size))
		}
	}
	for _, h := range g.advice.hints {
		shot.Hints = append(shot.Hints, Hint{h.Point.Vertex(size), h.Share, h.Read})
	}
	if e := g.advice.estimate; e != nil {
		shot.Estimate = &Estimate{Text: e.String(), Lead: e.Lead, Decided: e.Decided, Chance: e.Chance, Owner: e.Owner}
	}
	if l := g.advice.lesson; l != nil {
		shot.Lesson = &Lesson{
			Move: moveOf(l.move, size), Loss: l.loss(), Value: l.value,
			Better: Hint{l.better.Point.Vertex(size), l.better.Winrate, true},
		}
		for _, p := range l.better.Variation {
			shot.Lesson.Line = append(shot.Lesson.Line, p.Vertex(size))
		}
	}
	return shot
}

// turn is who has to act.
func (g *Game) turn() string {
	switch {
	case g.session.Scoring():
		return TurnCount
	case g.session.Over():
		return TurnOver
	case g.advice.lesson != nil:
		return TurnLesson
	case g.session.HumansTurn():
		return TurnPerson
	}
	return TurnPlayer
}

func moveOf(m board.Move, size int) Move { return Move{nameOf(m.Color), m.Point.Vertex(size)} }

// nameOf is a side in JSON; both for none.
func nameOf(c board.Color) string {
	if c == board.Empty {
		return "both"
	}
	return c.String()
}

// points is a board as text, row by row from the top left: X is Black, O is White.
func points(size int, at func(board.Point) board.Color) string {
	text := make([]byte, size*size)
	for i := range text {
		text[i] = ".XO"[at(board.FromIndex(i, size))]
	}
	return string(text)
}
