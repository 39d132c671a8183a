package board

import (
	"fmt"
	"math"
	"strings"
)

// KoRule says which earlier positions a move may not bring back.
type KoRule uint8

const (
	// SimpleKo forbids only to take back a single stone at once.
	SimpleKo KoRule = iota
	// PositionalSuperko forbids every earlier arrangement of stones.
	PositionalSuperko
	// SituationalSuperko forbids an earlier arrangement with the same side to move.
	SituationalSuperko
)

// Scoring says what counts at the end.
type Scoring uint8

const (
	// Area counts living stones and the points that only they surround.
	Area Scoring = iota
	// Territory counts surrounded points, prisoners and dead stones.
	Territory
)

// HandicapBonus says what White gets for Black's handicap stones under area
// scoring.
type HandicapBonus uint8

// The bonuses for White.
const (
	NoBonus      HandicapBonus = iota
	BonusN                     // a point a stone (Chinese)
	BonusNMinus1               // a point a stone but the first (AGA)
)

// Rules is all that rule sets differ in.
type Rules struct {
	Ko      KoRule
	Suicide bool          // a move may take off one's own stones
	Scoring Scoring       // what counts
	Bonus   HandicapBonus // White's compensation for handicap stones
	Komi    float64       // points for White
}

// TrompTaylor, Chinese, Japanese, AGA and NewZealand are the rule sets known by
// name, with their usual komi at 19×19.
func TrompTaylor() Rules {
	return Rules{Ko: PositionalSuperko, Suicide: true, Scoring: Area, Komi: 7.5}
}

// Chinese is area scoring; superko stands for the referee's rulings on cycles.
func Chinese() Rules {
	return Rules{Ko: PositionalSuperko, Scoring: Area, Bonus: BonusN, Komi: 7.5}
}

// Japanese is territory scoring with simple ko. Eyes in seki count as territory, unlike in the full rules.
func Japanese() Rules { return Rules{Ko: SimpleKo, Scoring: Territory, Komi: 6.5} }

// AGA is the American Go Association's area count.
func AGA() Rules {
	return Rules{Ko: SituationalSuperko, Scoring: Area, Bonus: BonusNMinus1, Komi: 7.5}
}

// NewZealand is area scoring with suicide and situational superko.
func NewZealand() Rules {
	return Rules{Ko: SituationalSuperko, Suicide: true, Scoring: Area, Komi: 7}
}

// RuleNames are the names that ParseRules knows.
var RuleNames = []string{"tromp-taylor", "chinese", "japanese", "korean", "aga", "new-zealand"}

// ParseRules returns the rule set of that name, in any case, as SGF's RU and GTP
// clients write it.
func ParseRules(name string) (Rules, error) {
	switch strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r == ' ' {
			return -1
		}
		return r
	}, strings.ToLower(strings.TrimSpace(name))) {
	case "tromptaylor", "tt", "goe", "cgos":
		return TrompTaylor(), nil
	case "chinese", "cn", "chineseogs", "chinesekgs":
		return Chinese(), nil
	case "japanese", "jp", "korean", "ko":
		return Japanese(), nil
	case "aga", "bga", "french":
		return AGA(), nil
	case "newzealand", "nz":
		return NewZealand(), nil
	}
	return Rules{}, fmt.Errorf("unknown rules %q: want one of %s", name, strings.Join(RuleNames, ", "))
}

// Validate refuses values that are no rule, and a komi that no game is played with.
func (r Rules) Validate() error {
	switch {
	case r.Ko > SituationalSuperko:
		return fmt.Errorf("unknown ko rule %d", r.Ko)
	case r.Scoring > Territory:
		return fmt.Errorf("unknown scoring %d", r.Scoring)
	case r.Bonus > BonusNMinus1:
		return fmt.Errorf("unknown handicap bonus %d", r.Bonus)
	}
	if math.IsNaN(r.Komi) || math.Abs(r.Komi) > MaxSize*MaxSize {
		return fmt.Errorf("komi %v: want −361 to 361", r.Komi)
	}
	return nil
}
