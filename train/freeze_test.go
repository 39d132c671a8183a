package train

import (
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/train/sample"
	"github.com/tengen-go/tengen/train/traintest"
)

// changed are the names of the tensors that a run has changed.
func changed(t *testing.T, before, after []models.Tensor) []string {
	t.Helper()
	var out []string
	for i, w := range before {
		if !slices.Equal(w.Data, after[i].Data) {
			out = append(out, w.Name)
		}
	}
	return out
}

// The layers that are frozen end as they began, in both kinds of network. The others learn. The manifest says so. The
// check that a new network can learn positions by heart has no frozen layers.
func TestFrozenLayersAreThoseOfInit(t *testing.T) {
	games := traintest.NewPlayouts(t, 5, 10, 1)
	policy := traintest.Policy(t, 5)
	cfg := tiny()
	cfg.Freeze, cfg.Steps, cfg.Overfit = 2, 6, 20
	dir := t.TempDir()
	res, err := launchFrom(t.Context(), cfg, FromPolicy{Policy: policy, SHA256: "f0"}, games, nil, Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if got := changed(t, policy.Weights(), res.Policy.Weights()); !slices.Equal(got, []string{"head.weight", "head.bias"}) {
		t.Errorf("with two frozen layers %v have changed", got)
	}
	_, m, err := nets.LoadPolicy(dir)
	if err != nil {
		t.Fatal(err)
	}
	if notes := m.Networks[models.Policy].Training.Notes; !strings.Contains(notes, "layers frozen: 2") {
		t.Errorf("the notes are %q", notes)
	}

	learn := traintest.ValueData(t, traintest.Decided(t, traintest.Recorded(games, false)),
		sample.ValueConfig{Which: sample.All})
	value := tinyValue()
	value.Steps, value.Filters = 6, 8
	begun, err := nets.NewValue(value.Network(), 7)
	if err != nil {
		t.Fatal(err)
	}
	value.Freeze = 1
	after, err := Value(t.Context(), value, ValueInput{Train: learn, Start: FromValue{Value: begun, SHA256: "f0"}},
		Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	got := changed(t, begun.Weights(), after.Value.Weights())
	if slices.Contains(got, "conv1.weight") || slices.Contains(got, "conv1.bias") || !slices.Contains(got, "conv2.weight") {
		t.Errorf("with one frozen layer %v of a value network have changed", got)
	}
}

// Layers drawn from the seed must learn, and the head. A value network that begins with a policy has one more plane, and
// must learn its weights.
func TestWhatCannotBeFrozen(t *testing.T) {
	games := traintest.NewPlayouts(t, 5, 10, 1)
	cfg := tiny()
	cfg.Freeze = 1
	if _, err := launch(t.Context(), cfg, games, nil, Options{Dir: t.TempDir()}); err == nil ||
		!strings.Contains(err.Error(), "freeze 1: the run begins with the weights of 0 learned layers") {
		t.Errorf("frozen layers without weights: %v", err)
	}
	value := tinyValue()
	value.Freeze, value.Filters = 1, 8
	learn := traintest.ValueData(t, traintest.Decided(t, traintest.Recorded(games, false)),
		sample.ValueConfig{Which: sample.All})
	start := FromPolicy{Policy: traintest.Policy(t, 5)}
	_, err := Value(t.Context(), value, ValueInput{Train: learn, Start: start}, Options{Dir: t.TempDir()})
	if err == nil || !strings.Contains(err.Error(), "weights of 0 learned layers") {
		t.Errorf("frozen weights of a plane that the policy lacks: %v", err)
	}
	for _, n := range []int{-1, cfg.Layers} {
		cfg.Freeze = n
		if err := cfg.Validate(); err == nil || !strings.Contains(err.Error(), "want 0 to 2, the convolutions below the head") {
			t.Errorf("freeze %d: %v", n, err)
		}
	}
}

// Frozen filters need not learn.
func TestFrozenFiltersAreNotStill(t *testing.T) {
	s := still{frozen: 1}
	weights := []models.Tensor{
		{Name: "conv1.weight", Shape: []int{1, 1, 1, 2}, Data: []float32{1, 2}},
		{Name: "conv1.bias", Shape: []int{2}, Data: []float32{1, 2}},
		{Name: "conv2.weight", Shape: []int{1, 1, 2, 2}, Data: []float32{1, 2, 3, 4}},
		{Name: "conv2.bias", Shape: []int{2}, Data: []float32{1, 2}},
	}
	s.check(0, weights)
	if said := s.check(1000, weights); !strings.Contains(said, "2 of 2 in conv2.") || strings.Contains(said, "conv1") {
		t.Errorf("it says %q", said)
	}
}
