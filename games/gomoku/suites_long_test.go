//go:build long

package gomoku

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// The m,n,k games of the suite by exhaustive search, and all its counts of games.
func TestKnownValuesOfTheSuite(t *testing.T) {
	dir := os.Getenv("TENGEN_SUITES")
	if dir == "" {
		t.Skip("TENGEN_SUITES is not set to the folder of test suites")
	}
	data, err := os.ReadFile(filepath.Join(dir, "known-values", "known.json"))
	if err != nil {
		t.Fatal(err)
	}
	type counts struct {
		Moves []int `json:"moves_by_ply"`
		Ends  []int `json:"games_finishing_at_ply"`
	}
	var known struct {
		Games struct{ Values map[string]string } `json:"mnk_game_values"`
		Three counts                             `json:"tic_tac_toe_perft"`
		Four  counts                             `json:"mnk_3x4x3_perft"`
	}
	if err := json.Unmarshal(data, &known); err != nil {
		t.Fatal(err)
	}
	if len(known.Games.Values) < 7 {
		t.Errorf("the suite has %d m,n,k games", len(known.Games.Values))
	}
	for name, want := range known.Games.Values {
		var r Rules
		if _, err := fmt.Sscanf(name, "%d,%d,%d", &r.Rows, &r.Size, &r.Length); err != nil {
			t.Fatalf("%q: %v", name, err)
		}
		if got := solved(t, r, 1e6); got != map[string]int{"win": 1, "draw": 0}[want] {
			t.Errorf("%s: %d, want a %s", name, got, want)
		}
	}
	for want, r := range map[*counts]Rules{&known.Three: {Size: 3, Length: 3}, &known.Four: {Size: 4, Rows: 3, Length: 3}} {
		if moves, ends := ways(t, r); !slices.Equal(moves, want.Moves) || !slices.Equal(ends, want.Ends) {
			t.Errorf("%+v: moves %v, ends %v by ply, want %v", r, moves, ends, *want)
		}
	}
}
