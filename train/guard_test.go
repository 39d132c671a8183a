package train

import (
	"errors"
	"strings"
	"testing"
)

// ln 361 = 5.889 is what a blind guess costs on 19×19.
func TestGuardStopsWhenTheLossNeverFell(t *testing.T) {
	g := newGuard(361, 1000)
	if err := g.window(999, 5.889, 0.1); err != nil {
		t.Errorf("before the stated step: %v", err)
	}
	if err := g.window(1000, 5.84, 0.1); !errors.Is(err, ErrNeverFell) || !strings.Contains(err.Error(), "1000 steps") {
		t.Errorf("at the stated step: %v", err)
	}
	// Once fallen, a later rise is not this fault.
	g = newGuard(361, 1000)
	if err := g.window(500, 5.5, 0.1); err != nil {
		t.Error(err)
	}
	if err := g.window(1500, 5.88, 0.1); err != nil {
		t.Errorf("after it had fallen: %v", err)
	}
	g = newGuard(361, 0)
	if err := g.window(1e6, 5.889, 0.1); err != nil {
		t.Errorf("switched off: %v", err)
	}
}
