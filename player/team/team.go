package team

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/splitmix"
	"github.com/tengen-go/tengen/search/near"
)

// Machine is a searching player in another process, maybe on another machine. It has the settings of the team's own
// player, but another seed. It keeps its tree from move to move until Forget.
type Machine interface {
	// String names it for people.
	String() string
	// NewGame and Play pass the game on.
	NewGame(g game.Game) error
	Play(m board.Move) error
	// Forget has it forget what it has read.
	Forget() error
	// Reseed makes its chance depend on the seed alone.
	Reseed(seed uint64) error
	// Grow has it make playouts with c to move, see [near.Remote]. At the context's deadline it reports what it
	// has.
	Grow(ctx context.Context, c board.Color, playouts, depth int) (near.Report, error)
	// Adopt replaces what its tree knows.
	Adopt(p near.Position) error
	Close() error
}

// Team are the other machines of a player. The zero Team has none.
type Team struct {
	// Every is after how many playouts of each machine the statistics near the root are averaged, 1 or more; Depth
	// how many moves deep, 1 or more.
	Every, Depth int
	// Single says that each machine has one thread. Then they have the seeds of the threads of parallel=root.
	Single bool
	// Lost hears of each machine that failed, after it was closed. The others go on without it.
	Lost func(m Machine, err error)

	members []*member
	toMove  board.Color
	until   *time.Time
}

// Seed is the seed of machine i, from 1 on, next to a player with a seed.
func (t *Team) Seed(seed uint64, i int) uint64 {
	if t.Single {
		return seed + uint64(i)<<52 // where a search has the number of its thread
	}
	return splitmix.Mix(seed*splitmix.Golden + uint64(i))
}

// member is a Machine as a search asks it.
type member struct {
	Machine
	team    *Team
	index   int
	problem error // why it was lost
}

// Add adds a machine, which is the team's to close.
func (t *Team) Add(m Machine) {
	t.members = append(t.members, &member{Machine: m, team: t, index: len(t.members) + 1})
}

// Remotes are the machines as a search.Tree asks them. They read the game that Tell passed on.
func (t *Team) Remotes() (remotes []near.Remote) {
	for _, m := range t.members {
		remotes = append(remotes, m)
	}
	return remotes
}

// SetToMove says who is to move where the next search begins.
func (t *Team) SetToMove(c board.Color) { t.toMove = c }

// SetUntil says where to look when a search begins for the time at which it ends; nil for no end.
func (t *Team) SetUntil(end *time.Time) { t.until = end }

// Grow implements near.Remote.
func (m *member) Grow(playouts, depth int) (r near.Report, err error) {
	if m.problem != nil {
		return r, m.problem
	}
	ctx, end := context.Background(), m.team.until
	if end != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, *end)
		defer cancel()
	}
	r, m.problem = m.Machine.Grow(ctx, m.team.toMove, playouts, depth)
	if m.problem == nil && end == nil && r.Playouts < playouts {
		m.problem = fmt.Errorf("it made %d of %d playouts", r.Playouts, playouts)
	}
	return r, m.problem
}

// Adopt implements near.Remote.
func (m *member) Adopt(p near.Position) error {
	m.problem = m.Machine.Adopt(p)
	return m.problem
}

// Lose implements near.Remote.
func (m *member) Lose(err error) { m.problem = err }

// Tell has all machines do something at once. One that fails is lost.
func (t *Team) Tell(do func(m Machine) error) {
	t.each(func(m *member) error { return do(m.Machine) })
}

// Reseed gives every machine its seed next to a player with a seed.
func (t *Team) Reseed(seed uint64) {
	t.each(func(m *member) error { return m.Reseed(t.Seed(seed, m.index)) })
}

func (t *Team) each(do func(m *member) error) {
	var busy sync.WaitGroup
	for _, m := range t.members {
		if m.problem == nil {
			busy.Go(func() { m.problem = do(m) })
		}
	}
	busy.Wait()
	t.Drop()
}

// Drop closes the machines that have failed.
func (t *Team) Drop() {
	t.members = slices.DeleteFunc(t.members, func(m *member) bool {
		if m.problem == nil {
			return false
		}
		_ = m.Close()
		t.Lost(m.Machine, m.problem)
		return true
	})
}

// Close ends all machines.
func (t *Team) Close() (err error) {
	for _, m := range t.members {
		err = errors.Join(err, m.Close())
	}
	t.members = nil
	return err
}
