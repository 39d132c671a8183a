package timing

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// System says how a player's time runs out.
type System uint8

// The time systems of the Go servers.
const (
	Unlimited System = iota // no clock at all
	Absolute                // Main for the whole game
	Canadian                // after Main, Period for every Stones moves, again and again
	Byoyomi                 // after Main, Stones periods of length Period; a move within one keeps it
	Fischer                 // Main, and Period more after every move
)

func (s System) String() string {
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

// Settings is the time both players have for a game. The zero value is a game
// without a clock.
type Settings struct {
	System System
	Main   time.Duration // main time
	Period time.Duration // length of an overtime period; the increment for Fischer
	Stones int           // moves in a Canadian period; number of periods for Byoyomi
	Cap    time.Duration // Fischer: time never grows beyond this; 0 without a cap

	// Longest is how long one move may take at most; 0 without a limit. Matches have none, and the
	// specifications that their workers read stay the same.
	Longest time.Duration `json:",omitzero"`
}

// String is the settings as Parse reads them.
func (s Settings) String() string {
	switch s.System {
	case Absolute:
		return s.Main.String()
	case Fischer:
		return fmt.Sprintf("%v+%v", s.Main, s.Period)
	case Byoyomi:
		return fmt.Sprintf("%v+%dx%v", s.Main, s.Stones, s.Period)
	case Canadian:
		return fmt.Sprintf("%v+%v/%d", s.Main, s.Period, s.Stones)
	}
	return "none"
}

// Clock is what a player sees of the time when it is to move.
type Clock struct {
	Settings
	Known  bool          // Left and Moves are valid for this move
	Left   time.Duration // main time left, or what is left of the present period
	Moves  int           // 0 in main time; else moves to play in it (Canadian), or periods left (Byoyomi)
	Settle bool          // cleanup: pass only when no dead stone of the opponent is left
	PlayOn bool          // do not resign, but say with Choice.Hopeless where you would have
}

// Start is the clock of a player who has not moved yet.
func (s Settings) Start() Clock {
	c := Clock{Settings: s, Known: s.System != Unlimited, Left: s.Main}
	if s.Main == 0 {
		switch s.System {
		case Canadian, Byoyomi:
			c.Left, c.Moves = s.Period, s.Stones
		case Fischer:
			c.Left = s.Period
		}
	}
	return c
}

// After is the clock of a player who has thought so long and has not moved yet. Left is below 0 when
// the time is over.
func (c Clock) After(took time.Duration) Clock {
	if c.System == Unlimited {
		return c
	}
	c.Left -= took
	if c.Moves == 0 && c.Left < 0 && (c.System == Canadian || c.System == Byoyomi) {
		c.Left, c.Moves = c.Left+c.Period, c.Stones // what main time lacks is taken from overtime
	}
	for c.System == Byoyomi && c.Left < 0 && c.Moves > 1 {
		c.Left, c.Moves = c.Left+c.Period, c.Moves-1
	}
	return c
}

// Spend is the clock after a move that took so long, and whether there was time for it.
func (c Clock) Spend(took time.Duration) (Clock, bool) {
	if c.System == Unlimited {
		return c, true
	}
	if c = c.After(took); c.Left < 0 || c.Longest > 0 && took > c.Longest {
		return c, false
	}
	switch {
	case c.System == Fischer:
		c.Left += c.Period
		if c.Cap > 0 {
			c.Left = min(c.Left, c.Cap)
		}
	case c.System == Byoyomi && c.Moves > 0:
		c.Left = c.Period
	case c.System == Canadian && c.Moves > 0:
		if c.Moves--; c.Moves == 0 {
			c.Left, c.Moves = c.Period, c.Stones
		}
	}
	return c, true
}

// renewed is a clock that has run out, as it goes on where that does not end the game. Absolute time has nothing to
// go on with.
func (c Clock) renewed() Clock {
	switch c.System {
	case Canadian:
		c.Left, c.Moves = c.Period, c.Stones
	case Byoyomi:
		c.Left, c.Moves = c.Period, 1
	case Fischer:
		c.Left = c.Period
	}
	return c
}

// Limit is how long a move may take before the time is over; forever without a clock.
func (c Clock) Limit() time.Duration {
	const forever = math.MaxInt64
	switch {
	case c.System == Unlimited:
		return forever
	case c.Longest > 0:
		longest := c.Longest
		c.Longest = 0
		return min(longest, c.Limit())
	case c.System == Byoyomi && c.Moves > 0:
		return c.Left + time.Duration(c.Moves-1)*c.Period
	case c.System == Byoyomi:
		return c.Left + time.Duration(c.Stones)*c.Period
	case c.System == Canadian && c.Moves == 0:
		return c.Left + c.Period
	}
	return c.Left
}

// Parse reads time settings as people write them:
//
//	10m        absolute
//	5m+3s      Fischer, 3 seconds more after every move
//	1m+5x10s   byo-yomi, five periods of ten seconds
//	1m+30s/10  Canadian, thirty seconds for every ten moves
//
// "" and "none" are no clock.
func Parse(text string) (Settings, error) {
	if text == "" || text == "none" {
		return Settings{}, nil
	}
	wrong := fmt.Errorf("time %q: want 10m (absolute), 5m+3s (Fischer), 1m+5x10s (byo-yomi) or 1m+30s/10 (Canadian)",
		text)
	main, over, hasOver := strings.Cut(text, "+")
	s := Settings{System: Absolute}
	var err error
	if s.Main, err = time.ParseDuration(main); err != nil || s.Main < 0 {
		return Settings{}, wrong
	}
	if hasOver {
		period, stones := over, ""
		if n, p, ok := strings.Cut(over, "x"); ok {
			s.System, period, stones = Byoyomi, p, n
		} else if p, n, ok := strings.Cut(over, "/"); ok {
			s.System, period, stones = Canadian, p, n
		} else {
			s.System = Fischer
		}
		if s.Period, err = time.ParseDuration(period); err != nil || s.Period <= 0 {
			return Settings{}, wrong
		}
		if s.System != Fischer {
			if s.Stones, err = strconv.Atoi(stones); err != nil || s.Stones < 1 || s.Stones > 1000 {
				return Settings{}, wrong
			}
		}
	}
	if s.Main == 0 && !hasOver {
		return Settings{}, wrong
	}
	return s, nil
}
