package strength

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"math"

	"github.com/tengen-go/tengen/record"
)

// Scale is what was measured on one size of board, and how ratings become ranks there.
type Scale struct {
	Size int `json:"size"`
	// Date and Program say when the games were played and by which version; Games how many.
	Date    string `json:"date"`
	Program string `json:"program"`
	Games   int    `json:"games"`
	// Results are the folders of the results in the source.
	Results []string `json:"results"`
	Rules   string   `json:"rules"`
	Komi    float64  `json:"komi"`
	// Anchor is the rank that GNU Go 3.8 at level 10 is taken to have. Curve says how much Elo a rank
	// is worth from there: "ogs" or "egf".
	Anchor string  `json:"anchor"`
	Curve  string  `json:"curve"`
	Levels []Level `json:"levels"`
}

// scales are what was measured, and others the levels of all other boards.
var scales, others = parse(data)

//go:embed scale.json
var data []byte

func parse(text []byte) ([]Scale, []Level) {
	var all struct {
		Boards []Scale `json:"boards"`
		Others []Level `json:"others"`
	}
	if err := json.Unmarshal(text, &all); err != nil {
		panic(fmt.Sprintf("strength: scale.json: %v", err)) // it is part of the program, and a test reads it
	}
	return all.Boards, all.Others
}

// Scales are the scales of the boards that were measured.
func Scales() []Scale { return append([]Scale(nil), scales...) }

// scaleOf is the scale of a size; nil where none was measured.
func scaleOf(size int) *Scale {
	for i := range scales {
		if scales[i].Size == size {
			return &scales[i]
		}
	}
	return nil
}

// Elo per unit of the natural logistic function.
const eloUnit = 400 / math.Ln10

// Rank is the rank of a rating: 0 is 1 dan, −1 is 1 kyu, 1 is 2 dan. One rank is worth more Elo the
// stronger the players are.
func (s *Scale) Rank(elo float64) float64 {
	anchor := float64(record.ParseRank(s.Anchor) - record.Dan(1))
	above := elo - GNUGo
	if s.Curve == "egf" {
		// The European Go Federation since 2021: 100 points are a rank, 2100 are 1 dan, and r points
		// count as −7 ln(3300 − r).
		return 12 - (12-anchor)*math.Exp(-above/(7*eloUnit))
	}
	// The server OGS: 30 kyu has 525 Elo, and each rank multiplies that by exp(1/23.15).
	const ranks, weakest, shodan = 23.15, 525, 30
	base := weakest * math.Exp((anchor+shodan)/ranks)
	return ranks*math.Log(max(base+above, 1)/weakest) - shodan
}

// Name is a rank of [Scale.Rank] in words, rounded: 8k, 1d.
func Name(rank float64) string {
	whole := int(math.Round(rank))
	if whole < 0 {
		return record.Kyu(-whole).String()
	}
	return record.Dan(whole + 1).String()
}
