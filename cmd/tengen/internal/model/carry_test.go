package model

import (
	"io"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
)

// A carried policy has learned from the games of the one that it comes from, so it notes them, and which were held out.
// Its figures are of another board, and are left behind.
func TestACarriedPolicyKnowsItsGames(t *testing.T) {
	p, err := nets.NewPolicy(nets.PolicyConfig{Board: 5, Planes: 4, Filters: 3, Layers: 3}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, figures := range []map[string]float64{nil, models.HeldOut(true), models.HeldOut(false)} {
		from, to := filepath.Join(t.TempDir(), "from"), filepath.Join(t.TempDir(), "to")
		training := models.Training{Data: []string{"made up"}, Games: 7, Figures: maps.Clone(figures)}
		if training.Figures == nil {
			training.Figures = map[string]float64{}
		}
		training.Figures["top1"] = 0.25
		if _, err := nets.SavePolicy(from, p, training); err != nil {
			t.Fatal(err)
		}
		if err := (&CarryCmd{Model: from, Board: 6, Out: to}).print(io.Discard); err != nil {
			t.Fatal(err)
		}
		_, m, err := nets.LoadPolicy(to)
		if err != nil {
			t.Fatal(err)
		}
		got := m.Networks[models.Policy].Training
		if !slices.Equal(got.Data, training.Data) || got.Games != 7 || !maps.Equal(got.Figures, figures) {
			t.Errorf("with %v: %v, %d games, %v", figures, got.Data, got.Games, got.Figures)
		}
	}
}
