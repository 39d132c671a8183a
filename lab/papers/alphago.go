package papers

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"strconv"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/search/alphago"
	"github.com/tengen-go/tengen/timing"
)

// The source of the experiments with AlphaGo's search.
const silver = "Silver et al. 2016, Mastering the game of Go with deep neural networks and tree search"

// shippedModel is the model of these experiments.
const shippedModel = "shipped:9x9"

// part is a variant of extended data table 7: what of the search it has, and its rating.
type part struct {
	name, prior, value, rollouts string
	options                      string // of search, "" for the policy network alone
	elo                          float64
}

// parts are the rows of extended data table 7, which the full search leads.
var parts = []part{
	{"rvp", "policy network", "×", "×", "prior=policy,value=on", 2890},
	{"rp", "policy network", "", "×", "prior=policy,value=off", 2416},
	{"vp", "policy network", "×", "", "prior=policy,value=on,playout=none", 2177},
	{"rv", "tree policy", "×", "×", "prior=tree,value=on", 2077},
	{"v", "tree policy", "×", "", "prior=tree,value=on,playout=none", 1655},
	{"p", "policy network", "", "", "", 1517},
	{"r", "tree policy", "", "×", "prior=tree,value=off", 1457},
}

func modelOption() lab.Option {
	return lab.Option{Name: "model", Default: shippedModel, Help: "the model, of a board of 9×9"}
}

func timeOption(otherwise, help string) lab.Option {
	return lab.Option{Name: "time", Default: otherwise, Help: help, Check: func(s string) error {
		if d, err := time.ParseDuration(s); err != nil || d < time.Millisecond || d > time.Hour {
			return fmt.Errorf("%q: want a time from 1ms to 1h", s)
		}
		return nil
	}}
}

// alphagoComponents is extended data table 7.
func alphagoComponents(env Env) *lab.Experiment {
	return &lab.Experiment{
		Name:     "alphago-components",
		Title:    "what value network, policy network and playouts are each worth to the search",
		Source:   silver + ", extended data table 7",
		About:    about("alphago-components"),
		Revision: 1,
		Estimate: 200 * time.Minute,
		Options: []lab.Option{
			modelOption(),
			timeOption("100ms", "processor time per move"),
			{Name: "playout", Default: "informed", Help: "the kind of playouts, as playout= of a player"},
			playerOption(),
		},
		Run: env.run(runAlphagoComponents),
	}
}

// pairGames is how many games a pair of the tournaments here plays at full scale.
const pairGames = 200

func runAlphagoComponents(ctx context.Context, run *matchRun) (*lab.Report, error) {
	report := &lab.Report{}
	base := fmt.Sprintf(
		"search:model=%s,time=%s,clock=cpu,early=off,playout=%s,threads=1,memory=256M", run.Option("model"),
		run.Option("time"), run.Option("playout"),
	)
	var players []match.Entrant
	for _, p := range parts {
		text := "policy:symmetries=random,model=" + run.Option("model")
		if p.options != "" {
			text = with(with(base, p.options), run.Option("player"))
		}
		players = append(players, match.Entrant{Name: p.name, Text: text})
	}
	standing, err := run.tournament(ctx, report, players, nil, settings(9, run.games(pairGames), 2), parts[0].name)
	if err != nil {
		return nil, err
	}
	table := &lab.Table{
		Name: "table-7", Title: "Rating, compared with the full search", Corner: "player",
		Columns: []string{"prior", "value network", "playouts", "Elo", "games won, %"},
		Note: "Published: the differences of the paper's ratings, on 19×19. Intervals of ours are of the " +
			"difference from rvp.",
	}
	for _, p := range parts {
		for _, r := range standing.Players {
			if r.Name == p.name {
				rating := lab.Number(elo(r), 0)
				if p.name != parts[0].name { // whose 0 is no finding
					rating = lab.Against(elo(r), lab.Exact(p.elo-parts[0].elo), 0)
				}
				table.Row(
					p.name, lab.Words(p.prior), lab.Words(p.value), lab.Words(p.rollouts), rating,
					lab.Number(Winrate(r.Tally).Times(100), 1),
				)
			}
		}
	}
	report.Add(
		matchConclusion(table, 3), table, crossTable(standing, "table-7-cross"),
		ladder(standing, "table-7-ladder", "Ratings, rvp having 0"),
	)
	return report, nil
}

// publishedThreads is extended data table 8, on one machine with 8 GPUs.
var publishedThreads = map[int]float64{1: 2203, 2: 2393, 4: 2564, 8: 2665, 16: 2778, 32: 2867, 40: 2890}

// alphagoThreads is extended data table 8.
func alphagoThreads(env Env) *lab.Experiment {
	return &lab.Experiment{
		Name:     "alphago-threads",
		Title:    "what more threads are worth to the search, in speed and strength",
		Source:   silver + ", extended data table 8",
		About:    about("alphago-threads"),
		Revision: 1,
		Estimate: 240 * time.Minute,
		Options: []lab.Option{
			lab.TwoOrMore(lab.NumbersOption("threads", "1,2,4,8", "threads of the searches", 1)),
			modelOption(),
			timeOption("200ms", "time per move"),
			playerOption(),
		},
		Run: env.run(runAlphagoThreads),
	}
}

// searchSpeed is what a search did in some time.
type searchSpeed struct {
	Playouts    int     `json:"playouts"`
	Evaluations int64   `json:"evaluations"`
	Seconds     float64 `json:"seconds"`
	Processors  int     `json:"processors"`
}

// speedMoves is how many moves of a game with itself a search's speed is measured on, and
// speedGames how many games.
const (
	speedMoves = 20
	speedGames = 4
)

