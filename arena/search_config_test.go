package arena

import (
	"fmt"
	"os"
	"strings"
	"testing"
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
