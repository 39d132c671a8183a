package team

import (
	"context"
	"errors"
	"slices"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/search/near"
)

// Machine is a searching player in another process, maybe on another machine, set as the team's own player is but for
// its seed (see [Seed]) and its threads. It reads what the player reads, and keeps its tree from move to move until
// Forget.
type Machine interface {
	// String names it for people.
	String() string
	// NewGame and Play tell it the game, as they tell a player.
	NewGame(g game.Game) error
	Play(m board.Move) error
	// Forget has it forget what it has read.
	Forget() error
	// Reseed makes its chance depend on the seed alone.
	Reseed(seed uint64) error
	// Grow has it make so many playouts with c to move, and is what its tree knows then, see [near.Remote].
	Grow(ctx context.Context, c board.Color, playouts, depth int) (near.Position, error)
	// Adopt replaces what its tree knows.
	Adopt(ctx context.Context, p near.Position) error
	Close() error
}

// Seed is the seed of machine i, from 1 on, next to a player with a seed and so many threads: on all of them no
// two threads have the same chance.
func Seed(seed uint64, threads, i int) uint64 { return seed + uint64(threads*i)<<52 }

// Team are the other machines of a player. The zero Team has none.
type Team struct {
	// Every is after how many playouts of each machine the statistics near the root are averaged, 1 or more; Depth
	// how many moves deep, 1 or more.
	Every, Depth int
	// Lost is told of each machine that fails, after it was closed. The others go on without it.
	Lost func(m Machine, err error)

	members []*member
	toMove  board.Color
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

// Remotes are the machines as a search.Tree asks them. What they read is the game that Tell told, with the side to move
// of SetToMove.
func (t *Team) Remotes() (remotes []near.Remote) {
	for _, m := range t.members {
		remotes = append(remotes, m)
	}
	return remotes
}

// SetToMove says who is to move where the next search begins.
func (t *Team) SetToMove(c board.Color) { t.toMove = c }

// Grow implements near.Remote.
func (m *member) Grow(ctx context.Context, playouts, depth int) (near.Position, error) {
	if m.problem != nil {
		return near.Position{}, m.problem
	}
	p, err := m.Machine.Grow(ctx, m.team.toMove, playouts, depth)
	return p, m.note(ctx, err)
}

// Adopt implements near.Remote.
func (m *member) Adopt(ctx context.Context, p near.Position) error {
	return m.note(ctx, m.Machine.Adopt(ctx, p))
}

// note remembers what was wrong, if it was not the end of the search.
func (m *member) note(ctx context.Context, err error) error {
	if err != nil && ctx.Err() == nil {
		m.problem = err
	}
	return err
}

// Tell has every machine do something. One that fails is lost.
func (t *Team) Tell(do func(m Machine) error) {
	for _, m := range t.members {
		if m.problem == nil {
			m.problem = do(m.Machine)
		}
	}
	t.Drop()
}

// Reseed reseeds every machine next to a player with a seed and so many threads.
func (t *Team) Reseed(seed uint64, threads int) {
	for _, m := range t.members {
		m.problem = m.Reseed(Seed(seed, threads, m.index))
	}
	t.Drop()
}

// Drop closes the machines that failed, in a search or before, and says so.
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
