package player

import (
	"errors"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/endingtest"
	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/ranking"
	"github.com/tengen-go/tengen/timing"
)

// TestRankingAndSelectionAsInTheirPaper (Zhang, Peng and Xu, §4): Q⁰ = 0, σ⁰ = 10, ε = 10⁻⁵,
// ten playouts of every move, outcomes that back up, the highest posterior mean in the end, and
// AOAP without a preference where moves tie.
func TestRankingAndSelectionAsInTheirPaper(t *testing.T) {
	bayes := ranking.Bayes{Mean: 0, Deviation: 10, Epsilon: 1e-5}
	for kind, want := range map[string]search.Rule{
		kindAOAP: ranking.AOAP{Bayes: bayes, RandomTies: true},
		kindOCBA: ranking.OCBA{Epsilon: 1e-5},
		kindTTTS: ranking.TTTS{Bayes: bayes},
	} {
		c := defaultSearchConfig(ruleKindOf(kind))
		if rule := c.rule(9); rule != (search.AtLeast{Rule: want, N0: 10}) {
			t.Errorf("%s is %+v", kind, rule)
		}
		if back := c.settings().Backup; back != search.BackupMean || c.choice() != (ranking.HighestPosterior{Bayes: bayes}) {
			t.Errorf("%s backs up by %v and chooses by %T", kind, back, c.choice())
		}
	}
}

// On large boards rave does not explore and its heuristic counts for more, unless options say otherwise.
func TestRaveOnLargeBoards(t *testing.T) {
	for _, test := range []struct {
		text          string
		size          int
		c, experience float64
	}{
		{"rave", 9, 0.05, 50},
		{"rave", 12, 0.05, 50},
		{"rave", 13, 0, 150},
		{"rave", 19, 0, 150},
		{"rave:c=0.1", 19, 0.1, 150},
		{"rave:experience=20", 19, 0, 20},
		{"rave:c=0,experience=0", 9, 0, 0},
		{"rave:heuristic=even", 19, 0.05, 50},
		{"rave:heuristic=knowledge,experience=9", 19, 0.05, 9},
	} {
		spec, err := options.Parse("player", test.text)
		if err != nil {
			t.Fatal(err)
		}
		c, err := readSearchConfig(spec, Env{})
		if err != nil {
			t.Fatal(err)
		}
		rule := c.rule(test.size).(search.Rave)
		if _, rave := c.weights(test.size); rule.C != test.c || rave != float32(test.experience/50) {
			t.Errorf("%s on %d×%d: c = %v and weights scaled by %v, want %v and %v", test.text, test.size, test.size,
				rule.C, rave, test.c, test.experience/50)
		}
	}
}

