package pipeline

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/difference"
	"github.com/tengen-go/tengen/internal/settings"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/train"
	"github.com/tengen-go/tengen/train/reinforce"
)

func readText(t *testing.T, text string, set ...string) (Config, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "chain.toml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return ReadConfig(path, set)
}

func TestExamplesCanBeRead(t *testing.T) {
	paths, err := filepath.Glob("../examples/*.toml")
	if err != nil || len(paths) < 3 {
		t.Fatalf("%d examples, %v", len(paths), err)
	}
	for _, path := range paths {
		c, err := ReadConfig(path, nil)
		if err != nil {
			t.Error(err)
		}
		for _, games := range c.Data().Games {
			if _, err := os.Stat(games); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
	}
}

// Editors on Windows begin files with a mark of the encoding.
func TestAChainMayBeginWithAMark(t *testing.T) {
	text, err := os.ReadFile("../examples/tiny.toml")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := readText(t, "\ufeff"+string(text)); err != nil {
		t.Error(err)
	}
}

// The sums of docs/pipeline.md, "What it costs", are those of the examples.
func TestExamplesTakeTheTimeTheySay(t *testing.T) {
	for _, c := range []struct {
		file                           string
		rate, moves, second, want, off float64 // games a second and core; hours
	}{
		{"9x9.toml", 320, 60, 0.03, 1.57, 0.05}, // and five minutes for the epochs of the rollout policies
		{"19x19.toml", 4.4, 250, 1, 24, 0.5},
	} {
		cfg, err := ReadConfig("../examples/"+c.file, nil)
		if err != nil {
			t.Fatal(err)
		}
		if d := cfg.Tournament().Time; d != nil && (time.Duration(*d).Seconds() != c.second || *d != *cfg.Tuning().Time) {
			t.Errorf("%s: %v a move", c.file, time.Duration(*d))
		}
		seconds := float64(cfg.ValueData().Games) / (2 * c.rate)
		for _, d := range []*settings.Duration{cfg.Rollout().Time, cfg.Tree().Time, cfg.Policy().Time, cfg.Reinforce().Time, cfg.Value().Time} {
			if d != nil {
				seconds += time.Duration(*d).Seconds()
			}
		}
		players := len((&work{cfg: cfg}).players(""))
		games := float64((len(cfg.Tuning().Lambda)+len(cfg.Tuning().CPUCT))*cfg.Tuning().Games) + 0.75*float64(players*(players-1)/2*cfg.Tournament().Games)
		seconds += games * c.moves * c.second / 2
		if hours := seconds / 3600; math.Abs(hours-c.want) > c.off {
			t.Errorf("%s takes %.1f hours, not %v", c.file, hours, c.want)
		}
	}
}

// apart says what differs between two configurations.
func apart(t *testing.T, then, now any) string {
	t.Helper()
	a, err := difference.Object(decisive(then))
	b, err2 := difference.Object(decisive(now))
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	return difference.Between(a, b)
}

// examples/paper.toml repeats the paper's presets, in which package train has its numbers.
func TestPaperExampleIsThePaper(t *testing.T) {
	c, err := ReadConfig("../examples/paper.toml", nil)
	if err != nil {
		t.Fatal(err)
	}
	policy, err := c.Policy().Config(19, 1, 1)
	want := train.PaperPolicy()
	want.Board = 19
	if err != nil || apart(t, want, policy) != "" {
		t.Errorf("policy: %v %s", err, apart(t, want, policy))
	}
	value, err := c.Value().config(19, 1, 1)
	wanted := train.PaperValue()
	wanted.Board = 19
	if err != nil || apart(t, wanted, value) != "" {
		t.Errorf("value: %v %s", err, apart(t, wanted, value))
	}
	selfPlay, err := c.Reinforce().config(7.5, 1, 1)
	if err != nil || apart(t, reinforce.Paper(), selfPlay) != "" || selfPlay.Updates != 10_000 {
		t.Errorf("reinforce: %v %s", err, apart(t, reinforce.Paper(), selfPlay))
	}
	if r, err := c.Rollout().config(1); err != nil || r.Responses != 32207 || r.Squares != 69338 {
		t.Errorf("rollout policy with %d responses and %d squares", r.Responses, r.Squares)
	}
}

func TestSettingsOverTheFile(t *testing.T) {
	c, err := readText(t, "seed = 3\n[policy]\nsteps = 10\n[data]\ngames = [\"a.sgf\", \"/b\"]\n",
		"policy.time=90s", "policy.optimizer=adam", "board=7", "tuning.lambda=[0.5]", "valuedata.settle=false", "data.since=2016")
	if err != nil {
		t.Fatal(err)
	}
	p, err := c.Policy().Config(c.Board, c.Seed, 1)
	if err != nil || p.Time != 90*time.Second || p.Steps != 0 || p.Optimizer != "adam" || p.Board != 7 || p.Seed != 3 {
		t.Errorf("%+v, %v", p, err)
	}
	if !slices.Equal(c.Tuning().Lambda, []float64{0.5}) || c.ValueData().Settle || c.Data().Since != record.NewDate(2016, 0, 0) {
		t.Errorf("tuning %+v, value data %+v", c.Tuning(), c.ValueData())
	}
	if filepath.Base(c.Data().Games[0]) != "a.sgf" || !filepath.IsAbs(c.Data().Games[0]) || c.Data().Games[1] != "/b" {
		t.Errorf("games %q: want them beside the file", c.Data().Games)
	}
	c, err = readText(t, "[data]\ngames = [\"a.sgf\"]\n", "data.games=[\"b.sgf\", \"c\"]")
	if err != nil || !slices.Equal(c.Data().Games, []string{"b.sgf", "c"}) {
		t.Errorf("games %q, %v: want those of the setting, in the working folder", c.Data().Games, err)
	}
}

func TestMistakesInTheFileAreNamed(t *testing.T) {
	for _, c := range []struct{ text, set, want string }{
		{"[policy]\nrtae = 1", "", ":2: there is no key policy.rtae; did you mean rate?"},
		{"[polcy]", "", ":1: there is no key polcy; did you mean policy?"},
		{"board = 9\nkomi = \"x\"", "", ":2:"},
		{"[policy]\ntime = \"soon\"", "", "is no time such as"},
		{"[policy]\nsteps = 5\nepochs = 2", "", "policy: steps 5, epochs 2"},
		{"[value]\ninit-trunk = true\nlayers = 4", "", "value: init-trunk takes layers"},
		{"[value]\ninit-trunk = true\nplanes = 20", "", "value: planes 20: init-trunk takes convolutions"},
		{"board = 9\nkomi = 82", "", "komi 82: want a multiple of a half from −81 to 81"},
		{"[data]\nmin-rank = \"strong\"", "", `:2:12: "strong" is no rank`},
		{"[data]\nresults = \"won\"", "", `data: results "won"`},
		{"[tournament]\ntime = \"1s\"\nplayouts = 5", "", "tournament: playouts 5 and time"},
		{"[tournament.others]\nuct = \"random\"", "", "uct is the name of a player"},
		{"[judgement]\nplayouts = [\"fast\"]", "", "judgement: playouts"},
		{"[tuning]\nlambda = [2]", "", "tuning: lambda 2"},
		{"board = 7\n[valuedata]\nmax-u = 147", "", "valuedata: max-u 147: want fewer than 147"},
		{"", "policy.rtae=1", "--set policy.rtae=1: there is no key policy.rtae; did you mean rate?"},
		{"", "value.games=3", "there is no key value.games; did you mean valuedata.games?"},
		{"", "policy", "want section.key=value"},
		{"[tournament]\nplayers = [\"sl\"]", "", "tournament: 1 players: want two or more"},
		{"[tournament.others]\n\"a/b\" = \"random\"", "", "tournament: player name \"a/b\""},
		{"", "policy.batch=many", "--set policy.batch=many: want a whole number"},
		{"", "policy.rate=[1]", "--set policy.rate=[1]: want a number"},
		{"[policy]\nsteps = \"x\"", "", ":2:9: want a whole number"},
		{"[tuning]\nlambda = 3", "", ":2:10: want a list of numbers"},
		{"", "tuning.lambda=[3]", "--set tuning.lambda=[3]: tuning: lambda 3: want 0 to 1"},
		{"[tuning]\nlambda = [2]", "seed=2", "chain.toml: tuning: lambda 2"},
		{"[policy]\ntime = 5", "", `policy.time: "5" is no time such as`},
		{"", "policy.time=soon", "\"soon\" is no time such as"},
		{"", "komi=7.3", "komi 7.3"},
		{"[data]\nmin-rank = 6", "", `data.min-rank: "6" is no rank`},
		{"[tuning]\ntime = \"0s\"", "", "tuning: time 0s: want more"},
		{"[policy]\nmomentum = 0.5", "", "policy: momentum 0.5 has no meaning for muon"},
		{"[value]\nschedule = \"cosine\"\nhalve-every = 7", "", "value: halve-every 7 has no meaning"},
		{"[policy]\nschedule = \"halve\"", "", "policy: schedule halve, but no halve-every"},
	} {
		var set []string
		if c.set != "" {
			set = []string{c.set}
		}
		_, err := readText(t, c.text, set...)
		var bad *ConfigError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q %q: %v, want %q", c.text, c.set, err, c.want)
		}
	}
}

