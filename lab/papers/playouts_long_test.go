//go:build long

package papers

import (
	"strings"
	"testing"

	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/player"
)

// The whole experiment in small: prices, games at equal playouts and at equal time.
func TestPlayoutsExperiment(t *testing.T) {
	c := config(t.TempDir(), 2)
	c.Scale = 0.01
	c.Options = map[string]string{"kinds": "mogo", "playouts": "4", "player": "memory=4M"}
	s, err := lab.Execute(t.Context(), playouts(Env{Players: player.Players()}), c)
	if err != nil {
		t.Fatal(err)
	}
	text := s.Report.Markdown()
	for _, want := range []string{
		"- **mogo** playouts", "playouts=N,heuristic=none,c=0.2", "at equal time they", "| mogo, 4 |", "(won-by-playouts.svg)",
		"--set kinds=mogo --set playouts=4 --set player=memory=4M",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the report has no %q:\n%s", want, text)
		}
	}
}
