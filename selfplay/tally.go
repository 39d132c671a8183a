package selfplay

import (
	"cmp"
	"maps"
	"slices"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/interval"
)

// Tally counts what became of games.
type Tally struct {
	Games     int         `json:"games"`
	Moves     int         `json:"moves"`
	BlackWins int         `json:"black_wins"`
	WhiteWins int         `json:"white_wins"`
	Draws     int         `json:"draws"`
	Endings   map[End]int `json:"endings"`
	// Redrawn is how many games were given up because they were over before their Mark.
	Redrawn int `json:"redrawn"`
	// Failed is how many games were left out because a player crashed, did not answer or played
	// an illegal move.
	Failed int `json:"failed,omitempty"`
	// PlayedOut counts the games in which nobody was allowed to resign. Hopeless counts the games
	// of them in which a player would have resigned. FalseResigns counts the games in which that
	// would have cost the player a win or a draw.
	PlayedOut    int `json:"played_out"`
	Hopeless     int `json:"played_out_hopeless"`
	FalseResigns int `json:"false_resigns"`
}

// Add counts a game.
func (t *Tally) Add(g *Game) {
	t.Games++
	t.Moves += len(g.Record.Moves)
	switch g.Winner {
	case board.Black:
		t.BlackWins++
	case board.White:
		t.WhiteWins++
	default:
		t.Draws++
	}
	if t.Endings == nil {
		t.Endings = map[End]int{}
	}
	t.Endings[g.End]++
	t.Redrawn += g.Redrawn
	if g.PlayedOut {
		t.PlayedOut++
	}
	if g.Hopeless != board.Empty {
		t.Hopeless++
		if g.Winner != g.Hopeless.Opponent() {
			t.FalseResigns++
		}
	}
}

// FalseResignRate is the share of the players who would have resigned in a game that was
// played out and did not lose it, with its 95% interval (Wilson's); ok is false if there were none.
func (t *Tally) FalseResignRate() (share, lo, hi float64, ok bool) {
	if t.Hopeless == 0 {
		return 0, 0, 0, false
	}
	lo, hi = interval.Wilson(float64(t.FalseResigns), t.Hopeless)
	return float64(t.FalseResigns) / float64(t.Hopeless), lo, hi, true
}

// Ends are the ways in which games ended, the most frequent first.
func (t *Tally) Ends() []End {
	return slices.SortedFunc(maps.Keys(t.Endings), func(a, b End) int {
		return cmp.Or(cmp.Compare(t.Endings[b], t.Endings[a]), cmp.Compare(a, b))
	})
}
