package arena

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/search"
)

// TestOptionsAreInTheManual holds docs/players.md to the table of options.
func TestOptionsAreInTheManual(t *testing.T) {
	var b strings.Builder
	b.WriteString("| option | players | default | meaning |\n| --- | --- | --- | --- |\n")
	for _, o := range SearchOptions() {
		players := "all"
		if o.Kinds != allKinds {
			players = o.Kinds
		}
		fmt.Fprintf(&b, "| `%s=` %s | %s | %s | %s |\n", o.Name, o.Values, players, o.Default, o.About)
	}
	manual, err := os.ReadFile("../docs/players.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(manual), b.String()) {
		t.Errorf("docs/players.md does not have this table:\n%s", b.String())
	}
	for _, kind := range strings.Fields(allKinds) {
		if err := DefaultSearchConfig(kind).Validate(); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

// TestRankingAndSelectionAsInTheirPaper (Zhang, Peng and Xu, §4): Q⁰ = 0, σ⁰ = 10, ε = 10⁻⁵,
// ten playouts of every move, outcomes that back up, the highest posterior mean in the end, and
// AOAP without a preference where moves tie.
func TestRankingAndSelectionAsInTheirPaper(t *testing.T) {
	bayes := search.Bayes{Mean: 0, Deviation: 10, Epsilon: 1e-5}
	for kind, want := range map[string]search.Rule{
		KindAOAP: search.AOAP{Bayes: bayes, RandomTies: true},
		KindOCBA: search.OCBA{Epsilon: 1e-5},
		KindTTTS: search.TTTS{Bayes: bayes},
	} {
		c := DefaultSearchConfig(kind)
		rule, err := c.rule()
		if err != nil || rule != (search.AtLeast{Rule: want, N0: 10}) {
			t.Errorf("%s is %+v, %v", kind, rule, err)
		}
		if back := c.settings().Backup; back != search.BackupMean || c.Final() != (search.HighestPosterior{Bayes: bayes}) {
			t.Errorf("%s backs up by %v and chooses by %T", kind, back, c.Final())
		}
	}
}
