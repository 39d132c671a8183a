// Package chart draws all pictures of the house: curves with their intervals, rankings, and
// small boards. Nothing else knows the plot library.
//
//	f := &chart.Figure{Panels: []chart.Panel{{
//		X: chart.Axis{Label: "steps"}, Y: chart.Axis{Label: "loss (nats)"},
//		Series: []chart.Series{{Name: "held-out games", Points: points}},
//	}}}
//	err := chart.Write("loss.png", f)
//
// A Drawing is a *Figure, a *Ranking or Boards. Write makes a file, SVG or PNG by the name's
// ending; Encode makes the bytes of one, and Inline an SVG that stands in a web page.
//
// Every series of a name has one colour and one shape in all panels of a figure. The colours
// are those that the colour-blind can tell apart (Okabe and Ito 2008), and the shapes tell the
// series apart in print. An axis finds its own range and round ticks.
package chart
