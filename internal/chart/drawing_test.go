package chart

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/internal/interval"
)

func example() Drawing {
	return &Figure{Panels: []Panel{{Series: []Series{{Name: "loss", Points: []Point{{1, interval.Exact(2)}, {2, interval.Exact(1)}}}}}}}
}

func TestAFileIsOfTheKindOfItsName(t *testing.T) {
	dir := t.TempDir()
	for name, start := range map[string]string{"a.svg": "<?xml", "b.png": "\x89PNG"} {
		path := filepath.Join(dir, name)
		if err := Write(path, example()); err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile(path); err != nil || !bytes.HasPrefix(text, []byte(start)) {
			t.Errorf("%s begins with %q (%v)", name, text[:min(8, len(text))], err)
		}
	}
	for _, name := range []string{"a", "a.gif", "png", "a.svgz"} {
		if Write(filepath.Join(dir, name), example()) == nil || Check(name) == nil {
			t.Errorf("%s: a picture of an unknown kind", name)
		}
	}
}

// A picture in a page is one element without a background; its type is sans serif for
// readers without our font, too.
func TestInline(t *testing.T) {
	text, err := Inline(example())
	if err != nil {
		t.Fatal(err)
	}
	svg := string(text)
	if !strings.HasPrefix(svg, "<svg") || strings.Contains(svg, "fill:#FFFFFF") {
		t.Errorf("not a bare element: %.300s", svg)
	}
	if !strings.Contains(svg, "Arial,Helvetica,sans-serif") || strings.Contains(svg, "serif;font-style") {
		t.Error("the type is not sans serif")
	}
}

// A series that is like another has its colour, whatever stands between them.
func TestSeriesOfOneColour(t *testing.T) {
	var l legend
	a := l.add(&Series{Name: "playouts"})
	b := l.add(&Series{Name: "network"})
	ref := l.add(&Series{Name: "50%", Style: Reference})
	like := l.add(&Series{Name: "playouts and network", Like: "playouts", Style: Dashed})
	next := l.add(&Series{Name: "next"})
	if like.color != a.color || like.style != Dashed {
		t.Errorf("like %v, want the colour %v", like, a)
	}
	if a.color != colors[0] || b.color != colors[1] || next.color != colors[2] || ref.color != grey {
		t.Errorf("colours %v %v %v %v", a.color, b.color, next.color, ref.color)
	}
}

// A smoothed curve follows a straight line exactly, up to its ends, and flattens noise.
func TestSmoothed(t *testing.T) {
	var line, noise []Point
	for i := range 1000 {
		line = append(line, Point{float64(i), interval.Exact(3 * float64(i))})
		noise = append(noise, Point{float64(i), interval.Exact(float64(i % 2))})
	}
	for i, q := range smoothed(line) {
		if q != line[i] {
			t.Fatalf("at %d the line has become %v", i, q)
		}
	}
	for _, q := range smoothed(noise)[20:980] {
		if q.Y.Value < 0.45 || q.Y.Value > 0.55 {
			t.Fatalf("noise is left: %v", q)
		}
	}
	if n := len(thinned(line)); n > longestCurve || n < longestCurve/2 {
		t.Errorf("%d points are drawn", n)
	}
}
