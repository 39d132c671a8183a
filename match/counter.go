package match

import (
	"fmt"
	"hash/fnv"

	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/rating"
)

// Counter counts the games of one match and notes which of them repeat another: the same
// moves, the same result, and the same player with Black. Players without chance play the same
// two games over and over, and only the first two show who is stronger. The counts do not
// depend on the order of the games. A game without a known Hash counts as a new game.
type Counter struct {
	rating.PairResult
	// Small is set for small games, which are so short that chance repeats them as well. There
	// a game repeats another only as long as no two games with the same colours differ.
	Small bool

	seen   map[playedGame]bool
	chance bool // plays a part: two games of a small game differed
}

// playedGame is what makes two games of a match the same.
type playedGame struct{ black, hash, result string }

// Add counts a game of a match in which A is "a".
func (c *Counter) Add(g *Game) {
	played, repeated := &c.Black, &c.Repeated.Black
	if g.Black != "a" {
		played, repeated = &c.White, &c.Repeated.White
	}
	played.Add(g.Winner())
	switch g.Winner() {
	case 0:
		addFault(&c.BFaults, g.End)
	case 1:
		addFault(&c.AFaults, g.End)
	}
	if g.Hash == "" || c.chance {
		return
	}
	game := playedGame{g.Black, g.Hash, g.Result}
	if c.seen[game] {
		repeated.Add(g.Winner())
		return
	}
	if c.Small {
		for other := range c.seen {
			if other.black == game.black {
				c.chance, c.Repeated = true, rating.Colors{}
				return
			}
		}
	}
	if c.seen == nil {
		c.seen = map[playedGame]bool{}
	}
	c.seen[game] = true
}

// movesHash is the same for games with the same moves: 64 bits of FNV-1a of their names, each
// with a space behind it.
func movesHash(g game.Game) string {
	h := fnv.New64a()
	for _, m := range g.Moves() {
		fmt.Fprint(h, g.MoveName(m), " ")
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// addFault counts a game that ended so.
func addFault(f *rating.Faults, end string) {
	switch end {
	case EndFailed:
		f.Failed++
	case EndIllegal:
		f.Illegal++
	case EndTime:
		f.Time++
	}
}
