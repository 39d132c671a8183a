package strength

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/record"
)

// Strongest is the name of the level without a rank: whatever plays best on this machine.
const Strongest = "strongest"

// Level is a strength to play against, on boards of one size.
type Level struct {
	// Name is a rank, as 8k or 1d, or Strongest.
	Name string `json:"name"`
	// Player is the player string; "" for Strongest, which is the program's default player.
	Player string `json:"player"`
	// Elo is the rating: GNU Go 3.8 at level 10 has GNUGo. Plus is half of the 95 % interval. Both are
	// 0 for Strongest, which plays by the clock and was not measured. No other level has 0.
	Elo  int `json:"elo,omitempty"`
	Plus int `json:"plus,omitempty"`
	// Measured says whether the games were on this size of board.
	Measured bool `json:"-"`
}

// GNUGo is the Elo of GNU Go 3.8 at level 10, the fixed point of every scale, as on the 9×9 server CGOS.
const GNUGo = 1800

// Rank is the rank that the level is named after; 0 for Strongest.
func (l Level) Rank() record.Rank { return record.ParseRank(l.Name) }

// Words are the level for people: 8 kyu, 1 dan, strongest.
func (l Level) Words() string {
	if number, ok := strings.CutSuffix(l.Name, "k"); ok {
		return number + " kyu"
	}
	if number, ok := strings.CutSuffix(l.Name, "d"); ok {
		return number + " dan"
	}
	return l.Name
}

// Levels are the levels of a size of board, the weakest first and Strongest last.
func Levels(size int) []Level {
	levels, measured := others, false
	if s := scaleOf(size); s != nil {
		levels, measured = s.Levels, true
	}
	levels = append(slices.Clone(levels), Level{Name: Strongest})
	for i := range levels {
		levels[i].Measured = measured && levels[i].Name != Strongest
	}
	return levels
}

// Nearest is the level for a name: a rank in any of the usual spellings, or Strongest. A rank that the
// board lacks means the level nearest to it, because ranks are estimates. What is no rank is an error.
func Nearest(name string, size int) (Level, error) {
	levels := Levels(size)
	if strings.EqualFold(strings.TrimSpace(name), Strongest) {
		return levels[len(levels)-1], nil
	}
	rank := record.ParseRank(name)
	if rank == 0 || rank.IsElo() {
		return Level{}, fmt.Errorf("level %q: want a rank or %s; on %d×%d there are %s",
			name, Strongest, size, size, names(size))
	}
	away := func(l Level) int { return max(int(l.Rank()-rank), int(rank-l.Rank())) }
	return slices.MinFunc(levels[:len(levels)-1], func(a, b Level) int { return cmp.Compare(away(a), away(b)) }), nil
}

// Called is what people call a player string: the words of the level that it is on such a board, else the string.
func Called(player string, size int) string {
	for _, l := range Levels(size) {
		if l.Player == player && l.Player != "" {
			return l.Words()
		}
	}
	return player
}

// names are the names of all levels of a board.
func names(size int) string {
	var all []string
	for _, l := range Levels(size) {
		all = append(all, l.Name)
	}
	return strings.Join(all, " ")
}
