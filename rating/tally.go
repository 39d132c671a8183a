package rating

import (
	"fmt"
	"math"

	"github.com/tengen-go/tengen/internal/interval"
)

// Tally counts the games of a match from the side of its player A.
type Tally struct {
	Wins   int `json:"wins"`
	Losses int `json:"losses"`
	Draws  int `json:"draws"`
}

// Plus counts the games of both.
func (t Tally) Plus(u Tally) Tally {
	return Tally{Wins: t.Wins + u.Wins, Losses: t.Losses + u.Losses, Draws: t.Draws + u.Draws}
}

// minus leaves the games of u out.
func (t Tally) minus(u Tally) Tally {
	return Tally{Wins: t.Wins - u.Wins, Losses: t.Losses - u.Losses, Draws: t.Draws - u.Draws}
}

// turned is the same from the side of the other player.
func (t Tally) turned() Tally { return Tally{Wins: t.Losses, Losses: t.Wins, Draws: t.Draws} }

// Points are A's, a draw being half a point.
func (t Tally) Points() float64 { return float64(t.Wins) + float64(t.Draws)/2 }

// Games is how many there were.
func (t Tally) Games() int { return t.Wins + t.Losses + t.Draws }

// Add counts a game that the given player (0 is A, 1 is B) won; anything else is a draw.
func (t *Tally) Add(winner int) {
	switch winner {
	case 0:
		t.Wins++
	case 1:
		t.Losses++
	default:
		t.Draws++
	}
}

// Winrate is A's share of the points, a draw being half a point; NaN without games.
func (t Tally) Winrate() float64 {
	return t.Points() / float64(t.Games())
}

// Interval is Wilson's 95% interval of the win rate (1927). Draws, which make results vary
// less than wins and losses do, make it a little too wide.
func (t Tally) Interval() (lo, hi float64) { return interval.Wilson(t.Points(), t.Games()) }

// Elo is the difference in rating at which a player wins at the given rate: infinite where
// one never wins.
func Elo(winrate float64) float64 { return 400 * math.Log10(1/(1/winrate-1)) }

// String is like "12-7" or, with draws, "12-7-1".
func (t Tally) String() string {
	if t.Draws == 0 {
		return fmt.Sprintf("%d-%d", t.Wins, t.Losses)
	}
	return fmt.Sprintf("%d-%d-%d", t.Wins, t.Losses, t.Draws)
}
