// Package spelling finds what somebody may have meant who typed a name wrong.
package spelling

import (
	"fmt"
	"slices"
	"strings"
)

// Nearest names the candidate that is closest to what was typed, as a question to put
// behind an error: "; did you mean rate?". It is empty when none is close. The beginning of
// one name, three letters or more, is close to it.
func Nearest(typed string, candidates []string) string {
	typed = strings.ToLower(typed)
	best, least := "", len(typed)/2
	for _, c := range candidates {
		d := distance(typed, c)
		if len(typed) >= 3 && strings.HasPrefix(c, typed) {
			d = min(d, 1)
		}
		if d <= least && (best == "" || d < least) {
			best, least = c, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", best)
}

// Near are the n candidates closest to what was typed, the closest first.
func Near(typed string, candidates []string, n int) []string {
	typed = strings.ToLower(typed)
	near := slices.Clone(candidates)
	slices.SortStableFunc(near, func(a, b string) int { return distance(typed, a) - distance(typed, b) })
	return near[:min(n, len(near))]
}

// distance counts the letters to change, add or drop, and the neighbours to exchange
// (Damerau 1964), no letter twice.
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			change := rows[i-1][j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			rows[i][j] = min(change, rows[i-1][j]+1, rows[i][j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	return rows[len(a)][len(b)]
}
