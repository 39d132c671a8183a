package inside

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/alphago"
	"github.com/tengen-go/tengen/search/gostate"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// look is a position that somebody looks at, with the player that thinks about it.
type look struct {
	id      string
	pages   *Pages
	playout string
	model   *modelJSON // nil for none
	missing string     // why there is none
	player  player.Player
	policy  *rollout.Policy // of the model, with playout=softmax
	news    wire.News
	timer   *time.Timer // lets go of the look

	// commands come one at a time. mu guards what is below.
	commands sync.Mutex
	mu       sync.Mutex
	used     time.Time
	at       int
	line     *board.Game // with all its moves
	number   int         // how many of them are played
	now      *board.Game // after them
	state    *gostate.State
	tree     *search.Tree // nil without a model
	network  *alphago.Network
	values   map[search.Move]float64 // of the position after each move, for the player who moves
	traced   *pathJSON
	run      *run
	failure  string
	rolled   *rolledOut // the last rollout
	closed   bool       // its player has gone
}

// run is a search, or the value network after each move, under way.
type run struct {
	wanted, done int // playouts
	stop         context.CancelFunc
	end          chan struct{}
}

// insider is a player that can be looked into.
type insider interface {
	player.Player
	Inside(c board.Color) (*search.Tree, *alphago.Network, error)
	DefaultModel() string
}

// playouts are the kinds of playouts to choose from: by rules, and by a model's rollout policy.
const byRules, byPolicy = "informed", "softmax"

// begin makes a look at a position.
func (p *Pages) begin(id string, w wish, line *board.Game, number int) (*look, error) {
	l := &look{id: id, pages: p, playout: cmp.Or(w.Playout, byRules), line: line, used: p.config.Now()}
	if l.playout != byRules && l.playout != byPolicy {
		return nil, wire.Refused("playout %.20q: want %s or %s", w.Playout, byRules, byPolicy)
	}
	if strings.Contains(w.Model, ",") {
		return nil, wire.Refused("model %.100q: a folder with a comma in its name cannot be chosen here", w.Model)
	}
	if err := l.think(w.Model); errors.Is(err, models.ErrNoModel) {
		l.missing, l.playout = err.Error(), byRules
	} else if err != nil {
		return nil, err
	}
	l.timer = time.AfterFunc(restAfter, func() { p.rest(l) })
	l.mu.Lock()
	err := l.set(number)
	l.mu.Unlock()
	if err != nil {
		return nil, errors.Join(err, l.close())
	}
	return l, nil
}

// think makes the player that thinks by the model; without one, by the model that fits the board best.
func (l *look) think(dir string) error {
	text := fmt.Sprintf("search:threads=1,memory=%s,playout=%s", lookMemory, l.playout)
	if dir != "" {
		text += ",model=" + dir
	} else {
		var err error
		if dir, err = models.Fitting(l.pages.config.Room.ModelDirs, l.line.Size()); err != nil {
			return err
		}
	}
	p, err := l.pages.config.Room.Player(text, l.line.Size())
	if err != nil {
		return wire.Refused("%v", err)
	}
	if _, ok := p.(insider); !ok {
		return errors.Join(fmt.Errorf("player %s cannot be looked into", text), p.Close())
	}
	m, err := models.ReadManifest(dir)
	if err == nil && l.playout == byPolicy {
		l.policy, err = l.pages.config.Room.Rollout(dir)
	}
	if err != nil {
		return errors.Join(err, p.Close())
	}
	about := modelOf(dir, m)
	about.Value = about.Value && m.Board == l.line.Size() // a model carried over to this board is its policy alone
	l.player, l.model = p, &about
	return nil
}

// set goes to the position after so many moves of the line. The caller holds mu, and nothing runs.
func (l *look) set(number int) error {
	now := l.line.Clone()
	for len(now.Moves()) > number {
		if err := now.Undo(); err != nil {
			return err
		}
	}
	l.number, l.now = number, now
	l.state = game.Of(now).State(now.Position().ToMove()).(*gostate.State) // as the player reads it
	l.traced, l.values, l.failure, l.rolled = nil, nil, "", nil
	if l.player != nil {
		if err := l.player.NewGame(game.Of(now)); err != nil {
			return wire.Refused("%v", err)
		}
		var err error
		if l.tree, l.network, err = l.player.(insider).Inside(now.Position().ToMove()); err != nil {
			return err
		}
		l.start(0)
	}
	l.changed()
	return nil
}

