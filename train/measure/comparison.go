package measure

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/internal/splitmix"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/selfplay"
	"github.com/tengen-go/tengen/train/sample"
)

// Rollouts are a kind of playout, whose mean outcome is an evaluation of a position.
type Rollouts struct {
	// Name is what the figures and the chart call it.
	Name string
	// New makes the playout of one goroutine; nil for rollouts of Policy.
	New func() (rollout.Playout, error)
	// Policy plays by drawing from its probabilities, as in self-play.
	Policy *nets.Policy
}

// CompareConfig says how evaluators are compared.
type CompareConfig struct {
	Config
	// Rollouts is how many playouts of each kind are averaged, 100 in the paper; it does not
	// matter without kinds.
	Rollouts int
}

// EvaluatorScore is how well one evaluator knows the outcomes.
type EvaluatorScore struct {
	Name string
	ValueScore
	// Micros is what a position costs one thread, in microseconds, its replay included.
	Micros float64
	// Behind is the mean of its squared error less the value network's squared error, on the same
	// positions. BehindByMove is Behind in the bins of ByMove.
	Behind       interval.Estimate
	BehindByMove []interval.Estimate
	// Mix is what only a mix has: the best weight of its playouts.
	Mix *Mix
}

// Mix is the best weight of the playouts in a mix, over all positions and in the bins of ByMove.
type Mix struct {
	Weight
	ByMove []Weight
}

// Compare compares a value network with the mean outcomes of rollouts of the same positions
// and with the equal mix of the two, ½v + ½z̄ (Silver et al. 2016, Figure 2b; λ = ½). The
// first score is the network's, then come the kinds, then their mixes. Rollouts are counted
// by area with the komi of the game. The same seed gives the same figures whatever else is
// compared and however many threads there are.
func Compare(
	ctx context.Context, net Valuer, data *sample.ValueData, kinds []Rollouts, cfg CompareConfig,
) ([]EvaluatorScore, error) {
	if len(kinds) > 0 && cfg.Rollouts < 1 {
		return nil, fmt.Errorf("rollouts %d: want at least 1", cfg.Rollouts)
	}
	progress := cfg.Progress
	phase := func(k int) Config {
		c := cfg.Config
		if progress != nil {
			c.Progress = func(done, total int) { progress(k*total+done, (1+len(kinds))*total) }
		}
		return c
	}
	values, busy, err := judge(ctx, net, data, phase(0))
	if err != nil {
		return nil, err
	}
	perPosition := func(busy time.Duration) float64 {
		return float64(busy.Nanoseconds()) / 1e3 / float64(len(values))
	}
	score := func(name string, found []judgement, micros float64) EvaluatorScore {
		s := EvaluatorScore{Name: name, ValueScore: valueScore(found, cfg.BinWidth), Micros: micros}
		s.Behind, s.BehindByMove = behind(found, values, cfg.BinWidth)
		return s
	}
	scores := []EvaluatorScore{score("value", values, perPosition(busy))}
	var mixes []EvaluatorScore
	for k, kind := range kinds {
		found, busy, err := kind.judge(ctx, data, cfg.Rollouts, phase(1+k))
		if err != nil {
			return nil, fmt.Errorf("rollouts of %s: %w", kind.Name, err)
		}
		mixed := make([]judgement, len(found))
		for i := range found {
			mixed[i] = found[i]
			mixed[i].v = (found[i].v + values[i].v) / 2
		}
		scores = append(scores, score(kind.Name, found, perPosition(busy)))
		mix := score("value + "+kind.Name, mixed, scores[0].Micros+perPosition(busy))
		mix.Mix = &Mix{}
		mix.Mix.Weight, mix.Mix.ByMove = weights(values, found, cfg.BinWidth)
		mixes = append(mixes, mix)
	}
	return append(scores, mixes...), nil
}

// behind is how much larger the squared errors of found are than those of values.
func behind(found, values []judgement, width int) (all interval.Estimate, byMove []interval.Estimate) {
	sum := func(keep func(j judgement) bool) (interval.Estimate, bool) {
		var c Clusters
		n, total, game := 0, 0.0, int32(-1)
		for i, j := range found {
			if !keep(j) {
				continue
			}
			if j.game != game {
				c.Add(n, total)
				n, total, game = 0, 0, j.game
			}
			n++
			total += j.square() - values[i].square()
		}
		c.Add(n, total)
		return c.Interval(level), c.Len() > 0
	}
	all, _ = sum(func(judgement) bool { return true })
	if width < 1 {
		return all, nil
	}
	last := 0
	for _, j := range found {
		last = max(last, int(j.move)/width)
	}
	for b := range last + 1 {
		if i, ok := sum(func(j judgement) bool { return int(j.move)/width == b }); ok {
			byMove = append(byMove, i)
		}
	}
	return all, byMove
}

