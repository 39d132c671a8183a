package player

import (
	"fmt"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/player/loaded"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/alphago"
	"github.com/tengen-go/tengen/search/gostate"
	"github.com/tengen-go/tengen/shapes"
)

// leafParts makes what plays positions to their end, and judges them without networks.
type leafParts struct {
	leaf     Leaf
	networks *loaded.Networks // that open the models
	dirs     []string         // where default models are found
	owners   gostate.Owners   // the owners of the points, while ownership is wanted
	fitted
}

// fitted is what was loaded for the board.
type fitted struct {
	dir     string             // the folder of the weights in use; "" for none yet
	values  *shapes.Values     // heuristic=shapes and evaluation=shapes only
	learned map[string]float64 // figures of the training of what judges: value network or shapes
	network *alphago.Network
	policy  *Network // the same policy network without the search; nil until somebody asks it
	work    int      // multiply-adds of the network's policy
	notes   []string // what the search lacks
}

// restore puts back what was loaded before, if the next board is refused: a player goes on with the board that it has.
func (f *fitted) restore(before fitted, err *error) {
	if *err != nil {
		*f = before
	}
}

// networkParts are a network with all that makes one.
type networkParts struct {
	leafParts
	owner any // of the queue: the settings of a player, its seed left out
}

// searchParts makes what a tree for a board of some size is built of.
type searchParts struct {
	networkParts
	config SearchConfig
}

// asksNetworks says whether networks judge the positions of a game.
func (p *searchParts) asksNetworks(rules game.Rules) bool {
	return p.config.Kind == KindSearch && rules.Name() == game.NameGo
}

// make is the parts for a game, and the settings of the tree.
func (p *searchParts) make(rules game.Rules) (_ search.Config, _ search.Parts, err error) {
	defer p.restore(p.fitted, &err)
	c := p.config
	if p.asksNetworks(rules) {
		config := c.settings()
		parts, err := p.apv(rules, &config)
		return config, parts, err
	}
	play, err := p.playout(rules)
	if err != nil {
		return search.Config{}, search.Parts{}, err
	}
	belief, err := p.heuristic(rules.Size())
	if err != nil {
		return search.Config{}, search.Parts{}, err
	}
	config, parts := c.tree(play, belief)
	parts.Rule = c.rule(rules.Size())
	return config, parts, nil
}

// playout makes what plays to the end; it is nil for none.
func (p *leafParts) playout(rules game.Rules) (func() search.Playout, error) {
	name, size := p.leaf.Playout, rules.Size()
	switch {
	case name == "none":
		return nil, nil
	case rules.Name() != game.NameGo: // the game plays them itself
		return func() search.Playout { return &search.Uniform{} }, nil
	}
	build := func() (rollout.Playout, error) { return rollout.NewPlayout(name) }
	switch name {
	case "softmax":
		tables, err := p.tables(size)
		if err != nil {
			return nil, err
		}
		config := rollout.SoftmaxConfig{Replies: p.leaf.Replies}
		build = func() (rollout.Playout, error) { return rollout.NewSoftmax(tables, config) }
	case "informed":
		config := rollout.DefaultInformedConfig()
		config.Replies = p.leaf.Replies
		build = func() (rollout.Playout, error) { return rollout.NewInformed(config) }
	}
	if _, err := build(); err != nil {
		return nil, err
	}
	return func() search.Playout {
		policy, _ := build() // which can be made, as was tried above
		g := gostate.NewPlayout(policy, size)
		g.Owners = &p.owners
		return g
	}, nil
}

// weights is the folder of weights that a player without networks has on a board of some size; what names the option
// that wants them.
func (p *leafParts) weights(kind string, size int, what string) (string, error) {
	dir, err := folderOf(kind, p.leaf.Model, size, p.dirs)
	if err != nil {
		return "", fmt.Errorf("%s: %w", what, err)
	}
	return dir, nil
}

// tables are the model's rollout policy.
func (p *leafParts) tables(size int) (*rollout.Tables, error) {
	dir, err := p.weights(models.Rollout, size, "playout=softmax wants a model with a rollout policy")
	if err != nil {
		return nil, err
	}
	p.dir = dir
	policy, err := p.linear(dir, rollout.KindRollout)
	if err != nil {
		return nil, err
	}
	return rollout.NewTables(policy), nil
}

