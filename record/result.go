package record

import (
	"math"
	"strconv"
	"strings"

	"github.com/tengen-go/tengen/board"
)

// Ending is how a game ended.
type Ending uint8

const (
	Unknown  Ending = iota // nothing recorded, or nothing that says who won
	Score                  // counted; Margin holds the points
	Resign                 // a player gave up
	Time                   // a player ran out of time
	Forfeit                // lost by a ruling
	Win                    // somebody won, it is not said how
	Drawn                  // no winner: jigo
	NoResult               // void: suspended, or a long cycle
)

var endings = [...]string{"unknown", "score", "resign", "time", "forfeit", "win", "draw", "void"}

// String is one word.
func (e Ending) String() string {
	if int(e) < len(endings) {
		return endings[e]
	}
	return "unknown"
}

// Result is the outcome of a game.
type Result struct {
	Winner board.Color // Empty if there is none
	Ending Ending
	Margin float32 // points, for Score
}

// Decided says whether there is a winner.
func (r Result) Decided() bool { return r.Winner == board.Black || r.Winner == board.White }

// Counted says whether the players agreed on who won when the game had been played to its end, or that nobody did.
func (r Result) Counted() bool { return r.Ending == Score || r.Ending == Win || r.Ending == Drawn }

// ParseResult reads SGF's RE in the spellings found in the wild: "B+R", "W+2.5",
// "b+Resign", "White+Time", "0", "Draw", "Void", "?". What it does not know is
// Unknown.
func ParseResult(s string) Result {
	s = strings.TrimSpace(s)
	switch strings.ToLower(s) {
	case "0", "draw", "jigo", "和棋":
		return Result{Ending: Drawn}
	case "void", "no result", "both lost":
		return Result{Ending: NoResult}
	}
	who, how, ok := strings.Cut(s, "+")
	if !ok {
		return Result{}
	}
	var r Result
	switch strings.ToLower(strings.TrimSpace(who)) {
	case "b", "black", "黑":
		r.Winner = board.Black
	case "w", "white", "白":
		r.Winner = board.White
	default:
		return Result{}
	}
	how = strings.ToLower(strings.TrimSpace(how))
	word, _, _ := strings.Cut(how, " ")
	switch word {
	case "r", "res", "resign", "resignation":
		r.Ending = Resign
		return r
	case "t", "time", "timeout":
		r.Ending = Time
		return r
	case "f", "forfeit":
		r.Ending = Forfeit
		return r
	}
	word = strings.ReplaceAll(word, ",", ".")
	v, err := strconv.ParseFloat(word, 32)
	if err == nil && v > 0 && v <= board.MaxSize*board.MaxSize*2 && !math.IsNaN(v) {
		r.Ending, r.Margin = Score, float32(v)
		return r
	}
	r.Ending = Win // "B+", "W+0.0", or a word that we do not know
	return r
}

// String is the result as SGF writes it; empty if unknown.
func (r Result) String() string {
	side := "B+"
	if r.Winner == board.White {
		side = "W+"
	}
	switch r.Ending {
	case Score:
		return side + strconv.FormatFloat(float64(r.Margin), 'f', -1, 32)
	case Resign:
		return side + "R"
	case Time:
		return side + "T"
	case Forfeit:
		return side + "F"
	case Win:
		return side
	case Drawn:
		return "0"
	case NoResult:
		return "Void"
	}
	return ""
}
