// Package picture makes PNG and SVG of plots.
package picture

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Check says whether a picture can be written to a file of that name.
func Check(path string) error {
	switch filepath.Ext(path) {
	case ".png", ".svg":
		return nil
	}
	return fmt.Errorf("%s: a picture's name ends in .png or .svg", path)
}

// Encode is a plot as PNG or SVG, by the ending of the name that the file is to have.
func Encode(path string, p *plot.Plot, width, height vg.Length) ([]byte, error) {
	if err := Check(path); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	var out io.WriterTo
	if filepath.Ext(path) == ".svg" {
		canvas := vgsvg.New(width, height)
		p.Draw(Framed(draw.New(canvas)))
		out = canvas
	} else {
		canvas := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(120))
		p.Draw(Framed(draw.New(canvas)))
		out = vgimg.PngCanvas{Canvas: canvas}
	}
	if _, err := out.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return b.Bytes(), nil
}

// Framed leaves a margin, so that nothing at the edge is cut off.
func Framed(c draw.Canvas) draw.Canvas {
	return draw.Crop(c, vg.Millimeter, -4*vg.Millimeter, vg.Millimeter, -2*vg.Millimeter)
}
