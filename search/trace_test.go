package search

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/tengen-go/tengen/board"
)

// judge is a leaf evaluation with priors and values that follow from the position, and uniform playouts.
type judge struct {
	PlayoutLeaf
	asked int
}

func (j *judge) Expand(v *Visit) error {
	sum := float32(0)
	for i, m := range v.Moves {
		v.Priors[i] = float32(1 + (uint64(m)*0x9e3779b9+v.State.Hash())%97)
		sum += v.Priors[i]
	}
	for i := range v.Priors {
		v.Priors[i] /= sum
	}
	return nil
}

func (j *judge) Evaluate(v *Visit) (float32, error) {
	if t := v.AskValue(); t != nil {
		j.asked++
		t.Value(float32(v.State.Hash()%1001)/500 - 1)
	}
	return j.PlayoutLeaf.Evaluate(v)
}

// traced is a search by PUCT with values apart, on 5×5.
func traced(t *testing.T, change func(*Config, *PUCT)) *Tree {
	t.Helper()
	g, err := board.NewGame(5, board.Chinese())
	if err != nil {
		t.Fatal(err)
	}
	c, rule := small(1), NewPUCT()
	rule.Reduction = 0.3
	if change != nil {
		change(&c, &rule)
	}
	leaf := func() Leaf { return &judge{PlayoutLeaf: PlayoutLeaf{Playout: UniformGo(5)}} }
	tree, err := New(c, Parts{Rule: rule, Leaf: leaf}, NewGo(g))
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// whole is everything that a tree has.
func whole(tree *Tree) (all []string) {
	tree.Walk(func(path []Move, e *Edges) bool {
		text := fmt.Sprint(path)
		for i := range e.Len() {
			text += fmt.Sprint(" ", e.Moves[i], e.outcomes[i], e.values[i], e.Prior(i))
		}
		all = append(all, text)
		return true
	})
	return all
}

// A traced playout leaves the tree as an untraced one does, and so do those after it.
func TestTraceChangesNothing(t *testing.T) {
	for name, change := range map[string]func(*Config, *PUCT){
		"as it is": nil,
		"transpositions, expansion late": func(c *Config, r *PUCT) {
			c.Transpositions, c.ExpandAt, r.Reduction = true, 3, 0
		},
		"a store that gets full": func(c *Config, _ *PUCT) { c.Memory = 20_000 },
	} {
		watched, alone := traced(t, change), traced(t, change)
		for n := range 400 {
			if _, err := watched.Trace(t.Context()); err != nil {
				t.Fatal(err)
			}
			if err := alone.Search(t.Context(), Budget{Playouts: 1}); err != nil {
				t.Fatal(err)
			}
			if n%50 == 49 && !reflect.DeepEqual(whole(watched), whole(alone)) {
				t.Fatalf("%s: other trees after %d playouts", name, n+1)
			}
		}
		check(t, watched)
	}
}

// A trace says what happened: its way follows the largest sum of terms, one visit comes to the chosen moves
// and to no others, and the numbers are those of the tree before and after.
func TestTraceIsWhatHappened(t *testing.T) {
	tree := traced(t, func(c *Config, _ *PUCT) { c.ExpandAt = 2 })
	joined, judged, longest := 0, 0, 0
	for n := range 300 {
		before := tree.Root()
		used, _ := tree.Nodes()
		asked := tree.workers[0].leaf.(*judge).asked
		trace, err := tree.Trace(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for depth, s := range trace.Steps {
			if depth == 0 && n > 0 {
				for i, m := range s.Before {
					if m.MoveStat != before.Moves[i] {
						t.Fatalf("playout %d: %+v before, the tree had %+v", n, m.MoveStat, before.Moves[i])
					}
				}
			}
			chosen := s.Before[s.Chosen]
			for i, m := range s.Before {
				if m.Q+m.U > chosen.Q+chosen.U+1e-6 {
					t.Fatalf("playout %d, depth %d: %+v was not chosen, but %+v", n, depth, m, chosen)
				}
				want := m.Visits
				if i == s.Chosen {
					want++
				}
				if s.After[i].Visits != want {
					t.Fatalf("playout %d, depth %d: %d visits, want %d", n, depth, s.After[i].Visits, want)
				}
			}
			side := 1 - 2*float64(s.Player)
			sum := chosen.Outcome*float64(chosen.Visits) + side*trace.Outcome
			if after := s.After[s.Chosen]; !closeTo(after.Outcome, sum/float64(after.Visits)) {
				t.Fatalf("playout %d, depth %d: mean %v, want %v", n, depth, after.Outcome, sum/float64(after.Visits))
			}
			if trace.Judged {
				sum := chosen.Value*float64(chosen.Values) + side*trace.Value
				if after := s.After[s.Chosen]; after.Values != chosen.Values+1 || !closeTo(after.Value, sum/float64(after.Values)) {
					t.Fatalf("playout %d, depth %d: %+v", n, depth, after)
				}
			}
		}
		for i, m := range tree.Root().Moves {
			if trace.Steps[0].After[i].MoveStat != m {
				t.Fatalf("playout %d: %+v after, the tree has %+v", n, trace.Steps[0].After[i].MoveStat, m)
			}
		}
		if now, _ := tree.Nodes(); n > 0 && now-used != min(len(trace.Joined), 1) {
			t.Fatalf("playout %d: %d nodes more, and %d moves joined", n, now-used, len(trace.Joined))
		}
		if !trace.Over && (tree.workers[0].leaf.(*judge).asked > asked) != trace.Judged {
			t.Fatalf("playout %d: judged is %v", n, trace.Judged)
		}
		if !trace.Over && len(trace.Moves) == 0 {
			t.Fatalf("playout %d has no moves to the end", n)
		}
		joined += min(len(trace.Joined), 1)
		longest = max(longest, len(trace.Steps))
		if trace.Judged {
			judged++
		}
	}
	if joined == 0 || joined == 300 || judged == 0 || longest < 3 {
		t.Errorf("%d positions joined, %d were judged, the longest way has %d steps", joined, judged, longest)
	}
}

func closeTo(a, b float64) bool { return a-b < 1e-3 && b-a < 1e-3 }

// What cannot be followed is refused; a context that has ended ends it.
func TestTraceRefuses(t *testing.T) {
	if _, err := traced(t, func(c *Config, _ *PUCT) { c.Threads = 2 }).Trace(t.Context()); !errors.Is(err, errTraced) {
		t.Errorf("two threads: %v", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := traced(t, nil).Trace(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}
