package output

import (
	"fmt"

	"github.com/tengen-go/tengen/internal/interval"
)

// Count is a number of things in words.
func Count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// Within is a 95% interval in brackets; of one game alone there is none.
func Within(e interval.Estimate, games int) string {
	if games < 2 {
		return ""
	}
	return fmt.Sprintf(" (95%%: %.4f–%.4f)", e.Lo, e.Hi)
}
