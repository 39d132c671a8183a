package arena

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

	"github.com/tengen-go/tengen/internal/atomicfile"
)

// CheckPicture says whether a picture can be written to a file of that name.
func CheckPicture(path string) error {
	switch filepath.Ext(path) {
	case ".png", ".svg":
		return nil
	}
	return fmt.Errorf("%s: a picture's name ends in .png or .svg", path)
}

// writePicture writes a plot as PNG or SVG, by the name's ending.
func writePicture(path string, p *plot.Plot, width, height vg.Length) error {
	if err := CheckPicture(path); err != nil {
		return err
	}
	var b bytes.Buffer
	var picture io.WriterTo
	if filepath.Ext(path) == ".svg" {
		canvas := vgsvg.New(width, height)
		p.Draw(Framed(draw.New(canvas)))
		picture = canvas
	} else {
		canvas := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(120))
		p.Draw(Framed(draw.New(canvas)))
		picture = vgimg.PngCanvas{Canvas: canvas}
	}
	if _, err := picture.WriteTo(&b); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return atomicfile.Write(path, b.Bytes())
}

// Framed leaves a margin, so that nothing at the edge is cut off.
func Framed(c draw.Canvas) draw.Canvas {
	return draw.Crop(c, vg.Millimeter, -4*vg.Millimeter, vg.Millimeter, -2*vg.Millimeter)
}
