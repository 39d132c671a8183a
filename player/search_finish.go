package player

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player/ending"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/timing"
)

// outlook is what playouts say about the end of the game, before reading.
type outlook struct {
	ending.Judgement
	asked    bool // whether they were asked
	over     bool // pass without reading
	passed   bool // the opponent just has
	settle   bool
	playOn   bool      // instead of resigning
	few      bool      // moves are left
	deadline time.Time // of all reading; zero for none
}

// passing says whether a pass may have to be read besides, for which some time is kept.
func (o *outlook) passing() bool { return o.asked && (o.Pass || o.few) }

// judge asks playouts, seeded by seed, whether anything is left to play for. It does so if there
// is time and if the board is not known to be open. In small games the rules say when the game is
// over.
func (v *gameView) judge(c board.Color, settle bool, b timing.Budget, open bool, seed *uint64) outlook {
	g, ok := v.ofGo()
	if !ok {
		return outlook{}
	}
	o := outlook{passed: ending.OpponentPassed(g, c), settle: settle}
	if len(g.Moves()) >= ending.LongestGame(g.Size()) {
		o.over = true
		return o
	}
	// In time trouble only where it decides the game.
	hurry := b.Soft > 0 && b.Soft < time.Duration(g.Size()*g.Size())*time.Millisecond
	if !o.passed && !settle && (open || hurry || len(g.Moves()) < ending.Earliest(g.Size())) {
		return o
	}
	*seed++
	candidates := game.Of(g).Candidates(nil, c)
	o.Judgement, o.asked = ending.Judge(g, c, candidates, settle, 0, *seed), true
	o.few = len(candidates) < few(g.Size())
	// To pass after a pass ends the game; whoever wins it with all stones alive and without
	// the dead ones has nothing to read. In a cleanup nothing but stones counts.
	o.over = o.Pass && (o.passed || settle)
	return o
}

// fewestOwners is how many playouts must have been counted to say anything.
const fewestOwners = 12

// noteOwners keeps what the playouts of the search that just ended say of the board.
func (s *Searcher) noteOwners() {
	s.contested = 0
	if s.parts.owners.Games() >= fewestOwners {
		s.contested, s.contestedAt = s.parts.owners.Contested(s.game.Size()), len(s.game.Moves())
	}
}

// knownOpen says that the search's own playouts, for this move or the player's last, fought
// for so many points that the game cannot be over two moves later.
func (s *Searcher) knownOpen() bool {
	age := len(s.game.Moves()) - s.contestedAt
	return s.contested > 3*s.game.Size() && age >= 0 && age <= 2
}

// indifference is the difference of two means at which the better move matters no more than
// bringing the game to its end.
const indifference = 0.1

// finish turns what was read into a choice. The search has the last word: playouts only
// say among moves that it finds equally good which of them bring the game to its end, and
// whether to try passing. A pass of which the search has seen little is read first.
func (s *Searcher) finish(ctx context.Context, c board.Color, o outlook) (Choice, error) {
	moves, chance := s.saw.Moves, s.tree.Chance()
	best := moves[s.choice.Choose(moves, chance)]
	hopeless := s.resigns(moves, best) && !o.settle
	if hopeless && !o.playOn {
		return Choice{Point: board.Pass, Resign: true}, nil
	}
	choice, err := s.end(ctx, c, o, best)
	choice.Hopeless = hopeless
	return choice, err
}

// end brings the game to its end if that costs nothing: best is the search's choice.
func (s *Searcher) end(ctx context.Context, c board.Color, o outlook, best search.MoveStat) (Choice, error) {
	moves, chance := s.saw.Moves, s.tree.Chance()
	if !o.asked {
		return Choice{Point: s.point(best.Move)}, nil
	}
	least := best.Played - indifference
	if !o.Pass {
		least = best.Played + indifference
	}
	if o.Pass || s.missesPass(moves, best) {
		value, err := s.readPass(ctx, c, o)
		if err != nil {
			return Choice{}, err
		}
		if value >= least {
			return Choice{Point: board.Pass}, nil
		}
	}
	if o.Pass {
		return Choice{Point: s.point(best.Move)}, nil
	}
	keep := map[board.Point]bool{}
	for _, p := range o.Keep {
		keep[p] = true
	}
	var kept []search.MoveStat
	for _, m := range moves {
		if keep[s.point(m.Move)] && m.Visits > 0 && m.Played >= best.Played-indifference {
			kept = append(kept, m)
		}
	}
	if len(kept) > 0 {
		best = kept[s.choice.Choose(kept, chance)]
	}
	return Choice{Point: s.point(best.Move)}, nil
}

