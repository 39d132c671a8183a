package player

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/spelling"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/player/loaded"
	"github.com/tengen-go/tengen/timing"
)

// Choice is what a player decided: a point, board.Pass, or to resign.
type Choice struct {
	Point  board.Point
	Resign bool
	// Hopeless says that the player would have resigned, had timing.Clock.PlayOn not forbidden it.
	Hopeless bool
}

// Vertex is the choice as GTP writes it: "D4", "pass" or "resign".
func (c Choice) Vertex(size int) string {
	if c.Resign {
		return "resign"
	}
	return c.Point.Vertex(size)
}

// Player chooses moves in one game at a time. Methods are for one goroutine.
type Player interface {
	// NewGame gives the player a game: its rules, handicap and setup, and the moves already
	// played. The player keeps a copy and leaves g alone.
	NewGame(g game.Game) error
	// Play tells the player a move, its own included, that has been played.
	Play(m board.Move) error
	// Genmove chooses a move for c in the present position without playing it.
	// clock says what time is left. It returns ctx's error soon after ctx ends.
	Genmove(ctx context.Context, c board.Color, clock timing.Clock) (Choice, error)
	// Close frees what the player holds; no method may be called after it.
	Close() error
	// String names the player for people, such as "policy runs/first".
	String() string
}

// Adviser is a player that can show what it thinks of every move.
type Adviser interface {
	// Advise writes the probability of every point (row-major from the top left)
	// in the present position with c to move; points where c may not play get 0,
	// the others sum to 1 unless there are none.
	Advise(dst []float32, c board.Color) error
}

// Sized is a player made for one size of board.
type Sized interface {
	Size() int
}

// Defaulter is a player that takes a model of its own choice if none is named.
type Defaulter interface {
	// DefaultModel is the model that the player took for itself; "" if it was named one, or
	// plays without.
	DefaultModel() string
}

// Noter is a player that may do without something, such as a network that its model lacks.
type Noter interface {
	// Notes are sentences about it, for people; some are known only after NewGame.
	Notes() []string
}

// Trained is a player that judges positions by what it learned from games. It does not see the komi.
type Trained interface {
	// TrainedKomi is the komi of those games; ok says whether it is known.
	TrainedKomi() (komi models.Komi, ok bool)
}

// KomiNote says, for people, that a player has learned from games with another komi than this
// one; "" if not.
func KomiNote(p any, komi float64) string {
	if t, ok := p.(Trained); ok {
		if learned, ok := t.TrainedKomi(); ok && !learned.Covers(komi) {
			return fmt.Sprintf("what judges positions for it has learned from games with komi %v only, and this "+
				"one has %v", learned, komi)
		}
	}
	return ""
}

// Env is what a player string does not say itself.
type Env struct {
	Rules     game.Rules       // what is played; nil for Go on a board that is not known yet
	Seed      uint64           // for players without seed= of their own
	Threads   int              // goroutines of one evaluation; 0 means all cores
	Players   int              // how many players share the machine's memory; 0 means one
	Networks  *loaded.Networks // networks that several players share; nil for none
	ModelDirs []string         // folders to find a default model in; none: the models in the program
}

// rules are what is played.
func (e Env) rules() game.Rules {
	if e.Rules == nil {
		return game.Go{}
	}
	return e.Rules
}

// plays says whether the game of this name is played.
func (e Env) plays(name string) bool { return e.rules().Name() == name }

// networks are those that players share, or new ones for one player.
func (e Env) networks() *loaded.Networks {
	if e.Networks == nil {
		return &loaded.Networks{}
	}
	return e.Networks
}

// Builder makes a player of one kind.
type Builder func(spec options.Spec, env Env) (Player, error)

// Registry maps the kinds of players to their builders.
type Registry map[string]Builder

// Players is a new registry of the kinds that this package has.
func Players() Registry { return AllKinds().Players() }

// Parse makes the player that a string describes. An unknown kind or option is
// refused with the nearest right name.
func (r Registry) Parse(s string, env Env) (Player, error) {
	spec, err := options.Parse("player", s)
	if err != nil {
		return nil, err
	}
	build, ok := r[spec.Kind]
	if !ok {
		if _, err := models.ReadManifest(spec.Kind); err == nil {
			return nil, options.Errorf("%s is a model, not a player: write search:model=%[1]s, or "+
				"policy:model=%[1]s for its policy network alone", spec.Kind)
		}
		kinds := slices.Sorted(maps.Keys(r))
		if hint := meant(spec.Kind, kinds); hint != "" {
			return nil, options.Errorf("no kind of player is called %q%s", spec.Kind, hint)
		}
		return nil, options.Errorf("no kind of player is called %q (the nearest are %s; tengen player list names "+
			"all)", spec.Kind, strings.Join(spelling.Near(spec.Kind, kinds, 3), ", "))
	}
	return build(spec, env)
}

// meant names the kind of player that somebody may have meant, who wrote another word.
func meant(kind string, kinds []string) string {
	if kind == "flat" && slices.Contains(kinds, KindPlayouts) {
		return "; flat Monte-Carlo is " + KindPlayouts
	}
	return spelling.Nearest(kind, kinds)
}

// Scorer is a player who can be asked for the score of a finished game, as GTP writes it:
// "B+3.5", "W+12" or "0".
type Scorer interface{ FinalScore() (string, error) }

// Reseeder is a player that takes a new seed before a game, so that the game does not depend on
// earlier games.
type Reseeder interface{ Reseed(seed uint64) }
