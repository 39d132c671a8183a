package sample

import (
	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/splitmix"
)

// ownerPlayouts is how many playouts say who owns the points at the end of a game. Each takes some 50 µs on 19×19,
// longer than the planes of a position. With eight of them networks learned no more.
const ownerPlayouts = 3

// ownership finds out who owns the points at the end of games. It is for one goroutine.
type ownership struct {
	colors [board.MaxSize * board.MaxSize]board.Color
	shares [board.MaxSize * board.MaxSize]int // playouts in which Black owns a point, less those in which White does
}

// write writes to dst, row-major and as seen in a symmetry, who owns each point at the end of a game: 1 if the side c
// owns it in all playouts from the game's last position, −1 if the opponent does. The playouts' winner is often not
// the game's, for few games go on until nothing is left to play. Most of such a board is right nevertheless.
func (o *ownership) write(
	dst []float32, end *board.Position, c board.Color, symmetry features.Symmetry, seed uint64,
) {
	size := end.Size()
	points := size * size
	shares := o.shares[:points]
	clear(shares)
	random := board.NewRand(seed)
	for range ownerPlayouts {
		last := *end
		last.Playout(&random, 3*points)
		last.Owners(o.colors[:], nil)
		for p, owner := range o.colors[:points] {
			switch owner {
			case board.Black:
				shares[p]++
			case board.White:
				shares[p]--
			}
		}
	}
	sign := float32(1)
	if c == board.White {
		sign = -1
	}
	for p, share := range shares {
		dst[symmetry.Index(p, size)] = sign * float32(share) / ownerPlayouts
	}
}

// seedOf draws what happens after the end of a game, anew for every sample of every epoch.
func seedOf(seed uint64, epoch, n int64) uint64 {
	return splitmix.Mix(splitmix.Mix(seed*splitmix.Golden+uint64(epoch)) ^ uint64(n)*splitmix.Golden)
}
