package play

import (
	"slices"
	"strings"
	"testing"
)

// What the player expected is there again after a restart, in variations too, and in no record that is saved.
func TestChancesOfAKeptGame(t *testing.T) {
	s, _ := opened(t, `(;SZ[9];B[ee];W[cc];B[gg];W[gc])`, "")
	chances := []float64{0, 0.4375, -1, 1}
	for i, n := range s.path[1:] {
		if chances[i] >= 0 {
			s.chances[n] = chances[i]
		}
	}
	for range 2 {
		s = reopened(t, s)
		if got := s.Chances(); !slices.Equal(got, chances) {
			t.Errorf("chances %v, want %v", got, chances)
		}
		if text, err := s.tree.Append(nil); err != nil || strings.Contains(string(text), propertyChance) {
			t.Errorf("the record has them: %s, %v", text, err)
		}
	}
	if err := s.Back(2); err != nil {
		t.Fatal(err)
	}
	if err := s.Play(point(t, s, "J9")); err != nil {
		t.Fatal(err)
	}
	s.chances[s.here()] = 0.25
	s = reopened(t, s)
	if got, want := s.Chances(), []float64{0, 0.4375, 0.25}; !slices.Equal(got, want) {
		t.Errorf("in a variation %v, want %v", got, want)
	}
	if err := s.NextVariation(); err != nil {
		t.Fatal(err)
	}
	if got := s.Chances(); !slices.Equal(got, chances[:3]) {
		t.Errorf("in the main line %v, want %v", got, chances[:3])
	}
}

// A chance that is none is left out of a game, and of its record.
func TestChancesThatAreNone(t *testing.T) {
	s := restored(t, `(;SZ[9]TGSIDE[black];B[ee]TGCHANCE[2];W[cc]TGCHANCE[NaN];B[gg]TGCHANCE[half];W[gc]TGCHANCE[0.5])`)
	if got, want := s.Chances(), []float64{-1, -1, -1, 0.5}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if text, err := s.tree.Append(nil); err != nil || strings.Contains(string(text), propertyChance) {
		t.Errorf("the record has them: %s, %v", text, err)
	}
}
