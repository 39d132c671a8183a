package rating

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// near says whether two numbers are equal up to rounding.
func near(x, y float64) bool { return math.Abs(x-y) < 1e-6 }

func rate(t *testing.T, results []PairResult, config RateConfig) Ratings {
	t.Helper()
	r, err := Rate(results, config)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// elo is a player's rating.
func (r Ratings) of(t *testing.T, name string) Rating {
	t.Helper()
	for _, p := range r.Players {
		if p.Name == name {
			return p
		}
	}
	t.Fatalf("%s has no rating", name)
	return Rating{}
}

// TestTwoPlayers has a closed form: with w won and l lost games, the virtual draws included,
// the difference is 400·log10(w/l), and the curvature in its logistic unit is w·l/(w+l).
func TestTwoPlayers(t *testing.T) {
	results := []PairResult{{A: "a", B: "b", Black: Tally{Wins: 30, Losses: 10}, White: Tally{Wins: 30, Losses: 10}}}
	w, l := 61.0, 21.0
	difference := 400 * math.Log10(w/l)
	interval := 1.959963984540054 * 400 / math.Ln10 * math.Sqrt((w+l)/(w*l))

	free := rate(t, results, DefaultRateConfig())
	a, b := free.of(t, "a"), free.of(t, "b")
	if !near(a.Elo, difference/2) || !near(b.Elo, -difference/2) || !near(free.Black, 0) {
		t.Errorf("ratings %v and %v, Black %v; want ±%v and 0", a.Elo, b.Elo, free.Black, difference/2)
	}
	if !near(a.Error, interval/2) || !near(b.Error, interval/2) {
		t.Errorf("intervals ±%v and ±%v from the mean, want ±%v", a.Error, b.Error, interval/2)
	}
	// Φ((difference)/standard deviation)
	z := difference / (interval / 1.959963984540054)
	if want := 0.5 * math.Erfc(-z/math.Sqrt2); a.Better == nil || !near(*a.Better, want) || b.Better != nil {
		t.Errorf("a is better with likelihood %v, want %v, and the last has none: %v", a.Better, want, b.Better)
	}

	config := DefaultRateConfig()
	config.Anchors = map[string]float64{"b": 1000}
	fixed := rate(t, results, config)
	a, b = fixed.of(t, "a"), fixed.of(t, "b")
	if !near(a.Elo, 1000+difference) || !near(a.Error, interval) || b.Elo != 1000 || b.Error != 0 || !b.Anchor || a.Anchor {
		t.Errorf("beside an anchor at 1000: %+v and %+v, want %v ± %v", a, b, 1000+difference, interval)
	}
	if a.Games != 80 || a.Wins != 60 || b.Wins != 20 {
		t.Errorf("%d games, %d to %d", a.Games, a.Wins, b.Wins)
	}
}

// TestPriorIsSharedOut: a player brings one virtual draw, and has what its opponents share out to it. One who won
// every game has the rating 400·log10((games + draws/2)/(draws/2)) above its only opponent.
func TestPriorIsSharedOut(t *testing.T) {
	config := DefaultRateConfig()
	config.Anchors = map[string]float64{"hub": 0}
	for games, draws := range map[int]float64{0: 2, 10: 1.5, 90: 1.1, 9990: 1.001} { // of the hub against others
		results := []PairResult{{A: "new", B: "hub", Black: Tally{Wins: 5}, White: Tally{Wins: 5}}}
		if games > 0 {
			half := games / 2
			results = append(results, PairResult{A: "old", B: "hub", Unknown: Tally{Wins: half, Losses: half}})
		}
		want := 400 * math.Log10((10+draws/2)/(draws/2))
		r := rate(t, results, config)
		if got := r.of(t, "new").Elo; !near(got, want) {
			t.Errorf("%d games of the hub against others: %v Elo, want %v", games, got, want)
		}
	}
}

// TestDrawsAreHalf: two draws weigh as much as a win and a loss.
func TestDrawsAreHalf(t *testing.T) {
	draws := rate(t, []PairResult{{A: "a", B: "b", Unknown: Tally{Wins: 5, Losses: 1, Draws: 4}}}, DefaultRateConfig())
	games := rate(t, []PairResult{{A: "a", B: "b", Unknown: Tally{Wins: 7, Losses: 3}}}, DefaultRateConfig())
	if x, y := draws.of(t, "a"), games.of(t, "a"); !near(x.Elo, y.Elo) || !near(x.Error, y.Error) {
		t.Errorf("%v ± %v with draws, %v ± %v without", x.Elo, x.Error, y.Elo, y.Error)
	}
}

// league plays every pair of the players with each colour by the model.
func league(rng *rand.Rand, elo []float64, black float64, games int) (results []PairResult) {
	play := func(i, j int, worth float64) (t Tally) {
		for range games {
			if rng.Float64() < 1/(1+math.Pow(10, -(elo[i]-elo[j]+worth)/400)) {
				t.Wins++
			} else {
				t.Losses++
			}
		}
		return t
	}
	for i := range elo {
		for j := i + 1; j < len(elo); j++ {
			results = append(results, PairResult{A: fmt.Sprint("p", i), B: fmt.Sprint("p", j), Black: play(i, j, black), White: play(i, j, -black)})
		}
	}
	return results
}

// TestIntervalsHoldTheTruth: of many simulated leagues, some 95% of the intervals have the
// players' true ratings in them, with an anchor and without, and so has that of the colour.
func TestIntervalsHoldTheTruth(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	elo := []float64{-250, -100, 0, 50, 100, 200} // of mean 0
	const black, leagues = 60, 300
	inside, of, blackInside, anchoredInside := 0, 0, 0, 0
	for range leagues {
		results := league(rng, elo, black, 20)
		free := rate(t, results, DefaultRateConfig())
		if math.Abs(free.Black-black) < free.BlackError {
			blackInside++
		}
		config := DefaultRateConfig()
		config.Anchors = map[string]float64{"p3": elo[3]}
		fixed := rate(t, results, config)
		for i, truth := range elo {
			name := fmt.Sprint("p", i)
			if r := free.of(t, name); math.Abs(r.Elo-truth) < r.Error {
				inside++
			}
			if r := fixed.of(t, name); i != 3 && math.Abs(r.Elo-truth) < r.Error {
				anchoredInside++
			}
			of++
		}
	}
	for what, share := range map[string]float64{
		"free": float64(inside) / float64(of), "anchored": float64(anchoredInside) / float64(of-leagues), "black": float64(blackInside) / leagues,
	} {
		if share < 0.925 || share > 0.975 {
			t.Errorf("%s: %.1f%% of the intervals have the truth in them, want about 95%%", what, 100*share)
		}
	}
}

// TestRatingsAreWhereTheGradientIsZero: at the top of the posterior every player has as many
// points as the model expects, virtual draws included.
func TestRatingsAreWhereTheGradientIsZero(t *testing.T) {
	results := league(rand.New(rand.NewPCG(6, 0)), []float64{-400, 0, 10, 900}, -30, 10)
	r := rate(t, results, DefaultRateConfig())
	for _, p := range r.Players {
		surplus := 0.0
		for _, q := range results {
			if q.B == p.Name {
				q = q.turned()
			}
			if q.A != p.Name {
				continue
			}
			// Each of 4 players has 2 draws over 3 opponents alike: 2/3 a pair, a third with
			// either colour.
			difference := p.Elo - r.of(t, q.B).Elo
			for worth, tally := range map[float64]Tally{r.Black: q.Black, -r.Black: q.White} {
				games := float64(tally.Games()) + 1.0/3
				surplus += tally.Points() + 1.0/6 - games/(1+math.Pow(10, -(difference+worth)/400))
			}
		}
		if math.Abs(surplus) > 1e-6 {
			t.Errorf("%s has %v points more than expected", p.Name, surplus)
		}
	}
}

func TestWhoWinsAllHasAFiniteRating(t *testing.T) {
	r := rate(t, []PairResult{
		{A: "best", B: "middle", Black: Tally{Wins: 100}, White: Tally{Wins: 100}},
		{A: "middle", B: "worst", Black: Tally{Wins: 100}, White: Tally{Wins: 100}},
	}, DefaultRateConfig())
	for i, name := range []string{"best", "middle", "worst"} {
		p := r.Players[i]
		if p.Name != name || math.IsInf(p.Elo, 0) || math.IsNaN(p.Elo) || math.Abs(p.Elo) > 3000 || !(p.Error > 100 && p.Error < 2000) {
			t.Errorf("place %d: %s with %v ± %v", i+1, p.Name, p.Elo, p.Error)
		}
	}
}

// TestLongLadder: forty players; each always beats the next one, in up to a
// million games.
func TestLongLadder(t *testing.T) {
	for _, games := range []int{1, 1000, 1_000_000} {
		var results []PairResult
		for i := range 39 {
			results = append(results, PairResult{
				A:     fmt.Sprintf("p%02d", i),
				B:     fmt.Sprintf("p%02d", i+1),
				Black: Tally{Wins: games},
				White: Tally{Wins: games},
			})
		}
		for name, anchor := range map[string]map[string]float64{"free": nil, "anchored": {"p39": 0}, "badly": {"p00": 0, "p39": 10_000}} {
			config := DefaultRateConfig()
			config.Anchors = anchor
			r := rate(t, results, config)
			for i, p := range r.Players {
				if name != "badly" && p.Name != fmt.Sprintf("p%02d", i) || math.IsNaN(p.Elo) || math.IsNaN(p.Error) {
					t.Fatalf("%s, %d games: place %d is %+v", name, games, i, p)
				}
			}
		}
	}
}

func TestAnchorsThatCannotBe(t *testing.T) {
	config := DefaultRateConfig()
	config.Anchors = map[string]float64{"a": 0, "c": 900_000}
	_, err := Rate([]PairResult{{A: "a", B: "b", Black: Tally{Wins: 5}}, {A: "b", B: "c", Black: Tally{Wins: 5}}}, config)
	if err == nil || !strings.Contains(err.Error(), "anchors") {
		t.Errorf("error %v", err)
	}
}

func TestColourIsWorthWhatItIs(t *testing.T) {
	// Equal players, Black wins 75 in 100: 400·log10(3) except for the prior.
	results := []PairResult{{A: "a", B: "b", Black: Tally{Wins: 7500, Losses: 2500}, White: Tally{Wins: 2500, Losses: 7500}}}
	r := rate(t, results, DefaultRateConfig())
	if math.Abs(r.Black-400*math.Log10(3)) > 0.1 || !near(r.of(t, "a").Elo, 0) || !(r.BlackError > 3 && r.BlackError < 7) {
		t.Errorf("Black is worth %v ± %v, a %v", r.Black, r.BlackError, r.of(t, "a").Elo)
	}
	config := DefaultRateConfig()
	config.NoColor = true
	if r := rate(t, results, config); r.Black != 0 || r.BlackError != 0 {
		t.Errorf("without the colour it is worth %v ± %v", r.Black, r.BlackError)
	}
	// Nothing is known of the colour if nobody says who had it.
	r = rate(t, []PairResult{{A: "a", B: "b", Unknown: Tally{Wins: 3, Losses: 1}}}, DefaultRateConfig())
	if !near(r.Black, 0) || r.BlackError < 300 {
		t.Errorf("without knowing colours Black is worth %v ± %v", r.Black, r.BlackError)
	}
}

func TestPlayersApartAreNotRated(t *testing.T) {
	won := Tally{Wins: 3, Losses: 2}
	results := []PairResult{
		{A: "a", B: "b", Black: won},
		{A: "c", B: "b", White: won},
		{A: "x", B: "y", Black: won},
		{A: "u", B: "v", Black: won},
		{A: "y", B: "v"},
	}
	r := rate(t, results, DefaultRateConfig())
	if len(r.Players) != 3 || !reflect.DeepEqual(r.Apart, [][]string{{"u", "v"}, {"x", "y"}}) {
		t.Errorf("rated %v, apart %v", r.Players, r.Apart)
	}
	if want := "not rated, because no games connect them with the others: u, v; x, y"; r.Warning() != want {
		t.Errorf("%q, want %q", r.Warning(), want)
	}
	// The anchors say who is rated, and may be in two groups.
	config := DefaultRateConfig()
	config.Anchors = map[string]float64{"x": 500}
	if r := rate(t, results, config); len(r.Players) != 2 || len(r.Apart) != 2 || r.of(t, "y").Elo >= 500 {
		t.Errorf("rated %v, apart %v", r.Players, r.Apart)
	}
	config.Anchors["a"] = 0
	if r := rate(t, results, config); len(r.Players) != 5 || r.of(t, "b").Elo > 0 || r.of(t, "y").Elo < 300 {
		t.Errorf("rated %v, apart %v", r.Players, r.Apart)
	}
	config.Anchors = map[string]float64{"bb": 0}
	if _, err := Rate(results, config); err == nil || !strings.Contains(err.Error(), "did you mean b?") {
		t.Errorf("an unknown anchor: %v", err)
	}
}

// TestRatingsDoNotDependOnOrder, to the last bit: results in any order, sides changed.
func TestRatingsDoNotDependOnOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 0))
	results := league(rng, []float64{0, 100, 50, -80, 30}, 20, 7)
	want := rate(t, results, DefaultRateConfig())
	for range 20 {
		rng.Shuffle(len(results), func(i, j int) { results[i], results[j] = results[j], results[i] })
		for i := range results {
			if rng.IntN(2) == 0 {
				results[i] = results[i].turned()
			}
		}
		if got := rate(t, results, DefaultRateConfig()); !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v, want %+v", got, want)
		}
	}
}

func TestRateRefuses(t *testing.T) {
	some := []PairResult{{A: "a", B: "b", Black: Tally{Wins: 1}}}
	for want, c := range map[string]struct {
		results []PairResult
		config  RateConfig
	}{
		"no games": {[]PairResult{{A: "a", B: "b"}}, DefaultRateConfig()},
		"prior":    {some, RateConfig{}},
		"Elo":      {some, RateConfig{Prior: 2, Anchors: map[string]float64{"a": math.NaN()}}},
	} {
		if _, err := Rate(c.results, c.config); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
}

// TestTurnedBack: a result turned twice is the same.
func TestTurnedBack(t *testing.T) {
	once := PairResult{Black: Tally{Wins: 3}, White: Tally{Wins: 2}, Repeated: Colors{Black: Tally{Wins: 2}, White: Tally{Wins: 1}}}
	if back := once.turned().turned(); back != once || once.turned().Repeated.White != (Tally{Losses: 2}) {
		t.Errorf("from the other side %+v, and back %+v", once.turned(), back)
	}
}