func runAlphagoThreads(ctx context.Context, run *matchRun) (*lab.Report, error) {
	report := &lab.Report{}
	counts := run.Numbers("threads")
	alone := run.alone() // its times are measured, on this machine
	var players []match.Entrant
	var cells []lab.Cell
	for _, n := range counts {
		name := strconv.Itoa(int(n))
		text := fmt.Sprintf(
			"search:model=%s,time=%s,early=off,extend=off,threads=%d,memory=256M", run.Option("model"),
			run.Option("time"), int(n),
		)
		players = append(players, match.Entrant{Name: name, Text: with(text, run.Option("player"))})
		for i := range run.Scaled(speedGames, 1) {
			cells = append(cells, lab.Cell{Key: fmt.Sprintf("speed of %s threads/%d", name, i+1)})
		}
	}
	games := len(cells) / len(counts)
	speeds, err := lab.Cells(
		ctx, alone.Run, run.Name+", speed", "games", cells,
		func(ctx context.Context, job lab.Job) (searchSpeed, error) {
			return run.speed(ctx, players[job.Index/games].Text, job.Seed)
		},
	)
	if err != nil {
		return nil, err
	}
	standing, err := alone.tournament(
		ctx, report, players, nil, settings(9, run.games(pairGames), 2), players[0].Name,
	)
	if err != nil {
		return nil, err
	}
	report.Set("processors", fmt.Sprint(speeds[0].Processors))
	table := &lab.Table{
		Name: "table-8", Title: "Speed and rating by threads", Corner: "threads",
		Columns: []string{"playouts per second", "evaluations per second", "Elo", "games won, %"},
		Note: "Published: the differences of the paper's ratings, on 19×19 with 8 GPUs, next to as many threads as " +
			"there are processors. The intervals of our Elo are " +
			"for the difference from one thread; the intervals of the speeds are over the games in which they were " +
			"measured.",
	}
	ours, published := lab.Series{Name: "ours"}, lab.Series{Name: "published, 19×19", Style: lab.Dashed}
	fast := lab.Series{Name: "playouts per second"}
	for i, n := range counts {
		var simulations, evaluations lab.Moments
		for _, s := range speeds[i*games : (i+1)*games] {
			simulations.Add(float64(s.Playouts) / s.Seconds)
			evaluations.Add(float64(s.Evaluations) / s.Seconds)
		}
		fast.Points = append(fast.Points, lab.Point{X: n, Y: fromZero(simulations)})
		for _, r := range standing.Players {
			if r.Name != players[i].Name {
				continue
			}
			value := lab.Number(elo(r), 0)
			if at, ok := publishedThreads[int(n)]; ok && counts[0] == 1 {
				// The 0 of one thread is no finding, and threads without a processor say nothing of the paper's.
				if i > 0 && int(n) <= speeds[0].Processors {
					value = lab.Against(elo(r), lab.Exact(at-publishedThreads[1]), 0)
				}
				published.Points = append(published.Points, lab.Point{X: n, Y: lab.Exact(at - publishedThreads[1])})
			}
			ours.Points = append(ours.Points, lab.Point{X: n, Y: elo(r)})
			table.Row(
				r.Name, lab.Number(fromZero(simulations), 0), lab.Number(fromZero(evaluations), 0), value,
				lab.Number(Winrate(r.Tally).Times(100), 1),
			)
		}
	}
	report.Add(matchConclusion(table, 2), table, crossTable(standing, "table-8-cross"), &lab.Figure{
		Name: "table-8-curves", Title: "Rating and speed against threads",
		Panels: []lab.Panel{
			{
				Title: "rating", X: lab.Axis{Label: "threads", Log: true, Ticks: counts},
				Y: lab.Axis{Label: "Elo"}, Legend: "top-left",
				Series: []lab.Series{ours, published},
			},
			{
				Title:  "speed",
				X:      lab.Axis{Label: "threads", Log: true, Ticks: counts},
				Y:      lab.Axis{Label: "playouts per second"},
				Series: []lab.Series{fast}, Legend: "none",
			},
		},
	})
	return report, nil
}

// gauged is a player whose search can be asked what it did.
type gauged interface {
	Took() player.SearchReport
	Evaluations() alphago.QueueStats
}

// speed lets a player play the first moves of a game with itself, with networks of its own.
func (r *matchRun) speed(ctx context.Context, text string, seed uint64) (s searchSpeed, err error) {
	env := r.env(9, seed)
	env.Networks = r.shared()
	p, err := r.Players.Parse(text, env)
	if err != nil {
		return s, err
	}
	defer func() { _ = p.Close() }()
	g, err := board.NewGame(9, board.Chinese())
	if err != nil {
		return s, err
	}
	watch, ok := p.(gauged)
	if !ok {
		return s, &lab.ConfigError{Err: fmt.Errorf("player %s does not report its search", text)}
	}
	if err := p.NewGame(game.Of(g)); err != nil {
		return s, err
	}
	before := watch.Evaluations().Positions
	for range speedMoves {
		c := g.Position().ToMove()
		choice, err := p.Genmove(ctx, c, timing.Clock{})
		if err != nil {
			return s, err
		}
		s.Playouts += watch.Took().Playouts
		s.Seconds += watch.Took().Time.Seconds()
		if choice.Resign {
			break
		}
		move := board.Move{Point: choice.Point, Color: c}
		if err := g.Play(move.Point, c); err != nil {
			return s, err
		}
		if err := p.Play(move); err != nil {
			return s, err
		}
	}
	s.Evaluations, s.Processors = watch.Evaluations().Positions-before, runtime.GOMAXPROCS(0)
	if s.Seconds == 0 {
		return s, fmt.Errorf("player %s took no time", text)
	}
	return s, nil
}

// doublings is how many times a number must be doubled to become another.
func doublings(from, to float64) float64 { return math.Log2(to / from) }
