package player

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/alphago"
	"github.com/tengen-go/tengen/search/gostate"
	"github.com/tengen-go/tengen/search/negamax"
	"github.com/tengen-go/tengen/timing"
)

// NegamaxPlayer plays by reading all moves to a depth. What it knows of positions stays from move
// to move.
type NegamaxPlayer struct {
	gameView
	timing.Keeper
	config NegamaxConfig
	parts  networkParts
	now    func() time.Time

	negamax *negamax.Searcher
	doubt   negamax.Judge // of a position to resign in
	states  string        // of its games
	judged  uint64        // seed of the next judgement
	seed    uint64
	took    SearchReport
	reading negamax.Reading
}

// buildNegamax makes the player from its string.
func buildNegamax(spec options.Spec, env Env) (Player, error) {
	config, err := readNegamaxConfig(spec, env)
	if err != nil {
		return nil, err
	}
	p, err := newNegamaxPlayer(config, env)
	if err != nil {
		return nil, fmt.Errorf("player %s: %w", spec.Kind, err)
	}
	return p, nil
}

func newNegamaxPlayer(config NegamaxConfig, env Env) (*NegamaxPlayer, error) {
	owner := config
	owner.Seed = 0
	p := &NegamaxPlayer{
		config: config, now: time.Now, seed: config.Seed,
		parts: networkParts{
			leafParts: leafParts{leaf: config.Leaf, networks: env.networks(), dirs: env.ModelDirs},
			owner:     owner,
		},
	}
	if config.Evaluation == evaluateValue {
		if err := p.load(env.rules().Size()); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// load loads the value network, which sees positions as they lie.
func (p *NegamaxPlayer) load(size int) error {
	config := alphago.DefaultNetworkConfig()
	config.Temperature, config.NoPolicy = 1, true
	queue := alphago.DefaultQueueConfig()
	queue.Orientation, queue.Evaluations = alphago.OneOrientation, evaluations(1)
	if err := p.parts.load(size, queue, config); err != nil {
		return err
	}
	if side := p.parts.size(); !p.parts.network.HasValue() {
		return fmt.Errorf("model %s has no value network for %d×%d, which evaluation=value asks",
			p.parts.dir, side, side)
	}
	return nil
}

func (p *NegamaxPlayer) String() string {
	if p.parts.dir != "" {
		return kindNegamax + " " + p.parts.dir
	}
	return kindNegamax
}

// Took is what the last move took.
func (p *NegamaxPlayer) Took() SearchReport { return p.took }

// DefaultModel implements Defaulter.
func (p *NegamaxPlayer) DefaultModel() string {
	if p.config.Model != "" {
		return ""
	}
	return p.parts.dir
}

// Close frees the table.
func (p *NegamaxPlayer) Close() error {
	p.negamax, p.game = nil, nil
	return nil
}

// Reseed implements Reseeder.
func (p *NegamaxPlayer) Reseed(seed uint64) {
	p.seed = seed ^ p.config.Seed
	p.judged = p.seed
	if p.negamax != nil {
		p.negamax.Reseed(p.seed)
	}
}

// Forget implements Forgetter.
func (p *NegamaxPlayer) Forget() {
	if p.negamax != nil {
		p.negamax.Forget()
	}
}

// NewGame implements Player.
func (p *NegamaxPlayer) NewGame(g game.Game) error {
	rules := g.Rules()
	if of, ok := rules.(game.Go); ok && p.config.Evaluation == evaluateExact && of.Rules.Scoring == board.Territory {
		return fmt.Errorf("player %s: evaluation=exact wants area scoring: under territory scoring the players "+
			"agree on what is dead, which no reading does", p)
	}
	if p.negamax == nil || p.states != rules.States() {
		judge, err := p.judgeOf(rules)
		if err != nil {
			return fmt.Errorf("player %s: %w", p, err)
		}
		p.negamax = nil // let go of the old memory first
		config := negamax.Config{Memory: p.config.Memory, Seed: p.seed}
		if p.negamax, err = negamax.New(config, judge, g.State(g.ToMove())); err != nil {
			return fmt.Errorf("player %s: %w", p, err)
		}
		p.states = rules.States()
	}
	if p.game == nil || p.game.Start() != g.Start() || len(g.Moves()) == 0 { // another game, as in Searcher
		p.Keeper.Forget()
	}
	return p.gameView.NewGame(g)
}

// judgeOf makes what values positions.
func (p *NegamaxPlayer) judgeOf(rules game.Rules) (_ negamax.Judge, err error) {
	defer p.parts.restore(p.parts.fitted, &err)
	size := rules.Size()
	switch p.config.Evaluation {
	case evaluatePlayouts:
		play, err := p.parts.playout(rules)
		if err != nil {
			return nil, err
		}
		p.doubt = &negamax.MeanOfPlayouts{Playout: play(), N: max(p.config.Playouts, doubtful)}
		return &negamax.MeanOfPlayouts{Playout: play(), N: p.config.Playouts}, nil
	case evaluateValue:
		if err := p.load(size); err != nil {
			return nil, err
		}
		if p.parts.size() != size {
			return nil, fmt.Errorf("model %s is for %d×%d, not %d×%d",
				p.parts.dir, p.parts.size(), p.parts.size(), size, size)
		}
		return negamax.EvaluatorJudge{Evaluator: p.parts.network}, nil
	case evaluateShapes:
		values, err := p.parts.shapes(size, "evaluation=shapes")
		if err != nil {
			return nil, err
		}
		return gostate.NewShapesJudge(values), nil
	}
	return nil, nil
}

// Genmove reads within the limits of the configuration and the clock. Like a Searcher it passes
// when playouts find nothing left to play for and reading agrees.
func (p *NegamaxPlayer) Genmove(ctx context.Context, c board.Color, clock timing.Clock) (Choice, error) {
	if p.game == nil {
		return Choice{}, errNoGame
	}
	began := p.now()
	b := p.Share(c, clock, len(p.game.Moves()), p.game.Size(), p.config.Lag,
		p.config.timed(clock.System != timing.Unlimited))
	p.took, p.reading = SearchReport{}, negamax.Reading{}
	defer func() {
		p.took.Time = p.now().Sub(began)
		p.Spend(c, clock, p.took.Time)
	}()
	pass := Choice{Point: board.Pass}
	if over, err := p.over(clock.Settle); over {
		return pass, err
	}
	o := p.judge(c, clock.Settle, b, false, &p.judged)
	if o.over {
		return pass, nil
	}
	state := p.game.State(c)
	if !o.Pass {
		r, over, err := p.read(ctx, state, began, b.Soft, 0)
		if err != nil || over {
			return pass, err
		}
		return p.decide(c, r, clock)
	}
	r, over, err := p.read(ctx, state, began, b.Soft-b.Soft/5, 0)
	if err != nil || over {
		return pass, err
	}
	state.Play(search.Move(board.Pass))
	after, over, err := p.read(ctx, state, began, b.Soft, max(r.Depth-1, 1))
	if err != nil {
		return pass, err
	}
	value := -after.Value
	if over { // passed twice: the count decides
		value = p.countedFor(c, o.Dead)
	}
	if value >= r.Value-indifference {
		p.reading = negamax.Reading{Move: search.Move(board.Pass), Value: value, Depth: after.Depth + 1}
		return pass, nil
	}
	return p.decide(c, r, clock)
}

// Thought implements Thinker: the value of the position at the last search.
func (p *NegamaxPlayer) Thought(board.Point) record.Thought {
	return record.Thought{Value: float32(p.reading.Value)}
}

// doubtful is how many playouts, all of one position, are asked before resigning.
const doubtful = 100

// decide turns what was read into a choice.
func (p *NegamaxPlayer) decide(c board.Color, r negamax.Reading, clock timing.Clock) (Choice, error) {
	p.reading = r
	hopeless := false
	if r.Value < p.config.Resign && r.Depth > 0 && !clock.Settle && !p.justBegan() {
		var err error
		if hopeless, err = p.lost(c, r); err != nil {
			return Choice{}, err
		}
		if hopeless && !clock.PlayOn {
			return Choice{Point: board.Pass, Resign: true}, nil
		}
	}
	return Choice{Point: p.point(r.Move), Hopeless: hopeless}, nil
}

// lost says whether a value below the resigning one is to be believed. The least of many means
// of few playouts is far below what they are means of: after every move of an even position
// some answer seems to win always.
func (p *NegamaxPlayer) lost(c board.Color, r negamax.Reading) (bool, error) {
	if r.Proven || p.config.Evaluation != evaluatePlayouts {
		return true, nil
	}
	v, err := p.doubt.Judge(p.game.State(c), p.judged)
	if err != nil {
		return false, fmt.Errorf("player %s: %w", p, err)
	}
	if c == board.White {
		v = -v
	}
	return float64(v) < float64(p.config.Resign), nil
}

// read reads a position until the time since began is over, 0 for any, and at most so deep, 0
// for the configuration's depth. over says that there was nothing to read.
func (p *NegamaxPlayer) read(
	ctx context.Context, s search.State, began time.Time, limit time.Duration, depth int,
) (r negamax.Reading, over bool, err error) {
	deadline := time.Time{}
	if limit > 0 {
		deadline = began.Add(limit)
	}
	b := p.config.budget(p.now, deadline)
	if depth > 0 {
		b.Depth = depth
	}
	r, err = p.negamax.Search(ctx, s, b)
	if p.config.Evaluation == evaluatePlayouts {
		p.took.Playouts += r.Judged * p.config.Playouts
	}
	switch {
	case errors.Is(err, search.ErrOver):
		return r, true, nil
	case err != nil:
		return r, false, fmt.Errorf("player %s: %w", p, err)
	}
	return r, false, ctx.Err()
}
