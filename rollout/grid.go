package rollout

import "github.com/tengen-go/tengen/board"

// grid is what stands on every point, as patterns see it, black and white as they are.
type grid [cells]cell

// read copies a position.
func (g *grid) read(pos *board.Position) {
	size := pos.Size()
	for i := range g {
		g[i] = cellWall
	}
	for y := range size {
		p := board.XY(0, y)
		for range size {
			g[p] = cellOf(pos, p)
			p++
		}
	}
}

// square is the 3×3 pattern round p, a point of the board.
func (g *grid) square(p board.Point) square {
	n, m, s := g[p-stride-1:p-stride+2], g[p-1:p+2], g[p+stride-1:p+stride+2]
	return square(n[1]) | square(n[2])<<3 | square(m[2])<<6 | square(s[2])<<9 |
		square(s[1])<<12 | square(s[0])<<15 | square(m[0])<<18 | square(n[0])<<21
}

// diamond is the 12-point pattern round p, a point of the board.
func (g *grid) diamond(p board.Point) diamond {
	var d diamond
	for i, q := range &reach[p] {
		d |= diamond(g[q]) << (i * cellBits)
	}
	return d
}
