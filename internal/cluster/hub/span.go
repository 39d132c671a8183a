package hub

import "fmt"

// spanText names games that follow one another, as people read it: "game 36", or "games 36 to 40".
func spanText(first, count int) string {
	if count == 1 {
		return fmt.Sprintf("game %d", first)
	}
	return fmt.Sprintf("games %d to %d", first, first+count-1)
}
