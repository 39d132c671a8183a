package kernel

// grid is how a board is cut up into parts for a team, into bands and by groups of
// blocks of channels.
type grid struct{ bands, groups int }

// leastWork is how many multiplications make a part worth its while, some 5 µs of a
// core of 110 GFLOP/s: a barrier takes 0.5 µs.
const leastWork = 150_000

// work is the number of multiplications for so many boards.
func (c *Conv) work(boards int) int {
	return boards * c.tiles * c.tiles * c.points() * Pad(c.In) * c.outBlocks * 32
}

// cut finds the grid by which so many members are done with the boards first, with no
// part below the least work.
//
// Bands touch less memory of each other: only the rows along their borders have been
// written by another core. But they are whole rows of tiles, four on 19×19 and three on
// 9×9, and each needs all filters. Measured, two members, as multiples of the speed of
// one, layers of 3×3 filters one after the other, for boards of so many tiles:
//
//	tiles, channels   5×5: 192  64    32    4×4: 64   3×3: 64   32
//	1 band, 2 groups       1.79 1.76  -          1.71      1.66 -
//	2 bands, 1 group       1.59 1.63  1.52       1.87      1.34 1.38
func (c *Conv) cut(members, boards, leastWork int) grid {
	best, cost := grid{1, 1}, c.partCost(grid{1, 1})
	most := min(members/gcd(members, boards), c.work(1)/leastWork) // parts of a board
	for bands := 1; bands <= min(most, c.tiles); bands++ {
		g := grid{bands, min(most/bands, c.outBlocks)}
		if n := c.partCost(g); n < cost {
			best, cost = g, n
		}
	}
	return best
}

// partCost is how long the largest part takes, in quarters of the products of a tile
// and a block of channels. To fetch a block's filters takes as long as one more tile; to
// fetch and transform a tile's input, which every group does, a quarter.
func (c *Conv) partCost(g grid) int {
	tiles, blocks := (c.tiles+g.bands-1)/g.bands*c.tiles, (c.outBlocks+g.groups-1)/g.groups
	return 4*(tiles+1)*blocks + tiles
}

// SplitTime estimates the time that [Conv.ForwardSplit] takes for some boards, as a
// multiple of the time of [Conv.Forward] for one board.
func (c *Conv) SplitTime(members, boards int) float64 {
	g := c.cut(members, boards, leastWork)
	parts := boards * g.bands * g.groups
	rounds := (parts + members - 1) / members
	return float64(rounds*c.partCost(g)) / float64(c.partCost(grid{1, 1}))
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
