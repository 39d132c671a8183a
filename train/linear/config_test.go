package linear

import (
	"testing"

	"github.com/tengen-go/tengen/train/traintest"
)

func TestSettingsOfLinear(t *testing.T) {
	traintest.CheckSettings(t, RolloutOverrides{}, RolloutConfig{}, "Features Seed")
	traintest.CheckSettings(t, BalanceOverrides{}, BalanceConfig{}, "Rate Steps Seed LogEvery HeldOut CheckpointInterval")
	traintest.CheckSettings(t, ShapesOverrides{}, ShapesConfig{}, "Seed")
}

func TestALengthReplacesTheOther(t *testing.T) {
	steps := int64(7)
	r := DefaultRollout()
	if err := (&RolloutOverrides{Steps: &steps}).Over(&r); err != nil || r.Steps != steps || r.Epochs != 0 {
		t.Errorf("steps of a rollout policy: %d, %v, %v", r.Steps, r.Epochs, err)
	}
}
