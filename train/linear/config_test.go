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
	mm, rate := string(MethodMM), 0.2
	r = DefaultRollout()
	if err := (&RolloutOverrides{Method: &mm}).Over(&r); err != nil || r.Epochs != mmEpochs || r.Validate() != nil {
		t.Errorf("passes by minorisation-maximisation: %v, %v, %v", r.Epochs, err, r.Validate())
	}
	if err := (&RolloutOverrides{Method: &mm, Rate: &rate}).Over(&r); err == nil {
		t.Error("minorisation-maximisation takes a rate")
	}
	if r.Method = "newton"; r.Validate() == nil {
		t.Error("any method is taken")
	}
}
