package usage

import "github.com/tengen-go/tengen/internal/interrupt"

// Interrupted is what an error says of an interruption, and below it what else went wrong.
func Interrupted(err error) string {
	stop, rest := interrupt.Split(err)
	if rest == nil {
		return interrupt.Words(stop)
	}
	return interrupt.Words(stop) + "\ntengen: " + Words(rest)
}