// place is the line, and how many of its moves are played.
func (l *look) place() (*board.Game, int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.line.Clone(), l.number
}

// command is what somebody wants of a look.
type command struct {
	Do       string `json:"do"`
	Playouts int    `json:"playouts"` // search: how many; trace: how many, of which the last is shown
	Move     int    `json:"move"`     // goto: after how many moves
	Point    string `json:"point"`    // play: where
}

// commands are what can be done.
var commands = map[string]func(l *look, ctx context.Context, c command) error{
	"search": func(l *look, _ context.Context, c command) error {
		if c.Playouts < 1 || c.Playouts > mostPlayouts {
			return wire.Refused("playouts %d: want 1 to %d", c.Playouts, mostPlayouts)
		}
		l.start(c.Playouts)
		return nil
	},
	"stop": func(*look, context.Context, command) error { return nil }, // which every command does
	"forget": func(l *look, _ context.Context, _ command) error {
		l.tree.Reset(l.state)
		l.traced = nil
		l.start(0)
		return nil
	},
	"trace": func(l *look, ctx context.Context, c command) error { return l.trace(ctx, c.Playouts) },
	"goto": func(l *look, _ context.Context, c command) error {
		if c.Move < 0 || c.Move > len(l.line.Moves()) {
			return wire.Refused("move %d: this line has %d", c.Move, len(l.line.Moves()))
		}
		return l.set(c.Move)
	},
	"play": func(l *look, _ context.Context, c command) error {
		p, err := board.ParseVertex(c.Point, l.now.Size())
		if err != nil {
			return wire.Refused("%v", err)
		}
		next := l.now.Clone()
		if err := next.Play(p, next.Position().ToMove()); err != nil {
			return wire.Refused("%v", err)
		}
		if all := l.line.Moves(); l.number < len(all) && all[l.number].Point == p { // the line goes on
			return l.set(l.number + 1)
		}
		l.line = next
		return l.set(len(next.Moves()))
	},
}

// withoutModel are the commands that need no player.
var withoutModel = map[string]bool{"stop": true, "goto": true, "play": true}

// do carries out a command. It ends the search that runs.
func (l *look) do(ctx context.Context, c command) error {
	act, known := commands[c.Do]
	if !known {
		return wire.Refused("do %.20q: want search, stop, forget, trace, goto or play", c.Do)
	}
	l.commands.Lock()
	defer l.commands.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed { // while this waited
		return gone(l.id)
	}
	if l.tree == nil && !withoutModel[c.Do] {
		return wire.Refused("there is nothing that searches: %s", l.missing)
	}
	l.interrupt()
	err := act(l, ctx, c)
	if l.run == nil && l.tree != nil && l.values == nil {
		l.start(0) // the command has ended the judgement of the moves
	}
	l.changed()
	return err
}

// changed has everybody who looks on see the look anew. The caller holds mu.
func (l *look) changed() {
	l.at++
	l.news.Tell()
}

// interrupt ends what runs. The caller holds mu, which is let go meanwhile.
func (l *look) interrupt() {
	r := l.run
	if r == nil {
		return
	}
	l.run = nil
	r.stop()
	l.mu.Unlock()
	<-r.end
	l.mu.Lock()
}

// touch notes that somebody uses the look.
func (l *look) touch() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.used = l.pages.config.Now()
	l.timer.Reset(restAfter)
}

// before says which of two looks goes first if one has to.
func (l *look) before(other *look) bool {
	if a, b := l.news.Watched(), other.news.Watched(); a != b {
		return b
	}
	l.mu.Lock()
	mine := l.used
	l.mu.Unlock()
	other.mu.Lock()
	defer other.mu.Unlock()
	return mine.Before(other.used)
}

// close ends what runs and lets go of the player.
func (l *look) close() error {
	l.timer.Stop()
	l.commands.Lock()
	defer l.commands.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.interrupt()
	l.closed = true
	if l.player == nil {
		return nil
	}
	l.tree, l.network = nil, nil
	return l.player.Close()
}
