package record

import (
	"slices"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/sgf"
)

// ReadPath replays the nodes of a record from its root to one of them. Where no move is among them and no PL, the first
// move after them says who begins, and whether stones are a handicap.
func ReadPath(path []*sgf.Node, rules board.Rules) (*board.Game, error) {
	if first := firstMove(path); first != nil {
		return ReadGame(sgf.LineOf(append(slices.Clip(path), first)...), rules, 0)
	}
	return ReadGame(sgf.LineOf(path...), rules, -1)
}

// firstMove is the node of the first move after the path, nil if the path has a move or PL, or if stones are set up
// before that move.
func firstMove(path []*sgf.Node) *sgf.Node {
	if slices.ContainsFunc(path, func(n *sgf.Node) bool { return has(n, "B", "W", "PL") }) {
		return nil
	}
	for next := path[len(path)-1]; len(next.Children) > 0; {
		switch next = next.Children[0]; {
		case has(next, "AB", "AW", "AE", "PL"):
			return nil
		case has(next, "B", "W"):
			return next
		}
	}
	return nil
}

// has says whether a node has one of these properties.
func has(n *sgf.Node, idents ...string) bool {
	return slices.ContainsFunc(idents, func(ident string) bool {
		_, ok := n.Get(ident)
		return ok
	})
}

// MovesAfter are the nodes with moves that follow a node on the main line; ok is false if the node is not on it.
func MovesAfter(t *sgf.Tree, n *sgf.Node) (moves []*sgf.Node, ok bool) {
	for _, next := range t.MainLine() {
		if ok && has(next, "B", "W") {
			moves = append(moves, next)
		}
		ok = ok || next == n
	}
	return moves, ok
}
