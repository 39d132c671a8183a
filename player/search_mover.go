package player

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/tengen-go/tengen/search"
)

// SearchMover is a Mover that reads: a Searcher without what concerns Go alone. Its playouts
// are random, its tree is kept from move to move as far as it still fits.
type SearchMover struct {
	game   Game
	config SearchConfig
	choice search.Choice
	now    func() time.Time

	tree   *search.Tree
	root   search.State // the tree's position
	chosen search.Move  // there; NoMove if nobody asked
	next   search.State // scratch
	moves  []search.Move
	value  float64
	took   SearchReport
}

// mostGameMemory is what a searching mover takes for its tree unasked: more than the trees of
// small games need.
const mostGameMemory = 256 << 20

func buildSearchMover(spec Spec, game Game, env Env) (Mover, error) {
	config, err := readSearchConfig(spec, env, &game)
	if err != nil {
		return nil, err
	}
	return newSearchMover(game, config)
}

// newSearchMover makes a mover for a game.
func newSearchMover(game Game, config SearchConfig) (*SearchMover, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	if err := config.checkClock(); err != nil {
		return nil, err
	}
	parts := searchParts{config: config}
	belief, err := parts.heuristic(game.Size)
	if err != nil {
		return nil, fmt.Errorf("player %s: %w", config.Kind, err)
	}
	settings, made := config.tree(func() search.Playout { return &search.Uniform{} }, belief)
	start := game.New()
	tree, err := search.New(settings, made, start)
	if err != nil {
		return nil, fmt.Errorf("player %s: %w", config.Kind, err)
	}
	return &SearchMover{
		game: game, config: config, now: time.Now, tree: tree, root: start, next: start.Clone(), chosen: search.NoMove,
		choice: config.choice(),
	}, nil
}

func (m *SearchMover) String() string { return m.config.Kind }

// Notes says what of the mover's configuration does not come to bear, for people.
func (m *SearchMover) Notes() []string {
	if note := m.config.spread(m.game.Cells()); note != "" {
		return []string{note}
	}
	return nil
}

// Config is what the mover is set to.
func (m *SearchMover) Config() SearchConfig { return m.config }

// Tree is the search itself, for whoever looks on between moves.
func (m *SearchMover) Tree() *search.Tree { return m.tree }

// Took is what the last move took.
func (m *SearchMover) Took() SearchReport { return m.took }

// Value is what the mover expected of the move that it last chose, for itself, from −1 to 1.
func (m *SearchMover) Value() float64 { return m.value }

// Close frees the tree.
func (m *SearchMover) Close() error {
	m.tree = nil
	return nil
}

// Reseed implements Reseeder: what was read is forgotten.
func (m *SearchMover) Reseed(seed uint64) {
	m.tree.Reseed(seed ^ m.config.Seed)
	m.chosen = search.NoMove
}

// Choose implements Mover.
func (m *SearchMover) Choose(ctx context.Context, s search.State) (search.Move, error) {
	now := m.now
	if m.config.Clock == ClockCPU {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		now = threadNow
	}
	began := now()
	m.follow(s)
	b := search.Budget{Playouts: m.config.Playouts}
	limit := m.config.Time
	if limit == 0 && b.Playouts == 0 {
		limit = defaultTime
	}
	if limit > 0 {
		deadline := began.Add(limit)
		limitTime(&b, m.tree, now, &deadline)
		if m.config.Early {
			b.Settled = m.choice
		}
	}
	err := m.tree.Search(ctx, b)
	m.took = SearchReport{Playouts: m.tree.Playouts(), Time: now().Sub(began)}
	switch {
	case errors.Is(err, search.ErrOver):
		return search.NoMove, err
	case err != nil:
		return search.NoMove, fmt.Errorf("player %s: %w", m, err)
	case ctx.Err() != nil:
		return search.NoMove, ctx.Err()
	}
	moves := m.tree.Root().Moves
	best := moves[m.choice.Choose(moves, m.tree.Chance())]
	m.chosen, m.value = best.Move, best.Mean
	return best.Move, nil
}

// follow makes s the tree's root. What was read is kept if s is the root already, or comes
// about by the move that was chosen there and an answer to it; but not what was read for the
// other player with an opponent inside the tree, who would now be the mover itself.
func (m *SearchMover) follow(s search.State) {
	fits := m.config.Opponent == OpponentSelf || m.root.Player() == s.Player()
	way, found := m.way(s)
	if found && fits && m.config.Reuse {
		m.tree.Follow(s, way...)
	} else {
		m.tree.Reset(s)
	}
	m.root.Set(s)
	m.chosen = search.NoMove
}

// way are the moves from the root to s, if there are any that follow is for.
func (m *SearchMover) way(s search.State) ([]search.Move, bool) {
	if m.chosen == search.NoMove {
		return nil, false
	}
	target := s.Hash()
	if m.root.Hash() == target {
		return nil, true
	}
	m.root.Play(m.chosen)
	if m.root.Hash() == target {
		return []search.Move{m.chosen}, true
	}
	m.moves = m.root.Moves(m.moves[:0])
	for _, reply := range m.moves {
		m.next.Set(m.root)
		m.next.Play(reply)
		if m.next.Hash() == target {
			return []search.Move{m.chosen, reply}, true
		}
	}
	return nil, false
}
