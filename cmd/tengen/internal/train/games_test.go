package train

import (
	"slices"
	"testing"

	"github.com/tengen-go/tengen/models"
)

// Held-out games say little where the first weights learned from them.
func TestGamesThatFirstWeightsLearnedFrom(t *testing.T) {
	of := func(split bool, names ...string) models.Training {
		return models.Training{Data: names, Figures: models.HeldOut(split)}
	}
	for _, c := range []struct {
		now, before models.Training
		want        []string
	}{
		{of(true, "a", "b"), of(false, "b", "c"), []string{"b"}},
		{of(true, "a", "b"), of(true, "b", "c"), nil},
		{of(false, "a", "b"), of(false, "b", "c"), nil}, // measured on others
		{of(true, "a"), of(false, "b"), nil},
		{of(true, "a"), models.Training{Data: []string{"a"}}, nil}, // not noted
	} {
		if got := learnedBefore(c.now, c.before); !slices.Equal(got, c.want) {
			t.Errorf("%+v from %+v: %v, want %v", c.now, c.before, got, c.want)
		}
	}
}
