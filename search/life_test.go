package search

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// mappedMemory is of a tree that is large enough for memory of the system's.
const mappedMemory = 160 << 20

func closedTree(t *testing.T, tree *Tree) {
	t.Helper()
	if root := tree.Root(); len(root.Moves) > 0 || root.Visits > 0 {
		t.Errorf("a closed tree knows of %d visits", root.Visits)
	}
	trees := []*Tree{tree}
	if tree.rootTrees != nil {
		trees = tree.rootTrees.trees
	}
	for i, one := range trees {
		if one.store.memory != nil || one.store.hash != nil {
			t.Errorf("tree %d of %d has its memory", i+1, len(trees))
		}
	}
}

// A tree that is closed while somebody searches and others look gives its memory back when the search ends.
func TestCloseDuringASearch(t *testing.T) {
	for _, memory := range []int64{4 << 20, mappedMemory} {
		for _, parallel := range []Parallel{ParallelTree, ParallelRoot} {
			c := small(2)
			c.Memory, c.Parallel, c.SyncEvery, c.SyncDepth = memory, parallel, 50, 1
			tree, err := New(c, Parts{Rule: UCT{Cp: 0.5}, Leaf: uniform(7)}, emptyGo(t, 7))
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan error)
			go func() { ended <- tree.Search(ctx, Budget{}) }()
			for tree.Playouts() < 200 {
				tree.Root()
			}
			tree.Close()
			for at := tree.Playouts(); tree.Playouts() < at+200; { // it goes on
				tree.Root()
			}
			cancel()
			if err := <-ended; err != nil {
				t.Error(err)
			}
			closedTree(t, tree)
		}
	}
}

// A tree after another finds what the first one found: its memory is as new.
func TestTreesOneAfterAnother(t *testing.T) {
	for _, transpositions := range []bool{false, true} {
		var first Root
		for i := range 3 {
			c := small(1)
			c.Memory, c.Transpositions = mappedMemory, transpositions
			tree := grown(t, c, Parts{Rule: Rave{Schedule: HandSelected{K: 100}, C: 0.1}, Leaf: uniform(7)}, emptyGo(t, 7), 3000)
			root := tree.Root()
			if i == 0 {
				first = root
			}
			if diff := cmp.Diff(first, root); diff != "" {
				t.Errorf("tree %d: %s", i+1, diff)
			}
			tree.Close()
			closedTree(t, tree)
		}
	}
}
