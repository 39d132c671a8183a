package output

import (
	"fmt"
	"time"

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

// PerSecond is how many things a second were done; 0 if the clock, which is coarse on Windows, saw no time pass.
func PerSecond[N int | int64](done N, took time.Duration) float64 {
	if took <= 0 {
		return 0
	}
	return float64(done) / took.Seconds()
}
