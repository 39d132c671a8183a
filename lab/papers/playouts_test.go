package papers

import (
	"math"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/rating"
)

func TestVerdictOfGames(t *testing.T) {
	for _, c := range []struct {
		tally rating.Tally
		want  string
	}{
		{rating.Tally{Wins: 59, Losses: 41}, "are neither clearly stronger nor clearly weaker (59.0 (49.2–68.1)% of 100"},
		{rating.Tally{Wins: 240, Losses: 160}, "are stronger (60.0 (55.1–64.7)% of 400 games won)"},
		{rating.Tally{Wins: 40, Losses: 160}, "are weaker"},
		{rating.Tally{Wins: 5, Losses: 5}, "are neither clearly stronger nor clearly weaker"},
	} {
		if got := verdict(c.tally); !strings.HasPrefix(got, c.want) {
			t.Errorf("%v: %s, want %s", c.tally, got, c.want)
		}
	}
}

func TestWrongOptionsOfPlayouts(t *testing.T) {
	for _, wrong := range []map[string]string{
		{"kinds": "mogo,none"}, {"kinds": "mogo,mogo"}, {"kinds": ""}, {"tree": "search"}, {"playouts": "0"},
	} {
		if _, err := playouts(Env{}).Values(wrong); err == nil {
			t.Errorf("options %v are taken", wrong)
		}
	}
	if _, err := playouts(Env{}).Values(map[string]string{
		"kinds": "softmax,mogo", "tree": "rave", "playouts": "1,2",
	}); err != nil {
		t.Error(err)
	}
}

// A playout's own price leaves out what a move costs besides: 2 ms, and 3 µs a playout against 1 µs.
func TestPriceOfAPlayoutIsWithoutThatOfTheMove(t *testing.T) {
	var prices []price
	numbers := []float64{1000, 100}
	for _, n := range numbers {
		var p price
		for i, each := range []float64{3e-6, 1e-6} {
			p[i].Add(2e-3 + n*each)
		}
		p[2].Add(p[0].Mean / p[1].Mean)
		prices = append(prices, p)
	}
	if got := slower(prices, numbers); got != ", each 3.0 times as long as a uniform one" {
		t.Errorf("%q", got)
	}
	if got := slower(prices[:1], numbers[:1]); got != "" {
		t.Errorf("of one number: %q", got)
	}
}

// priced are the prices of so many playouts of a kind and of uniform ones, where a move costs 500 µs besides, and each
// time is off by a factor.
func priced(numbers []float64, each float64, off func(i int) float64) (prices []price) {
	for i, n := range numbers {
		var p price
		p[0].Add(1e-6 * (500 + n*each) * off(i))
		p[1].Add(1e-6 * (500 + n))
		p[2].Add(p[0].Mean / p[1].Mean)
		prices = append(prices, p)
	}
	return prices
}

// perPlayout is the price of one more playout of the kind.
func perPlayout(prices []price, numbers []float64) float64 {
	each, _ := pricePerPlayout(prices, numbers)
	return each[0]
}

// By hand: a move costs 500 µs, a playout 5 µs against 1 µs. In the time of 1,000 uniform playouts, 1,500 µs, fit 200
// of 5 µs; the ratio of whole moves, 3.67, would allow 273. A measurement that is 2 % off moves that little.
func TestPlayoutsInTheSameTime(t *testing.T) {
	numbers := []float64{100, 300, 1000}
	for each, want := range map[float64][]int{5: {20, 60, 200}, 1.5: {67, 200, 667}, 1: {100, 300, 1000}, 0.5: {200, 600, 2000}} {
		exact := priced(numbers, each, func(int) float64 { return 1 })
		for i, n := range numbers {
			if got := inTheSameTime(n, exact[i], perPlayout(exact, numbers)); got != want[i] {
				t.Errorf("%g playouts of %g µs: %d, want %d", n, each, got, want[i])
			}
		}
		noisy := priced(numbers, each, func(i int) float64 { return []float64{1.02, 0.98, 1.02}[i] })
		for i, n := range numbers {
			got := float64(inTheSameTime(n, noisy[i], perPlayout(noisy, numbers)))
			if off := math.Abs(got/float64(want[i]) - 1); off > 0.3 {
				t.Errorf("%g playouts of %g µs, 2 %% off: %g, want about %d", n, each, got, want[i])
			}
		}
	}
	if one := priced(numbers[:1], 700, func(int) float64 { return 1 }); inTheSameTime(100, one[0], perPlayout(one, numbers[:1])) != 1 {
		t.Error("less than a playout fits: want 1")
	}
	// Times too short to measure: more playouts took less.
	var short []price
	for _, ms := range []float64{2, 1.9} {
		var p price
		p[0].Add(ms)
		p[1].Add(1)
		p[2].Add(ms)
		short = append(short, p)
	}
	if got := slower(short, []float64{100, 200}); got != "" {
		t.Errorf("of times too short to measure: %q", got)
	}
	if got := inTheSameTime(100, short[0], perPlayout(short, []float64{100, 200})); got < 1 || got > 50 {
		t.Errorf("%d, want no more than the ratio allows", got)
	}
}

// Every tree that the option names is a player of the program.
func TestPlayersOfPlayouts(t *testing.T) {
	for _, tree := range []string{player.KindUCT, player.KindRave, player.KindPlayouts} {
		players := player.Registry{tree: func(spec options.Spec, env player.Env) (player.Player, error) {
			p, err := player.Players().Parse(spec.Kind+":"+spec.Rest, env)
			if err != nil {
				return nil, err
			}
			return &stub{}, p.Close()
		}}
		execute(t, "playouts", players, map[string]string{"tree": tree, "kinds": "mogo", "playouts": "100"})
	}
}

// No time is below 0, however few the games and far apart.
func TestPricesAreNotBelowZero(t *testing.T) {
	var p price
	p[0].Add(0.001)
	p[0].Add(0.1)
	if e := p.mean(0); e.Lo != 0 || e.Hi < 0.1 || e.Value != p[0].Mean {
		t.Errorf("%+v", e)
	}
}

// The report of a run that is finished needs no player any more.
func TestAFinishedReportNeedsNoPlayers(t *testing.T) {
	c := config(t.TempDir(), 2)
	c.Scale, c.Options = 0.01, map[string]string{"kinds": "mogo,softmax"}
	first, err := lab.Execute(t.Context(), playouts(Env{Players: stubs()}), c)
	if err != nil {
		t.Fatal(err)
	}
	again, err := lab.Execute(t.Context(), playouts(Env{}), c)
	if err != nil {
		t.Fatal(err)
	}
	if again.Report.Markdown() != first.Report.Markdown() {
		t.Error("the report is another")
	}
}
