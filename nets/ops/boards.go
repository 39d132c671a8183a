package ops

import "github.com/tengen-go/tengen/internal/kernel"

// A board is [point][channel] with padded channels, an image [channel][row][column].

// region is the part of an image that belongs to a board.
type region struct {
	image, board       int // their numbers
	rows, cols         cut
	toRow, toCol       int // where what the board sees of the image ends
	side, height, wide int
}

// each calls do for all boards.
func (f *convolution) each(do func(r region)) {
	n := 0
	for image := range f.batch {
		for _, rows := range f.rows {
			for _, cols := range f.cols {
				side := f.layer.Board
				do(region{
					image: image, board: n, rows: rows, cols: cols,
					toRow: min(rows.start+side, f.height), toCol: min(cols.start+side, f.width),
					side: side, height: f.height, wide: f.width,
				})
				n++
			}
		}
	}
}

// own narrows what a board sees of the image down to the points that are its own.
func (r region) own() (fromRow, toRow, fromCol, toCol int) {
	return r.rows.from, r.rows.to, r.cols.from, r.cols.to
}

// rowsOf calls do with every row of the window, for each of so many channels: the place
// in the images, the place in the boards and the distance there from one column to the
// next.
func (r region) rowsOf(channels, fromRow, toRow, fromCol int, do func(image, board, stride int)) {
	stride := kernel.Pad(channels)
	for row := fromRow; row < toRow; row++ {
		board := ((r.board*r.side+row-r.rows.start)*r.side + fromCol - r.cols.start) * stride
		for c := range channels {
			do(((r.image*channels+c)*r.height+row)*r.wide+fromCol, board+c, stride)
		}
	}
}

// toBoards fills boards with what they see of the images. What is outside of the images
// is 0 from the beginning.
func (f *convolution) toBoards(boards, images []float32) {
	f.each(func(r region) {
		width := r.toCol - r.cols.start
		r.rowsOf(f.channels, r.rows.start, r.toRow, r.cols.start, func(image, board, stride int) {
			for i, v := range images[image : image+width] {
				boards[board+i*stride] = v
			}
		})
	})
}

// addBoards sums the gradients that boards have for what they see of the images.
func (f *convolution) addBoards(images, boards []float32) {
	clear(images)
	f.each(func(r region) {
		width := r.toCol - r.cols.start
		r.rowsOf(f.channels, r.rows.start, r.toRow, r.cols.start, func(image, board, stride int) {
			row := images[image : image+width]
			for i := range row {
				row[i] += boards[board+i*stride]
			}
		})
	})
}

// fromBoards collects the points that are the boards' own.
func (f *convolution) fromBoards(images, boards []float32) {
	f.each(func(r region) {
		fromRow, toRow, fromCol, toCol := r.own()
		r.rowsOf(f.filters, fromRow, toRow, fromCol, func(image, board, stride int) {
			row := images[image : image+toCol-fromCol]
			for i := range row {
				row[i] = boards[board+i*stride]
			}
		})
	})
}

// gradientToBoards gives boards the gradients of the points that are their own. The
// gradients of the others are 0 from the beginning.
func (f *convolution) gradientToBoards(boards, images []float32) {
	f.each(func(r region) {
		fromRow, toRow, fromCol, toCol := r.own()
		r.rowsOf(f.filters, fromRow, toRow, fromCol, func(image, board, stride int) {
			for i, v := range images[image : image+toCol-fromCol] {
				boards[board+i*stride] = v
			}
		})
	})
}

// setWeights turns [filter][channel][tap] into the kernels' [tap][channel][filter].
func (f *convolution) setWeights(w []float32) {
	taps := f.side * f.side
	for k := range f.filters {
		for c := range f.channels {
			for t, v := range w[(k*f.channels+c)*taps:][:taps] {
				f.weights[(t*f.channels+c)*f.filters+k] = v
			}
		}
	}
}

// getWeights is the way back, for the gradient.
func (f *convolution) getWeights(w []float32) {
	taps := f.side * f.side
	for k := range f.filters {
		for c := range f.channels {
			row := w[(k*f.channels+c)*taps:][:taps]
			for t := range row {
				row[t] = f.gradient[(t*f.channels+c)*f.filters+k]
			}
		}
	}
}
