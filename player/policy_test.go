package player

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/endingtest"
	"github.com/tengen-go/tengen/player/ending"
	"github.com/tengen-go/tengen/timing"
)

// given is a predictor that always gives the same numbers and remembers how it
// was asked.
type given struct {
	size  int
	probs []float32
	asked [][]features.Symmetry
	turn  board.Color
	err   error
}

func (p *given) Size() int      { return p.size }
func (p *given) String() string { return "given" }
func (p *given) Probabilities(dst []float32, pos *board.Position, symmetries []features.Symmetry) error {
	p.asked = append(p.asked, symmetries)
	p.turn = pos.ToMove()
	copy(dst, p.probs)
	return p.err
}

// uniform likes all points alike.
func uniform(size int) *given {
	p := &given{size: size, probs: make([]float32, size*size)}
	for i := range p.probs {
		p.probs[i] = 1 / float32(size*size)
	}
	return p
}

func seated(t testing.TB, p MovePredictor, config PolicyConfig, g *board.Game) *PolicyPlayer {
	t.Helper()
	player, err := NewPolicyPlayer(p, config)
	if err != nil {
		t.Fatal(err)
	}
	if err := player.NewGame(game.Of(g)); err != nil {
		t.Fatal(err)
	}
	return player
}

func TestPolicyPlaysTheLikeliestLegalMove(t *testing.T) {
	p := uniform(5)
	p.probs[board.XY(1, 1).Index(5)] = 0.5
	p.probs[board.XY(3, 3).Index(5)] = 0.3
	player := seated(t, p, DefaultPolicyConfig(), endingtest.Empty(t, 5))
	for _, want := range []board.Point{board.XY(1, 1), board.XY(3, 3)} {
		c, err := player.Genmove(t.Context(), board.White, timing.Clock{})
		if err != nil || c.Point != want {
			t.Fatalf("chose %s, %v, want %s", c.Vertex(5), err, want.Vertex(5))
		}
		if p.turn != board.White {
			t.Errorf("the network was asked for %v", p.turn)
		}
		if err := player.Play(board.Move{Point: c.Point, Color: board.White}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTemperature(t *testing.T) {
	// Four points with probabilities 8:4:2:1 to the power 1/T; the others nothing.
	p := &given{size: 5, probs: make([]float32, 25)}
	for i := range 4 {
		p.probs[i] = 0.8 / float32(int(1)<<i)
	}
	for _, temperature := range []float64{0.01, 0.67, 1, 3} {
		config := DefaultPolicyConfig()
		config.Temperature, config.Views, config.Seed = temperature, OneView, 4
		player := seated(t, p, config, endingtest.Empty(t, 5))
		const draws = 4000
		var counts [25]float64
		for range draws {
			c, err := player.Genmove(t.Context(), board.Black, timing.Clock{})
			if err != nil {
				t.Fatal(err)
			}
			counts[c.Point.Index(5)]++
		}
		sum := 0.0
		for i := range 4 {
			sum += math.Pow(0.5, float64(i)/temperature)
		}
		for i, got := range counts {
			want := 0.0
			if i < 4 {
				want = draws * math.Pow(0.5, float64(i)/temperature) / sum
			}
			// Four standard deviations of a binomial count.
			if tolerance := 4 * math.Sqrt(want*(1-want/draws)); math.Abs(got-want) > tolerance+1e-9 && want > 1e-6 || want == 0 && got > 0 {
				t.Errorf("temperature %g: point %d drawn %v times, want %.1f ± %.1f", temperature, i, got, want, tolerance)
			}
		}
	}
}

func TestViews(t *testing.T) {
	for views, want := range map[Views]int{AllViews: 8, OneView: 1, RandomView: 1} {
		p := uniform(5)
		config := DefaultPolicyConfig()
		config.Views = views
		player := seated(t, p, config, endingtest.Empty(t, 5))
		seen := map[features.Symmetry]bool{}
		for range 100 {
			if _, err := player.Genmove(t.Context(), board.Black, timing.Clock{}); err != nil {
				t.Fatal(err)
			}
		}
		for _, asked := range p.asked {
			if len(asked) != want {
				t.Fatalf("views %d: asked under %v", views, asked)
			}
			for _, s := range asked {
				seen[s] = true
			}
		}
		if all := len(seen) == 8; all != (views != OneView) {
			t.Errorf("views %d: %d symmetries seen", views, len(seen))
		}
	}
}

// TestGamesEndAndMovesAreSound plays whole games between players of random
// temper on small boards: every move is legal under the game's rules, none fills
// an own eye, and all games end by themselves.
func TestGamesEndAndMovesAreSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(2, 7).Draw(t, "size")
		rules := rapid.SampledFrom([]board.Rules{board.TrompTaylor(), board.Chinese(), board.Japanese(), board.AGA()}).Draw(t, "rules")
		g, err := board.NewGame(size, rules)
		if err != nil {
			t.Fatal(err)
		}
		seed := rapid.Uint64().Draw(t, "seed")
		config := PolicyConfig{Temperature: rapid.SampledFrom([]float64{0, 1}).Draw(t, "temperature"), Views: OneView, Seed: seed}
		policy, err := NewPolicyPlayer(uniform(size), config)
		if err != nil {
			t.Fatal(err)
		}
		players := [3]Player{board.Black: policy, board.White: NewRandom(seed)}
		if rapid.Bool().Draw(t, "swap") {
			players[board.Black], players[board.White] = players[board.White], players[board.Black]
		}
		for _, p := range players[1:] {
			if err := p.NewGame(game.Of(g)); err != nil {
				t.Fatal(err)
			}
		}
		for c := board.Black; !g.Over(); c = c.Opponent() {
			if len(g.Moves()) > ending.LongestGame(size)+2 {
				t.Fatalf("no end after %d moves", len(g.Moves()))
			}
			choice, err := players[c].Genmove(context.Background(), c, timing.Clock{})
			if err != nil {
				t.Fatal(err)
			}
			if choice.Resign {
				t.Fatal("resigned, though told never to")
			}
			p := choice.Point
			if p != board.Pass && g.Position().OwnEye(p, c) {
				t.Fatalf("%v fills its eye at %s of\n%s", c, p.Vertex(size), g.Position())
			}
			if err := g.Play(p, c); err != nil {
				t.Fatalf("%v: %v", players[c], err)
			}
			for _, q := range players[1:] {
				if err := q.Play(board.Move{Point: p, Color: c}); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

func TestPlayersRepeatForTheSameSeed(t *testing.T) {
	game := func(seed uint64) (moves []board.Point) {
		config := PolicyConfig{Temperature: 1, Views: RandomView, Seed: seed}
		g := endingtest.Empty(t, 5)
		p := seated(t, uniform(5), config, g)
		for range 30 {
			c, err := p.Genmove(t.Context(), board.Black, timing.Clock{})
			if err != nil {
				t.Fatal(err)
			}
			moves = append(moves, c.Point)
			if err := p.Play(board.Move{Point: c.Point, Color: board.Black}); err != nil {
				t.Fatal(err)
			}
			if err := p.Play(board.Move{Point: board.Pass, Color: board.White}); err != nil {
				t.Fatal(err)
			}
		}
		return moves
	}
	a, b, c := game(1), game(1), game(2)
	same := true
	for i := range a {
		if a[i] != b[i] {
			t.Fatalf("move %d differs under the same seed", i)
		}
		same = same && a[i] == c[i]
	}
	if same {
		t.Error("another seed plays the same game")
	}
}

func TestResignsWhenHopelessForLong(t *testing.T) {
	// White owns the right; whatever becomes of the left, Black has lost.
	lost := func() *board.Game {
		g := endingtest.Game(t, board.Chinese(), `
			. . . O O . O
			. X . O O O O
			. . . O O . O
			. X . O O O O
			. . . O O . O
			. X . O O O O
			. . . O O . O
		`)
		for range 13 {
			for _, c := range []board.Color{board.Black, board.White} {
				if err := g.Play(board.Pass, c); err != nil {
					t.Fatal(err)
				}
			}
		}
		return g
	}
	for _, c := range []struct {
		resign float64
		from   int
		settle bool
		want   int // the call that resigns; 0 for none of four
	}{{resign: 0.02, want: 3}, {resign: 0, want: 0}, {resign: 0.02, from: 30, want: 0}, {resign: 0.02, settle: true}} {
		config := DefaultPolicyConfig()
		config.Resign, config.ResignFrom = c.resign, c.from
		player := seated(t, uniform(7), config, lost())
		got := 0
		for call := 1; call <= 4 && got == 0; call++ {
			choice, err := player.Genmove(t.Context(), board.Black, timing.Clock{Settle: c.settle})
			if err != nil {
				t.Fatal(err)
			}
			if choice.Resign {
				got = call
			}
		}
		if got != c.want {
			t.Errorf("%+v: resigned at call %d", c, got)
		}
	}
}

func TestAdviceIsADistributionOverLegalMoves(t *testing.T) {
	g := endingtest.Empty(t, 5)
	if err := g.Play(board.XY(2, 2), board.Black); err != nil {
		t.Fatal(err)
	}
	p := seated(t, uniform(5), DefaultPolicyConfig(), g)
	probs := make([]float32, 25)
	if err := p.Advise(probs, board.White); err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, v := range probs {
		sum += float64(v)
	}
	if math.Abs(sum-1) > 1e-6 || probs[12] != 0 {
		t.Errorf("sum %v, the occupied point %v", sum, probs[12])
	}
	if err := p.Advise(probs[:24], board.White); err == nil {
		t.Error("advice for 24 points of 25 was given")
	}
}

func TestPolicyPlayerFailsPlainly(t *testing.T) {
	player, err := NewPolicyPlayer(uniform(9), DefaultPolicyConfig())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := player.Genmove(t.Context(), board.Black, timing.Clock{}); !errors.Is(err, errNoGame) {
		t.Errorf("without a game: %v", err)
	}
	if err := player.NewGame(game.Of(endingtest.Empty(t, 5))); err == nil {
		t.Error("a 9×9 network sat down at 5×5")
	}
	p := uniform(5)
	p.err = errors.New("no memory")
	broken := seated(t, p, DefaultPolicyConfig(), endingtest.Empty(t, 5))
	if _, err := broken.Genmove(t.Context(), board.Black, timing.Clock{}); !errors.Is(err, p.err) {
		t.Errorf("the network's error became %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := broken.Genmove(ctx, board.Black, timing.Clock{}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
	for _, bad := range []PolicyConfig{{Temperature: -1}, {Temperature: math.NaN()}, {Resign: 0.6}, {ResignFrom: -1}, {Views: 3}} {
		if _, err := NewPolicyPlayer(uniform(5), bad); err == nil {
			t.Errorf("%+v was taken", bad)
		}
	}
}

// A network with weights that overflow in some position gives no probabilities there: no move, not the first.
func TestPolicyRefusesWhatIsNoNumber(t *testing.T) {
	p := uniform(5)
	p.probs[7] = float32(math.NaN())
	g := endingtest.Empty(t, 5)
	m, err := seated(t, p, PolicyConfig{}, g).Genmove(t.Context(), board.Black, timing.Clock{})
	if err == nil || !strings.Contains(err.Error(), "no probabilities") {
		t.Errorf("move %v, error %v", m, err)
	}
}
