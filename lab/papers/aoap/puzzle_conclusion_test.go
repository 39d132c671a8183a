package aoap

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/games/gomoku"
)

// States that "a loss to be averted" finds have losing moves and right ones that do not lose; with
// the losing ones called right, every right move loses, but not every move.
func TestPuzzleClasses(t *testing.T) {
	start, err := gomoku.New(gomokuRules)
	if err != nil {
		t.Fatal(err)
	}
	z, err := puzzleKinds[1].find(t.Context(), &start, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	p, err := gomoku.Parse(z.Board, gomokuRules)
	if err != nil {
		t.Fatal(err)
	}
	other := puzzle{Board: z.Board}
	right := map[int]bool{}
	for _, m := range z.Right {
		right[m] = true
	}
	for _, m := range gomoku.AppendFree(&p, []int16(nil)) {
		if !right[int(m)] {
			other.Right = append(other.Right, int(m))
		}
	}
	both := puzzle{Board: z.Board, Right: append(z.Right[:1:1], other.Right[0])}
	classes, err := puzzleClasses([]puzzle{z, both, other})
	if err != nil {
		t.Fatal(err)
	}
	for k := range 3 {
		if got := classes[k].states; len(got) != 1 || got[0] != k {
			t.Errorf("%s: states %v, want %d", classes[k].name, got, k)
		}
	}
}

// The published order is counted pair by pair, and a PCS that falls where right moves lose, and only
// there, is explained by them.
func TestPuzzleConclusion(t *testing.T) {
	measured := map[string][]precisionCell{}
	cell := func(begin, end float64) precisionCell {
		c := precisionCell{Searches: 1000}
		for i := range puzzlePoints {
			c.Right = append(c.Right, begin+(end-begin)*float64(i)/float64(len(puzzlePoints)-1))
		}
		return c
	}
	ends := map[string]float64{"aoap": 900, "ocba": 800, "ttts": 700, "uct": 600, "random": 500}
	for _, kind := range puzzleKinds {
		for _, opponent := range opponentModels {
			for _, policy := range treePolicies {
				s := puzzleSeries{kind, opponent, policy}
				measured[s.key()] = []precisionCell{cell(100, ends[policy.Key]), cell(100, ends[policy.Key])}
			}
		}
	}
	panel := puzzleSeries{kind: puzzleKinds[2], opponent: opponentModels[1]}
	if stand, reversed, of := puzzleOrder(measured, panel, 10_000); stand != 9 || reversed != 0 || of != 9 {
		t.Errorf("%d stand and %d are reversed of %d pairs, want 9, 0 of 9", stand, reversed, of)
	}
	classes := [4]puzzleClass{{states: []int{0}}, {}, {states: []int{1}}, {}}
	if text := string(puzzleConclusion(measured, classes)); !strings.Contains(text, "is mostly the paper") ||
		!strings.Contains(text, "No PCS falls") {
		t.Errorf("of the published order: %s", text)
	}
	other := puzzleSeries{kind: puzzleKinds[0], opponent: opponentModels[0], policy: treePolicies[0]}
	measured[other.key()][1] = cell(800, 100)
	if text := string(puzzleConclusion(measured, classes)); !strings.Contains(text, "own maximum") ||
		strings.Contains(text, "right moves that lose") || strings.Contains(text, "a wrong definition would do") {
		t.Errorf("of another panel than the one that is explained: %s", text)
	}
	measured[other.key()][1] = measured[other.key()][0]
	for _, policy := range treePolicies {
		panel.policy = policy
		measured[panel.key()][1] = cell(800, 100)
	}
	text := string(puzzleConclusion(measured, classes))
	if !strings.Contains(text, "this is what a wrong definition would do") ||
		!strings.Contains(text, "is below the same policy's own maximum") {
		t.Errorf("with a PCS that falls where right moves lose: %s", text)
	}
	classes[0], classes[2] = classes[2], classes[0]
	if text := string(puzzleConclusion(measured, classes)); !strings.Contains(
		text, "is not explained by right moves that lose",
	) {
		t.Errorf("with a PCS that falls where they do not: %s", text)
	}
}

// The definition that fits best is that of most pairs left over, those at the end counted as those
// at the beginning.
func TestPuzzleFits(t *testing.T) {
	for i, kind := range puzzleKinds {
		fits := map[string]*[2]int{}
		for _, other := range puzzleKinds {
			fits[other.Name] = &[2]int{9, -8}
		}
		fits[kind.Name] = &[2]int{-3, 6 + i}
		text := puzzleFits(fits)
		if want := fmt.Sprintf("\"%s\" −3 and %d", kind.Name, 6+i); !strings.Contains(text, want) ||
			!strings.HasSuffix(text, fmt.Sprintf("The most, in these states: \"%s\".", kind.Name)) {
			t.Errorf("of %s: %s", kind.Name, text)
		}
	}
}

// Few pairs that are apart decide nothing, one way or the other.
func TestPuzzleVerdict(t *testing.T) {
	for _, c := range []struct {
		stood, turned int
		want          string
	}{{12, 34, "contradicts"}, {34, 12, "mostly"}, {0, 0, "neither"}, {5, 3, "neither"}, {0, 1, "neither"}, {27, 27, "neither"}} {
		if got := puzzleVerdict(c.stood, c.turned, 54); !strings.Contains(got, c.want) {
			t.Errorf("%d stand and %d are reversed: %s", c.stood, c.turned, got)
		}
	}
}