// linear is a linear policy of a model.
func (p *leafParts) linear(dir string, kind rollout.Kind) (*rollout.Policy, error) {
	policy, _, err := loaded.Of(p.networks, dir, string(kind), func(m *models.Model) (*rollout.Policy, error) {
		return rollout.Of(m, kind)
	})
	return policy, err
}

// shapes are the model's value function over local shapes, for an option of the player.
func (p *leafParts) shapes(size int, option string) (*shapes.Values, error) {
	if p.values != nil && p.values.Size() == size {
		return p.values, nil
	}
	dir, err := p.weights(models.Shapes, size, option+" wants a model with local shapes (tengen train shapes)")
	if err != nil {
		return nil, err
	}
	p.dir = dir
	values, about, err := loaded.Of(p.networks, dir, models.Shapes, shapes.Of)
	if err != nil {
		return nil, err
	}
	if n := values.Size(); n != size {
		return nil, fmt.Errorf("%s: model %s is for %d×%d, not %d×%d", option, dir, n, n, size, size)
	}
	p.values, p.learned = values, about.Training.Figures
	return values, nil
}

// priors is the tree policy for heuristic=tree. Without model= it is from the model whose board is nearest.
func (p *leafParts) priors(size int) (*rollout.Policy, error) {
	dir, err := p.weights(models.Tree, size, "heuristic=tree")
	if err != nil {
		return nil, err
	}
	return p.linear(dir, rollout.KindTree)
}

// experience is how many visits a heuristic counts as on a board of some size.
func (c *SearchConfig) experience(size int) float64 {
	if c.Experience != Tuned {
		return c.Experience
	}
	_, experience := tunedRave(size, c.Heuristic)
	return experience
}

// weights scale the virtual visits of knowledge and tree: of RAVE's values where the rule has them, else of
// the means.
func (c *SearchConfig) weights(size int) (visits, rave float32) {
	scale := float32(c.experience(size) / defaultExperience)
	if c.of.rave {
		return 0, scale
	}
	return scale, 0
}

// heuristic is what new nodes believe; nil for nothing.
func (p *searchParts) heuristic(size int) (func() search.Heuristic, error) {
	visits := float32(p.config.experience(size))
	rave := visits
	if !p.config.of.rave {
		rave = 0
	}
	switch p.config.Heuristic {
	case "even":
		return func() search.Heuristic { return search.EvenGame{Visits: visits, RaveVisits: rave} }, nil
	case "grandfather":
		return func() search.Heuristic { return search.Grandfather{Visits: visits, RaveVisits: rave} }, nil
	case "mogo":
		return func() search.Heuristic {
			return &gostate.Crafted{Pattern: rollout.MoGoMatch, Visits: visits, RaveVisits: rave}
		}, nil
	case "shapes":
		values, err := p.shapes(size, "heuristic=shapes")
		if err != nil {
			return nil, err
		}
		return func() search.Heuristic {
			return gostate.NewShapes(values, visits, rave)
		}, nil
	case heuristicTree:
		policy, err := p.priors(size)
		if err != nil {
			return nil, err
		}
		return func() search.Heuristic {
			h := gostate.NewPolicy(rollout.NewPrior(policy))
			h.Visits, h.RaveVisits = p.config.weights(size)
			return h
		}, nil
	case heuristicKnowledge:
		return func() search.Heuristic {
			h := gostate.NewKnowledge()
			h.Visits, h.RaveVisits = p.config.weights(size)
			return h
		}, nil
	}
	return nil, nil
}

// load finds and loads the model for a board, as it is now; size 0 is any. A model that the player chose itself is
// carried over to that board if it is for another.
func (p *networkParts) load(size int, queue alphago.QueueConfig, config alphago.NetworkConfig) error {
	dir := p.leaf.Model
	if dir == "" {
		var err error
		if dir, err = models.Fitting(p.dirs, size); err != nil {
			return err
		}
	} else {
		size = 0
	}
	q, err := p.networks.Queue(p.owner, dir, size, queue)
	if err != nil {
		return err
	}
	if config.Temperature == Tuned {
		config.Temperature = alphago.TunedTemperature(q.Queue.Size())
	}
	p.network, err = alphago.NewNetwork(q.Queue, config)
	p.dir, p.policy, p.work, p.learned = dir, nil, q.Work, q.Value
	return err
}

// size is the side of the board of the loaded model.
func (p *networkParts) size() int { return p.network.Queue().Size() }

