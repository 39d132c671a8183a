package chart

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"path/filepath"
	"regexp"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/tengen-go/tengen/internal/atomicfile"
)

// Drawing is something that can be drawn: a *Figure, a *Ranking, Boards.
type Drawing interface {
	// layout is the drawing with its size.
	layout() (*layout, error)
}

// layout is a drawing of a size.
type layout struct {
	width, height vg.Length
	paint         func(c draw.Canvas)
}

// Colors are the colours of series, in the order in which they are given out. The
// colour-blind can tell them apart (Okabe and Ito 2008).
var colors = []color.NRGBA{
	{R: 0x00, G: 0x72, B: 0xb2, A: 0xff}, // blue
	{R: 0xd5, G: 0x5e, B: 0x00, A: 0xff}, // vermilion
	{R: 0x00, G: 0x9e, B: 0x73, A: 0xff}, // green
	{R: 0xcc, G: 0x79, B: 0xa7, A: 0xff}, // purple
	{R: 0xe6, G: 0x9f, B: 0x00, A: 0xff}, // orange
	{R: 0x56, G: 0xb4, B: 0xe9, A: 0xff}, // sky blue
	{R: 0x40, G: 0x40, B: 0x40, A: 0xff}, // grey
}

// grey is the colour of references, ink of writing, faint of the grid.
var (
	grey  = color.NRGBA{R: 0x50, G: 0x50, B: 0x50, A: 0xff}
	ink   = color.Gray{Y: 0x20}
	faint = color.Gray{Y: 0xdc}
)

// sans is the type of all writing, of so many points.
func sans(points float64) text.Style {
	return text.Style{
		Color: ink, Handler: plot.DefaultTextHandler,
		Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Points(points)},
	}
}

// Check refuses a file's name that no picture can have.
func Check(path string) error {
	switch filepath.Ext(path) {
	case ".png", ".svg":
		return nil
	}
	return fmt.Errorf("%s: a picture's name ends in .png or .svg", path)
}

// Write makes a picture file, PNG or SVG by the name's ending.
func Write(path string, d Drawing) error {
	if err := Check(path); err != nil {
		return err
	}
	data, err := Encode(filepath.Ext(path), d)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return atomicfile.Write(path, data)
}

// Encode is a drawing as the bytes of a file of a kind, ".svg" or ".png", on white.
func Encode(kind string, d Drawing) ([]byte, error) {
	if err := Check(kind); err != nil {
		return nil, err
	}
	l, err := d.layout()
	if err != nil {
		return nil, err
	}
	if kind == ".svg" {
		return l.svg(color.White)
	}
	c := vgimg.NewWith(vgimg.UseWH(l.width, l.height), vgimg.UseDPI(120))
	l.on(draw.New(c), color.White)
	return written(vgimg.PngCanvas{Canvas: c})
}

// Inline is a drawing as an SVG element of a web page, without a background.
func Inline(d Drawing) ([]byte, error) {
	l, err := d.layout()
	if err != nil {
		return nil, err
	}
	data, err := l.svg(color.Transparent)
	if err != nil {
		return nil, err
	}
	return data[max(0, bytes.Index(data, []byte("<svg"))):], nil // what comes before is for a file
}

// svgFont is how the SVG canvas names a font, without another one for readers who lack it.
var svgFont = regexp.MustCompile(
	"font-family:Liberation Sans;font-variant:[a-z]+;font-weight:([a-z]+);font-style:normal")

// allFonts is the same font, with others for readers who lack it.
const allFonts = "font-family:Liberation Sans,Arial,Helvetica,sans-serif;font-weight:$1"

func (l *layout) svg(background color.Color) ([]byte, error) {
	c := vgsvg.New(l.width, l.height)
	l.on(draw.New(c), background)
	data, err := written(c)
	return svgFont.ReplaceAll(data, []byte(allFonts)), err
}

func written(c io.WriterTo) ([]byte, error) {
	var b bytes.Buffer
	_, err := c.WriteTo(&b)
	return b.Bytes(), err
}

// on draws on a background: white in files, for pages that are dark.
func (l *layout) on(c draw.Canvas, background color.Color) {
	if background != color.Transparent {
		c.SetColor(background)
		c.Fill(c.Rectangle.Path())
	}
	l.paint(c)
}
