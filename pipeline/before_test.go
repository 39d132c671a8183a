package pipeline

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/tengen-go/tengen/internal/difference"
)

// testdata/settings.json is from the records of a chain that a version before made. A chain of that
// version goes on: no stage has other settings now, if its file names the defaults that have changed since, as
// CHANGELOG.md says.
func TestChainsOfBeforeGoOn(t *testing.T) {
	text, err := os.ReadFile("testdata/settings.json")
	if err != nil {
		t.Fatal(err)
	}
	before := map[string]map[string]any{}
	if err := json.Unmarshal(text, &before); err != nil {
		t.Fatal(err)
	}
	cfg, err := ReadConfig("../examples/tiny.toml", []string{
		"policy.steps=600", "reinforce.updates=8", "valuedata.games=2000", "value.steps=300",
		"policy.rate=0.004", "value.owners=0",
	})
	if err != nil {
		t.Fatal(err)
	}
	w, err := newWork(t.Context(), cfg, Options{Dir: t.TempDir(), Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, s := range w.chain.Stages {
		then, has := before[s.Name]
		if !has {
			continue
		}
		now, err := difference.Object(s.Settings)
		if err != nil {
			t.Fatal(err)
		}
		if d := difference.Since(then, now, s.Added); d != "" {
			t.Errorf("%s: %s", s.Name, d)
		}
		compared++
	}
	if compared != len(before) {
		t.Errorf("%d stages of %d compared", compared, len(before))
	}
}