// few is the number of moves, a pass among them, up to which passing is looked at.
func few(size int) int { return 2 * size }

// missesPass says whether passing may be better than the best move, for all that the search
// knows: few moves are left, none wins for sure, and passing was hardly tried. RAVE, which
// gives a pass no credit for later ones, and small priors forget it. In a seki it may be the
// only move.
func (s *Searcher) missesPass(moves []search.MoveStat, best search.MoveStat) bool {
	if len(moves) > few(s.game.Size()) || best.Played > 1-2*indifference {
		return false
	}
	for _, m := range moves {
		if s.point(m.Move) == board.Pass {
			return 10*m.Visits < best.Visits
		}
	}
	return false
}

// enoughOfPass is how many playouts of a pass are read however late it is: a few
// milliseconds' worth, on which the game may depend.
const enoughOfPass = 64

// readPass is the value of passing: the position after it is read a quarter as long as that
// before, and not beyond the deadline.
func (s *Searcher) readPass(ctx context.Context, c board.Color, o outlook) (float64, error) {
	state := s.game.State(c)
	state.Play(search.Move(board.Pass))
	s.tree.Follow(state, search.Move(board.Pass))
	s.followed = append(s.followed, board.Move{Point: board.Pass, Color: c})
	b := search.Budget{Playouts: max(s.took.Playouts/4, enoughOfPass), Alone: true}
	if !o.deadline.IsZero() {
		b.Stop = func() bool { return s.tree.Playouts() >= enoughOfPass && !s.now().Before(o.deadline) }
	}
	err := s.tree.Search(ctx, b)
	if errors.Is(err, search.ErrOver) { // passed twice: the count decides
		return s.countedFor(c, o.Dead), nil
	}
	if err != nil {
		return 0, fmt.Errorf("player %s: %w", s, err)
	}
	s.took.Playouts += s.tree.Playouts()
	if root := s.tree.Root(); s.config.Backup == "max" && len(root.Moves) > 0 {
		// As everywhere with this back-up, a position is worth its best move, not the mean of all that were tried.
		return -root.Moves[s.choice.Choose(root.Moves, s.tree.Chance())].Played, ctx.Err()
	}
	return -s.tree.Root().Mean, ctx.Err()
}

// countedFor is what the game's count is worth to a player: 1 if it is won, 0 if it is drawn, else -1.
// Under area scoring all stones are alive: whoever wants one off takes it off. Under territory scoring
// that would cost points, and the players agree on what is dead. There one dead stone would make all
// points round it neutral.
func (v *gameView) countedFor(c board.Color, dead []board.Point) float64 {
	g, ok := v.ofGo()
	if !ok {
		return 0
	}
	if g.Rules().Scoring == board.Area {
		dead = nil
	}
	switch g.Score(dead).Winner() {
	case c:
		return 1
	case board.Empty:
		return 0
	}
	return -1
}

// justBegan says that a game with handicap has only begun. Its first positions have low values because they are meant
// to have them: nobody resigns for that.
func (v *gameView) justBegan() bool {
	g, ok := v.ofGo()
	return ok && g.Handicap() > 0 && len(g.Moves()) < ending.Earliest(g.Size())
}

// enoughToResign is how many visits the best move must have before it says anything.
const enoughToResign = 32

// resigns says whether no move that was read seriously has hope (Silver et al. 2016:
// max_a Q(s,a) < −0.8).
func (s *Searcher) resigns(moves []search.MoveStat, best search.MoveStat) bool {
	if s.config.Resign <= -1 || best.Visits < enoughToResign || s.justBegan() {
		return false
	}
	for _, m := range moves {
		if 10*m.Visits >= best.Visits && m.Played >= s.config.Resign {
			return false
		}
	}
	return true
}
