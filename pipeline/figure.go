package pipeline

import (
	"html/template"

	"github.com/tengen-go/tengen/internal/chart"
)

// figure draws curves as an SVG to stand in a page; "" if there is nothing to draw.
func figure(x, y string, all ...chart.Series) (template.HTML, error) {
	drawn := false
	for i := range all {
		drawn = drawn || len(all[i].Points) > 0
	}
	if !drawn {
		return "", nil
	}
	svg, err := chart.Inline(&chart.Figure{Width: 15, Height: 8.5, Panels: []chart.Panel{{
		X: chart.Axis{Label: x}, Y: chart.Axis{Label: y}, Series: all,
	}}})
	if err != nil {
		return "", err
	}
	return template.HTML(`<div class="plot">` + string(svg) + "</div>"), nil
}
