package gtp

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/player"
)

// dialect is a way of writing an analysis.
type dialect uint8

const (
	kata  dialect = iota // numbers with a decimal point, 0 to 1; analyze writes so too
	leela                // whole numbers, 0 to 10000
	cgos                 // one line of JSON when the move is chosen
)

// cgosMoves is how many moves the line for CGOS has at most: the server keeps it
// as a comment.
const cgosMoves = 20

// appendReport writes an analysis as one line without its end. It writes nothing if
// the analysis has no move to report.
func (q *query) appendReport(dst []byte, a *player.Analysis) []byte {
	moves := q.moves(a)
	if len(moves) == 0 {
		return dst
	}
	for order, m := range moves {
		if order > 0 {
			dst = append(dst, ' ')
		}
		dst = append(dst, "info move "...)
		dst = append(dst, m.Point.Vertex(q.size)...)
		dst = strconv.AppendInt(append(dst, " visits "...), int64(m.Visits), 10)
		if q.dialect == leela {
			dst = appendTenThousandths(append(dst, " winrate "...), m.Winrate)
			dst = appendTenThousandths(append(dst, " prior "...), m.Prior)
			dst = appendTenThousandths(append(dst, " lcb "...), m.LCB)
		} else {
			dst = appendReal(append(dst, " utility "...), utility(m.Winrate))
			dst = appendReal(append(dst, " winrate "...), share(m.Winrate))
			dst = appendReal(append(dst, " prior "...), share(m.Prior))
			dst = appendReal(append(dst, " lcb "...), share(m.LCB))
			dst = appendReal(append(dst, " utilityLcb "...), utility(m.LCB))
			dst = appendReal(append(dst, " weight "...), float64(m.Visits))
		}
		dst = strconv.AppendInt(append(dst, " order "...), int64(order), 10)
		dst = append(dst, " pv"...)
		for _, p := range line(m) {
			dst = append(append(dst, ' '), p.Vertex(q.size)...)
		}
	}
	if q.rootInfo {
		dst = strconv.AppendInt(append(dst, " rootInfo visits "...), int64(a.Visits), 10)
		dst = appendReal(append(dst, " utility "...), utility(a.Winrate))
		dst = appendReal(append(dst, " winrate "...), share(a.Winrate))
		dst = appendReal(append(dst, " weight "...), float64(a.Visits))
	}
	if q.options.Ownership && len(a.Ownership) == q.size*q.size {
		dst = append(dst, " ownership"...)
		for _, v := range a.Ownership {
			dst = appendReal(append(dst, ' '), ownedBy(q.color, v))
		}
	}
	return dst
}

// moves are the moves to report.
func (q *query) moves(a *player.Analysis) []player.MoveAnalysis {
	if n := q.options.MaxMoves; n > 0 && len(a.Moves) > n {
		return a.Moves[:n]
	}
	return a.Moves
}

// line is the expected line, which begins with the move itself.
func line(m player.MoveAnalysis) []board.Point {
	if len(m.Variation) == 0 {
		return []board.Point{m.Point}
	}
	return m.Variation
}

// share brings a probability into its range; what is none becomes 0.
func share(x float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return min(max(x, 0), 1)
}

// utility is a win rate as the value of a game from −1, lost, to 1, won.
func utility(winrate float64) float64 { return 2*share(winrate) - 1 }

// ownedBy turns an owner, 1 Black's to −1 White's, to c's side.
func ownedBy(c board.Color, owner float64) float64 {
	if math.IsNaN(owner) {
		return 0
	}
	if c == board.White {
		owner = -owner
	}
	return min(max(owner, -1), 1) + 0 // no negative zero
}

// appendTenThousandths writes a probability as Leela Zero does.
func appendTenThousandths(dst []byte, x float64) []byte {
	return strconv.AppendInt(dst, int64(math.Round(10000*share(x))), 10)
}

// appendReal writes a number that always has a decimal point: Sabaki takes one
// without for Leela Zero's form.
func appendReal(dst []byte, x float64) []byte { return strconv.AppendFloat(dst, x, 'f', 6, 64) }

// cgosReport is the analysis as the server for computer Go keeps it with a move.
type cgosReport struct {
	Winrate   float64    `json:"winrate"`
	Visits    int        `json:"visits"`
	Moves     []cgosMove `json:"moves"`
	Ownership string     `json:"ownership,omitempty"`
}

type cgosMove struct {
	Move    string  `json:"move"`
	Winrate float64 `json:"winrate"`
	Prior   float64 `json:"prior"`
	Visits  int     `json:"visits"`
	PV      string  `json:"pv"` // what follows the move
}

// appendCGOS writes an analysis as one line of JSON without its end.
func (q *query) appendCGOS(dst []byte, a *player.Analysis) ([]byte, error) {
	r := cgosReport{Winrate: rounded(a.Winrate), Visits: a.Visits, Moves: []cgosMove{}}
	for _, m := range q.moves(a) {
		r.Moves = append(r.Moves, cgosMove{
			Move: m.Point.Vertex(q.size), Winrate: rounded(m.Winrate), Prior: rounded(m.Prior), Visits: m.Visits,
			PV: vertices(line(m)[1:], q.size),
		})
	}
	if len(a.Ownership) == q.size*q.size {
		r.Ownership = ownershipText(q.color, a.Ownership)
	}
	text, err := json.Marshal(r)
	return append(dst, text...), err
}

// rounded is a probability in ten thousandths.
func rounded(x float64) float64 { return math.Round(10000*share(x)) / 10000 }

// ownershipText writes a character a point, in 63 steps: A is the opponent's, f is
// neutral, + is the player's own.
func ownershipText(c board.Color, owner []float64) string {
	const levels = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+"
	var b strings.Builder
	for _, v := range owner {
		b.WriteByte(levels[int(math.Round((ownedBy(c, v)+1)/2*float64(len(levels)-1)))])
	}
	return b.String()
}
