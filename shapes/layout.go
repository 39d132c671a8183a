package shapes

import (
	"sync"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
)

// MaxSide is the side of the largest window.
const MaxSide = 3

// codes is how many patterns a window of each side can hold; first is where its patterns
// begin in a list of all, which is patterns long.
var (
	codes = [MaxSide + 1]int{1: 3, 2: 81, 3: 19683}
	first = [MaxSide + 1]int{1: 0, 2: 3, 3: 84}
)

const patterns = 3 + 81 + 19683

// Weights come in pairs, w and −w, so that a feature that counts negatively costs nothing
// more than one that counts positively: a reference to a weight is twice its number, plus 1
// for the negative one. The first numbers are no shapes.
const (
	nothing  = 0 // of features that are their own opposite; always 0
	constant = 1 // b
	turn     = 2 // t
	special  = 3 // how many these are
)

// layout is which windows and which weights there are on a board of some size. It does not
// change and is shared.
type layout struct {
	size    int
	windows []window
	// touching are, for each point by row-major index, the windows that it is in.
	touching [][]touch
	// anywhere is by first[side] + code the weight of a pattern wherever it stands; here is
	// by window.here + code the one at its place. Both are references.
	anywhere []int32
	here     []int32
	weights  int // how many there are, the special ones included
	free     int // of which so many, the special ones included, do not depend on the place
}

// window is one k×k part of the board.
type window struct {
	x, y, side int
	anywhere   int32 // of its patterns in layout.anywhere
	here       int32 // in layout.here
}

// touch is a window that a point is in, and what a black stone there adds to its code; a
// white one adds twice as much.
type touch struct {
	window int32
	weight uint16
}

// layouts holds those that were asked for.
var layouts [board.MaxSize + 1]struct {
	once   sync.Once
	layout *layout
}

func layoutOf(size int) *layout {
	l := &layouts[size]
	l.once.Do(func() { l.layout = newLayout(size) })
	return l.layout
}

func newLayout(size int) *layout {
	l := &layout{size: size, touching: make([][]touch, size*size), anywhere: make([]int32, patterns)}
	total := 0
	at := [MaxSide + 1][]int{} // number of the window of a side by its row-major place
	for side := 1; side <= min(MaxSide, size); side++ {
		places := size - side + 1
		at[side] = make([]int, places*places)
		for i := range at[side] {
			w := window{i % places, i / places, side, int32(first[side]), int32(total)}
			at[side][i] = len(l.windows)
			l.touch(w)
			l.windows = append(l.windows, w)
			total += codes[side]
		}
	}
	l.here = make([]int32, total)
	next := int32(special)
	for side := 1; side <= MaxSide; side++ {
		images := newImages(side)
		for code := range codes[side] {
			if l.anywhere[first[side]+code] != 0 {
				continue // an image of an earlier one
			}
			opposite := images.of(code, func(_ features.Symmetry, image int) int { return first[side] + image },
				l.anywhere, next)
			if !opposite {
				next++
			}
		}
	}
	l.free = int(next)
	for side := 1; side <= min(MaxSide, size); side++ {
		images, places := newImages(side), size-side+1
		for i, n := range at[side] {
			base := int(l.windows[n].here)
			for code := range codes[side] {
				if l.here[base+code] != 0 {
					continue
				}
				opposite := images.of(code, func(s features.Symmetry, image int) int {
					return int(l.windows[at[side][s.Index(i, places)]].here) + image
				}, l.here, next)
				if !opposite {
					next++
				}
			}
		}
	}
	l.weights = int(next)
	return l
}

// touch notes a window, the next of the list, with all its points.
func (l *layout) touch(w window) {
	weight := uint16(1)
	for i := range w.side * w.side {
		p := (w.y+i/w.side)*l.size + w.x + i%w.side
		l.touching[p] = append(l.touching[p], touch{int32(len(l.windows)), weight})
		weight *= 3
	}
}

// images are what symmetries, and the exchange of colours, make of the codes of a window.
type images struct {
	turned   [features.Symmetries][]uint16
	inverted []uint16
}

func newImages(side int) *images {
	m := &images{inverted: make([]uint16, codes[side])}
	for s := range m.turned {
		m.turned[s] = make([]uint16, codes[side])
	}
	power := [MaxSide * MaxSide]uint16{1}
	for i := 1; i < len(power); i++ {
		power[i] = 3 * power[i-1]
	}
	for code := range codes[side] {
		for i, rest := 0, code; i < side*side; i, rest = i+1, rest/3 {
			digit := uint16(rest % 3)
			m.inverted[code] += power[i] * ((3 - digit) % 3)
			for s := range m.turned {
				m.turned[s][code] += power[features.Symmetry(s).Index(i, side)] * digit
			}
		}
	}
	return m
}

// of writes a reference to weight number next at the places of all images of a pattern, as
// negative at those with exchanged colours. A pattern that is an image of its own with
// exchanged colours gets nothing instead, and of says true.
func (m *images) of(code int, place func(s features.Symmetry, image int) int, to []int32, next int32) (opposite bool) {
	for s := range features.Symmetry(features.Symmetries) {
		image := m.turned[s][code]
		to[place(s, int(image))] = 2 * next
	}
	for s := range features.Symmetry(features.Symmetries) {
		p := place(s, int(m.inverted[m.turned[s][code]]))
		if to[p] == 2*next {
			opposite = true
		}
		to[p] = 2*next + 1
	}
	if opposite {
		for s := range features.Symmetry(features.Symmetries) {
			image := m.turned[s][code]
			to[place(s, int(image))], to[place(s, int(m.inverted[image]))] = 2*nothing, 2*nothing
		}
	}
	return opposite
}
