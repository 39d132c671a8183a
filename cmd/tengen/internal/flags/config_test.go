package flags

import (
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"
)

type configProbe struct {
	Config    Config        `help:"File."`
	Rate      float64       `default:"0.1"`
	Batch     int           `default:"16"`
	HalveFrom int           `default:"7"`
	Time      time.Duration `default:"1m"`
	Resume    bool
	Name      string
	Steps     int `xor:"length"`
	Epochs    int `xor:"length"`
	Seed      uint64
	Sizes     []int
	Set       map[string]string `mapsep:"none"`
}

func parseProbe(t *testing.T, text string, args ...string) (configProbe, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.toml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var p configProbe
	k, err := kong.New(&p)
	if err != nil {
		t.Fatal(err)
	}
	_, err = k.Parse(append([]string{"--config", path}, args...))
	return p, err
}

// Flag before file before default.
func TestConfigFile(t *testing.T) {
	p, err := parseProbe(t, "# a run\nrate = 0.5\nbatch = 64\nhalve-from = 9\ntime = \"30m\"\nresume = true\nname = \"a b\"\n", "--batch", "32")
	if err != nil {
		t.Fatal(err)
	}
	p.Config = ""
	want := configProbe{Rate: 0.5, Batch: 32, HalveFrom: 9, Time: 30 * time.Minute, Resume: true, Name: "a b"}
	if !reflect.DeepEqual(p, want) {
		t.Errorf("%+v, want %+v", p, want)
	}
}

// Numbers are as the file has them, also the largest seeds.
func TestConfigFileNumbers(t *testing.T) {
	p, err := parseProbe(t, "rate = 1e-4\nbatch = -3\nseed = 9223372036854775807\nsizes = [3, 5]\n")
	if err != nil || p.Rate != 1e-4 || p.Batch != -3 || p.Seed != 1<<63-1 || !slices.Equal(p.Sizes, []int{3, 5}) {
		t.Errorf("%+v, %v", p, err)
	}
}

// A flag wins over the file also where it excludes another flag that is in there.
func TestConfigFileGivesWayToAnotherLength(t *testing.T) {
	if p, err := parseProbe(t, "steps = 5\n", "--epochs", "2"); err != nil || p.Steps != 0 || p.Epochs != 2 {
		t.Errorf("%+v, error %v", p, err)
	}
	if p, err := parseProbe(t, "steps = 5\n"); err != nil || p.Steps != 5 {
		t.Errorf("%+v, error %v", p, err)
	}
	if _, err := parseProbe(t, "steps = 5\nepochs = 2\n"); err == nil {
		t.Error("a file with both passes")
	}
}

// What a flag takes several times is a list in a file, as are pairs. One pair needs no list.
func TestConfigFilePairs(t *testing.T) {
	want := map[string]string{"plays": "1000", "player": "rave:k=1,c=2"}
	p, err := parseProbe(t, "set = [\"plays=1000\", \"player=rave:k=1,c=2\"]\n")
	if err != nil || !maps.Equal(p.Set, want) {
		t.Errorf("%v, error %v, want %v", p.Set, err, want)
	}
	if p, err = parseProbe(t, "set = \"plays=1000\"\n"); err != nil || p.Set["plays"] != "1000" {
		t.Errorf("%v, error %v", p.Set, err)
	}
}

// Editors on Windows begin files with a mark of the encoding.
func TestConfigFileWithAMark(t *testing.T) {
	if p, err := parseProbe(t, "\ufeffrate = 0.5\r\n"); err != nil || p.Rate != 0.5 {
		t.Errorf("%v, error %v", p.Rate, err)
	}
}

func TestConfigFileWithoutAName(t *testing.T) {
	var p configProbe
	k, err := kong.New(&p)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := k.Parse([]string{"--config", ""}); err == nil || err.Error() != "--config: the name of the file is empty" {
		t.Errorf("error %v", err)
	}
}

func TestConfigFileRefuses(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"unknown name": {"rate = 0.5\n\nbtach = 3\n", `run.toml:3: "btach"`},
		"table":        {"[rate]\nx = 1\n", "rate: want a plain value, not a table"},
		"list":         {"rate = [1]\n", "rate: want a plain value, not a list"},
		"no pair":      {"set = [\"plays\"]\n", `set: want a list of "NAME=VALUE", not "plays"`},
		"a number":     {"set = [3]\n", `set: want a list of "NAME=VALUE", not 3`},
		"syntax":       {"rate = 0.5\nbatch = = 3\n", "run.toml:2:"},
		"itself":       {"config = \"other.toml\"\n", `"config" is not a flag`},
		"wrong type":   {"batch = \"many\"\n", "batch"},

		// As on the command line: no number is rounded, and none becomes nanoseconds.
		"a part of one":       {"batch = 2.9\n", "batch"},
		"a negative part":     {"steps = -1.5\n", "steps"},
		"a part of a seed":    {"seed = 7.7\n", "seed"},
		"a time without unit": {"time = 600\n", "time"},
		"a part in a list":    {"sizes = [3, 4.5]\n", "sizes"},
	} {
		if _, err := parseProbe(t, c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q in it", name, err, c.want)
		}
	}
}
