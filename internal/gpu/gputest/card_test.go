package gputest

import "testing"

func TestCard(t *testing.T) {
	if got := Card(t, 3); got != 2 {
		t.Errorf("without the variable: card %d, want the last of 3", got)
	}
	t.Setenv(Variable, "1")
	if got := Card(t, 3); got != 1 {
		t.Errorf("%s=1: card %d", Variable, got)
	}
}
