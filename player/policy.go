package player

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/evaluation"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/player/ending"
	"github.com/tengen-go/tengen/timing"
)

// MovePredictor is a network, or anything else, that gives move probabilities.
// It must be safe for many goroutines.
type MovePredictor interface {
	// Size is the side of the board it was made for.
	Size() int
	// Probabilities writes for each of the size² points, row-major from the top
	// left, how likely the side to move plays there; the mean over the given
	// symmetries. Illegal points may get any value ≥ 0.
	Probabilities(dst []float32, pos *board.Position, symmetries []features.Symmetry) error
	// String names it.
	String() string
}

// Views says under which symmetries a position is shown to the network.
type Views uint8

// The ways of looking at a position.
const (
	AllViews   Views = iota // the mean over all eight
	OneView                 // no rotation
	RandomView              // one of the eight, drawn for every move
)

// PolicyConfig describes a policy player.
type PolicyConfig struct {
	// Temperature flattens (above 1) or sharpens the distribution that moves are
	// drawn from: p^(1/T). 0 plays the likeliest move.
	Temperature float64
	// Views is how many of the eight symmetries are averaged.
	Views Views
	// Resign is the share of playouts won below which a position is hopeless; 0
	// never resigns. From 0 to 0.5.
	Resign float64
	// ResignFrom is the number of moves before which it does not resign; 0 means
	// half the points of the board.
	ResignFrom int
	// Seed starts the drawing of moves and the playouts.
	Seed uint64
}

// resignAfter is how many own moves in a row must be hopeless.
const resignAfter = 3

// DefaultPolicyConfig is the strongest play: the likeliest move, the mean of the
// eight views.
func DefaultPolicyConfig() PolicyConfig { return PolicyConfig{Resign: 0.02} }

// Validate says what is wrong with a configuration.
func (c PolicyConfig) Validate() error {
	switch {
	case !(c.Temperature >= 0 && c.Temperature <= 100):
		return fmt.Errorf("temperature %v: want 0 to 100", c.Temperature)
	case c.Views > RandomView:
		return fmt.Errorf("views %d: want all, one or random", c.Views)
	case !(c.Resign >= 0 && c.Resign <= 0.5):
		return fmt.Errorf("resign %v: want 0 to 0.5", c.Resign)
	case c.ResignFrom < 0:
		return fmt.Errorf("resign-from %d: want 0 or more", c.ResignFrom)
	}
	return nil
}

// PolicyPlayer plays a network's moves without search.
type PolicyPlayer struct {
	goView
	config     PolicyConfig
	predictor  MovePredictor
	load       func(size int) (MovePredictor, error) // the default model of a size; nil for a fixed model
	rng        *rand.Rand
	fresh      uint64 // added to the seed of the configuration
	games      uint64
	hopeless   int
	candidates []board.Point
	probs      []float32
	looked     bool // probs are of the last Genmove
}

// NewPolicyPlayer plays the moves of p.
func NewPolicyPlayer(p MovePredictor, config PolicyConfig) (*PolicyPlayer, error) {
	if err := config.Validate(); err != nil {
		return nil, fmt.Errorf("player policy: %w", err)
	}
	return &PolicyPlayer{config: config, predictor: p}, nil
}

func (p *PolicyPlayer) String() string { return "policy " + p.predictor.String() }

// Close does nothing: the network is memory only.
func (p *PolicyPlayer) Close() error { return nil }

// Size is the side of the board that the player's network was made for.
func (p *PolicyPlayer) Size() int { return p.predictor.Size() }

// DefaultModel implements Defaulter.
func (p *PolicyPlayer) DefaultModel() string {
	if p.load == nil {
		return ""
	}
	return p.predictor.String()
}

// Reseed makes the next game depend on seed, and not on those before it.
func (p *PolicyPlayer) Reseed(seed uint64) { p.fresh, p.games = seed, 0 }

// NewGame implements Player; every game draws other numbers.
func (p *PolicyPlayer) NewGame(g game.Game) error {
	if p.load != nil && g.Size() != p.predictor.Size() {
		predictor, err := p.load(g.Size())
		if err != nil {
			return err
		}
		p.predictor = predictor
	}
	if g.Size() != p.predictor.Size() {
		return fmt.Errorf("%s is for %d×%d, not %d×%d", p, p.predictor.Size(), p.predictor.Size(), g.Size(), g.Size())
	}
	p.rng = rand.New(rand.NewPCG(p.config.Seed^p.fresh, p.games))
	if p.config.Temperature == 0 && p.config.Views != RandomView {
		// No move is drawn. Chance decides no more about when it passes or resigns either, else
		// one game would pass for several.
		p.rng = rand.New(rand.NewPCG(p.config.Seed, 0))
	}
	p.games++
	p.hopeless, p.looked = 0, false
	p.probs = make([]float32, g.Size()*g.Size())
	return p.goView.NewGame(g)
}

// Genmove chooses a move; see the package's text for how.
func (p *PolicyPlayer) Genmove(ctx context.Context, c board.Color, clock timing.Clock) (Choice, error) {
	if p.game == nil {
		return Choice{}, errNoGame
	}
	pass := Choice{Point: board.Pass}
	p.looked = false
	p.candidates = game.Of(p.game).Candidates(p.candidates[:0], c)
	j := ending.Judge(p.game, c, p.candidates, clock.Settle, p.resignsBelow(), p.rng.Uint64())
	if err := ctx.Err(); err != nil {
		return Choice{}, err
	}
	hopeless := p.resigns(j) && !clock.Settle
	if hopeless && !clock.PlayOn {
		return Choice{Point: board.Pass, Resign: true}, nil
	}
	if j.Pass {
		return pass, nil
	}
	if err := p.predict(p.probs, c, p.views()); err != nil {
		return Choice{}, err
	}
	p.looked = true
	return Choice{
		Point:    evaluation.Draw(p.rng, j.Keep, p.probs, p.game.Size(), p.config.Temperature),
		Hopeless: hopeless,
	}, nil
}

