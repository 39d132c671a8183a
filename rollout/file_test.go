package rollout

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/tengen-go/tengen/models"
)

func TestSaveAndLoad(t *testing.T) {
	dir := t.TempDir()
	for _, kind := range []Kind{KindRollout, KindTree, KindRollout} {
		p := somePolicy(t, kind, 9)
		if err := Save(dir, p, models.Training{Seed: 3}); err != nil {
			t.Fatal(err)
		}
		q, m, err := Load(dir, kind)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(p.Patterns(), q.Patterns(), cmpopts.EquateEmpty()) + cmp.Diff(p.Weights(), q.Weights()); d != "" {
			t.Error(d)
		}
		if m.Board != 0 || m.Networks[string(kind)].Architecture.Features != p.Features() {
			t.Errorf("manifest %+v", m)
		}
	}
	if err := verify(dir); err != nil {
		t.Error(err)
	}
	one := t.TempDir()
	if err := Save(one, somePolicy(t, KindTree, 1), models.Training{}); err != nil {
		t.Fatal(err)
	}
	var fault *models.Fault
	if _, _, err := Load(one, KindRollout); !errors.As(err, &fault) || !strings.Contains(err.Error(), "--features rollout") {
		t.Errorf("a policy that is not there: %v", err)
	}
}

// Tensors that are no policy are refused, whatever they hold.
func TestFromTensorsRefuses(t *testing.T) {
	for name, spoil := range map[string]func([]models.Tensor) []models.Tensor{
		"no weights":        func(ts []models.Tensor) []models.Tensor { return ts[1:] },
		"no squares":        func(ts []models.Tensor) []models.Tensor { return append(ts[:2:2], ts[3]) },
		"weights too few":   func(ts []models.Tensor) []models.Tensor { ts[0].Data = ts[0].Data[1:]; return ts },
		"not a number":      func(ts []models.Tensor) []models.Tensor { ts[0].Data[5] = float32(math.NaN()); return ts },
		"infinite":          func(ts []models.Tensor) []models.Tensor { ts[0].Data[5] = float32(math.Inf(1)); return ts },
		"a fraction":        func(ts []models.Tensor) []models.Tensor { ts[2].Data[1] += 0.5; return ts },
		"negative":          func(ts []models.Tensor) []models.Tensor { ts[2].Data[1] = -1; return ts },
		"pattern NaN":       func(ts []models.Tensor) []models.Tensor { ts[2].Data[1] = float32(math.NaN()); return ts },
		"out of order":      func(ts []models.Tensor) []models.Tensor { copy(ts[2].Data, ts[2].Data[2:4]); return ts },
		"another shape":     func(ts []models.Tensor) []models.Tensor { ts[1].Shape = []int{len(ts[1].Data)}; return ts },
		"not canonical":     func(ts []models.Tensor) []models.Tensor { ts[2].Data[len(ts[2].Data)-2]++; return ts },
		"diamonds at large": func(ts []models.Tensor) []models.Tensor { ts[3] = pack(tensorDiamonds, []uint64{0}); return ts },
	} {
		tensors := somePolicy(t, KindRollout, 1).Tensors()
		for i := range tensors {
			tensors[i].Data = append([]float32(nil), tensors[i].Data...)
		}
		if _, err := FromTensors(KindRollout, spoil(tensors)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := FromTensors("value", somePolicy(t, KindRollout, 1).Tensors()); err == nil {
		t.Error("a policy of no known kind")
	}
}

// The most frequent patterns are kept, of equals those of lower number.
func TestFrequent(t *testing.T) {
	counts := map[square]int{7: 3, 1: 1, 9: 5, 2: 3, 4: 3}
	if got, want := frequent(counts, 3), []uint64{2, 4, 9}; !cmp.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := frequent(counts, 10); len(got) != 5 {
		t.Errorf("%v", got)
	}
}

// verify is Verify of the model in a folder.
func verify(dir string) error {
	m, err := models.Open(dir)
	if err != nil {
		return err
	}
	return Verify(m)
}
