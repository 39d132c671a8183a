package chart

import (
	"image/color"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// shapes go with the colours, so that a print without colours tells the series apart.
var shapes = []draw.GlyphDrawer{
	draw.CircleGlyph{},
	draw.BoxGlyph{},
	draw.PyramidGlyph{},
	draw.RingGlyph{},
	draw.SquareGlyph{},
	draw.TriangleGlyph{},
	draw.CrossGlyph{},
}

// look is how a series is drawn: the same in all panels of a figure.
type look struct {
	color color.NRGBA
	shape draw.GlyphDrawer
	style Style
	width vg.Length // of its line; 0 is the usual one
}

// dotted reports whether the points are marked.
func (l look) dotted() bool { return l.style == Measured || l.style == Dots }

func (l look) line() draw.LineStyle {
	s := draw.LineStyle{Color: l.color, Width: vg.Points(1.6)}
	switch l.style {
	case Dashed:
		s.Dashes = []vg.Length{vg.Points(5), vg.Points(3)}
	case Reference:
		s.Width, s.Dashes = vg.Points(1.1), []vg.Length{vg.Points(2), vg.Points(2)}
	}
	if l.width > 0 {
		s.Width = l.width
	}
	return s
}

func (l look) glyph() draw.GlyphStyle {
	return draw.GlyphStyle{Color: l.color, Shape: l.shape, Radius: vg.Points(2.6)}
}

// Thumbnail implements plot.Thumbnailer: the entry of a legend.
func (l look) Thumbnail(c *draw.Canvas) {
	middle := c.Center()
	if l.style != Dots {
		c.StrokeLine2(l.line(), c.Min.X, middle.Y, c.Max.X, middle.Y)
	}
	if l.dotted() {
		c.DrawGlyph(l.glyph(), middle)
	}
}

// Sizes of the legend above a figure.
const (
	legendRow    = 6 * vg.Millimeter
	legendSample = 9 * vg.Millimeter
	legendGap    = 2 * vg.Millimeter
	legendSpace  = 7 * vg.Millimeter // between two entries
)

// legend is the names of all series above a figure, in as many rows as they need.
type legend struct {
	names []string
	looks []look
	given int // colours
}

func (l *legend) find(name string) (look, bool) {
	for i, n := range l.names {
		if n == name {
			return l.looks[i], true
		}
	}
	return look{}, false
}

// add gives a name its look if it has none yet.
func (l *legend) add(s *Series) look {
	if known, ok := l.find(s.Name); ok {
		known.style = s.Style
		return known
	}
	next := look{color: grey, shape: shapes[0], style: s.Style}
	if like, ok := l.find(s.Like); ok && s.Like != "" {
		next.color, next.shape = like.color, like.shape
	} else if s.Style != Reference {
		i := l.given % len(colors)
		next.color, next.shape = colors[i], shapes[i]
		l.given++
	}
	l.names, l.looks = append(l.names, s.Name), append(l.looks, next)
	return next
}

// rows divides the entries into rows of at most the width.
func (l *legend) rows(width vg.Length) (rows [][]int) {
	style := sans(11)
	left := vg.Length(0)
	for i, name := range l.names {
		need := legendSample + legendGap + style.Width(name) + legendSpace
		if len(rows) == 0 || left < need {
			rows = append(rows, nil)
			left = width
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], i)
		left -= need
	}
	return rows
}

// draw writes the rows centred, from the top of the canvas down.
func (l *legend) draw(c draw.Canvas) {
	style := sans(11)
	style.YAlign = text.YCenter
	y := c.Max.Y - legendRow/2
	for _, row := range l.rows(c.Max.X - c.Min.X) {
		width := -legendSpace
		for _, i := range row {
			width += legendSample + legendGap + style.Width(l.names[i]) + legendSpace
		}
		x := c.Min.X + (c.Max.X-c.Min.X-width)/2
		for _, i := range row {
			sample := draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
				Min: vg.Point{X: x, Y: y - legendRow/2}, Max: vg.Point{X: x + legendSample, Y: y + legendRow/2},
			}}
			l.looks[i].Thumbnail(&sample)
			x += legendSample + legendGap
			c.FillText(style, vg.Point{X: x, Y: y}, l.names[i])
			x += style.Width(l.names[i]) + legendSpace
		}
		y -= legendRow
	}
}
