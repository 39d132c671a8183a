package games

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/match"
)

// Order has the workers of a hub play the games of matches, several at once.
type Order struct {
	Box *mailbox.Box
	// Name is the same whenever games are ordered for the same file or folder, and nobody else's.
	Name string
	// Lasting leaves the tickets at the hub when the order is interrupted, because it will go on.
	Lasting bool
	// PlayerSeed is the seed of players that have none of their own, Threads how many threads each has.
	PlayerSeed uint64
	Threads    int
	// ModelDirs are where players look for a model that they do not name.
	ModelDirs []string
	// Silence and Trusted are passed on: see hub.Job.
	Silence time.Duration
	Trusted string
	// Check is called before games are ordered, with the programs that play; nil for nothing.
	Check func(ctx context.Context, programs Programs) error
	// Watch sees how the games of a worker stand now and then: all that it shows; nil for nobody.
	Watch func(worker string, boards []match.Board)
	// Report hears of what people should know; nil for nobody.
	Report func(text string)

	mu         sync.Mutex
	models     Models
	weights    weightsRead
	checked    map[string]bool // programs that Check has seen
	unfinished bool            // games of it may still be at the hub, and need the models

	saying sync.Mutex // apart: models may wait for room at the hub
	said   string     // the last that Report has heard: several matches say the same
}

// A ticket has a part of the games, and so few that little is lost with a worker.
const (
	ticketsWanted = 200
	mostInTicket  = 16
	farewell      = 5 * time.Second
)

// Play is a match.Elsewhere. Games come in order of their numbers.
func (o *Order) Play(
	ctx context.Context, config match.Config, sides [2]match.Side, done map[int]bool, finished func(*match.Game) error,
) error {
	m, err := o.work(ctx, config, sides)
	if err != nil {
		return err
	}
	spec, err := json.Marshal(m)
	if err != nil {
		return err
	}
	run := o.digest(string(spec))
	if err := o.check(ctx, CommandsOf(m.Players[0].Text, m.Players[1].Text)); err != nil {
		return err
	}
	if o.Watch != nil {
		leave, err := o.Box.Look(m.Kind(), run, func(by mailbox.Author, data []byte) {
			if boards, err := boardsOf(data, config.Games); err == nil {
				o.Watch(by.Key(), boards)
			}
		})
		if err != nil {
			return err
		}
		defer leave()
	}
	first := 0
	for done[first] {
		first++
	}
	flush := config.Flush
	if flush == nil {
		flush = func() error { return nil } // finished keeps each game
	}
	err = hub.Collect(ctx, o.Box, hub.Job{
		Run: run, Work: m, Spec: spec, First: first, Games: config.Games,
		For: strings.ReplaceAll(o.Name, "\n", ":"), Models: o.models.Owner,
		Each:  max(1, min(mostInTicket, config.Games/ticketsWanted)),
		Have:  func(i int) bool { return done[i] },
		Flush: flush,
		Back:  config.Back,
		Keep: func(i int, data []byte) error {
			if done[i] { // after a run of this machine, which ends its games in any order
				return nil
			}
			g, err := m.decode(i, data, false)
			if err != nil {
				return err
			}
			return finished(g)
		},
		Silence: o.Silence,
		Trusted: o.Trusted,
		Issued:  config.Begun,
		Report:  o.say,
	})
	enough := errors.Is(err, match.ErrEnough)
	unfinished := err != nil && !enough
	o.mu.Lock()
	o.unfinished = o.unfinished || unfinished
	o.mu.Unlock()
	if enough || unfinished && !o.Lasting {
		brief, stop := context.WithTimeout(context.WithoutCancel(ctx), farewell)
		defer stop()
		_ = hub.Forget(brief, o.Box, m.Kind(), run) // nobody wants what is left, and it takes room
	}
	return err
}

// check has programs checked, each once.
func (o *Order) check(ctx context.Context, programs Programs) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	key := strings.Join(programs, "\n")
	if o.Check == nil || o.checked[key] {
		return nil
	}
	if o.checked == nil {
		o.checked = map[string]bool{}
	}
	err := o.Check(ctx, programs)
	o.checked[key] = err == nil
	return err
}

// say reports what was not reported just before.
func (o *Order) say(text string) {
	o.saying.Lock()
	defer o.saying.Unlock()
	if o.Report != nil && text != o.said {
		o.said = text
		o.Report(text)
	}
}

// mostLooks bounds what a worker shows at once, in bytes.
const mostLooks = 1 << 16

var errLooks = errors.New("more than a worker shows")

// boardsOf reads what a worker shows of a match of so many games.
func boardsOf(data []byte, games int) (boards []match.Board, err error) {
	if len(data) > mostLooks {
		return nil, errLooks
	}
	if err := json.Unmarshal(data, &boards); err != nil {
		return nil, err
	}
	for _, b := range boards {
		if err := b.Validate(games); err != nil {
			return nil, err
		}
	}
	return boards, nil
}

// digest is a name at the hub.
func (o *Order) digest(what string) string {
	return mailbox.Digest([]byte("match\n" + o.Name + "\n" + what))[:20]
}

// Close removes the models from the hub that its games needed, unless the games are to go on.
func (o *Order) Close(ctx context.Context) error {
	if o.unfinished && o.Lasting || o.models.Box == nil {
		return nil
	}
	brief, stop := context.WithTimeout(context.WithoutCancel(ctx), farewell)
	defer stop()
	return o.models.Drop(brief)
}

// work is what workers shall play.
func (o *Order) work(ctx context.Context, config match.Config, sides [2]match.Side) (*Match, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	m := newMatch(config)
	m.PlayerSeed, m.Threads = o.PlayerSeed, o.Threads
	o.models.Box, o.models.Owner, o.models.Dirs = o.Box, o.digest("models"), o.ModelDirs
	if o.weights == nil {
		o.weights = weightsRead{}
	}
	for k, side := range sides {
		p := Player{Name: side.Name, Text: side.Text}
		if of, ok := config.Rules.(game.Go); ok {
			var err error
			if p.Text, err = o.models.Player(ctx, side.Text, of.Board); err != nil {
				return nil, err
			}
			if p.Weights, err = o.weights.of(p.Text, of.Board); err != nil {
				return nil, err
			}
		}
		m.Players[k] = p
	}
	if err := m.validate(); err != nil {
		return nil, fmt.Errorf("games for workers: %w", err)
	}
	return m, nil
}
