package train

import (
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/settings"
	"github.com/tengen-go/tengen/train/session"
	"github.com/tengen-go/tengen/train/traintest"
)

func TestSettingsAreFieldsWithOneName(t *testing.T) {
	// Freeze is no setting: it belongs to --init, and is a flag like it.
	const others = "Board Freeze Floor Seed Device Threads Workers CheckpointEvery"
	traintest.CheckSettings(t, Overrides{}, PolicyConfig{}, others)
	traintest.CheckSettings(t, ValueOverrides{}, ValueConfig{}, others)
}

func TestOverridesSetWhatIsGiven(t *testing.T) {
	half, length, none := 0.5, settings.Duration(time.Minute), settings.Duration(0)
	c := PracticalPolicy()
	if err := (&Overrides{}).Over(&c); err != nil || c.Time != session.DefaultLength || c.Steps != 0 {
		t.Errorf("without a length: %v, %d steps, %v", c.Time, c.Steps, err)
	}
	c = PaperPolicy()
	if err := (&Overrides{}).Over(&c); err != nil || c != PaperPolicy() {
		t.Errorf("nothing given: %+v, %v", c, err)
	}
	if err := (&Overrides{Time: &length, Rate: &half, CheckpointInterval: &none}).Over(&c); err != nil ||
		c.Time != time.Minute || c.Steps != 0 || c.Rate != half || c.CheckpointInterval != 0 {
		t.Errorf("a time instead of steps: %+v, %v", c, err)
	}
	sgd := "sgd"
	c = PracticalPolicy()
	if err := (&Overrides{Optimizer: &sgd, WeightDecay: &half}).Over(&c); err != nil || c.WeightDecay != half {
		t.Errorf("a weight decay of its own: %v, %v", c.WeightDecay, err)
	}
}

// The optimiser momentum has one, also over the preset of the paper, which has none. A momentum that is
// given counts, be it 0.
func TestTheOptimizerMomentumHasOne(t *testing.T) {
	momentum, sgd, half, none := "momentum", "sgd", 0.5, 0.0
	for name, c := range map[string]struct {
		given Overrides
		want  float64
	}{
		"alone":             {Overrides{Optimizer: &momentum}, 0.9},
		"with another":      {Overrides{Optimizer: &momentum, Momentum: &half}, half},
		"with none":         {Overrides{Optimizer: &momentum, Momentum: &none}, 0},
		"another optimizer": {Overrides{Optimizer: &sgd}, 0},
		"the preset's own":  {Overrides{}, 0},
	} {
		policy, value := PaperPolicy(), PaperValue()
		if err := c.given.Over(&policy); err != nil || policy.Momentum != c.want {
			t.Errorf("%s: momentum %v of a policy network, want %v, %v", name, policy.Momentum, c.want, err)
		}
		if err := (&ValueOverrides{Overrides: c.given}).Over(&value); err != nil || value.Momentum != c.want {
			t.Errorf("%s: momentum %v of a value network, want %v, %v", name, value.Momentum, c.want, err)
		}
	}
}

// Only a preset, or people, know after how many steps a rate is halved. Without that it would be constant.
func TestHalvingAsksAfterHowManySteps(t *testing.T) {
	halve, never, steps := "halve", int64(0), int64(7)
	for name, c := range map[string]struct {
		preset func() PolicyConfig
		given  Overrides
		every  int64 // −1: refused
	}{
		"alone":                {PracticalPolicy, Overrides{Schedule: &halve}, -1},
		"with the steps":       {PracticalPolicy, Overrides{Schedule: &halve, HalveEvery: &steps}, 7},
		"the steps alone":      {PracticalPolicy, Overrides{HalveEvery: &steps}, 7},
		"never, as people ask": {PracticalPolicy, Overrides{Schedule: &halve, HalveEvery: &never}, 0},
		"of the preset":        {PaperPolicy, Overrides{Schedule: &halve}, PaperPolicy().HalveEvery},
	} {
		cfg := c.preset()
		err := c.given.Over(&cfg)
		if c.every < 0 {
			if err == nil || !strings.Contains(err.Error(), "but no halve-every") {
				t.Errorf("%s: %v", name, err)
			}
		} else if err != nil || cfg.Schedule != halve || cfg.HalveEvery != c.every {
			t.Errorf("%s: %s every %d steps, %v", name, cfg.Schedule, cfg.HalveEvery, err)
		}
	}
	value := PracticalValue()
	if err := (&ValueOverrides{Overrides: Overrides{Schedule: &halve}}).Over(&value); err == nil {
		t.Error("a value network halves its rate never")
	}
}