// judge plays every position out so many times.
func (r Rollouts) judge(
	ctx context.Context, data *sample.ValueData, rollouts int, cfg Config,
) ([]judgement, time.Duration, error) {
	if r.New == nil {
		return r.judgeByPolicy(ctx, data, rollouts, cfg)
	}
	if _, err := r.New(); err != nil { // before there are goroutines that cannot tell
		return nil, 0, err
	}
	return survey(ctx, data.Len(), cfg, 1, func() func([]judgement, []int64) error {
		playout, err := r.New()
		p := player{
			cursor: record.NewCursor(data.Game), data: data, playout: playout, rollouts: rollouts,
			seed: cfg.Seed, trace: make([]board.Point, 0, rollout.MoveLimit(max(board.MinSize, data.Board()))),
		}
		return func(out []judgement, positions []int64) error {
			for i, n := range positions {
				if err != nil {
					return err
				}
				out[i], err = p.judge(ctx, n)
			}
			return err
		}
	})
}

// policyRollouts bounds the games of network rollouts that are under way at once for each
// thread: a few full batches.
const policyRollouts = 64

// judgeByPolicy is judge by games of self-play that begin with the positions.
func (r Rollouts) judgeByPolicy(
	ctx context.Context, data *sample.ValueData, rollouts int, cfg Config,
) ([]judgement, time.Duration, error) {
	picked, err := pick(data.Len(), cfg.Positions, cfg.Seed)
	if err != nil {
		return nil, 0, err
	}
	began := cfg.now()
	found := make([]judgement, len(picked))
	cursor := record.NewCursor(data.Game)
	for i, n := range picked {
		game, ply := data.At(n, 0)
		pos, err := cursor.Position(game, ply)
		if err != nil {
			return nil, 0, err
		}
		found[i] = judgement{
			z:    sample.Outcome(cursor.Game(game).Result.Winner, pos.ToMove()),
			game: int32(game),
			move: int32(ply),
		}
	}
	plan := func(i int, _ *rand.Rand) selfplay.Schedule {
		j := &found[i/rollouts]
		g, start := data.Game(int(j.game)), new(board.Position)
		if err := g.PositionAt(int(j.move), start); err != nil {
			panic(err) // it was replayed above
		}
		schedule := selfplay.Even(0, 0)
		schedule.Start = start
		return schedule
	}
	// Without komi the margin is the lead. The komi of each game is taken from it.
	config := selfplay.Config{
		Size:    data.Board(),
		Games:   policyRollouts * cfg.Threads,
		Threads: cfg.Threads,
		Seed:    cfg.Seed,
	}
	players := []selfplay.Player{{Policy: r.Policy, Temperature: 1}}
	err = selfplay.Play(ctx, config, players, 0, len(picked)*rollouts, plan, func(g *selfplay.Game) error {
		j := &found[g.Index/rollouts]
		lead := float64(g.Record.Result.Margin)
		if g.Winner == board.White {
			lead = -lead
		}
		original := data.Game(int(j.game))
		j.v += float32(won(lead-original.CountKomi(), g.Record.First))
		if (g.Index+1)%rollouts == 0 { // games come in order: this was the last of the position
			j.v /= float32(rollouts)
			if cfg.Progress != nil {
				cfg.Progress((g.Index+1)/rollouts, len(picked))
			}
		}
		return nil
	})
	return found, cfg.now().Sub(began) * time.Duration(cfg.Threads), err
}

// player plays positions out, for one goroutine.
type player struct {
	cursor   *record.Cursor
	data     *sample.ValueData
	playout  rollout.Playout
	rollouts int
	seed     uint64
	trace    []board.Point
}

// lookEvery is how many playouts pass between two looks at whether they are still wanted.
const lookEvery = 16

func (p *player) judge(ctx context.Context, n int64) (judgement, error) {
	game, ply := p.data.At(n, 0)
	pos, err := p.cursor.Position(game, ply)
	if err != nil {
		return judgement{}, err
	}
	g := p.cursor.Game(game)
	side := pos.ToMove()
	random := board.NewRand(splitmix.Mix(p.seed*splitmix.Golden ^ splitmix.Mix(uint64(n)+1)))
	sum := 0
	for i := range p.rollouts {
		if i%lookEvery == 0 && ctx.Err() != nil {
			return judgement{}, ctx.Err()
		}
		end := *pos
		p.trace = p.playout.Play(&end, &random, p.trace[:0])
		sum += won(float64(end.Lead())-g.CountKomi(), side)
	}
	return judgement{
		z: sample.Outcome(g.Result.Winner, side), v: float32(sum) / float32(p.rollouts),
		game: int32(game), move: int32(ply),
	}, nil
}

// won is 1, 0 or −1 for a side when Black is ahead by so much, komi included.
func won(lead float64, side board.Color) int {
	outcome := 0
	switch {
	case lead > 0:
		outcome = 1
	case lead < 0:
		outcome = -1
	}
	if side == board.White {
		return -outcome
	}
	return outcome
}
