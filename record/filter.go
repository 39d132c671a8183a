package record

import (
	"fmt"

	"github.com/tengen-go/tengen/board"
)

// Filter says which games to keep. The zero Filter keeps all. Its tags declare the same settings
// for the command line (kong's) and for files (toml); a file of a chain has its board elsewhere.
type Filter struct {
	// Board is the size; 0 for any.
	Board int `toml:"-" help:"Only games on this board size." placeholder:"N"`
	// MinRank is what both players have at least, MinRankAny what one has; 0 for any.
	MinRank    Rank `toml:"min-rank" help:"Only games in which both players have at least this rank, such as 6d, 9p or a rating." why:"Good players teach good moves, but too few games teach less than many." placeholder:"RANK"`
	MinRankAny Rank `toml:"min-rank-any" help:"Only games in which one player has at least this rank." placeholder:"RANK"`
	// MaxRank is what both players have at most: with MinRank, a band of strength; 0 for any.
	MaxRank Rank `toml:"max-rank" help:"Only games in which both players have at most this rank; with --min-rank, a band." placeholder:"RANK"`
	// MaxHandicap is in stones; nil for any.
	MaxHandicap *int `toml:"max-handicap" help:"Only games with at most N handicap stones." placeholder:"N"`
	MinMoves    int  `toml:"min-moves" help:"Only games with at least N moves." placeholder:"N"`
	// Results is Decided or AllResults; "" is the latter.
	Results string `toml:"results" help:"Games with a winner (decided), or all." enum:"decided,all" default:"all"`
	// Since is the first day, Until the last one, or the whole month or year if only that is
	// given; 0 for any. Games without a date are left out by both.
	Since Date `toml:"since" help:"Only games from this date on: 2016, 2016-03 or 2016-03-09." placeholder:"DATE"`
	Until Date `toml:"until" help:"Only games up to this date." placeholder:"DATE"`
	// Limit is the number of games kept at most, in order; 0 for all.
	Limit int `toml:"limit" help:"Only the first N games; 0: all." placeholder:"N"`
}

// Which results a [Filter] keeps.
const (
	Decided    = "decided" // games with a winner
	AllResults = "all"
)

// Validate says which field makes no sense.
func (f *Filter) Validate() error {
	if f.Board != 0 {
		if err := board.CheckSize(f.Board); err != nil {
			return err
		}
	}
	switch {
	case f.MaxRank != 0 && f.MinRank != 0 && !f.MaxRank.AtLeast(f.MinRank):
		return fmt.Errorf("no rank is both at least %v and at most %v", f.MinRank, f.MaxRank)
	case f.MaxHandicap != nil && *f.MaxHandicap < 0:
		return fmt.Errorf("handicap of at most %d: want 0 or more", *f.MaxHandicap)
	case f.MinMoves < 0:
		return fmt.Errorf("at least %d moves: want 0 or more", f.MinMoves)
	case f.Results != "" && f.Results != Decided && f.Results != AllResults:
		return fmt.Errorf("results %q: want %s or %s", f.Results, Decided, AllResults)
	case f.Limit < 0:
		return fmt.Errorf("limit %d: want 0 (all) or more", f.Limit)
	case f.Since != 0 && f.Until != 0 && f.Since > f.Until.last():
		return fmt.Errorf("no day is both since %v and until %v", f.Since, f.Until)
	}
	return nil
}

// last is the last day that a date without day or month can mean.
func (d Date) last() Date {
	if d/100%100 == 0 {
		return d + 1231
	}
	if d%100 == 0 {
		return d + 31
	}
	return d
}

// Reason is why a game was left out, or what else a Report says of it.
type Reason uint8

// The reasons, in the order in which reports list them.
const (
	Kept       Reason = iota
	Mended            // kept, though not sound SGF (see sgf.Scanner.Mended) or only up to a break (see BreakError)
	Unreadable        // the file could not be read to its end
	Malformed         // not SGF
	Unusable          // SGF, but no game to learn from: see FromSGF
	Illegal           // a move or the setup breaks the rules
	OtherBoard        // by Filter.Board
	LowRank           // by Filter.MinRank or MinRankAny
	HighRank          // by Filter.MaxRank
	Handicap          // by Filter.MaxHandicap
	Short             // by Filter.MinMoves
	Undecided         // by Filter.Results
	OtherDate         // by Filter.Since or Until
	reasons
)

var reasonNames = [reasons]string{
	"kept", "mended", "unreadable", "malformed", "unusable", "illegal",
	"other board", "low rank", "high rank", "handicap", "short", "undecided", "other date",
}

// String is the reason in a word or two.
func (r Reason) String() string {
	if r < reasons {
		return reasonNames[r]
	}
	return "unknown"
}

// Reasons are all reasons to leave a game out, in order.
func Reasons() []Reason {
	var all []Reason
	for r := Unreadable; r < reasons; r++ {
		all = append(all, r)
	}
	return all
}

// Judge says whether the filter keeps g, and if not, why. Limit is not its affair.
func (f *Filter) Judge(g *Game) Reason {
	low := func(min Rank) bool { return !g.BlackRank.AtLeast(min) || !g.WhiteRank.AtLeast(min) }
	lowBoth := func(min Rank) bool { return !g.BlackRank.AtLeast(min) && !g.WhiteRank.AtLeast(min) }
	switch {
	case f.Board != 0 && g.Size != f.Board:
		return OtherBoard
	case f.MinRank != 0 && low(f.MinRank), f.MinRankAny != 0 && lowBoth(f.MinRankAny):
		return LowRank
	case f.MaxRank != 0 && !(g.BlackRank.AtMost(f.MaxRank) && g.WhiteRank.AtMost(f.MaxRank)):
		return HighRank
	case f.MaxHandicap != nil && g.Handicap > *f.MaxHandicap:
		return Handicap
	case len(g.Moves) < f.MinMoves:
		return Short
	case f.Results == Decided && !g.Result.Decided():
		return Undecided
	case f.Since != 0 && g.Date < f.Since, f.Until != 0 && (g.Date == 0 || g.Date > f.Until.last()):
		return OtherDate
	}
	return Kept
}
