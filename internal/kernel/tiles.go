package kernel

// tile is one way to cut up a board: step×step outputs of a filter of side filter
// come from side×side inputs.
type tile struct{ filter, step int }

var (
	tile5 = tile{3, 5} // F(5×5,3×3)
	tile4 = tile{3, 4} // F(4×4,3×3)
	tile3 = tile{3, 3} // F(3×3,3×3)
	tile2 = tile{5, 2} // F(2×2,5×5)
)

// side is the side of the tile's inputs, and of its points.
func (t tile) side() int { return t.step + t.filter - 1 }

// points is the number of products for a tile and a pair of channels.
func (t tile) points() int { return t.side() * t.side() }

// along is how many tiles cover a board's side.
func (t tile) along(board int) int { return (board + t.step - 1) / t.step }

// tileFor returns the tile that takes the least time for a layer: the fewest products,
// when the planes of transformed filters are counted as three tiles each. That is
// F(5×5,3×3) on boards of side 10, 13 to 15 and 17 to 19, F(3×3,3×3) on 2, 3, 5, 6
// and 9, and F(4×4,3×3) on the others. F(5×5,3×3) rounds most, so a layer of many
// channels, which has long sums, does not use it.
func tileFor(s Shape) tile {
	if s.Filter == 5 {
		return tile2
	}
	cost := func(t tile) int { return t.points() * (t.along(s.Board)*t.along(s.Board) + 3) }
	best := tile4
	if cost(tile3) < cost(best) {
		best = tile3
	}
	if cost(tile5) < cost(best) && max(s.In, s.Out) <= 192 {
		best = tile5
	}
	return best
}

// gather transforms all tiles of 16 channels of a board, side×side pixels each from
// border before the board on, into n×n points each. What is not on the board is zero,
// and so is what y, unless empty, masks. Only the rows [first, last) of tiles count.
func (t tile) gather(
	side, border int, matrix transform, v, x, y []float32, board, pixel, tiles, first, last, plane int,
) {
	n := t.side()
	var in, out [7]block
	var half [7][7]block
	for tile := range (last - first) * tiles {
		row, col := (first+tile/tiles)*t.step-border, tile%tiles*t.step-border
		for j := range side {
			for i := range side {
				in[i] = block{}
				if row+i < 0 || col+j < 0 || row+i >= board || col+j >= board {
					continue
				}
				at := ((row+i)*board + col + j) * pixel
				in[i] = block(x[at:])
				if len(y) > 0 {
					for c, m := range (*block)(y[at:]) {
						if !(m > 0) {
							in[i][c] = 0
						}
					}
				}
			}
			matrix.apply(&out, &in)
			for i := range n {
				half[i][j] = out[i]
			}
		}
		for i := range n {
			matrix.apply(&out, &half[i])
			for j := range n {
				*(*block)(v[(i*n+j)*plane+tile*32:]) = out[j]
			}
		}
	}
}

// scatter transforms the tiles back, into side×side pixels each from border before the
// board on. With a bias they replace the board's pixels, with the ReLU if wanted. Without
// a bias they are added to the board's pixels. Only the rows [first, last) of tiles count.
func (t tile) scatter(
	side, border int, matrix transform, y, v []float32, bias *block, board, pixel, tiles, first, last, plane int,
	relu bool,
) {
	n := t.side()
	var in, out [7]block
	var half [7][7]block // [column][row]
	for tile := range (last - first) * tiles {
		for i := range n {
			for j := range n {
				in[j] = *(*block)(v[(i*n+j)*plane+tile*32:])
			}
			matrix.apply(&out, &in)
			for j := range side {
				half[j][i] = out[j]
			}
		}
		row, col := (first+tile/tiles)*t.step-border, tile%tiles*t.step-border
		for j := range side {
			matrix.apply(&out, &half[j])
			for i := range side {
				if row+i < 0 || col+j < 0 || row+i >= board || col+j >= board {
					continue
				}
				p := (*block)(y[((row+i)*board+col+j)*pixel:])
				if bias == nil {
					for c, x := range out[i] {
						p[c] += x
					}
					continue
				}
				for c, x := range out[i] {
					x += bias[c]
					if relu && x < 0 {
						x = 0
					}
					p[c] = x
				}
			}
		}
	}
}

// transformsPortable returns the transforms of a tile in Go, given its matrices Bᵀ, B,
// Aᵀ and A.
func transformsPortable(t tile, input, spread, output, grad transform) transforms {
	n, step, border := t.side(), t.step, t.filter/2
	return transforms{
		inputTiles: func(v, x, _, _ []float32, board, pixel, tiles, from, to, plane int) {
			t.gather(n, border, input, v, x, nil, board, pixel, tiles, from, to, plane)
		},
		gradTiles: func(v, dy, y, _, _ []float32, board, pixel, tiles, plane int) {
			t.gather(step, 0, grad, v, dy, y, board, pixel, tiles, 0, tiles, plane)
		},
		outputTiles: func(y, v, _, _, bias []float32, board, pixel, tiles, from, to, plane int, relu bool) {
			t.scatter(step, 0, output, y, v, (*block)(bias), board, pixel, tiles, from, to, plane, relu)
		},
		spreadTiles: func(dx, v, _, _ []float32, board, pixel, tiles, plane int) {
			for p := range board * board {
				clear(dx[p*pixel:][:16])
			}
			t.scatter(n, border, spread, dx, v, nil, board, pixel, tiles, 0, tiles, plane, false)
		},
		filter:     t.filterForward(),
		filterGrad: t.filterBackward(),
	}
}

// filterForward computes u = G w Gᵀ.
func (t tile) filterForward() func(u, w, scratch []float32, rows, tap, row, plane int) {
	g, n, side := t.filterMatrix(), t.side(), t.filter
	return func(u, w, _ []float32, rows, tap, stride, plane int) {
		var half [5][7]row
		for r := range rows {
			for i := range side {
				for j := range n {
					h := &half[i][j]
					clear(h[:])
					for k := range side {
						axpyPortable(h[:], w[(i*side+k)*tap+r*stride:], g[j][k])
					}
				}
			}
			for i := range n {
				for j := range n {
					h := u[(i*n+j)*plane+r*32:][:32]
					clear(h)
					for k := range side {
						axpyPortable(h, half[k][j][:], g[i][k])
					}
				}
			}
		}
	}
}

// filterBackward computes w = Gᵀ u G.
func (t tile) filterBackward() func(w, u, scratch []float32, rows, tap, row, plane int) {
	g, n, side := t.filterMatrix(), t.side(), t.filter
	return func(w, u, _ []float32, rows, tap, stride, plane int) {
		var half [7][5]row
		for r := range rows {
			for i := range n {
				for j := range side {
					h := &half[i][j]
					clear(h[:])
					for k := range n {
						axpyPortable(h[:], u[(i*n+k)*plane+r*32:], g[k][j])
					}
				}
			}
			for i := range side {
				for j := range side {
					h := w[(i*side+j)*tap+r*stride:][:32]
					clear(h)
					for k := range n {
						axpyPortable(h, half[k][j][:], g[k][i])
					}
				}
			}
		}
	}
}
