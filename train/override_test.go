package train

import (
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
