package pipeline

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A form has every key of the file with a reason, and what it writes is read back as it was meant.
func TestWriteFile(t *testing.T) {
	all, err := Settings()
	if err != nil {
		t.Fatal(err)
	}
	var keys []string
	reasons := 0
	for _, s := range all {
		keys = append(keys, s.Key())
		if s.About == "" {
			t.Errorf("%s has no explanation", s.Key())
		}
		if strings.Contains(s.About, "--") || strings.Contains(s.About, "(default") || !strings.HasSuffix(s.About, ".") {
			t.Errorf("%s is explained for a command line: %s", s.Key(), s.About)
		}
		zero := map[string]string{"data.limit": "all", "policy.halve-every": "never", "value.check-overfit": "no check"}[s.Key()]
		if zero != "" && s.Zero != zero {
			t.Errorf("%s does not say what 0 means: %s", s.Key(), s.About)
		}
		if s.Why != "" {
			reasons++
		}
		if s.Default == "" && slices.Contains([]string{"policy.filters", "value.hidden", "reinforce.games", "board", "valuedata.games"}, s.Key()) {
			t.Errorf("%s has no default", s.Key())
		}
	}
	if reasons < 10 {
		t.Errorf("%d settings have a reason, want 10 or more", reasons)
	}
	for _, k := range Keys() {
		_, _, isKey := cutLast(k)
		top := slices.Contains([]string{"seed", "board", "komi"}, k)
		if k != "data.games" && k != "tournament.others" && (isKey || top) && !slices.Contains(keys, k) {
			t.Errorf("the form lacks %s", k)
		}
	}
	games := []string{`/a "b"/c\d.sgf`, "/e"}
	text, err := WriteFile(games, map[string]string{
		"board": "7", "komi": "9", "policy.steps": "1200", "policy.filters": "16", "reinforce.time": "5m", "tuning.lambda": "0, 0.5",
		"tournament.players": "uct, rave", "data.min-rank": "6d", "data.results": "decided", "valuedata.settle": "false", "value.preset": "practical",
	})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "run.toml")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := ReadConfig(path, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if c.Board != 7 || c.Komi != 9 || *c.Policy().Filters != 16 || *c.Policy().Steps != 1200 || c.ValueData().Settle ||
		!slices.Equal(c.Tuning().Lambda, []float64{0, 0.5}) || !slices.Equal(c.Data().Games, games) || c.Data().Results != "decided" {
		t.Errorf("%s\nis read as %+v", text, c)
	}
	for wrong, want := range map[string]string{
		"policy.filters=many": "filters", "policy.filter=3": "did you mean filters", "board=40": "board", "data.min-rank=strong": "min-rank",
		"policy.filters=1\nsteps = 3": "filters",
	} {
		key, value, _ := strings.Cut(wrong, "=")
		_, err := WriteFile(games, map[string]string{key: value})
		var bad *ConfigError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}
