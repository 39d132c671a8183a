package settings

import (
	"strings"
	"testing"
	"time"
)

type config struct {
	Rate  float64
	Steps int64
	Time  time.Duration
	Name  string
}

type common struct {
	Steps *int64    `toml:"steps" xor:"length"`
	Time  *Duration `toml:"time" xor:"length"`
}

type overrides struct {
	common

	Rate *float64 `toml:"rate"`
}

type given struct {
	overrides

	Other *int `toml:"other"` // of no field: left alone
}

func TestOver(t *testing.T) {
	preset := config{Rate: 0.5, Steps: 7, Name: "x"}
	rate, length := 0.25, Duration(time.Minute)
	for _, c := range []struct {
		given   given
		want    config
		bounded bool
	}{
		{given{}, preset, false},
		{given{overrides: overrides{Rate: &rate}}, config{Rate: 0.25, Steps: 7, Name: "x"}, false},
		{given{overrides: overrides{common: common{Time: &length}}}, config{Rate: 0.5, Time: time.Minute, Name: "x"}, true},
	} {
		got := preset
		if bounded := Over(&got, &c.given); got != c.want || bounded != c.bounded {
			t.Errorf("%+v, bounded %v; want %+v, %v", got, bounded, c.want, c.bounded)
		}
	}
	g := overrides{common: common{Time: &length}, Rate: &rate}
	if ClearLength(&g); g.Time != nil || g.Rate == nil {
		t.Errorf("without a length: %+v", g)
	}
}

func TestPresetAndDuration(t *testing.T) {
	one, two := func() int { return 1 }, func() int { return 2 }
	if c, err := Preset("paper", one, two); c != 2 || err != nil {
		t.Errorf("paper: %d, %v", c, err)
	}
	if _, err := Preset("best", one, two); err == nil || !strings.Contains(err.Error(), `"best"`) {
		t.Errorf("a preset that is none: %v", err)
	}
	var d Duration
	if err := d.UnmarshalText([]byte("2h30m")); err != nil || time.Duration(d) != 150*time.Minute {
		t.Errorf("%v, %v", d, err)
	}
	for _, wrong := range []string{"", "90", "-1s", "soon"} {
		if d.UnmarshalText([]byte(wrong)) == nil {
			t.Errorf("%q is a time", wrong)
		}
	}
}

func TestDefaults(t *testing.T) {
	table := Defaults(overrides{}, []string{"a", "b"}, config{Rate: 0.5, Steps: 7}, config{Time: 30 * time.Minute})
	for _, want := range []string{"a           b\n", "--rate                0.5         0\n", "length                --steps 7   --time 30m\n"} {
		if !strings.Contains(table, want) {
			t.Errorf("%q is not in\n%s", want, table)
		}
	}
}
