package reinforce

import (
	"strings"
	"testing"

	"github.com/tengen-go/tengen/internal/settings"
	"github.com/tengen-go/tengen/train/traintest"
)

func TestSettingsOfReinforce(t *testing.T) {
	traintest.CheckSettings(t, Overrides{}, Config{}, "Komi Seed Threads")
}

func TestDefaultsAreThoseOfThePresets(t *testing.T) {
	table := settings.Defaults(Overrides{}, []string{"practical", "paper"}, Practical(), Paper())
	for _, want := range []string{
		"practical   paper\n", "--pool-every          50          500\n",
		"length                            --updates 10000\n",
	} {
		if !strings.Contains(table, want) {
			t.Errorf("%q is not in\n%s", want, table)
		}
	}
}
