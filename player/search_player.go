package player

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/player/team"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/alphago"
	"github.com/tengen-go/tengen/timing"
)

// Searcher is a player that reads: UCT, RAVE, flat Monte-Carlo or the search of Silver et al.
// 2016, by its configuration. It is an Analyst and a Ponderer.
type Searcher struct {
	gameView
	timing.Keeper
	config SearchConfig
	parts  searchParts
	choice search.Choice
	now    func() time.Time // for many goroutines
	thread func() time.Time // now, with clock=cpu

	team     *team.Team
	tree     *search.Tree
	models   *search.Models // the rule of a tree with an opponent inside it; nil without
	rules    game.Rules     // that the player was made for
	states   string         // of the tree's games
	began    any            // where the game of the tree's root began
	followed []board.Move   // the moves from there to the tree's root
	forget   bool           // what the tree knows is to go
	seed     uint64         // where the chance of the games to come is from
	judged   uint64         // seed of the next judgement
	// contested is how many points the playouts of the last search fought for, after contestedAt
	// moves of the game; 0 if they were not counted.
	contested, contestedAt int
	took                   SearchReport
	saw                    search.Root // when the last search for a move ended; empty without
}

// SearchReport is what the last move took.
type SearchReport struct {
	Playouts int
	Time     time.Duration
}

