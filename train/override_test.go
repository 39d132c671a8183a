package train

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Every setting that people choose is a field of its configuration, with one name for the
// command line and for files; and the fields that nobody can choose are known.
func TestSettingsAreFieldsWithOneName(t *testing.T) {
	for _, c := range []struct {
		overrides, config any
		fixed             string // set by the command or the chain for all stages, or constant
	}{
		{Overrides{}, Config{}, "Board Hidden Floor Seed Threads Workers CheckpointEvery"},
		{ValueOverrides{}, Config{}, "Board Floor Seed Threads Workers CheckpointEvery"},
		{ReinforceOverrides{}, ReinforceConfig{}, "Komi Seed Threads"},
		{RolloutOverrides{}, RolloutConfig{}, "Features Seed"},
		{BalanceOverrides{}, BalanceConfig{}, "Rate Steps Seed LogEvery HeldOut CheckpointInterval"},
		{ShapesOverrides{}, ShapesConfig{}, "Seed"},
	} {
		fields := map[string]bool{}
		config := reflect.TypeOf(c.config)
		for i := range config.NumField() {
			fields[config.Field(i).Name] = true
		}
		eachSetting(reflect.ValueOf(c.overrides), func(f reflect.StructField, _ reflect.Value) {
			field, has := config.FieldByName(f.Name)
			if !has || !f.Type.Elem().ConvertibleTo(field.Type) {
				t.Errorf("%T.%s sets no field of %T", c.overrides, f.Name, c.config)
			}
			delete(fields, f.Name)
			flag := f.Tag.Get("name")
			if flag == "" {
				flag = kebab(f.Name)
			}
			if key := f.Tag.Get("toml"); key != flag || f.Tag.Get("help") == "" {
				t.Errorf("%T.%s: key %s, flag %s, help %q", c.overrides, f.Name, key, flag, f.Tag.Get("help"))
			}
		})
		fixed := map[string]bool{}
		for _, name := range strings.Fields(c.fixed) {
			fixed[name] = true
		}
		if d := cmp.Diff(fixed, fields); d != "" {
			t.Errorf("fields of %T that no setting sets: %s", c.config, d)
		}
	}
}

// kebab is a field's name as a flag, as kong writes it.
func kebab(name string) string {
	var s strings.Builder
	for i, r := range name {
		if i > 0 && r >= 'A' && r <= 'Z' {
			s.WriteByte('-')
		}
		s.WriteString(strings.ToLower(string(r)))
	}
	return s.String()
}

func TestOverridesSetWhatIsGiven(t *testing.T) {
	steps, half, length, none := int64(7), 0.5, Duration(time.Minute), Duration(0)
	c := Practical()
	if err := (&Overrides{}).Over(&c); err != nil || c.Time != defaultLength || c.Steps != 0 {
		t.Errorf("without a length: %v, %d steps, %v", c.Time, c.Steps, err)
	}
	c = Paper()
	if err := (&Overrides{}).Over(&c); err != nil || c != Paper() {
		t.Errorf("nothing given: %+v, %v", c, err)
	}
	if err := (&Overrides{Time: &length, Rate: &half, CheckpointInterval: &none}).Over(&c); err != nil || c.Time != time.Minute || c.Steps != 0 || c.Rate != half || c.CheckpointInterval != 0 {
		t.Errorf("a time instead of steps: %+v, %v", c, err)
	}
	sgd := "sgd"
	c = Practical()
	if err := (&Overrides{Optimizer: &sgd, WeightDecay: &half}).Over(&c); err != nil || c.WeightDecay != half {
		t.Errorf("a weight decay of its own: %v, %v", c.WeightDecay, err)
	}
	r := DefaultRollout()
	if err := (&RolloutOverrides{Steps: &steps}).Over(&r); err != nil || r.Steps != steps || r.Epochs != 0 {
		t.Errorf("steps of a rollout policy: %d, %v, %v", r.Steps, r.Epochs, err)
	}
}

func TestDefaultsAreThoseOfThePresets(t *testing.T) {
	table := Defaults(ReinforceOverrides{}, []string{"practical", "paper"}, PracticalReinforce(), PaperReinforce())
	for _, want := range []string{"practical   paper\n", "--pool-every          50          500\n", "length                            --updates 10000\n"} {
		if !strings.Contains(table, want) {
			t.Errorf("%q is not in\n%s", want, table)
		}
	}
}
