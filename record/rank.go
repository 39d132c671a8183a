package record

import (
	"fmt"
	"strconv"
	"strings"
)

// Rank is a player's strength: 0 unknown, then 30 kyu to 1 kyu, 1 dan to 10 dan,
// professional 1 dan to 10 dan, which compare as numbers; or an Elo rating (CGOS),
// which compares with ratings only: see AtLeast.
type Rank int16

const (
	ranksKyu = 30
	firstDan = ranksKyu + 1 // 31 is 1d
	firstPro = firstDan + 10
	lastPro  = firstPro + 9
	eloBase  = 1000
	maxElo   = 30000
)

// Kyu is k kyu, k from 1 (the strongest) to 30; weaker ones count as 30.
func Kyu(k int) Rank { return Rank(ranksKyu + 1 - min(max(k, 1), ranksKyu)) }

// Dan is amateur d dan, d from 1 to 10.
func Dan(d int) Rank { return Rank(firstDan - 1 + min(max(d, 1), 10)) }

// Pro is professional p dan, p from 1 to 10.
func Pro(p int) Rank { return Rank(firstPro - 1 + min(max(p, 1), 10)) }

// Elo is a rating.
func Elo(e int) Rank { return Rank(eloBase + min(max(e, 1), maxElo)) }

// IsElo says whether the rank is a rating.
func (r Rank) IsElo() bool { return r > eloBase }

// AtLeast says whether r is known and no weaker than least. A grade and a rating
// do not compare: the answer is then no.
func (r Rank) AtLeast(least Rank) bool {
	return r > 0 && r >= least && (r.IsElo() == least.IsElo() || least == 0)
}

// AtMost says whether r is known and no stronger than most. A grade and a rating do not compare.
func (r Rank) AtMost(most Rank) bool {
	return r > 0 && r <= most && r.IsElo() == most.IsElo()
}

// chineseDigits are the numerals 一 to 十.
var chineseDigits = []string{"一", "二", "三", "四", "五", "六", "七", "八", "九", "十"}

// ParseRank reads SGF's BR and WR as servers write them: "6d", "12k?", "9 dan",
// "9p", "P9段", "7级", "九段", "2878". Anything else is 0, unknown.
func ParseRank(s string) Rank {
	t := strings.ToLower(strings.TrimSpace(s))
	for i, d := range chineseDigits {
		if strings.HasPrefix(t, d) {
			t = strconv.Itoa(i+1) + t[len(d):]
			break
		}
	}
	pro := false
	if rest, ok := strings.CutPrefix(t, "pro"); ok {
		t, pro = strings.TrimSpace(rest), true
	} else if rest, ok := strings.CutPrefix(t, "p"); ok {
		t, pro = rest, true
	}
	v, n := number(t)
	if n == 0 || n > 5 || v == 0 {
		return 0
	}
	unit := strings.Trim(t[n:], " ?*+-.")
	if rest, ok := strings.CutSuffix(unit, "pro"); ok {
		unit, pro = strings.TrimSpace(rest), true
	}
	switch unit {
	case "k", "kyu", "gup", "级", "級":
		if v > 99 || pro {
			return 0
		}
		return Kyu(v)
	case "p", "dan p", "dan professional":
		pro = true
	case "d", "dan", "段":
	case "":
		if v < 100 || pro {
			return 0
		}
		return Elo(v)
	default:
		return 0
	}
	switch {
	case v > 10:
		return 0
	case pro:
		return Pro(v)
	}
	return Dan(v)
}

// String is "5k", "6d", "9p" or the rating; empty if unknown.
func (r Rank) String() string {
	switch {
	case r <= 0:
		return ""
	case r < firstDan:
		return fmt.Sprintf("%dk", firstDan-r)
	case r < firstPro:
		return fmt.Sprintf("%dd", r-firstDan+1)
	case r <= lastPro:
		return fmt.Sprintf("%dp", r-firstPro+1)
	case r.IsElo():
		return strconv.Itoa(int(r) - eloBase)
	}
	return ""
}
