package picture

import (
	"bytes"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

func TestEncode(t *testing.T) {
	for name, start := range map[string]string{"a.svg": "<?xml", "b/a.png": "\x89PNG"} {
		text, err := Encode(name, plot.New(), 5*vg.Centimeter, 5*vg.Centimeter)
		if err != nil || !bytes.HasPrefix(text, []byte(start)) {
			t.Errorf("%s begins with %q (%v)", name, text[:min(8, len(text))], err)
		}
	}
	for _, name := range []string{"a", "a.gif", "png", "a.svgz"} {
		if _, err := Encode(name, plot.New(), vg.Centimeter, vg.Centimeter); err == nil || Check(name) == nil {
			t.Errorf("%s: a picture of an unknown kind", name)
		}
	}
}