// resignsBelow is the share of playouts won below which the position is hopeless now.
func (p *PolicyPlayer) resignsBelow() float64 {
	from := p.config.ResignFrom
	if from == 0 {
		from = p.game.Size() * p.game.Size() / 2
	}
	if len(p.game.Moves()) < from {
		return 0
	}
	return p.config.Resign
}

// resigns counts hopeless moves in a row.
func (p *PolicyPlayer) resigns(j ending.Judgement) bool {
	if j.Pass || j.Winner >= p.resignsBelow() {
		p.hopeless = 0
		return false
	}
	p.hopeless++
	return p.hopeless >= resignAfter
}

func (p *PolicyPlayer) views() []features.Symmetry {
	switch p.config.Views {
	case OneView:
		return evaluation.OneSymmetry(features.Identity)
	case RandomView:
		return evaluation.OneSymmetry(features.Symmetry(p.rng.IntN(features.Symmetries)))
	}
	return evaluation.AllSymmetries()
}

func (p *PolicyPlayer) predict(dst []float32, c board.Color, views []features.Symmetry) error {
	return predict(p.predictor, dst, p.game, c, views)
}

// predict writes what a network says of the position of g with c to move.
func predict(n MovePredictor, dst []float32, g *board.Game, c board.Color, views []features.Symmetry) error {
	pos := *g.Position()
	pos.SetToMove(c)
	if err := n.Probabilities(dst, &pos, views); err != nil {
		return fmt.Errorf("player policy %s: %w", n, err)
	}
	for _, x := range dst {
		if math.IsNaN(float64(x)) { // it would play the first legal point
			return fmt.Errorf("player policy %s: the network gives no probabilities; its weights are worth nothing", n)
		}
	}
	return nil
}

// Advise writes the network's distribution over the moves the game allows, the
// mean of the eight views.
func (p *PolicyPlayer) Advise(dst []float32, c board.Color) error {
	if p.game == nil {
		return errNoGame
	}
	size := p.game.Size()
	if len(dst) != size*size {
		return fmt.Errorf("player policy: advice for %d points, want %d", len(dst), size*size)
	}
	return advise(p.predictor, dst, p.game, c)
}

// advise is Advise of a network.
func advise(n MovePredictor, dst []float32, g *board.Game, c board.Color) error {
	if err := predict(n, dst, g, c, evaluation.AllSymmetries()); err != nil {
		return err
	}
	evaluation.Among(dst, func(i int) bool { return g.Legal(board.FromIndex(i, g.Size()), c) == nil })
	return nil
}

func policyKind() Kind {
	config, dir := DefaultPolicyConfig(), ""
	return Kind{
		Name: "policy", About: "a policy network alone", Options: config.options(&dir), Make: buildPolicy, GoOnly: true,
		Reads: func(*options.Values) []string { return []string{models.Policy} },
	}
}

// options read into c and into dir, the folder of the model.
func (c *PolicyConfig) options(dir *string) []options.Option {
	return append([]options.Option{
		options.New(
			"model", "DIR", "the shipped model of the board's size",
			"the model: a folder, or a model inside the program, as shipped:9x9",
			"",
			func(o *options.Values, n string) { *dir = o.String(n, *dir) },
		),
		options.New(
			"temperature", "0 to 100", number(c.Temperature),
			"draw moves from p^(1/T); 0 plays the most likely move",
			"",
			func(o *options.Values, n string) { c.Temperature = o.Float(n, c.Temperature, 0, 100) },
		),
		options.New(
			"symmetries", "8, 1, random", "8",
			"8: the mean of all eight rotations and reflections. 1: no rotation. random: one random view per move",
			"",
			func(o *options.Values, n string) { c.Views = Views(o.Choice(n, int(c.Views), "8", "1", "random")) },
		),
		options.New(
			"resign", "0 to 0.5", number(c.Resign),
			"resign when fewer than this share of random playouts is won, three moves in a row; 0: never",
			"",
			func(o *options.Values, n string) { c.Resign = o.Float(n, c.Resign, 0, 0.5) },
		),
		options.New(
			"resign-from", "N", "half the points of the board",
			"never resign before move N",
			"",
			func(o *options.Values, n string) { c.ResignFrom = o.Int(n, c.ResignFrom, 0, 10000) },
		),
	}, seedOption(&c.Seed)...)
}

// buildPolicy makes a policy player from its string. Without model= it takes the
// default model, and another one when the board's size changes.
func buildPolicy(spec options.Spec, env Env) (Player, error) {
	o, err := spec.Options()
	if err != nil {
		return nil, err
	}
	config, dir := DefaultPolicyConfig(), ""
	config.Seed = env.Seed
	if err := readAll(o, spec, config.options(&dir), env.rules()); err != nil {
		return nil, err
	}
	networks := env.networks()
	load := func(size int) (MovePredictor, error) {
		dir, err := models.Fitting(env.ModelDirs, size)
		if err != nil {
			return nil, err
		}
		return openNetwork(networks, dir, size, env.Threads)
	}
	var predictor MovePredictor
	if dir == "" {
		predictor, err = load(env.rules().Size())
	} else {
		predictor, err = openNetwork(networks, dir, 0, env.Threads)
	}
	if err != nil {
		return nil, fmt.Errorf("player policy: %w", err)
	}
	p, err := NewPolicyPlayer(predictor, config)
	if err == nil && dir == "" {
		p.load = load
	}
	return p, err
}
