package pipeline

import (
	"bytes"
	"html/template"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/internal/chart"
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/pipeline/stages"
	"github.com/tengen-go/tengen/rating"
	"github.com/tengen-go/tengen/record"
)

// The component table has differences from the full player with their own intervals, beside
// the paper's: with 31 games won of 42, the prior included, they have a closed form.
func TestComponentsStandBesideThePaper(t *testing.T) {
	pair := rating.PairResult{A: "policy+rollouts", B: fullPlayer, Black: rating.Tally{Wins: 5, Losses: 15}, White: rating.Tally{Wins: 5, Losses: 15}}
	standing, err := rating.NewStanding([]rating.PairResult{pair}, rating.DefaultRateConfig())
	if err != nil {
		t.Fatal(err)
	}
	w := &work{cfg: DefaultConfig()}
	w.cfg.Tournament().Players = []string{"policy+rollouts", fullPlayer}
	figures := &TournamentFigures{Players: w.players(""), Standing: standing}
	if a := w.ahead(figures); a != nil {
		t.Errorf("the finished player won, and ahead of it came %v", a)
	}
	lost := pair
	lost.Black, lost.White = rating.Tally{Wins: 15, Losses: 5}, rating.Tally{Wins: 15, Losses: 5}
	upset, err := rating.NewStanding([]rating.PairResult{lost}, rating.DefaultRateConfig())
	if err != nil {
		t.Fatal(err)
	}
	w.opt.Dir = "runs"
	if a := w.ahead(&TournamentFigures{Players: w.players(""), Standing: upset}); len(a) != 1 ||
		a[0] != (Ahead{"policy+rollouts", "search:model=runs/model,value=off"}) {
		t.Errorf("the part without values won, and ahead came %+v", a)
	}
	level := *upset
	level.Players = slices.Clone(upset.Players)
	level.Players[0].Elo, level.Players[1].Elo = 5.9e-15, 4.9e-15
	if a := w.ahead(&TournamentFigures{Players: w.players(""), Standing: &level}); len(a) > 0 {
		t.Errorf("both have 0 Elo, and ahead came %+v", a)
	}
	p := &page{
		Report: &Report{
			Title:   "a chain",
			Komi:    9,
			Threads: 1,
			Player:  "search:model=m,lambda=1",
			Ahead:   []Ahead{{"rave", "rave:playouts=9"}},
			Figures: map[string]any{TournamentStage: figures},
		},
		own: map[string]any{},
	}
	own, err := drawTournament(t.Context(), w, p)
	if err != nil {
		t.Fatal(err)
	}
	p.own[TournamentStage] = own
	parts := own.(*drawnTournament).Parts
	if len(parts) != 2 || parts[0].Name != fullPlayer || parts[0].Elo != 0 {
		t.Fatalf("%+v", parts)
	}
	part, unit := parts[1], 400/math.Ln10
	elo, plus := -unit*math.Log(31.0/11), 1.96*unit*math.Sqrt(42.0/(31*11))
	if math.Abs(part.Elo-elo) > 0.1 || math.Abs(part.Error-plus) > 0.1 || part.Score != "10-30" || part.Of != 2416-2890 {
		t.Errorf("%+v, want %.1f ± %.1f Elo", part, elo, plus)
	}
	var b bytes.Buffer
	if err := p.write(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"−180",
		"of work on 1 thread.",
		"10-30",
		"−474",
		"rave (<code>rave:playouts=9</code>) scored higher",
		"tengen play --player search:model=m,lambda=1 --komi 9\n",
		"<code>search:model={model},playouts=400,value=off</code>",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the page has no %s", want)
		}
	}
}

