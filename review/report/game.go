package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/review"
	"github.com/tengen-go/tengen/sgf"
)

// Report is what the file shows.
type Report struct {
	Player string `json:"player"` // who reviewed
	Person string `json:"person"` // whose mistakes are shown first; "" for everybody's
	Games  []Game `json:"games"`
}

// Game is a reviewed game. Win rates are Black's in thousandths.
type Game struct {
	Key    string   `json:"key"` // of the record and of how it was reviewed
	From   string   `json:"from"`
	Black  string   `json:"black"`
	White  string   `json:"white"`
	Date   string   `json:"date,omitempty"`
	Result string   `json:"result,omitempty"`
	Size   int      `json:"size"`
	Komi   float64  `json:"komi"`
	Stones []string `json:"stones,omitempty"` // before the first move: "X Q16"
	Start  int      `json:"start"`            // the win rate there
	Moves  []Move   `json:"moves"`
}

// Move is a move of a game.
type Move struct {
	Color   string   `json:"c"` // b or w
	Vertex  string   `json:"p"`
	Winrate int      `json:"w"`           // after it
	Loss    int      `json:"l,omitempty"` // what it cost the player, in thousandths
	Taken   []string `json:"t,omitempty"` // stones that it took off
	Better  []Better `json:"i,omitempty"` // of a mistake: what the reviewer would rather have played
}

// EndsOtherwise says whether the review judged the end of the game otherwise than its record counts it, as those by
// older versions did.
func (g *Game) EndsOtherwise() bool {
	n := len(g.Moves)
	if n < 2 || g.Moves[n-1].Vertex != passed || g.Moves[n-2].Vertex != passed {
		return false
	}
	last, result := g.Moves[n-1], record.ParseResult(g.Result)
	if !result.Counted() {
		return last.Loss > 0
	}
	return last.Winrate != map[board.Color]int{board.Black: 1000, board.Empty: 500}[result.Winner]
}

// passed is a pass in the place of a vertex.
var passed = board.Pass.Vertex(board.MaxSize)

// Better is a move that was better, with the win rate of the player to move.
type Better struct {
	Vertex  string   `json:"p"`
	Winrate int      `json:"w"`
	Visits  int      `json:"v"`
	Line    []string `json:"n"` // the moves that are expected, this one first
}

// What a report keeps of a mistake.
const (
	leastLoss   = 20 // thousandths: less is no mistake
	betterMoves = 3
	lineLength  = 10
)

// Key names a record and the way in which it is reviewed.
func Key(t *sgf.Tree, settings string) (string, error) {
	var text strings.Builder
	if err := sgf.Write(&text, t); err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(settings + "\n" + text.String()))
	return hex.EncodeToString(sum[:12]), nil
}

// Of is a reviewed game for a report. Setup stones after the first move end it, because no move leads
// to them.
func Of(t *sgf.Tree, from string, r *review.Review) Game {
	property := func(ident string) string {
		v, _ := t.Root.Get(ident)
		return strings.TrimSpace(v.Text())
	}
	g := Game{
		From: from, Black: property("PB"), White: property("PW"), Date: property("DT"), Result: property("RE"),
		Size: r.Size, Komi: r.Komi, Moves: []Move{},
	}
	if len(r.Positions) == 0 || r.Positions[0].Analysis == nil {
		return g
	}
	at := r.Start()
	now := at.Position()
	for i := range r.Size * r.Size {
		p := board.FromIndex(i, r.Size)
		switch now.At(p) {
		case board.Black:
			g.Stones = append(g.Stones, "X "+p.Vertex(r.Size))
		case board.White:
			g.Stones = append(g.Stones, "O "+p.Vertex(r.Size))
		}
	}
	g.Start = thousandths(r.Positions[0].Black())
	for i := range r.Positions[1:] {
		p := &r.Positions[i+1]
		if p.Move.Color == board.Empty || p.Analysis == nil {
			break
		}
		m := Move{
			Color: p.Move.Color.String()[:1], Vertex: p.Move.Point.Vertex(r.Size),
			Winrate: thousandths(p.Black()), Loss: thousandths(p.Loss),
		}
		before := *at.Position()
		if at.Play(p.Move.Point, p.Move.Color) != nil {
			break
		}
		m.Taken = taken(&before, at.Position(), p.Move.Point)
		if m.Loss >= leastLoss {
			for _, b := range r.Instead(i+1, betterMoves) {
				m.Better = append(m.Better, better(b.Point, b.Winrate, b.Visits, b.Variation, r.Size))
			}
		}
		g.Moves = append(g.Moves, m)
	}
	return g
}

func better(p board.Point, winrate float64, visits int, line []board.Point, size int) Better {
	b := Better{Vertex: p.Vertex(size), Winrate: thousandths(winrate), Visits: visits}
	for _, q := range line[:min(len(line), lineLength)] {
		b.Line = append(b.Line, q.Vertex(size))
	}
	return b
}

// taken are the points with no stone any more after a move, its own among them if it was suicide.
func taken(before, after *board.Position, move board.Point) (points []string) {
	for i := range before.Size() * before.Size() {
		p := board.FromIndex(i, before.Size())
		if (before.At(p) != board.Empty || p == move) && after.At(p) == board.Empty {
			points = append(points, p.Vertex(before.Size()))
		}
	}
	return points
}

func thousandths(x float64) int { return int(math.Round(1000 * x)) }

// Is says whether a person's name, or a part of it, is that of a player. Everybody is "".
func Is(person, player string) bool {
	return strings.Contains(strings.ToLower(player), strings.ToLower(strings.TrimSpace(person)))
}

// By is who made a move.
func (g *Game) By(m *Move) string {
	if m.Color == "w" {
		return g.White
	}
	return g.Black
}

// Mistake is a move that cost much.
type Mistake struct {
	Game *Game
	Move *Move
	Ply  int // moves before it
}

// Mistakes are the mistakes of a person in all games, the costliest first.
func (r *Report) Mistakes(person string) (list []Mistake) {
	for i := range r.Games {
		g := &r.Games[i]
		for k := range g.Moves {
			if m := &g.Moves[k]; m.Loss >= leastLoss && Is(person, g.By(m)) {
				list = append(list, Mistake{g, m, k})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Mistake) int { return cmp.Compare(b.Move.Loss, a.Move.Loss) })
	return list
}