// TestRulesOfPlayerStrings: ties of aoap and opponents inside the tree, rave's as well.
func TestRulesOfPlayerStrings(t *testing.T) {
	aoap := ranking.AOAP{Bayes: ranking.NewBayes()}
	random := aoap
	random.RandomTies = true
	rave := search.Rave{Schedule: search.MinimumMSE{Bias: 0.02}, C: 0.05, FirstPlay: 0.5}
	hand, own, mse, critical := rave, rave, rave, rave
	critical.Criticality = 0.5
	hand.Schedule, own.Schedule, mse.Schedule = search.HandSelected{K: 3000}, search.OwnVisits{K: 70}, search.MinimumMSE{Bias: 0.1}
	first := func(r search.Rule) search.Rule { return search.AtLeast{Rule: r, N0: 2} }
	for text, want := range map[string]search.Rule{
		"aoap:n0=2":                  first(random),
		"aoap:n0=2,ties=random":      first(random),
		"aoap:n0=2,ties=rarer":       first(aoap),
		"rave":                       rave,
		"rave:opponent=self":         rave,
		"rave:schedule=hand":         hand,
		"rave:schedule=own,k=70":     own,
		"rave:schedule=mse,bias=0.1": mse,
		"rave:opponent=random":       search.Models{Own: rave, Opponent: search.AtRandom{}, Player: search.Mover},
		"rave:opponent=uct":          search.Models{Own: rave, Opponent: search.UCT{Cp: math.Sqrt2 / 2}, Player: search.Mover},
		"rave:n0=2,opponent=uct": search.Models{
			Own: first(rave), Opponent: first(search.UCT{Cp: math.Sqrt2 / 2}), Player: search.Mover,
		},
		"uct":                    search.UCT{Cp: 0.3},
		"uct:fpu=1.1":            search.UCT{Cp: 0.3, FirstPlay: 1.1},
		"uct:fpu=first":          search.UCT{Cp: 0.3},
		"uct:criticality=0.5":    search.UCT{Cp: 0.3, Criticality: 0.5},
		"rave:criticality=0.5":   critical,
		"uct:heuristic=none":     search.UCT{Cp: math.Sqrt2 / 2},
		"uct:c=0.4,opponent=uct": search.Models{Own: search.UCT{Cp: 0.4}, Opponent: search.UCT{Cp: 0.4}, Player: search.Mover},
	} {
		spec, err := options.Parse("player", text)
		if err != nil {
			t.Fatal(err)
		}
		c, err := readSearchConfig(spec, Env{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if rule := c.rule(9); rule != want {
			t.Errorf("%s: %+v, want %+v", text, rule, want)
		}
	}
	for text, want := range map[string]string{
		"aoap:ties=most":      "ties=most",
		"ocba:ties=random":    "player ocba has no option ties, which belongs to aoap (",
		"ucb1:opponent=uct":   "player ucb1 has no option opponent",
		"search:opponent=uct": "player search has no option opponent",
	} {
		var bad *options.Error
		spec, err := options.Parse("player", text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := readSearchConfig(spec, Env{}); !errors.As(err, &bad) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
}

// expand= has one meaning in all kinds: with 0 every playout adds the position that it reaches
// first, and N is what the tree counts visits up to.
func TestExpandMeansTheSameInAllKinds(t *testing.T) {
	g, err := board.NewGame(5, board.Chinese())
	if err != nil {
		t.Fatal(err)
	}
	model := modeltest.Folder(t, 5, false)
	for _, kind := range TreeKinds() {
		options := ""
		if kind == "search" {
			options = ",model=" + model
		}
		s := searcher(t, kind+":playouts=60,threads=1,expand=0"+options)
		if err := s.NewGame(game.Of(g)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Genmove(t.Context(), board.Black, timing.Clock{}); err != nil {
			t.Fatal(err)
		}
		if used, _ := s.Tree().Nodes(); used != 61 {
			t.Errorf("%s:expand=0: %d positions after 60 playouts, want the root and one each", kind, used)
		}
		config, parts, err := searcher(t, kind+":expand=7"+options).parts.make(game.Go{Board: 5, Rules: board.Chinese()})
		if err != nil || config.ExpandAt != 7 || parts.ExpandAt != nil {
			t.Errorf("%s:expand=7: a position joins after %d visits (%v)", kind, config.ExpandAt, err)
		}
	}
}

// evaluators= below threads= makes the search asynchronous, with n_thr that adapts; by default
// every thread evaluates for itself and n_thr stays.
func TestEvaluatorsMakeTheSearchAsynchronous(t *testing.T) {
	model := modeltest.Folder(t, 5, true)
	for _, c := range []struct {
		options     string
		evaluations int
		batch       int
		adapts      bool
	}{
		{"threads=4,evaluators=1,batch=3", 1, 3, true},
		{"threads=4,evaluators=4", 4, 8, false},
		{"threads=1,evaluators=1", 1, 8, false},
		{"threads=4", max(4, runtime.GOMAXPROCS(0)), 8, false},
	} {
		s := searcher(t, "search:playouts=200,model="+model+","+c.options)
		if q := s.config.queue(s.config.Threads); q.Evaluations != c.evaluations || q.Batch != c.batch {
			t.Errorf("%s: %d evaluations at once of %d positions", c.options, q.Evaluations, q.Batch)
		}
		_, parts, err := s.parts.make(game.Go{Board: 5, Rules: board.Chinese()})
		if err != nil || (parts.ExpandAt != nil) != c.adapts {
			t.Errorf("%s: n_thr adapts %v, want %v (%v)", c.options, parts.ExpandAt != nil, c.adapts, err)
		}
		if err := s.NewGame(game.Of(endingtest.Empty(t, 5))); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Genmove(t.Context(), board.Black, timing.Clock{}); err != nil {
			t.Fatal(err)
		}
		if r := s.Tree().Root(); r.Visits != 200 {
			t.Errorf("%s: %d visits", c.options, r.Visits)
		}
	}
}