// newSearcher makes a player. It takes the networks from networks if they are there already.
func newSearcher(config SearchConfig, env Env) (*Searcher, error) {
	if err := config.checkClock(); err != nil {
		return nil, err
	}
	s := &Searcher{
		config: config, seed: config.Seed, now: time.Now, thread: threadNow,
		parts: searchParts{config: config, networkParts: networkParts{
			leafParts: leafParts{leaf: config.Leaf, networks: env.networks(), dirs: env.ModelDirs},
			owner:     config.identity(),
		}},
		choice: config.choice(), rules: env.rules(), team: &team.Team{},
	}
	if s.parts.asksNetworks(s.rules) {
		if err := s.parts.load(s.rules.Size()); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// buildSearch makes a searching player from its string.
func buildSearch(spec options.Spec, env Env) (Player, error) {
	config, err := readSearchConfig(spec, env)
	if err != nil {
		return nil, err
	}
	s, err := newSearcher(config, env)
	if err != nil {
		return nil, fmt.Errorf("player %s: %w", spec.Kind, err)
	}
	if s.parts.asksNetworks(s.rules) {
		rules := game.Go{Board: s.parts.size(), Rules: board.Chinese()}
		if err := s.prepareTree(rules); err != nil { // says what the model lacks, and whether memory is enough
			return nil, fmt.Errorf("player %s: %w", spec.Kind, err)
		}
		return &advisedSearcher{s}, nil
	}
	if _, ok := s.rules.(game.Go); !ok {
		if err := s.prepareTree(s.rules); err != nil {
			return nil, fmt.Errorf("player %s: %w", spec.Kind, err)
		}
	}
	if size := s.rules.Size(); config.Heuristic == "shapes" && size != 0 {
		if _, err := s.parts.shapes(size, "heuristic=shapes"); err != nil {
			return nil, fmt.Errorf("player %s: %w", spec.Kind, err)
		}
	}
	return s, nil
}

// advisedSearcher is a Searcher with a policy network: an Adviser. It is a type of its own, because GTP
// offers the commands about policies to those players only that are Advisers.
type advisedSearcher struct{ *Searcher }

// Advise writes the policy network's distribution over the moves that the game allows.
func (s *advisedSearcher) Advise(dst []float32, c board.Color) error {
	g, ok := s.ofGo()
	if !ok {
		return errNoGame
	}
	if size := g.Size(); len(dst) != size*size {
		return fmt.Errorf("player search: advice for %d points, want %d", len(dst), size*size)
	}
	return s.parts.advise(dst, g, c)
}

// Size is the side of the board of the player's networks.
func (s *advisedSearcher) Size() int { return s.parts.size() }

func (s *Searcher) String() string {
	if s.parts.dir != "" {
		return s.config.Kind + " " + s.parts.dir
	}
	return s.config.Kind
}

// Config is what the player is set to.
func (s *Searcher) Config() SearchConfig { return s.config }

// DefaultModel implements Defaulter.
func (s *Searcher) DefaultModel() string {
	if s.config.Model != "" {
		return ""
	}
	return s.parts.dir
}

// Notes implements Noter; what the player's model lacks is known after NewGame.
func (s *Searcher) Notes() []string {
	side := s.rules.Size()
	if note := s.config.spread(side * side); note != "" && side > 0 {
		return append(slices.Clone(s.parts.notes), note)
	}
	return s.parts.notes
}

// TrainedKomi implements Trained.
func (s *Searcher) TrainedKomi() (komi models.Komi, ok bool) {
	if s.config.Kind == KindSearch && (s.config.mix() == 1 || !s.config.Value) {
		return komi, false // the value network is not used
	}
	return models.KomiOf(s.parts.learned)
}

// Took is what the last move took.
func (s *Searcher) Took() SearchReport { return s.took }

// Tree is the search itself, for whoever looks on between moves; nil before the first game.
func (s *Searcher) Tree() *search.Tree { return s.tree }

// Inside makes the present position, with c to move, the root of the tree, and is that tree with what
// answers for the player's networks, nil without: for whoever looks on playout by playout.
func (s *Searcher) Inside(c board.Color) (*search.Tree, *alphago.Network, error) {
	if s.game == nil {
		return nil, nil, errNoGame
	}
	s.searchFor(s.game.State(c).Player())
	s.follow(c)
	return s.tree, s.parts.network, nil
}

// Evaluations is what the player's networks did so far; nothing for a player without.
func (s *Searcher) Evaluations() alphago.QueueStats {
	if s.parts.network == nil {
		return alphago.QueueStats{}
	}
	return s.parts.network.Queue().Stats()
}

// Close frees the tree, and ends what runs on other machines.
func (s *Searcher) Close() error {
	s.closeTree()
	s.game = nil
	return s.team.Close()
}

func (s *Searcher) closeTree() {
	if s.tree != nil {
		s.tree.Close()
		s.tree = nil
	}
}

// Reseed makes the next game depend on seed, and not on those before it.
func (s *Searcher) Reseed(seed uint64) {
	s.seed = seed ^ s.config.Seed
	s.judged = s.seed
	if s.parts.network != nil {
		s.parts.network.Reseed(s.seed)
	}
	if s.tree != nil {
		s.tree.Reseed(s.seed)
	}
	s.team.Reseed(s.seed)
	s.forget = true
}

// Forget implements Forgetter.
func (s *Searcher) Forget() { s.forget = true }

// NewGame implements Player. What it has read stays if the next search is of a game that goes on from where the last
// search's began. Taking moves back leads there. Games in between do not matter: to take a move back, a controller may
// clear the board and place a handicap again.
func (s *Searcher) NewGame(g game.Game) error {
	// The next game may begin where the last one did.
	if s.game == nil || s.game.Start() != g.Start() || len(g.Moves()) == 0 {
		s.Keeper.Forget()
	}
	if err := s.prepareTree(g.Rules()); err != nil {
		return fmt.Errorf("player %s: %w", s.config.Kind, err)
	}
	s.contested = 0
	s.team.Tell(func(m team.Machine) error { return m.NewGame(g) })
	return s.gameView.NewGame(g)
}

// prepareTree makes the tree for a game.
func (s *Searcher) prepareTree(rules game.Rules) error {
	if s.tree != nil && s.states == rules.States() {
		return nil
	}
	config, parts, err := s.parts.make(rules)
	if err != nil {
		return err
	}
	empty, err := rules.New()
	if err != nil {
		return err
	}
	config.Seed = s.seed
	if s.parts.network != nil {
		s.parts.network.Reseed(config.Seed)
	}
	s.models = nil
	if models, ok := parts.Rule.(search.Models); ok {
		s.models = &models
		parts.Rule = s.models
	}
	parts.Remotes = s.team.Remotes()
	s.closeTree() // its memory first
	if s.tree, err = search.New(config, parts, empty.State(board.Black)); err != nil {
		return err
	}
	s.states, s.forget = rules.States(), true
	return nil
}

// searchFor makes a player the one who searches, whoever moves at the root: so what is read of the
// position after his own move is still his. What was read for the other is forgotten, for with an
// opponent inside the tree the roles were exchanged.
func (s *Searcher) searchFor(player int) {
	if s.models != nil && s.models.Player != player {
		s.models.Player, s.forget = player, true
	}
}

// follow makes the game's position, with c to move, the tree's root.
func (s *Searcher) follow(c board.Color) {
	s.team.SetToMove(c)
	state := s.game.State(c)
	moves, start := s.game.Moves(), s.game.Start()
	n := len(s.followed)
	if s.forget || !s.config.Reuse || s.began != start || len(moves) < n || !slices.Equal(moves[:n], s.followed) {
		s.tree.Reset(state)
		s.team.Tell(team.Machine.Forget)
	} else {
		way := make([]search.Move, 0, len(moves)-n)
		for _, m := range moves[n:] {
			way = append(way, s.game.Rules().Move(m.Point))
		}
		s.tree.Follow(state, way...)
	}
	s.forget, s.began = false, start
	s.followed = append(s.followed[:0], moves...)
}

// Genmove reads within the limits of the configuration and the clock, and chooses; see
// Searcher.finish for what it does at the game's end.
func (s *Searcher) Genmove(ctx context.Context, c board.Color, clock timing.Clock) (Choice, error) {
	return s.think(ctx, c, clock, nil)
}

// think is Genmove. watch, if not nil, reports on the search.
func (s *Searcher) think(ctx context.Context, c board.Color, clock timing.Clock, w *watch) (Choice, error) {
	if s.game == nil {
		return Choice{}, errNoGame
	}
	if s.config.Clock == clockCPU && clock.System == timing.Unlimited {
		defer s.goByThread()()
	}
	began := s.now()
	playouts, budget := s.limits(c, clock)
	defer func() {
		s.took.Time = s.now().Sub(began)
		s.Spend(c, clock, s.took.Time)
	}()
	s.took.Playouts, s.saw = 0, search.Root{}
	pass := Choice{Point: board.Pass}
	if over, err := s.over(clock.Settle); over {
		return pass, err
	}
	j := s.judge(c, clock.Settle, budget, s.knownOpen(), &s.judged)
	j.playOn = clock.PlayOn
	if j.asked && !w.mayPass(c) {
		j.Pass, j.over, j.few = false, false, false
	}
	if j.over {
		return pass, nil
	}
	s.searchFor(s.game.State(c).Player())
	s.follow(c)
	if w != nil {
		s.restrict(w.options)
		defer s.tree.Restrict(nil)
	}
	reading := budget
	if j.passing() {
		reading.Soft -= budget.Soft / 5
		reading.Hard -= budget.Hard / 5
	}
	s.parts.owners.Start()
	err := s.watched(w, func() error { return s.read(ctx, playouts, began, reading) })
	s.parts.owners.Stop()
	s.noteOwners()
	if _, ok := s.ofGo(); ok && errors.Is(err, search.ErrOver) {
		return pass, nil
	}
	if err != nil {
		return Choice{}, fmt.Errorf("player %s: %w", s, err)
	}
	if err := ctx.Err(); err != nil {
		return Choice{}, err
	}
	s.saw = s.tree.Root()
	if budget.Hard > 0 {
		j.deadline = began.Add(budget.Hard)
	}
	return s.finish(ctx, c, j)
}

// goByThread has the goroutine stay on its thread and time be that thread's, until the
// function that it returns is called.
func (s *Searcher) goByThread() (back func()) {
	wall := s.now
	runtime.LockOSThread()
	s.now = s.thread
	return func() {
		s.now = wall
		runtime.UnlockOSThread()
	}
}

// threadNow is the calling thread's processor time as a time of day, for differences.
func threadNow() time.Time {
	spent, _ := timing.ThreadTime() // which answered when the player was made
	return time.Unix(0, int64(spent))
}

// Ponder reads the present position until ctx ends, if the player is set to: on the
// opponent's time. What it finds is there at the next move.
func (s *Searcher) Ponder(ctx context.Context) error {
	if !s.config.Ponder || s.game == nil || s.game.Over() {
		return nil
	}
	c := s.game.ToMove()
	s.searchFor(1 - s.game.State(c).Player())
	s.follow(c)
	if err := s.grow(ctx, search.Budget{}); err != nil && !errors.Is(err, search.ErrOver) {
		return fmt.Errorf("player %s: %w", s, err)
	}
	return nil
}
