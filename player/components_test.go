package player

import (
	"context"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/player/loaded"
	"github.com/tengen-go/tengen/timing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/endingtest"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/search"
)

// components are the variants of Silver et al. 2016, Extended Data Table 7, but p, which is no
// search.
func components(dir string) (list [][2]string) {
	for _, c := range [][2]string{
		{"rvp", ""},
		{"rp", ",value=off"},
		{"vp", ",playout=none"},
		{"rv", ",prior=tree"},
		{"v", ",prior=tree,playout=none"},
		{"r", ",prior=tree,value=off"},
	} {
		text := "search:playouts=20,threads=1,memory=4M,cpuct=3,expand=0,model=" + dir + c[1]
		if !strings.Contains(c[1], "none") {
			text += ",playout=softmax"
		}
		list = append(list, [2]string{c[0], text})
	}
	return append(list, [2]string{"p", "policy:model=" + dir})
}

// TestExtendedDataTable7: each variant has the parts, the λ and the priors of the table, says
// nothing of it, and asks no network that it does not have.
func TestExtendedDataTable7(t *testing.T) {
	dir := modeltest.Full(t, 5)
	tree, _, err := rollout.Load(dir, rollout.KindTree)
	if err != nil {
		t.Fatal(err)
	}
	g := endingtest.Empty(t, 5)
	var moves []board.Point
	moves = g.Position().LegalMoves(moves)
	byTree := make([]float32, len(moves))
	rollout.NewPrior(tree).Priors(g.Position(), moves, byTree)
	want := map[board.Point]float32{}
	for i, m := range moves {
		want[m] = byTree[i]
	}
	lambda := map[string]float64{"rvp": 0.5, "rp": 1, "vp": 0, "rv": 0.5, "v": 0, "r": 1}
	for _, c := range components(dir) {
		if c[0] == "p" {
			continue
		}
		p, err := Players().Parse(c[1], Env{Rules: game.Go{Board: 5}, Seed: 1, Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		s := p.(*advisedSearcher).Searcher
		if s.config.mix() != lambda[c[0]] || len(s.Notes()) > 0 {
			t.Errorf("%s: λ = %v, notes %q", c[0], s.config.mix(), s.Notes())
		}
		if err := s.NewGame(game.Of(g)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Genmove(context.Background(), board.Black, timing.Clock{}); err != nil {
			t.Fatal(err)
		}
		if asked := s.Evaluations().Lookups > 0; asked != (c[0] != "r") {
			t.Errorf("%s asked the networks: %v", c[0], asked)
		}
		if known := s.parts.network.HasValue(); known != strings.Contains(c[0], "v") {
			t.Errorf("%s has the value network: %v", c[0], known)
		}
		same := true
		for _, m := range s.tree.Root().Moves {
			if math.Abs(m.Prior-float64(want[board.Point(m.Move)])) > 1e-3 {
				same = false
			}
		}
		if same == strings.Contains(c[0], "p") {
			t.Errorf("%s has the tree policy's priors: %v", c[0], same)
		}
	}
}

// TestPartsThatAModelCannotServe: errors name the options that asked for them.
func TestPartsThatAModelCannotServe(t *testing.T) {
	full, plain, noValue := modeltest.Full(t, 5), modeltest.Folder(t, 5, true), modeltest.Folder(t, 5, false)
	rolloutOnly := modeltest.Folder(t, 5, true)
	modeltest.AddPolicy(t, rolloutOnly, rollout.KindRollout)
	v, err := nets.NewValue(nets.ValueConfig{Board: 5, Planes: 49, Filters: 8, Layers: 3, Hidden: 8}, 5)
	if err != nil {
		t.Fatal(err)
	}
	valueOnly := filepath.Join(t.TempDir(), "value")
	if _, err := nets.SaveModel(valueOnly, nets.Model{Value: v}, map[string]models.Training{models.Value: {}}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, note, err string }{
		{text: "lambda=0.5,model=" + full},
		{text: "value=off,lambda=0.5,model=" + full, note: "the value network is left out: playouts alone judge positions (lambda = 1)"},
		{text: "value=off,lambda=1,model=" + full},
		{text: "playout=none,lambda=0.5,model=" + full, note: "there are no playouts: the value network alone judges positions (lambda = 0)"},
		{text: "model=" + noValue, note: "the model has no value network for this size of board: playouts alone judge positions (lambda = 1)"},
		{text: "lambda=1,model=" + noValue},
		{text: "prior=policy,value=on,lambda=0.3,model=" + full},
		{text: "value=on,model=" + noValue, err: noValue + " has no value network"},
		{text: "lambda=0.3,model=" + noValue, err: noValue + " has no value network"},
		{text: "prior=policy,model=" + valueOnly, err: valueOnly + " has no policy network"},
		{text: "prior=uniform,model=" + full},
		{text: "prior=tree,model=" + rolloutOnly, note: "the model has no tree policy: its rollout policy gives the priors"},
		{text: "prior=tree,model=" + plain, err: "has neither a tree policy nor a rollout policy"},
		{text: "playout=softmax,model=" + plain, err: "no rollout policy"},
		{text: "value=off,playout=none,model=" + full, err: "leave nothing that judges positions"},
		{text: "prior=trees,model=" + full, err: "want policy, tree, uniform"},
	} {
		p, err := Players().Parse("search:memory=4M,"+c.text, Env{Rules: game.Go{Board: 5}, Threads: 1})
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: error %v, want %q", c.text, err, c.err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if notes := strings.Join(p.(*advisedSearcher).Notes(), "; "); notes != c.note {
			t.Errorf("%s: says %q, want %q", c.text, notes, c.note)
		}
	}
	// Uniform priors are equal.
	s := searcher(t, "search:playouts=5,prior=uniform,model="+full)
	if err := s.NewGame(game.Of(endingtest.Empty(t, 5))); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Genmove(context.Background(), board.Black, timing.Clock{}); err != nil {
		t.Fatal(err)
	}
	root := s.tree.Root()
	for _, m := range root.Moves {
		if math.Abs(m.Prior-1/float64(len(root.Moves))) > 1e-3 {
			t.Errorf("%v has a prior of %v", m.Move, m.Prior)
		}
	}
}

// TestPlayersProfitOnlyFromWhatTheirOwnKindAsked: the cache before the networks belongs to one
// configuration. A player with another finds nothing in it, for that would be time saved at the
// cost of the one who asked; a player with another seed does.
func TestPlayersProfitOnlyFromWhatTheirOwnKindAsked(t *testing.T) {
	dir := modeltest.Full(t, 5)
	found := func(networks *loaded.Networks, text string, seed uint64) int64 {
		t.Helper()
		p, err := Players().Parse("search:threads=1,memory=4M,model="+dir+text, Env{Rules: game.Go{Board: 5}, Seed: seed, Networks: networks})
		if err != nil {
			t.Fatal(err)
		}
		s := p.(*advisedSearcher)
		before := s.Evaluations()
		if err := s.NewGame(game.Of(endingtest.Empty(t, 5))); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Genmove(context.Background(), board.Black, timing.Clock{}); err != nil {
			t.Fatal(err)
		}
		after := s.Evaluations()
		if after.Lookups == before.Lookups {
			t.Fatalf("%q asked nothing", text)
		}
		return after.Hits - before.Hits
	}
	shared := &loaded.Networks{}
	first := found(shared, ",playouts=20", 1)
	if twin := found(shared, ",playouts=20", 1); twin <= first {
		t.Errorf("%d answers found by a twin, %d by the first", twin, first)
	}
	for _, text := range []string{",playouts=20,value=off", ",playouts=20,lambda=0.7", ",playouts=21"} {
		if together, alone := found(shared, text, 1), found(&loaded.Networks{}, text, 1); together != alone {
			t.Errorf("%s found %d answers with other players, %d alone", text, together, alone)
		}
	}
}

// Without beta= the priors are as sharp as fits the board, also where a policy was carried over to it.
func TestPriorsFitTheBoard(t *testing.T) {
	priors := func(size int, beta string) (out []float64) {
		t.Helper()
		text := "search:playouts=30,threads=1,memory=4M,symmetries=1" + beta
		p, err := Players().Parse(text, Env{Rules: game.Go{Board: size}, Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		g := endingtest.Empty(t, size)
		if err := p.NewGame(game.Of(g)); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Genmove(t.Context(), g.Position().ToMove(), timing.Clock{}); err != nil {
			t.Fatal(err)
		}
		for _, m := range p.(*advisedSearcher).tree.Root().Moves {
			out = append(out, m.Prior)
		}
		return out
	}
	for size, beta := range map[int]string{9: ",beta=1", 11: ",beta=1", 13: ",beta=0.67", 19: ",beta=0.67"} {
		got := priors(size, "")
		if want := priors(size, beta); len(got) == 0 || !slices.Equal(got, want) {
			t.Errorf("%d×%d: priors %v, with%s %v", size, size, got, beta, want)
		}
		if slices.Equal(got, priors(size, ",beta=0.8")) {
			t.Errorf("%d×%d: beta= changes nothing", size, size)
		}
	}
}

// lambda=fit has the λ of the model at the move of the game, on both sides of the change. A model
// without a fit, or without a value network, is refused.
func TestLambdaFit(t *testing.T) {
	read := func(text string, moves int) *Searcher {
		t.Helper()
		p, err := Players().Parse(text+",playouts=30,threads=1,memory=4M", Env{Rules: game.Go{Board: 9}, Threads: 1})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		s := p.(*advisedSearcher).Searcher
		g := endingtest.Empty(t, 9)
		for i := range moves { // two columns for each side, then passes between stones
			c := g.Position().ToMove()
			at := board.FromIndex(9*(i/2%9)+2*(i/18)+4*(i%2), 9)
			if err := g.Play(at, c); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.NewGame(game.Of(g)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Genmove(t.Context(), g.Position().ToMove(), timing.Clock{}); err != nil {
			t.Fatal(err)
		}
		return s
	}
	for text, at := range map[string]float64{
		"search:model=shipped:9x9,lambda=fit": 0.1, "search:model=shipped:9x9,lambda=0.25": 0.25, "search:model=shipped:9x9": 0.5,
	} {
		s := read(text, 6)
		rule := s.tree.Rule().(search.PUCT)
		want := map[bool]int{true: 66, false: 0}[strings.HasSuffix(text, "fit")]
		if len(rule.Stages) != want || want > 0 && (rule.Stages[6] != 0.1 || rule.Stages[65] < 0.89) {
			t.Errorf("%s: λ by stage %v", text, rule.Stages)
		}
		if l := s.tree.Root().Lambda; l != float64(float32(at)) {
			t.Errorf("%s: λ is %v", text, l)
		}
	}
	// On 13×13 the fit of a model is the default. A model without one has 0.5, and so has 19×19.
	for text, want := range map[string][2]float32{ // λ at the beginning and at the end; 0 for a constant
		"search:model=shipped:13x13":                    {0.35, 0.97},
		"search:model=shipped:13x13,lambda=0.5":         {},
		"search:model=shipped:13x13,value=off":          {},
		"search:model=shipped:13x13,playout=none":       {},
		"search:model=" + modeltest.Folder(t, 13, true): {},
		"search:model=shipped:19x19":                    {},
	} {
		size := 13
		if strings.Contains(text, "19x19") {
			size = 19
		}
		p, err := Players().Parse(text+",playouts=8,threads=1,memory=4M", Env{Rules: game.Go{Board: size}, Threads: 1})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		s, g := p.(*advisedSearcher).Searcher, endingtest.Empty(t, size)
		if err := s.NewGame(game.Of(g)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Genmove(t.Context(), board.Black, timing.Clock{}); err != nil {
			t.Fatal(err)
		}
		var ends [2]float32
		if stages := s.tree.Rule().(search.PUCT).Stages; len(stages) > 0 {
			ends = [2]float32{stages[0], stages[len(stages)-1]}
		}
		if ends != want {
			t.Errorf("%s: λ from %v to %v, want %v", text, ends[0], ends[1], want)
		}
	}
	for text, want := range map[string]string{
		"search:lambda=fit,model=" + modeltest.Folder(t, 9, true):  "no fit was measured",
		"search:lambda=fit,model=" + modeltest.Folder(t, 9, false): "has no value network",
		"search:lambda=fits":             "lambda=fits",
		"search:lambda=fit,value=off":    "leave one of the two options out",
		"search:lambda=fit,playout=none": "leave one of the two options out",
		"search:lambda=fit,lambda=1":     "",
	} {
		if _, err := Players().Parse(text, Env{Rules: game.Go{Board: 9}, Threads: 1}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
