package live

import (
	"context"
	"time"

	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/web/internal/refusal"
)

// Room is what several games have in common. All its functions may be called by many goroutines.
type Room struct {
	// Context is that of all thinking. Its end ends every thought.
	Context context.Context
	// Run runs work, which wants so many processors, when it may run.
	Run func(ctx context.Context, threads int, work func(context.Context) error) error
	// Start starts a goroutine.
	Start func(func())
	// Teacher makes a player that judges moves on boards of a size.
	Teacher func(size int) (player.Analyst, error)
	// Keep keeps the text of a game, after every move, so that Resume can go on with it.
	Keep func(id string, text []byte) error
	// Now is the time.
	Now func() time.Time
}

// ErrStale says that the game is not where the sender of a command thinks.
var ErrStale = &refusal.Refusal{Status: refusal.Conflict, Text: "the game has changed meanwhile"}

// errClosed says that the game was taken out of memory while its command was on the way.
var errClosed = &refusal.Refusal{Status: refusal.NotFound, Text: "the game was closed or deleted: open it again"}

// hinter makes the player that gives hints where the opponent does not read.
func (r *Room) hinter(size int) func() (player.Player, error) {
	return func() (player.Player, error) { return r.Teacher(size) }
}
