package search

import "testing"

// n_vl lost visits on every edge of the way while a playout is under way; one visit and its
// reward afterwards (Silver et al. 2016: N_r += n_vl, W_r −= n_vl; then N_r += 1−n_vl,
// W_r += n_vl+z).
func TestVirtualLoss(t *testing.T) {
	var tree *Tree
	var before, during Stat
	watch := leafFunc(func(v *Visit) (float32, error) {
		during = tree.store.outcomes[v.w.path[0].edge].Load()
		return 1, nil
	})
	tree, err := New(small(2), Parts{Rule: Greedy{FirstPlay: 0.1}, Leaf: func() Leaf { return watch }}, emptyTicTacToe())
	if err != nil {
		t.Fatal(err)
	}
	if err := tree.plant(); err != nil {
		t.Fatal(err)
	}
	w := tree.workers[1]
	for n := range 20 {
		if err := w.playout(); err != nil {
			t.Fatal(err)
		}
		edge := w.path[0].edge
		after := tree.store.outcomes[edge].Load()
		if during.N() != n+3 || during.Sum() != float32(n) {
			t.Fatalf("playout %d: %d visits, %v won while it was under way", n, during.N(), during.Sum())
		}
		if after.N() != n+1 || after.Sum() != float32(n+1) {
			t.Fatalf("playout %d: %d visits, %v won after it", n, after.N(), after.Sum())
		}
		before = after
	}
	if before.Mean() != 1 {
		t.Errorf("mean %v", before.Mean())
	}
	check(t, tree)
}
