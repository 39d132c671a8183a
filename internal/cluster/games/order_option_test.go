package games

import "testing"

// An experiment may have an option for a model, and take the one in the program if it is empty.
func TestNoModelIsSentForNone(t *testing.T) {
	for _, name := range []string{modelOption, "player", "opponent"} {
		if value, err := new(Order).option(t.Context(), name, ""); value != "" || err != nil {
			t.Errorf("%s: %q, %v", name, value, err)
		}
	}
}
