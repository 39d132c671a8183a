package shapes

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/rollout"
)

func TestSaveAndLoad(t *testing.T) {
	dir := t.TempDir()
	policy, err := rollout.NewPolicy(rollout.KindRollout, rollout.Patterns{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := rollout.Save(dir, policy, models.Training{Seed: 2}); err != nil {
		t.Fatal(err)
	}
	v := random(t, 5, 4)
	if err := Save(dir, v, models.Training{Seed: 3}); err != nil {
		t.Fatal(err)
	}
	got, m, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got.pairs, v.pairs) {
		t.Error("other weights came back")
	}
	n := m.Networks[models.Shapes]
	if m.Board != 5 || n.Architecture.Shapes != v.Weights() || n.Training.Seed != 3 || m.Networks[models.Rollout].Training.Seed != 2 {
		t.Errorf("manifest %+v", m)
	}
	if err := verify(dir); err != nil {
		t.Error(err)
	}

	// Again, for another board: alone its place is free, next to a network of 5×5 it is not.
	if err := Save(dir, random(t, 4, 1), models.Training{}); err != nil {
		t.Error(err)
	}
	if _, m, err = Load(dir); err != nil || m.Board != 4 {
		t.Errorf("board %d, %v", m.Board, err)
	}
}

func TestFilesThatAreNoShapesAreRefused(t *testing.T) {
	var fault *models.Fault
	dir := t.TempDir()
	policy, err := rollout.NewPolicy(rollout.KindRollout, rollout.Patterns{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := rollout.Save(dir, policy, models.Training{}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Load(dir); !errors.As(err, &fault) || !strings.Contains(err.Error(), "tengen train shapes -o") {
		t.Errorf("a model without shapes: %v", err)
	}
	if err := verify(dir); err != nil {
		t.Errorf("a model without shapes: %v", err)
	}
	if _, _, err := Load(filepath.Join(dir, "nowhere")); !errors.As(err, &fault) {
		t.Errorf("a folder that is not there: %v", err)
	}

	if err := Save(dir, random(t, 3, 1), models.Training{}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "shapes.safetensors")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)-1] ^= 1
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Load(dir); !errors.As(err, &fault) || !errors.Is(err, models.ErrMismatch) || !strings.Contains(err.Error(), path) {
		t.Errorf("a file with one bit changed: %v", err)
	}

	for name, spoil := range map[string]func([]models.Tensor) []models.Tensor{
		"no special weights": func(ts []models.Tensor) []models.Tensor { return ts[1:] },
		"too few":            func(ts []models.Tensor) []models.Tensor { ts[2].Data = ts[2].Data[1:]; return ts },
		"another shape":      func(ts []models.Tensor) []models.Tensor { ts[2].Shape = []int{1, len(ts[2].Data)}; return ts },
		"not a number":       func(ts []models.Tensor) []models.Tensor { ts[1].Data[1] = float32(math.NaN()); return ts },
		"infinite":           func(ts []models.Tensor) []models.Tensor { ts[0].Data[0] = float32(math.Inf(1)); return ts },
	} {
		if _, err := FromTensors(3, spoil(random(t, 3, 1).Tensors())); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := FromTensors(5, random(t, 3, 1).Tensors()); err == nil {
		t.Error("the weights of another board")
	}
	if _, err := FromTensors(0, nil); err == nil {
		t.Error("no board at all")
	}
}

// verify checks what the model in a folder holds.
func verify(dir string) error {
	m, err := models.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(Verify(m), rollout.Verify(m))
}
