package timing

import (
	"time"

	"github.com/tengen-go/tengen/board"
)

// Keeper knows what time a player has, also where the controller does not say what is left. The
// zero value has seen no move.
type Keeper struct {
	clocks [3]Clock // by colour, where the controller does not say what time is left
}

// Forget begins a game.
func (k *Keeper) Forget() { *k = Keeper{} }

// Known is the clock of c as far as anybody knows: as it was given, else as it was kept.
func (k *Keeper) Known(c board.Color, clock Clock) Clock {
	if !clock.Known {
		if k.clocks[c].Settings == clock.Settings {
			return k.clocks[c]
		}
		clock = clock.Start()
	}
	return clock
}

// Spend takes what a move of c took off its clock. A kept clock that runs out goes on with a fresh period, or with the
// increment: whoever asks for more moves has not ended the game.
func (k *Keeper) Spend(c board.Color, clock Clock, took time.Duration) {
	after, _ := k.Known(c, clock).Spend(took)
	if after.Left < 0 {
		after = after.renewed()
	}
	k.clocks[c] = after
}

// Share is what a move may take: of the clock, and of own, 0 for any time. It is nothing where
// neither limits it. moves is the number of moves played, size the board's.
func (k *Keeper) Share(c board.Color, clock Clock, moves, size int, lag, own time.Duration) Budget {
	b := Budget{}
	if clock.System != Unlimited {
		b = MoveBudget(k.Known(c, clock), moves, size, lag)
		b.Soft = max(b.Soft, time.Nanosecond)
		b.Hard = max(b.Hard, b.Soft)
	}
	if own > 0 && (b.Hard == 0 || own < b.Hard) {
		b.Hard = own
		if b.Soft == 0 || b.Soft > own {
			b.Soft = own
		}
	}
	return b
}