// load finds and loads the model for a board; size 0 is any.
func (p *searchParts) load(size int) error {
	config := alphago.DefaultNetworkConfig()
	config.Temperature, config.NoPolicy, config.NoValue = p.config.Beta, p.config.Prior != priorPolicy, !p.config.Value
	return p.networkParts.load(size, p.config.queue(p.config.Threads), config)
}

// apv is the search of Silver et al. 2016 with what the model has.
func (p *searchParts) apv(rules game.Rules, config *search.Config) (search.Parts, error) {
	size := rules.Size()
	if err := p.load(size); err != nil {
		return search.Parts{}, err
	}
	if p.size() != size {
		return search.Parts{}, fmt.Errorf("model %s is for %d×%d, not %d×%d", p.dir, p.size(), p.size(), size, size)
	}
	switch {
	case p.config.WantsPolicy && !p.network.HasPriors():
		return search.Parts{}, fmt.Errorf("prior=policy: model %s has no policy network (leave the option out, or "+
			"join one to it: tengen model join)", p.dir)
	case p.config.WantsValue && !p.network.HasValue():
		return search.Parts{}, fmt.Errorf("value=on, lambda=fit, or a lambda below 1: model %s has no value network "+
			"for %d×%d (leave the option out, or join one to it: tengen model join)", p.dir, size, size)
	}
	play, err := p.playout(rules)
	if err != nil {
		return search.Parts{}, err
	}
	work := p.work
	if p.config.Prior != priorPolicy {
		work = 0 // of the policy network, for what is read
	}
	a := alphago.TunedAPV(size, work)
	a.Network, a.Playout, a.Lambda = p.network, play, p.config.mix()
	if a.Stages, err = p.config.stages(p.learned, size); err != nil {
		return search.Parts{}, fmt.Errorf("model %s: %w", p.dir, err)
	}
	if p.config.CPUCT != Tuned {
		a.C = p.config.CPUCT
	}
	if p.config.Reduction != Tuned {
		a.Reduction = p.config.Reduction
	}
	if p.config.Expand != Tuned {
		a.ExpandAt = p.config.Expand
	}
	a.Wait = p.config.Threads == 1 || p.config.Parallel != search.ParallelTree
	p.notes = nil
	if a.TreePolicy, err = p.treePolicy(); err != nil {
		return search.Parts{}, err
	}
	p.notes = append(p.notes, a.Notes()...)
	return a.Parts(config)
}

// treePolicy is the model's tree policy, else its rollout policy. It is nil if no priors are wanted,
// or if the model has neither policy, which is an error for prior=tree.
func (p *searchParts) treePolicy() (func() alphago.TreePolicy, error) {
	if p.config.Prior == priorUniform {
		return nil, nil
	}
	manifest, err := p.networks.Manifest(p.dir)
	if err != nil {
		return nil, err
	}
	for _, kind := range []rollout.Kind{rollout.KindTree, rollout.KindRollout} {
		if _, ok := manifest.Networks[string(kind)]; !ok {
			continue
		}
		policy, err := p.linear(p.dir, kind)
		if err != nil {
			return nil, err
		}
		if p.config.Prior == priorTree && kind != rollout.KindTree {
			p.notes = append(p.notes, "the model has no tree policy: its rollout policy gives the priors")
		}
		return func() alphago.TreePolicy { return rollout.NewPrior(policy) }, nil
	}
	if p.config.Prior == priorTree {
		return nil, fmt.Errorf("prior=tree: model %s has neither a tree policy nor a rollout policy; add one: "+
			"tengen train rollout --features tree GAMES -o %s", p.dir, p.dir)
	}
	return nil, nil
}

// advise writes the policy network's distribution. The search asks it for one view, and makes its answer sharper; here
// it is asked for itself.
func (p *searchParts) advise(dst []float32, g *board.Game, c board.Color) error {
	if p.config.Prior != priorPolicy {
		return fmt.Errorf("with prior=%s the policy network is not asked", p.config.Prior)
	}
	if !p.network.HasPriors() {
		return fmt.Errorf("model %s has no policy network", p.dir)
	}
	if p.policy == nil || p.policy.String() != p.dir || p.policy.Size() != p.size() {
		var err error
		if p.policy, err = openNetwork(p.networks, p.dir, p.size(), p.config.Threads); err != nil {
			return err
		}
	}
	return advise(p.policy, dst, g, c)
}
