package chart

import (
	"image/color"
	"strconv"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Boards are finished games, drawn in rows, each with its players below and the winner in bold.
type Boards []Board

// Board is a finished game of stones on cells.
type Board struct {
	Label string
	Size  int
	// Moves are cells, row by row from the top left; the first player, black, has every other one.
	Moves  []int
	Names  [2]string
	Winner int // 0 or 1; −1 for none
}

const (
	boardWidth   = 5 * vg.Centimeter
	boardMargin  = 4 * vg.Millimeter
	boardCaption = 8 * vg.Millimeter
	boardsInRow  = 4
	bold         = 3 // golang.org/x/image/font.WeightBold
)

func (boards Boards) layout() (*layout, error) {
	rows := (len(boards) + boardsInRow - 1) / boardsInRow
	height := boardWidth + boardCaption
	return &layout{boardsInRow * boardWidth, vg.Length(rows) * height, func(c draw.Canvas) {
		for i := range boards {
			left := c.Min.X + vg.Length(i%boardsInRow)*boardWidth
			top := c.Max.Y - vg.Length(i/boardsInRow)*height
			boards[i].draw(&c, left, top)
		}
	}}, nil
}

// lettering is how text of a size looks, written around its middle or from its left end.
func lettering(size vg.Length, ink color.Color, heavy bool, align text.XAlignment) text.Style {
	style := sans(0)
	style.Color, style.Font.Size, style.XAlign, style.YAlign = ink, size, align, text.YCenter
	if heavy {
		style.Font.Weight = bold
	}
	return style
}

// draw puts the board with its caption below the upper left corner.
func (b *Board) draw(c *draw.Canvas, left, top vg.Length) {
	left, top = left+boardMargin, top-boardMargin
	side := boardWidth - 2*boardMargin
	cell := side / vg.Length(b.Size)
	c.SetColor(color.NRGBA{R: 0xf2, G: 0xe3, B: 0xc0, A: 0xff})
	c.Fill(rectangle(left, top-side, side))
	line := draw.LineStyle{Color: color.Gray{Y: 0x60}, Width: vg.Points(0.6)}
	for i := range b.Size + 1 {
		at := vg.Length(i) * cell
		c.StrokeLine2(line, left+at, top, left+at, top-side)
		c.StrokeLine2(line, left, top-at, left+side, top-at)
	}
	for n, m := range b.Moves {
		centre := vg.Point{X: left + (vg.Length(m%b.Size)+0.5)*cell, Y: top - (vg.Length(m/b.Size)+0.5)*cell}
		stone, ink := color.Color(color.Black), color.Color(color.White)
		if n%2 == 1 {
			stone, ink = ink, stone
		}
		c.SetColor(stone)
		c.Fill(circle(centre, 0.42*cell))
		edge := draw.LineStyle{Color: color.Black, Width: vg.Points(0.6)}
		if n == len(b.Moves)-1 {
			edge = draw.LineStyle{Color: colors[1], Width: vg.Points(2)}
		}
		c.SetLineStyle(edge)
		c.Stroke(circle(centre, 0.42*cell))
		c.FillText(lettering(min(0.42*cell, vg.Points(14)), ink, false, text.XCenter), centre, strconv.Itoa(n+1))
	}
	// The names one after the other, the whole in the middle.
	words := []string{b.Label + " ", b.Names[0], "; ", b.Names[1]}
	heavy := []bool{false, b.Winner == 0, false, b.Winner == 1}
	var width vg.Length
	styles := make([]text.Style, len(words))
	for i, w := range words {
		styles[i] = lettering(vg.Points(11), color.Black, heavy[i], text.XLeft)
		width += styles[i].Width(w)
	}
	at := vg.Point{X: left + (side-width)/2, Y: top - side - boardCaption/2}
	for i, w := range words {
		c.FillText(styles[i], at, w)
		at.X += styles[i].Width(w)
	}
}

func rectangle(left, bottom, side vg.Length) vg.Path {
	var p vg.Path
	p.Move(vg.Point{X: left, Y: bottom})
	p.Line(vg.Point{X: left + side, Y: bottom})
	p.Line(vg.Point{X: left + side, Y: bottom + side})
	p.Line(vg.Point{X: left, Y: bottom + side})
	p.Close()
	return p
}

func circle(centre vg.Point, radius vg.Length) vg.Path {
	var p vg.Path
	p.Move(vg.Point{X: centre.X + radius, Y: centre.Y})
	p.Arc(centre, radius, 0, 6.283185307179586)
	p.Close()
	return p
}