// What the stages take is not refused.
// The value network has the weights of its best measurement, so how it is measured is in the record.
func TestMeasurementsOfTheValueNetworkDecide(t *testing.T) {
	settings := func(set ...string) map[string]any {
		cfg, err := ReadConfig("../examples/tiny.toml", set)
		if err != nil {
			t.Fatal(err)
		}
		w, err := newWork(t.Context(), cfg, Options{Dir: t.TempDir(), Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range w.chain.Stages {
			if s.Name == ValueStage {
				return s.Settings.(map[string]any)
			}
		}
		t.Fatal("no stage")
		return nil
	}
	then, now := settings(), settings("value.eval-every=25", "value.eval-positions=70")
	if d := apart(t, then, now); d != "eval-every 200, now 25; eval-positions 4096, now 70" {
		t.Errorf("what differs: %q", d)
	}
}

func TestLastSettingsThatStagesTake(t *testing.T) {
	for _, text := range []string{
		"board = 9\nkomi = -81",
		"[value]\ninit-trunk = true\nplanes = 20\n[policy]\nplanes = 20",
		"[value]\nplanes = 20",
	} {
		if _, err := readText(t, text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A length put over the file's replaces it, in every section that has one.
func TestOneLengthReplacesAnother(t *testing.T) {
	for _, c := range []struct{ text, set string }{
		{"[policy]\nsteps = 10", "policy.epochs=2"},
		{"[value]\ntime = \"1h\"", "value.steps=5"},
		{"[rollout]\nepochs = 2", "rollout.time=10s"},
		{"[reinforce]\nupdates = 4", "reinforce.time=10s"},
	} {
		if _, err := readText(t, c.text, c.set); err != nil {
			t.Errorf("%q and %s: %v", c.text, c.set, err)
		}
	}
}

// The table of the manual has the keys that there are.
func TestManualHasAllKeys(t *testing.T) {
	text, err := os.ReadFile("../docs/pipeline.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if cells := strings.Split(line, "|"); len(cells) == 4 {
			for _, section := range strings.Split(cells[1], ",") {
				rows[strings.Trim(section, " `[]")] = cells[2]
			}
		}
	}
	rows["value"] += rows["policy"]
	for _, key := range Keys() {
		section, name, nested := cutLast(key)
		if !nested {
			section, name = "(none)", key
			if rows[key] != "" {
				continue // a section
			}
		}
		row := rows[section]
		if !strings.Contains(row, "`"+name+"`") && !strings.Contains(row, "`["+key+"]`") {
			t.Errorf("docs/pipeline.md lacks %s in the row of %s", name, section)
		}
	}
}
