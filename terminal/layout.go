package terminal

// The text next to the board: its least and its greatest width, and the gap before it.
const (
	leastPanel = 30
	mostPanel  = 44
	gap        = 2
)

// below is the least number of lines under the board when there is no room next to it.
const below = 4

// roomy is from how many lines on the text below the board is all that stands next to it.
const roomy = 14

// layout is where things go in a window.
type layout struct {
	scale  int  // of the board; 0: the window is too small
	beside bool // the text stands next to the board
	panel  int  // its width
}

// arrange finds the largest board that leaves room for the text, next to it if possible.
func arrange(size, width, height int) layout {
	for scale := maxScale; scale > 0; scale-- {
		wide, high := boardWidth(size, scale), boardHeight(size, scale)
		switch {
		case width >= wide+gap+leastPanel && height >= high:
			return layout{scale: scale, beside: true, panel: min(width-wide-gap, mostPanel)}
		case width >= wide && height >= high+below:
			return layout{scale: scale, panel: min(width, mostPanel*2)}
		}
	}
	return layout{}
}
