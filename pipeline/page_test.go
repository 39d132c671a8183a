package pipeline

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/arena"
)

// The component table has differences from the full player with their own intervals, beside
// the paper's: with 31 games won of 42, the prior included, they have a closed form.
func TestComponentsStandBesideThePaper(t *testing.T) {
	pair := arena.PairResult{A: "policy+rollouts", B: fullPlayer, Black: arena.Tally{Wins: 5, Losses: 15}, White: arena.Tally{Wins: 5, Losses: 15}}
	standing, err := arena.NewStanding([]arena.PairResult{pair}, arena.DefaultRateConfig())
	if err != nil {
		t.Fatal(err)
	}
	w := &work{cfg: DefaultConfig()}
	w.cfg.Tournament.Players = []string{"policy+rollouts", fullPlayer}
	p := &page{Report: &Report{Title: "a chain", Komi: 9, Threads: 1, Player: "search:model=m,lambda=1", Tournament: &TournamentFigures{Players: w.players(""), Standing: standing}}}
	if err := w.standings(p); err != nil {
		t.Fatal(err)
	}
	if len(p.Parts) != 2 || p.Parts[0].Name != fullPlayer || p.Parts[0].Elo != 0 {
		t.Fatalf("%+v", p.Parts)
	}
	part, unit := p.Parts[1], 400/math.Ln10
	elo, plus := -unit*math.Log(31.0/11), 1.96*unit*math.Sqrt(42.0/(31*11))
	if math.Abs(part.Elo-elo) > 0.1 || math.Abs(part.Error-plus) > 0.1 || part.Score != "10-30" || part.Of != 2416-2890 {
		t.Errorf("%+v, want %.1f ± %.1f Elo", part, elo, plus)
	}
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, p); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"−180", "of work on 1 thread.", "10-30", "−474", "tengen play --player search:model=m,lambda=1 --komi 9\n", "<code>search:model={model},playouts=400,memory=41M,value=off</code>"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the page has no %s", want)
		}
	}
}

// The page needs nothing but itself.
func TestThePageLoadsNothing(t *testing.T) {
	for _, word := range []string{"src=", "href=", "url(", "@import", "<script", "<link"} {
		if strings.Contains(pageText, word) {
			t.Errorf("report.html has %s", word)
		}
	}
	svg, err := figure("x", "y", series{name: "a < b", color: blue, points: []point{{1, 2, math.NaN(), math.NaN()}, {2, 3, 2.5, 3.5}}})
	if err != nil || !strings.Contains(string(svg), "<svg") || !strings.Contains(string(svg), "a &lt; b") || strings.Contains(string(svg), "<?xml") {
		t.Errorf("%.200s, %v", svg, err)
	}
}
