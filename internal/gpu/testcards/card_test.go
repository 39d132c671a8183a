package testcards

import (
	"testing"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/twin"
)

// The variable chooses the grade, and a card has the grades that the test asks for.
func TestCardHasTheGrade(t *testing.T) {
	t.Setenv(Variable, "matrix")
	if g := Half(t); g != gpu.Matrix {
		t.Errorf("%s=matrix: %s", Variable, g)
	}
	t.Setenv(Variable, "")
	g := Half(t)
	if g != gpu.Half {
		t.Errorf("without %s: %s", Variable, g)
	}
	if got := Open(t, twin.Card{Grades: []gpu.Grade{g}}).Info().Grades; len(got) != 1 || got[0] != g {
		t.Errorf("a card of %s has the grades %v", g, got)
	}
}