// What does not fit what was done anew is not shown beside it, nor played with.
func TestAReportShowsOnlyWhatFits(t *testing.T) {
	dir := t.TempDir()
	w := &work{cfg: Config{Board: 5}, opt: Options{Dir: dir, Now: time.Now}}
	w.chain = stages.Chain{Dir: dir, Stages: []stages.Stage{
		{Name: PolicyStage, Settings: map[string]int{"steps": 5}},
		{Name: ValueStage, Needs: []string{PolicyStage}, Settings: map[string]int{}},
		{Name: ModelStage, Needs: []string{PolicyStage, ValueStage}, Settings: map[string]int{}},
	}}
	keep := func(stage string, settings map[string]any, result string, needs map[string]string) *stages.Record {
		t.Helper()
		r := &stages.Record{
			Stage:    stage,
			Settings: settings,
			Inputs:   needs,
			Done:     true,
			Results:  map[string]string{"out": result},
			Figures:  []byte("{}"),
			Seconds:  7,
		}
		if err := os.MkdirAll(w.path(stage), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := r.Write(w.path(stage)); err != nil {
			t.Fatal(err)
		}
		return r
	}
	five := map[string]any{"steps": 5.0}
	policy := keep(PolicyStage, five, "p", nil)
	value := keep(ValueStage, map[string]any{}, "v", map[string]string{PolicyStage: policy.Hash()})
	keep(ModelStage, map[string]any{}, "m", map[string]string{PolicyStage: policy.Hash(), ValueStage: value.Hash()})

	check := func(what string, outdated []string, seconds float64) {
		t.Helper()
		r, err := w.report()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range r.Stages {
			got = append(got, s.Outdated)
			if s.Outdated != "" && (s.Done || s.Results != nil) {
				t.Errorf("%s: shows %s", what, s.Name)
			}
		}
		if d := cmp.Diff(outdated, got); d != "" {
			t.Errorf("%s: %s", what, d)
		}
		if r.Seconds != seconds || (r.Player != "") != (got[2] == "") || (r.Value() != nil) != (got[1] == "") {
			t.Errorf("%s: %v seconds, player %q, value %v", what, r.Seconds, r.Player, r.Value())
		}
	}
	check("all fits", []string{"", "", ""}, 21)
	keep(PolicyStage, five, "another", nil)
	otherwise := "policy came out otherwise than when this took from it"
	check("the policy came out otherwise", []string{"", otherwise, otherwise}, 7)
	if err := os.RemoveAll(w.path(PolicyStage)); err != nil {
		t.Fatal(err)
	}
	check("the policy is thrown away", []string{"", "it takes from policy", "it takes from policy"}, 0)
	keep(PolicyStage, map[string]any{"steps": 4.0}, "p", nil)
	check("the policy is of other settings", []string{"steps 4, now 5", "it takes from policy", "it takes from policy"}, 0)
}

// A value network that was better before its end is said to have been. Of one game held out nobody knows.
func TestThePageTellsOfOverfitting(t *testing.T) {
	f := &ValueFigures{Steps: 200, BestStep: 50, MSE: interval.Estimate{Value: 0.46, Lo: 0.44, Hi: 0.48}}
	for last, told := range map[float64]bool{0.47: false, 0.56: true} {
		f.LastMSE = last
		var b bytes.Buffer
		if err := (&page{Report: &Report{Figures: map[string]any{ValueStage: f}}}).write(&b); err != nil {
			t.Fatal(err)
		}
		text := strings.Join(strings.Fields(b.String()), " ")
		if got := strings.Contains(text, "the weights of step 50 of 200: the last have 0.2800."); got != told {
			t.Errorf("last error %v: told %v", last, got)
		}
	}
	if f.MSE = interval.Exact(0.46); f.Overfitted() {
		t.Error("an error without an interval is beyond it")
	}
}

// Games that are held out are none to learn from.
func TestThePageCountsTheGamesToLearnFrom(t *testing.T) {
	f := &DataFigures{Stats: &record.Stats{
		Games: 1400,
		Moves: 52000,
		Parts: map[string]int{"train": 1300, "validation": 48, "test": 52},
	}}
	var b bytes.Buffer
	if err := (&page{Report: &Report{Figures: map[string]any{DataStage: f}}}).write(&b); err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(b.String()), " ")
	for _, want := range []string{
		"<b>1300</b><span>games to learn from, of 1400 with 52 000 moves</span>",
		"<td>to learn from</td><td class=\"n\">1300</td>",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page has no %s", want)
		}
	}
}

// The judgement's figure says which games it is of, also in chains of before that named no part.
func TestThePageNamesTheGamesOfTheJudgement(t *testing.T) {
	for part, want := range map[string]string{
		"test": "On 26 positions of test games: the network has not learned from these, and its weights were not " +
			"chosen by them.",
		"validation": "On 26 positions of the games by which its weights were chosen, which flatters the network: there " +
			"are no test games.",
		"": "On 26 positions that the network has not learned from. By the games of some of these its weights were " +
			"chosen, which flatters it.",
	} {
		p := &page{
			Report: &Report{Figures: map[string]any{JudgementStage: &JudgementFigures{
				Positions: 26, Rollouts: 50, Part: part, Evaluators: []Evaluator{{Name: "value"}},
			}}},
			own: map[string]any{JudgementStage: template.HTML("<svg></svg>")},
		}
		var b bytes.Buffer
		if err := p.write(&b); err != nil {
			t.Fatal(err)
		}
		if text := strings.Join(strings.Fields(b.String()), " "); !strings.Contains(text, want) {
			t.Errorf("part %q: the page has no %s", part, want)
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
	svg, err := figure("x", "y", chart.Series{
		Name:   "a < b",
		Points: []chart.Point{{X: 1, Y: interval.Exact(2)}, {X: 2, Y: interval.Estimate{Value: 3, Lo: 2.5, Hi: 3.5}}},
	})
	if err != nil || !strings.Contains(string(svg), "<svg") || !strings.Contains(string(svg), "a &lt; b") || strings.Contains(string(svg), "<?xml") {
		t.Errorf("%.200s, %v", svg, err)
	}
}
