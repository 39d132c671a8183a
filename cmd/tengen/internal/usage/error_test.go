package usage

import (
	"errors"
	"fmt"
	"testing"

	"github.com/tengen-go/tengen/options"
)

// A wrong player string is the caller's error. What else may go wrong with a player is not, and nothing stays nothing.
func TestPlayer(t *testing.T) {
	wrong := fmt.Errorf("one: %w", options.Errorf("no such player"))
	var callers *Error
	if err := Player(wrong); !errors.As(err, &callers) || err.Error() != wrong.Error() {
		t.Errorf("a wrong string: %v", err)
	}
	for _, err := range []error{nil, errors.New("the program crashed")} {
		if got := Player(err); got != err {
			t.Errorf("%v became %v", err, got)
		}
	}
}
