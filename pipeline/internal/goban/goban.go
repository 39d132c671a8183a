// Package goban draws positions as SVG for the report of a chain. The page has the colours.
//
//	figure := goban.Finished(game, "sl against rl")
package goban

import (
	"fmt"
	"html/template"
	"strings"

	"github.com/tengen-go/tengen/board"
)

// goban is a drawn position. Points are numbered row by row from the top left.
type goban struct {
	size  int
	stone func(i int) board.Color
	label map[int]string  // text on stones or, where there is none, on the bare point
	shade map[int]float64 // 0 to 1: how strongly a point is marked
	ring  int             // point with a ring round it; −1 for none
}

// cell is the width of a point in units of the drawing.
const cell = 20

// svg draws it. Colours come from the page's style.
func (g *goban) svg(title string) template.HTML {
	var b strings.Builder
	side := (g.size + 1) * cell
	at := func(i int) (x, y int) { return cell + i%g.size*cell, cell + i/g.size*cell }
	fmt.Fprintf(&b, `<svg class="goban" viewBox="0 0 %d %d" role="img"><title>%s</title><rect class="wood" width="%d" height="%d" rx="3"/>`,
		side, side, template.HTMLEscapeString(title), side, side)
	end := g.size * cell
	b.WriteString(`<path class="lines" d="`)
	for k := cell; k <= end; k += cell {
		fmt.Fprintf(&b, "M%d %dH%dM%d %dV%d", cell, k, end, k, cell, end)
	}
	b.WriteString(`"/>`)
	for _, p := range stars(g.size) {
		x, y := at(p)
		fmt.Fprintf(&b, `<circle class="star" cx="%d" cy="%d" r="2"/>`, x, y)
	}
	for k := range g.size {
		letter := "ABCDEFGHJKLMNOPQRST"[k : k+1]
		fmt.Fprintf(&b, `<text class="coordinate" x="%d" y="%d">%s</text><text class="coordinate" x="%d" y="%d">%d</text>`,
			cell*(k+1), side-4, letter, 6, cell*(k+1)+2, g.size-k)
	}
	for i := range g.size * g.size {
		x, y := at(i)
		if s := g.shade[i]; s > 0 {
			fmt.Fprintf(&b, `<circle class="shade" cx="%d" cy="%d" r="9.5" opacity="%.2f"/>`, x, y, 0.15+0.85*s)
		}
		kind := ""
		switch g.stone(i) {
		case board.Black:
			kind = "black"
		case board.White:
			kind = "white"
		}
		if kind != "" {
			fmt.Fprintf(&b, `<circle class="%s" cx="%d" cy="%d" r="9.3"/>`, kind, x, y)
		}
		if i == g.ring {
			fmt.Fprintf(&b, `<circle class="ring" cx="%d" cy="%d" r="9.3"/>`, x, y)
		}
		if text := g.label[i]; text != "" {
			fmt.Fprintf(&b, `<text class="on %s" x="%d" y="%.1f">%s</text>`, kind, x, float64(y)+2.7, template.HTMLEscapeString(text))
		}
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}

// stars are the marked points of a board.
func stars(size int) []int {
	edge, middle := 3, size/2
	if size < 13 {
		edge = 2
	}
	if size < 7 {
		return nil
	}
	var list []int
	for _, y := range []int{edge, middle, size - 1 - edge} {
		for _, x := range []int{edge, middle, size - 1 - edge} {
			inMiddle := x == middle || y == middle
			if inMiddle && size%2 == 0 || (x == middle) != (y == middle) && size < 19 {
				continue
			}
			list = append(list, y*size+x)
		}
	}
	return list
}

// Finished draws the end of a game, each stone with the number of the move that put it
// there, if it is the last one played on its point.
func Finished(g *board.Game, title string) template.HTML {
	size := g.Size()
	drawing := goban{size: size, label: map[int]string{}, ring: -1}
	drawing.stone = func(i int) board.Color { return g.Position().At(board.FromIndex(i, size)) }
	for n, m := range g.Moves() {
		if m.Point != board.Pass {
			drawing.label[m.Point.Index(size)] = fmt.Sprint(n + 1)
		}
	}
	for i := range drawing.label {
		if drawing.stone(i) == board.Empty {
			delete(drawing.label, i)
		}
	}
	return drawing.svg(title)
}

// View draws a position with probabilities of moves in percent, and a ring where was played.
func View(pos *board.Position, probs []float32, played int, title string) template.HTML {
	size := pos.Size()
	drawing := goban{size: size, label: map[int]string{}, shade: map[int]float64{}, ring: played}
	drawing.stone = func(i int) board.Color { return pos.At(board.FromIndex(i, size)) }
	top := float32(0)
	for i, p := range probs {
		if drawing.stone(i) == board.Empty {
			top = max(top, p)
		}
	}
	for i, p := range probs {
		if percent := 100 * p; percent >= 0.5 && drawing.stone(i) == board.Empty {
			drawing.label[i], drawing.shade[i] = fmt.Sprintf("%.0f", percent), float64(p/top)
		}
	}
	return drawing.svg(title)
}
