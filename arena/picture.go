package arena

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/picture"
)

// writePicture writes a plot as PNG or SVG, by the name's ending.
func writePicture(path string, p *plot.Plot, width, height vg.Length) error {
	text, err := picture.Encode(path, p, width, height)
	if err != nil {
		return err
	}
	return atomicfile.Write(path, text)
}
