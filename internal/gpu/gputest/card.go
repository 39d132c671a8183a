package gputest

import (
	"os"
	"strconv"
	"testing"
)

// Variable is the environment variable with the number of the card, as tengen device list has it.
const Variable = "TENGEN_TEST_CARD"

// Card is the number of the card that tests use, of so many: the one that [Variable] names, else the last one, which
// is Mesa's software device.
func Card(t testing.TB, cards int) int {
	t.Helper()
	text, ok := os.LookupEnv(Variable)
	if !ok {
		return cards - 1
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n >= cards {
		t.Fatalf("%s=%s: want 0 to %d", Variable, text, cards-1)
	}
	return n
}
