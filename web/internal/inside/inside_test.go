package inside

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/evaluation"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/alphago"
	"github.com/tengen-go/tengen/search/gostate"
	"github.com/tengen-go/tengen/web/internal/gamefile"
	"github.com/tengen-go/tengen/web/internal/thinking"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// pages are those of a server for a test.
func pages(t testing.TB, change func(*Config)) *Pages {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	n := 0
	config := Config{
		Room:    thinking.NewRoom(thinking.Config{Players: player.Players(), Threads: 1}),
		Streams: &wire.Streams{Most: 4, Log: log}, Log: log, Now: time.Now,
		Name: func() (string, error) { n++; return fmt.Sprint("look", n), nil },
		Game: func(id string) (*board.Game, error) {
			if id != "mine" {
				return nil, wire.Missing("no game is called %s", id)
			}
			g, err := board.NewGame(9, board.Chinese())
			return g, errors.Join(err, g.Play(board.XY(2, 2), board.Black))
		},
	}
	if change != nil {
		change(&config)
	}
	p := New(config)
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// wished opens a look.
func wished(t testing.TB, p *Pages, w wish) *look {
	t.Helper()
	raw, err := json.Marshal(w)
	if err != nil {
		t.Fatal(err)
	}
	l, err := p.open(httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", strings.NewReader(string(raw))))
	if err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	settle(l)
	return l
}

// settle waits for what runs.
func settle(l *look) {
	l.mu.Lock()
	r := l.run
	l.mu.Unlock()
	if r != nil {
		<-r.end
	}
}

// do has a look do something, and waits for what runs then.
func do(t testing.TB, l *look, c command) {
	t.Helper()
	if err := l.do(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	settle(l)
}

func close4(a, b float64) bool { return math.Abs(a-b) <= 0.00011 }

// The figure has the numbers of a search by the same player: same seed, same slices.
func TestFigureIsTheSearch(t *testing.T) {
	for _, w := range []wish{{Example: "opening"}, {Example: "capture", Playout: byPolicy}} {
		p := pages(t, nil)
		l := wished(t, p, w)
		const playouts = 150
		do(t, l, command{Do: "search", Playouts: playouts})
		shot := l.shot()
		if shot.Error != "" || shot.Running || shot.Playouts != playouts {
			t.Fatalf("%+v", shot)
		}

		text := "search:threads=1,memory=48M,model=shipped:9x9,playout=" + l.playout
		twin, err := player.Players().Parse(text, player.Env{Rules: game.Go{Board: 9}, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		defer twin.Close()
		record, err := exampleText(w.Example)
		if err != nil {
			t.Fatal(err)
		}
		g, err := readRecord(gamefile.File{SGF: record})
		if err != nil {
			t.Fatal(err)
		}
		if err := twin.NewGame(game.Of(g)); err != nil {
			t.Fatal(err)
		}
		tree, network, err := twin.(insider).Inside(g.Position().ToMove())
		if err != nil {
			t.Fatal(err)
		}
		if err := plant(t.Context(), tree); err != nil {
			t.Fatal(err)
		}
		for left := playouts; left > 0; left -= slice {
			if err := tree.Search(t.Context(), search.Budget{Playouts: min(slice, left)}); err != nil {
				t.Fatal(err)
			}
		}
		root, visits, best := tree.Root(), 0, ""
		for _, m := range root.Moves {
			q := board.Point(m.Move)
			n := passJSON{}
			if q == board.Pass {
				n = *shot.Figure.Pass
			} else {
				i, f := q.Index(9), shot.Figure
				n = passJSON{f.Value[i], f.Values[i], f.Rollouts[i], f.Prior[i], f.Share[i], f.Mean[i], f.Visits[i], f.Judged[i]}
			}
			want := passJSON{
				Value: n.Value, Values: -1, Rollouts: -1, Prior: m.Prior, Share: float64(m.Visits) / playouts, Mean: -1,
				Visits: m.Visits, Judged: m.Values,
			}
			if m.Values > 0 {
				want.Values = (1 + m.Value) / 2
			}
			if m.Visits > 0 {
				want.Rollouts, want.Mean = (1+m.Outcome)/2, (1+m.Mean)/2
			}
			if m.Values == 1 && !close4(n.Values, n.Value) && math.Abs(n.Values-n.Value) > 1.0/1024 {
				t.Errorf("%s: the only value in the tree is %v, the network's was %v", q.Vertex(9), n.Values, n.Value)
			}
			if !close4(n.Values, want.Values) || !close4(n.Rollouts, want.Rollouts) || !close4(n.Prior, want.Prior) ||
				!close4(n.Share, want.Share) || !close4(n.Mean, want.Mean) || n.Visits != want.Visits || n.Judged != want.Judged {
				t.Errorf("%s: %+v, want %+v", q.Vertex(9), n, want)
			}
			state := gostate.New(g)
			state.Play(m.Move)
			value, err := network.Evaluate(state, nil, nil)
			if err != nil || !close4(n.Value, float64(1-value)/2) {
				t.Errorf("%s: value %v, want %v, %v", q.Vertex(9), n.Value, (1-value)/2, err)
			}
			if m.Visits > visits {
				visits, best = m.Visits, q.Vertex(9)
			}
		}
		if shot.Figure.Best.Share != best {
			t.Errorf("the most visited move is %s, want %s", shot.Figure.Best.Share, best)
		}
		for i, m := range tree.Line() {
			if shot.Figure.Line[i] != board.Point(m).Vertex(9) {
				t.Errorf("line %v", shot.Figure.Line)
				break
			}
		}
	}
}

// The boards a and d are the answers of the networks in one of the eight orientations.
func TestFigureIsTheNetworks(t *testing.T) {
	l := wished(t, pages(t, nil), wish{Example: "life"})
	model, _, err := nets.LoadModel("shipped:9x9")
	if err != nil {
		t.Fatal(err)
	}
	shot := l.shot()
	start := gostate.New(l.now)
	moves := start.Moves(nil)
	for _, m := range moves {
		q := board.Point(m)
		if q == board.Pass {
			continue
		}
		next := start.Clone().(*gostate.State)
		next.Play(m)
		input := evaluation.NewInput(model.Value)
		for _, s := range evaluation.AllSymmetries() {
			input.Add(next.Position(), s)
		}
		values := make([]float32, input.Len())
		if err := model.Value.Evaluate(values, input.Planes(), input.Len()); err != nil {
			t.Fatal(err)
		}
		found := false
		for _, v := range values {
			found = found || close4(shot.Figure.Value[q.Index(9)], float64(1-v)/2)
		}
		if !found {
			t.Errorf("%s: %v is none of %v", q.Vertex(9), shot.Figure.Value[q.Index(9)], values)
		}
	}
	input := evaluation.NewInput(model.Policy)
	for _, s := range evaluation.AllSymmetries() {
		input.Add(start.Position(), s)
	}
	rows := make([]float32, input.Len()*81)
	if err := model.Policy.Evaluate(rows, input.Planes(), input.Len()); err != nil {
		t.Fatal(err)
	}
	fits := 0
	for _, s := range evaluation.AllSymmetries() {
		probs, sum, same := make([]float32, 81), 0.0, true
		s.Inverse().Distribution(probs, rows[int(s)*81:][:81], 9)
		sharp := make([]float64, 81)
		for _, m := range moves {
			if q := board.Point(m); q != board.Pass {
				sharp[q.Index(9)] = math.Pow(float64(probs[q.Index(9)]), 1/alphago.TunedTemperature(9))
				sum += sharp[q.Index(9)]
			}
		}
		for _, m := range moves {
			if q := board.Point(m); q != board.Pass {
				same = same && math.Abs(shot.Figure.Prior[q.Index(9)]-sharp[q.Index(9)]/sum) < 1e-3
			}
		}
		if same {
			fits++
		}
	}
	if fits == 0 {
		t.Error("the priors are those of no orientation")
	}
}

// The planes are those of package features, in all examples.
func TestPlanesAreTheFeatures(t *testing.T) {
	p := pages(t, nil)
	list, err := examplesList()
	if err != nil || len(list) < 5 {
		t.Fatalf("%v, %v", list, err)
	}
	ladders := 0
	for _, e := range list {
		l := wished(t, p, wish{Example: e.Name})
		got, err := l.planes()
		if err != nil {
			t.Fatal(err)
		}
		pos, size, n := l.now.Position(), e.Size, 0
		want := make([]float32, size*size*49)
		features.NewExtractor().Extract(want, 49, pos, features.ValuePlanes, features.Identity)
		for _, g := range got.Groups {
			for _, plane := range g.Planes {
				count := 0
				for i, c := range plane.Points {
					if float32(c-'0') != want[i*49+n] {
						t.Fatalf("%s, plane %s, point %d: %c", e.Name, plane.Name, i, c)
					}
					count += int(c - '0')
				}
				if plane.Name != features.Name(n) || plane.Count != count || len(plane.Points) != size*size {
					t.Errorf("%s: plane %d is %s with %d", e.Name, n, plane.Name, plane.Count)
				}
				if strings.HasPrefix(plane.Name, "ladder") && count > 0 {
					ladders++
				}
				n++
			}
		}
		if n != 49 {
			t.Errorf("%d planes", n)
		}
	}
	if ladders < 2 {
		t.Error("no example has both ladders")
	}
}

// A rollout repeats with its seed and ends in the position and the score that it says; its steps are its positions,
// and every move that it plays had a chance.
func TestRollout(t *testing.T) {
	for _, playout := range []string{byRules, byPolicy} {
		l := wished(t, pages(t, nil), wish{Example: "capture", Playout: playout})
		ends := map[string]bool{}
		for _, seed := range []string{"1", "2", "1"} {
			q := url.Values{"seed": {seed}}
			r, err := l.rollout(q)
			if err != nil {
				t.Fatal(err)
			}
			if again, err := l.roll(l.state, r.Seed); err != nil || fmt.Sprint(again.shown) != fmt.Sprint(*r) {
				t.Fatalf("%s: %+v again is %+v, %v", playout, r, again, err)
			}
			ends[fmt.Sprint(r.Moves)] = true
			pos := *l.now.Position()
			for n := range len(r.Moves) + 1 {
				s, err := l.rolloutStep(fmt.Sprint(n), q)
				if err != nil {
					t.Fatal(err)
				}
				if s.Points != points(&pos) || s.ToMove != pos.ToMove().String() {
					t.Fatalf("%s, step %d: %s", playout, n, s.Points)
				}
				if n == len(r.Moves) {
					break
				}
				sum, chosen := 0.0, 0.0
				likely, err := l.likely(&pos)
				if err != nil {
					t.Fatal(err)
				}
				for _, m := range likely {
					sum += m.chance
					if m.point != board.Pass && !close4(s.Chances[m.point.Index(9)], m.chance) {
						t.Fatalf("%s, step %d: %v of %s", playout, n, s.Chances, m.point.Vertex(9))
					}
				}
				for _, m := range s.Likely {
					if m.Point == r.Moves[n] {
						chosen = m.Chance
					}
				}
				if s.Next != r.Moves[n] || chosen <= 0 || math.Abs(sum-1) > 1e-5 {
					t.Fatalf("%s, step %d: %s with %v of %v", playout, n, s.Next, chosen, sum)
				}
				move, err := board.ParseVertex(r.Moves[n], 9)
				if err != nil || move != board.Pass && !pos.Legal(move, pos.ToMove()) {
					t.Fatalf("%s, step %d: %s, %v", playout, n, r.Moves[n], err)
				}
				pos.Play(move, pos.ToMove())
			}
			black, white := pos.Area(nil)
			if r.Final != points(&pos) || r.Black != black || r.White != white || r.Lead != float64(black-white)-7.5 {
				t.Errorf("%s: %+v, want %d to %d", playout, r, black, white)
			}
		}
		if len(ends) != 2 {
			t.Errorf("%s: %d rollouts of two seeds", playout, len(ends))
		}
	}
}

// A look that begins after another model was put into the folder has that model's rollout policy. A look that began
// before keeps its own.
func TestAnotherRolloutPolicyInTheFolderIsRead(t *testing.T) {
	dir := modeltest.Full(t, 7)
	p := pages(t, func(c *Config) {
		c.Room = thinking.NewRoom(thinking.Config{Players: player.Players(), Threads: 1, ModelDirs: []string{dir}})
	})
	before := wished(t, p, wish{Size: 7, Playout: byPolicy})
	had := before.policy
	even, err := rollout.NewPolicy(rollout.KindRollout, rollout.Patterns{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := rollout.Save(dir, even, models.Training{}); err != nil {
		t.Fatal(err)
	}
	after := wished(t, p, wish{Size: 7, Playout: byPolicy})
	if before.policy != had {
		t.Error("a look under way has another rollout policy")
	}
	for i := range int32(even.Features()) {
		if w := after.policy.Feature(i).Weight; w != 0 {
			t.Fatalf("feature %d has a weight of %v, as before", i, w)
		}
	}
}

// The chances of the rollout policy are those of rollout.Prior, and the reasons make them.
func TestChancesOfThePolicy(t *testing.T) {
	l := wished(t, pages(t, nil), wish{Example: "capture", Playout: byPolicy})
	pos := *l.now.Position()
	list, err := l.likely(&pos)
	if err != nil {
		t.Fatal(err)
	}
	moves, sum := make([]board.Point, len(list)), 0.0
	for i, m := range list {
		moves[i] = m.point
		score := 0.0
		for _, r := range m.reasons {
			score += r.Weight
		}
		sum += math.Exp(score)
	}
	want := make([]float32, len(list))
	rollout.NewPrior(l.policy).Priors(&pos, moves, want)
	for i, m := range list {
		score := 0.0
		for _, r := range m.reasons {
			score += r.Weight
		}
		if m.chance != float64(want[i]) || math.Abs(m.chance-math.Exp(score)/sum) > 1e-3 {
			t.Errorf("%s: %v by %v, want %v", m.point.Vertex(9), m.chance, m.reasons, want[i])
		}
	}
}

// The path has the N, W and Q of the tree before and after the playout.
func TestPathIsTheTree(t *testing.T) {
	l := wished(t, pages(t, nil), wish{Example: "opening"})
	longest, joined := 0, 0
	for n := range 120 {
		before := l.tree.Root()
		do(t, l, command{Do: "trace"})
		after, shot := l.tree.Root(), l.shot()
		if shot.Path.Number != n+1 || shot.Playouts != n+1 {
			t.Fatalf("playout %d is %d of %d", n+1, shot.Path.Number, shot.Playouts)
		}
		of := func(r search.Root, point string) (m search.MoveStat) {
			for _, x := range r.Moves {
				if board.Point(x.Move).Vertex(9) == point {
					m = x
				}
			}
			return m
		}
		root := shot.Path.Steps[0]
		for _, m := range root.Moves {
			for i, s := range []statJSON{m.Before, m.After} {
				want := of([]search.Root{before, after}[i], m.Point)
				if s.N != want.Visits || s.NValues != want.Values || !close4(s.W, want.Outcome*float64(want.Visits)) ||
					!close4(s.WValues, want.Value*float64(want.Values)) || want.Visits > 0 && !close4(s.Q, want.Mean) {
					t.Fatalf("playout %d, %s: %+v, want %+v", n+1, m.Point, s, want)
				}
			}
			one := 0
			if m.Point == root.Chosen {
				one = 1
			}
			if m.After.N-m.Before.N != one {
				t.Fatalf("playout %d, %s: %+v, chosen was %s", n+1, m.Point, m, root.Chosen)
			}
		}
		for _, s := range shot.Path.Steps {
			if s.Moves[0].Point != s.Chosen || len(s.Moves) > 1 && s.Moves[1].Before.Q+s.Moves[1].Before.U > s.Moves[0].Before.Q+s.Moves[0].Before.U+2e-4 {
				t.Fatalf("playout %d: %s before %+v", n+1, s.Chosen, s.Moves)
			}
		}
		leaf := shot.Path.Leaf
		if !leaf.Over && (len(leaf.Moves) == 0 || (leaf.Lead > 0) != (leaf.Outcome > 0)) {
			t.Fatalf("playout %d: %+v", n+1, leaf)
		}
		longest = max(longest, len(shot.Path.Steps))
		if leaf.Joined > 0 {
			joined++
		}
	}
	if longest < 2 || joined == 0 {
		t.Errorf("the longest way has %d steps, %d positions joined", longest, joined)
	}
	do(t, l, command{Do: "forget"})
	if shot := l.shot(); shot.Playouts != 0 || shot.Path != nil {
		t.Errorf("after forgetting: %+v", shot)
	}
}

// A position can be walked, and set up.
func TestPositions(t *testing.T) {
	p := pages(t, nil)
	l := wished(t, p, wish{Example: "opening"})
	do(t, l, command{Do: "goto", Move: 2})
	if s := l.shot(); len(s.Moves) != 2 || s.Total != 6 || s.ToMove != "black" || strings.Count(s.Points, "X") != 1 {
		t.Errorf("%+v", s)
	}
	next := l.line.Moves()[2].Point.Vertex(9)
	do(t, l, command{Do: "play", Point: next})
	if s := l.shot(); len(s.Moves) != 3 || s.Total != 6 {
		t.Errorf("along the line: %d of %d", len(s.Moves), s.Total)
	}
	do(t, l, command{Do: "play", Point: "A1"})
	if s := l.shot(); len(s.Moves) != 4 || s.Total != 4 || s.Figure.Prior[72] != -1 {
		t.Errorf("off the line: %d of %d", len(s.Moves), s.Total)
	}
	again := wished(t, p, wish{Inside: l.id, Playout: byPolicy})
	if s := again.shot(); s.Points != l.shot().Points || s.Playout != byPolicy || len(s.Moves) != 4 {
		t.Errorf("the same with other playouts: %+v", s)
	}
	if s := wished(t, p, wish{Game: "mine"}).shot(); len(s.Moves) != 1 || s.ToMove != "white" {
		t.Errorf("a game: %+v", s)
	}
	drawn := strings.Repeat(".", 40) + "X" + strings.Repeat(".", 39) + "O"
	if s := wished(t, p, wish{Points: drawn, ToMove: "white", Size: 9}).shot(); s.Points != drawn || s.ToMove != "white" {
		t.Errorf("set up: %+v", s)
	}
	over := wished(t, p, wish{File: gamefile.File{SGF: "(;SZ[9];B[ee];W[];B[])"}})
	do(t, over, command{Do: "trace", Playouts: 20}) // what comes after two passes is a new game
	if s := over.shot(); s.Error != "" || s.Playouts != 20 || len(s.Path.Steps) == 0 {
		t.Errorf("a finished game: %+v", s)
	}
}

// Without a model there are planes and rollouts, and a sentence that helps.
func TestWithoutModel(t *testing.T) {
	none := t.TempDir()
	p := pages(t, func(c *Config) {
		c.Room = thinking.NewRoom(thinking.Config{Players: player.Players(), Threads: 1, ModelDirs: []string{none}})
	})
	l := wished(t, p, wish{Size: 13})
	s := l.shot()
	if s.Model != nil || s.Figure != nil || !strings.Contains(s.Missing, "13×13") {
		t.Errorf("%+v", s)
	}
	if r, err := l.rollout(url.Values{}); err != nil || len(r.Moves) < 100 {
		t.Errorf("%v, %v", r, err)
	}
	if planes, err := l.planes(); err != nil || len(planes.Groups) != 12 {
		t.Errorf("%v", err)
	}
	do(t, l, command{Do: "play", Point: "D4"})
	for _, what := range []string{"search", "trace", "forget"} {
		if err := l.do(t.Context(), command{Do: what, Playouts: 1}); err == nil || !strings.Contains(err.Error(), "nothing that searches") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// On a board without a model of its own, the policy of another size is looked into.
func TestCarried(t *testing.T) {
	l := wished(t, pages(t, nil), wish{Size: 11})
	do(t, l, command{Do: "trace", Playouts: 3})
	s := l.shot()
	if s.Missing != "" || s.Model == nil || s.Model.Board == 11 || s.Model.Value || s.Rule.Lambda != 1 ||
		s.Figure.Best.Rollouts == "" {
		t.Errorf("%+v, %+v, %+v", s.Model, s.Rule, s.Figure)
	}
}

// A model without a value network shows what it has.
func TestPolicyAlone(t *testing.T) {
	l := wished(t, pages(t, nil), wish{Size: 19, Model: "shipped:19x19-rl"})
	do(t, l, command{Do: "trace", Playouts: 3})
	s := l.shot()
	if s.Model.Value || s.Rule.Lambda != 1 || s.Figure.Best.Value != "" || s.Figure.Best.Rollouts == "" || s.Figure.Best.Values != "" {
		t.Errorf("%+v, %+v", s.Rule, s.Figure.Best)
	}
}

func TestRefusals(t *testing.T) {
	p := pages(t, nil)
	for text, want := range map[string]string{
		`{"size": 3}`: "want 7 to 19", `{"example": "nothing"}`: "no example", `{"inside": "gone"}`: "choose a position again",
		`{"sgf": "no game"}`: "no game", `{"sgf": "(;SZ[9];B[ee])", "move": 7}`: "this game has 1",
		`{"points": "XO"}`: "want 81", `{"points": "` + strings.Repeat("X", 81) + `"}`: "liberty", `{"to_move": "red"}`: "black or white",
		`{"model": "/etc"}`: "none of the server's folders", `{"playout": "loud"}`: "want informed or softmax",
		`{"size": 19, "model": "shipped:19x19-rl", "playout": "softmax"}`: "rollout", `{"model": "a,b"}`: "comma",
		`{"game": "yours"}`: "no game", `{"colour": 1}`: "docs/api.md",
	} {
		_, err := p.open(httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", strings.NewReader(text)))
		var no *wire.Refusal
		if err == nil || !strings.Contains(err.Error(), want) || !errors.As(err, &no) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	l := wished(t, p, wish{})
	for _, c := range []command{
		{Do: "dance"},
		{Do: "search"},
		{Do: "search", Playouts: 1 << 30},
		{Do: "trace", Playouts: 5000},
		{Do: "goto", Move: 1},
		{Do: "play", Point: "Z99"},
	} {
		if err := l.do(t.Context(), c); err == nil {
			t.Errorf("%+v was done", c)
		}
	}
	for _, step := range []string{"-1", "9999", "x"} {
		if _, err := l.rolloutStep(step, url.Values{}); err == nil {
			t.Errorf("step %s", step)
		}
	}
	if _, err := l.rollout(url.Values{"seed": {"x"}}); err == nil {
		t.Error("seed x")
	}
}

// Looks are bounded in number, and go when nobody has used them for some minutes.
func TestLooksGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := pages(t, nil)
		first := wished(t, p, wish{Size: 13})
		for range mostLooks {
			time.Sleep(time.Second) // of the test's own time
			wished(t, p, wish{Size: 13})
		}
		here := func() (n int, has func(string) bool) {
			p.mu.Lock()
			defer p.mu.Unlock()
			return len(p.looks), func(id string) bool { _, err := p.find(id); return err == nil }
		}
		if n, has := here(); n != mostLooks || has(first.id) {
			t.Errorf("%d looks, the first among them: %v", n, has(first.id))
		}
		watched := wished(t, p, wish{Size: 13})
		_, leave := watched.news.Watch()
		time.Sleep(3 * restAfter)
		if n, has := here(); n != 1 || !has(watched.id) {
			t.Errorf("%d looks are left", n)
		}
		leave()
		time.Sleep(3 * restAfter)
		if n, _ := here(); n != 0 {
			t.Errorf("%d looks are left", n)
		}
	})
}

// A command that waits while its look is closed is refused: there is nothing left to search with.
func TestClosedMeanwhile(t *testing.T) {
	l := wished(t, pages(t, nil), wish{})
	for _, c := range []command{{Do: "search", Playouts: 1}, {Do: "trace"}, {Do: "forget"}, {Do: "goto"}} {
		l.commands.Lock()
		answer := make(chan error)
		go func() { answer <- l.do(t.Context(), c) }()
		l.mu.Lock()
		l.closed, l.tree, l.network = true, nil, nil // as close does
		l.mu.Unlock()
		l.commands.Unlock()
		if err := <-answer; err == nil || !strings.Contains(err.Error(), "choose a position again") {
			t.Errorf("%s: %v", c.Do, err)
		}
	}
	other := wished(t, pages(t, nil), wish{})
	if err := other.close(); err != nil {
		t.Fatal(err)
	}
	err := other.do(t.Context(), command{Do: "stop"})
	if err == nil || !strings.Contains(err.Error(), "choose a position again") {
		t.Errorf("after close: %v", err)
	}
}

// A search ends when nobody watches.
func TestNobodyWatches(t *testing.T) {
	now := time.Unix(0, 0)
	p := pages(t, func(c *Config) { c.Now = func() time.Time { now = now.Add(time.Second); return now } })
	l := wished(t, p, wish{})
	do(t, l, command{Do: "search", Playouts: mostPlayouts})
	if s := l.shot(); s.Running || s.Playouts == 0 || s.Playouts > 40*slice {
		t.Errorf("%d playouts, running is %v", s.Playouts, s.Running)
	}
	_, leave := l.news.Watch()
	defer leave()
	before := l.shot().Playouts
	do(t, l, command{Do: "search", Playouts: 40 * slice})
	if s := l.shot(); s.Playouts != before+40*slice {
		t.Errorf("%d playouts, watched, after %d", s.Playouts, before)
	}
}

// A command ends a search that runs; the server's end ends all.
func TestStop(t *testing.T) {
	p := pages(t, nil)
	l := wished(t, p, wish{})
	_, leave := l.news.Watch()
	defer leave()
	if err := l.do(t.Context(), command{Do: "search", Playouts: mostPlayouts}); err != nil {
		t.Fatal(err)
	}
	if err := l.do(t.Context(), command{Do: "stop"}); err != nil {
		t.Fatal(err)
	}
	settle(l)
	if s := l.shot(); s.Running || s.Error != "" || s.Playouts >= mostPlayouts || s.Figure.Best.Value == "" {
		t.Errorf("%+v", s)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := l.do(ctx, command{Do: "trace", Playouts: 5}); !errors.Is(err, context.Canceled) {
		t.Errorf("a request that has gone: %v", err)
	}
	if err := l.do(t.Context(), command{Do: "search", Playouts: mostPlayouts}); err != nil {
		t.Fatal(err)
	}
}

// The manual has every field, command and address.
func TestManualOfTheInterface(t *testing.T) {
	raw, err := os.ReadFile("../../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	_, manual, _ := strings.Cut(string(raw), "\n## Inside\n")
	if end := strings.Index(manual, "\n## "); end >= 0 {
		manual = manual[:end]
	}
	own := reflect.TypeFor[lookJSON]().PkgPath()
	var names func(reflect.Type) []string
	names = func(typ reflect.Type) (list []string) {
		for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice {
			typ = typ.Elem()
		}
		if typ.Kind() != reflect.Struct || typ.PkgPath() != own {
			return nil
		}
		for i := range typ.NumField() {
			f := typ.Field(i)
			if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); !f.Anonymous {
				list = append(list, name)
			}
			list = append(list, names(f.Type)...)
		}
		return list
	}
	all := []string{}
	for name := range commands {
		all = append(all, name)
	}
	for _, typ := range []reflect.Type{
		reflect.TypeFor[lookJSON](), reflect.TypeFor[wish](), reflect.TypeFor[command](), reflect.TypeFor[choiceJSON](),
		reflect.TypeFor[planesJSON](), reflect.TypeFor[rolloutJSON](), reflect.TypeFor[rolloutStepJSON](),
	} {
		all = append(all, names(typ)...)
	}
	for _, name := range all {
		if !strings.Contains(manual, "`"+name+"`") {
			t.Errorf("docs/api.md does not have %s below Inside", name)
		}
	}
}

// What an event of a page costs that looks on while 19×19 is searched: at most twenty are sent a second.
func BenchmarkShot(b *testing.B) {
	l := wished(b, pages(b, nil), wish{Example: "fuseki"})
	do(b, l, command{Do: "trace", Playouts: 200})
	for b.Loop() {
		if _, err := json.Marshal(l.shot()); err != nil {
			b.Fatal(err)
		}
	}
}
