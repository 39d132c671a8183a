package interval

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Estimate is a measured number with its confidence interval, 95% unless noted.
type Estimate struct {
	Value float64 `json:"value"`
	// Lo and Hi are the ends of the interval. Both equal Value where there is no interval.
	Lo float64 `json:"lo"`
	Hi float64 `json:"hi"`
	// N counts the replications, games or rounds behind the number; 0 if there is no such count.
	N int `json:"n,omitempty"`
}

// Exact is a number without an interval.
func Exact(value float64) Estimate { return Estimate{Value: value, Lo: value, Hi: value} }

// Share is points out of n, from 0 to 1, with Wilson's interval; without games ½, which may
// be anything.
func Share(points float64, n int) Estimate {
	lo, hi := Wilson(points, n)
	if n == 0 {
		return Estimate{Value: 0.5, Lo: lo, Hi: hi}
	}
	return Estimate{Value: points / float64(n), Lo: lo, Hi: hi, N: n}
}

// Times is the estimate in other units, such as per cent; factor is positive.
func (e Estimate) Times(factor float64) Estimate {
	return Estimate{Value: factor * e.Value, Lo: factor * e.Lo, Hi: factor * e.Hi, N: e.N}
}

// Bounded reports whether there is an interval, of finite ends.
func (e Estimate) Bounded() bool {
	return e.Lo != e.Hi && !math.IsInf(e.Lo, 0) && !math.IsInf(e.Hi, 0) && !math.IsNaN(e.Lo+e.Hi)
}

// Above reports that e is larger than f beyond the intervals of both.
func (e Estimate) Above(f Estimate) bool { return e.Lo > f.Hi }

// Apart reports that two estimates differ beyond the intervals of both.
func (e Estimate) Apart(f Estimate) bool { return e.Above(f) || f.Above(e) }

// Format writes the estimate with so many digits behind the point: 51.2 (48.0–54.4).
func (e Estimate) Format(digits int) string {
	num := func(x float64) string {
		s := strconv.FormatFloat(x, 'f', digits, 64)
		if x < 0 && s[0] == '-' {
			if zero, err := strconv.ParseFloat(s, 64); err == nil && zero == 0 {
				return s[1:]
			}
			return "−" + s[1:]
		}
		return s
	}
	if e.Lo == e.Hi {
		return num(e.Value)
	}
	lo, to := num(e.Lo), "–"
	if strings.HasPrefix(lo, "−") {
		to = " to "
	}
	return fmt.Sprintf("%s (%s%s%s)", num(e.Value), lo, to, num(e.Hi))
}
