package rating

import (
	"github.com/tengen-go/tengen/internal/chart"
	"github.com/tengen-go/tengen/internal/interval"
)

// Ladder is the ratings with their intervals as a picture, the strongest player at the top.
func (r Ratings) Ladder() *chart.Ranking {
	out := &chart.Ranking{Label: "Elo, with 95% intervals"}
	for _, p := range r.Players {
		out.Rows = append(out.Rows, chart.Ranked{
			Name: p.Name, Value: interval.Estimate{Value: p.Elo, Lo: p.Elo - p.Error, Hi: p.Elo + p.Error, N: p.Games},
		})
	}
	return out
}

// DrawLadder writes that picture as PNG or SVG, by the name's ending.
func (r Ratings) DrawLadder(path string) error { return chart.Write(path, r.Ladder()) }
