package sample

import (
	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/splitmix"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/record"
)

// endings is how many playouts say who owns the points at the end of a game. Each costs some 60 µs on 19×19, and
// what they say of a point is a share of nine steps.
const endings = 8

// estate finds out who owns the points at the end of games. It is for one goroutine.
type estate struct {
	owners [board.MaxSize * board.MaxSize]board.Color
	shares [board.MaxSize * board.MaxSize]int // playouts in which Black owns a point, less those in which White does
}

// divide writes to dst, row-major and as seen in a symmetry, who owns each point at the end of a game: 1 if the side c
// owns it in all playouts from the game's last position, −1 if the opponent does. Few games are played until nothing
// is left to play, and those that somebody resigned least of all. So where the playouts have another winner than the
// game, all points are [nets.Unowned]: they do not see what decided the game.
func (e *estate) divide(
	dst []float32, end *board.Position, g *record.Game, c board.Color, symmetry features.Symmetry, seed uint64,
) {
	size := end.Size()
	points := size * size
	shares := e.shares[:points]
	clear(shares)
	random, lead := board.NewRand(seed), 0
	for range endings {
		last := *end
		last.Playout(&random, 3*points)
		last.Owners(e.owners[:], nil)
		for p, owner := range e.owners[:points] {
			switch owner {
			case board.Black:
				shares[p]++
				lead++
			case board.White:
				shares[p]--
				lead--
			}
		}
	}
	margin := board.Score{Black: float64(lead) / endings, White: g.Komi}
	if margin.Winner() != g.Result.Winner {
		for p := range dst {
			dst[p] = nets.Unowned
		}
		return
	}
	sign := float32(1)
	if c == board.White {
		sign = -1
	}
	for p, share := range shares {
		dst[symmetry.Index(p, size)] = sign * float32(share) / endings
	}
}

// seedOf draws what happens after the end of a game, anew for every sample of every epoch.
func seedOf(seed uint64, epoch, n int64) uint64 {
	return splitmix.Mix(splitmix.Mix(seed*splitmix.Golden+uint64(epoch)) ^ uint64(n)*splitmix.Golden)
}
