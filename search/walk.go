package search

// Walk visits the positions in memory, each once and after the position which led to it first.
// visit gets the moves from the root to the position and what is known of the position's own
// moves. Both are valid until visit returns. They have only the statistics that the rule needs
// (Needs). Walk goes no deeper where visit says false. It holds up a search that is running.
// A ParallelRoot search shows its first tree.
func (t *Tree) Walk(visit func(path []Move, e *Edges) bool) {
	t.hold()
	defer t.release()
	if t.root == none {
		return
	}
	w := walker{tree: t, seen: map[uint32]bool{}, visit: visit}
	w.from(t.root, t.state.Player())
}

type walker struct {
	tree  *Tree
	path  []Move
	seen  map[uint32]bool
	visit func([]Move, *Edges) bool
}

func (w *walker) from(node uint32, player int) {
	w.seen[node] = true
	s := w.tree.store
	var e Edges
	s.look(&e, node)
	e.Player, e.Depth, e.Ply = player, len(w.path), plyOf(w.tree.state)+len(w.path)
	if !w.visit(w.path, &e) {
		return
	}
	for i, m := range e.Moves {
		if child := s.childOf(s.first[node] + uint32(i)); child != none && child != claimed && !w.seen[child] {
			w.path = append(w.path, m)
			w.from(child, 1-player)
			w.path = w.path[:len(w.path)-1]
		}
	}
}
