package record

import (
	"fmt"

	"github.com/tengen-go/tengen/board"
)

// Filter says which games to keep. The zero Filter keeps all.
type Filter struct {
	Board       int  // size; 0 any
	MinRank     Rank // both players at least; 0 any
	MinRankAny  Rank // one player at least; 0 any
	MaxHandicap *int // stones; nil any
	MinMoves    int
	Decided     bool // only games with a winner
	Since       Date // first day; 0 any. Games without a date are then left out
	Until       Date // last day, or the whole month or year if only that is given; 0 any
	Limit       int  // games kept at most, in order; 0 all
}

// Validate says which field makes no sense.
func (f *Filter) Validate() error {
	if f.Board != 0 {
		if err := board.CheckSize(f.Board); err != nil {
			return err
		}
	}
	switch {
	case f.MaxHandicap != nil && *f.MaxHandicap < 0:
		return fmt.Errorf("handicap of at most %d: want 0 or more", *f.MaxHandicap)
	case f.MinMoves < 0:
		return fmt.Errorf("at least %d moves: want 0 or more", f.MinMoves)
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

// Reason is why a game was left out, or what else is to be told of it.
type Reason uint8

const (
	Kept       Reason = iota
	Mended            // kept, though not sound SGF: see sgf.Scanner.Mended
	Unreadable        // the file could not be read to its end
	Malformed         // not SGF
	Unusable          // SGF, but no game to learn from: see FromSGF
	Illegal           // a move or the setup breaks the rules
	OtherBoard        // by Filter.Board
	LowRank           // by Filter.MinRank or MinRankAny
	Handicap          // by Filter.MaxHandicap
	Short             // by Filter.MinMoves
	Undecided         // by Filter.Decided
	OtherDate         // by Filter.Since or Until
	reasons
)

var reasonNames = [reasons]string{
	"kept", "mended", "unreadable", "malformed", "unusable", "illegal",
	"other board", "low rank", "handicap", "short", "undecided", "other date",
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
	case f.MaxHandicap != nil && g.Handicap > *f.MaxHandicap:
		return Handicap
	case len(g.Moves) < f.MinMoves:
		return Short
	case f.Decided && !g.Result.Decided():
		return Undecided
	case f.Since != 0 && g.Date < f.Since, f.Until != 0 && (g.Date == 0 || g.Date > f.Until.last()):
		return OtherDate
	}
	return Kept
}
