// Package spelling finds what somebody may have meant who typed a name wrong.
package spelling

import (
	"fmt"
	"strings"
)

// Nearest names the candidate that is closest to what was typed, as a question to put
// behind an error: "; did you mean rate?". It is empty when none is close.
func Nearest(typed string, candidates []string) string {
	best, least := "", len(typed)/2+1
	for _, c := range candidates {
		if d := distance(strings.ToLower(typed), c); d <= least && (best == "" || d < least) {
			best, least = c, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", best)
}

// distance counts the letters to change, add or drop (Levenshtein 1966).
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			change := diagonal
			if a[i-1] != b[j-1] {
				change++
			}
			diagonal = row[j]
			row[j] = min(change, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}
