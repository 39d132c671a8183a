package linear

import (
	"testing"

	"github.com/tengen-go/tengen/rollout"
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

// A setting without a meaning for what is learned is refused, not passed over.
func TestSettingsWithoutMeaningAreRefused(t *testing.T) {
	diamonds, every := 100, int64(5)
	r := DefaultRollout()
	if err := (&RolloutOverrides{Diamonds: &diamonds}).Over(&r); err == nil {
		t.Error("a rollout policy takes diamonds")
	}
	if r.Features = rollout.KindTree; (&RolloutOverrides{Diamonds: &diamonds}).Over(&r) != nil || r.Diamonds != diamonds {
		t.Errorf("a tree policy has %d diamonds, want %d", r.Diamonds, diamonds)
	}
	b := DefaultBalance()
	if err := (&BalanceOverrides{}).Over(&b, &RolloutOverrides{EvalEvery: &every}); err == nil {
		t.Error("simulation balancing takes eval-every")
	}
}
