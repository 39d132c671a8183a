package arena

import "time"

// TimeSystem says how a player's time runs out.
type TimeSystem uint8

// The time systems of the Go servers.
const (
	Unlimited TimeSystem = iota // no clock at all
	Absolute                    // Main for the whole game
	Canadian                    // after Main, Period for every Stones moves, again and again
	Byoyomi                     // after Main, Stones periods of length Period; a move within one keeps it
	Fischer                     // Main, and Period more after every move
)

func (s TimeSystem) String() string {
	switch s {
	case Absolute:
		return "absolute"
	case Canadian:
		return "canadian"
	case Byoyomi:
		return "byoyomi"
	case Fischer:
		return "fischer"
	}
	return "none"
}

// TimeSettings is the time both players have for a game. The zero value is a game
// without a clock.
type TimeSettings struct {
	System TimeSystem
	Main   time.Duration // main time
	Period time.Duration // length of an overtime period; the increment for Fischer
	Stones int           // moves in a Canadian period; number of periods for Byoyomi
	Cap    time.Duration // Fischer: time never grows beyond this; 0 without a cap
}

// Clock is what a player sees of the time when it is to move.
type Clock struct {
	TimeSettings
	Known  bool          // Left and Moves have been told for this move
	Left   time.Duration // main time left, or what is left of the present period
	Moves  int           // 0 in main time; else moves to play in it (Canadian), or periods left (Byoyomi)
	Settle bool          // cleanup: pass only when no dead stone of the opponent is left
}
