package traintest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/models"
)

// KeepsOthers gives the model in dir another network, in half precision, and a card. Both must be
// there after a run, unchanged, next to the network that the run trained.
func KeepsOthers(t *testing.T, dir, kind string, run func()) {
	t.Helper()
	m, err := models.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	m.Manifest.Card = &models.Card{Title: "a model of two networks"}
	m.Manifest.Networks[models.Tree] = models.Network{
		Architecture: models.Architecture{Features: 2}, Original: m.Manifest.Networks[kind].File.SHA256,
	}
	m.Weights[models.Tree] = []models.Tensor{{Name: "weights", Shape: []int{2}, Data: []float32{0.1, 3}, Half: true}}
	was, err := models.Save(dir, *m)
	if err != nil {
		t.Fatal(err)
	}
	run()
	if m, err = models.Open(dir); err != nil {
		t.Fatal(err)
	}
	now := m.Manifest
	if d := cmp.Diff(was.Networks[models.Tree], now.Networks[models.Tree]); d != "" {
		t.Errorf("the other network: %s", d)
	}
	if d := cmp.Diff(was.Card, now.Card); d != "" {
		t.Errorf("the card: %s", d)
	}
	if len(now.Networks) != 2 || now.Board != was.Board || len(m.Weights[kind]) == 0 {
		t.Errorf("board %d, networks %+v", now.Board, now.Networks)
	}
}
