package play

import (
	"slices"
	"strconv"

	"github.com/tengen-go/tengen/sgf"
)

// chances are what a player expected when it moved: that Black wins, 0 to 1, by the node of the move.
type chances map[*sgf.Node]float64

// annotated is a copy of the record in which the nodes have their chances. In a record from a file they also say which
// of them were not read there. Who thinks meanwhile reads the nodes of the record itself.
func (r *gameTree) annotated(c chances) *sgf.Tree {
	annotate := func(n *sgf.Node, own bool) *sgf.Node {
		out := *n
		out.Properties = slices.Clone(n.Properties)
		if chance, ok := c[n]; ok {
			out.Set(propertyChance, sgf.Escape(strconv.FormatFloat(chance, 'g', 4, 64)))
		}
		if own {
			out.Set(propertyOwn, "")
		}
		return &out
	}
	tree := *r.tree
	tree.Root = annotate(tree.Root, false)
	for rest := []*sgf.Node{tree.Root}; len(rest) > 0; {
		n := rest[len(rest)-1] // a copy with the children of the record's node
		rest = rest[:len(rest)-1]
		n.Children = slices.Clone(n.Children)
		for i, child := range n.Children {
			n.Children[i] = annotate(child, !r.began() && r.ours[child])
			rest = append(rest, n.Children[i])
		}
	}
	return &tree
}

// takeAnnotations takes out of a record what annotated has written.
func takeAnnotations(tree *sgf.Tree) (chances, []*sgf.Node) {
	c, own := chances{}, []*sgf.Node(nil)
	for rest := []*sgf.Node{tree.Root}; len(rest) > 0; {
		n := rest[len(rest)-1]
		rest = append(rest[:len(rest)-1], n.Children...)
		if _, ok := n.Get(propertyOwn); ok {
			own = append(own, n)
			n.Set(propertyOwn)
		}
		if _, ok := n.Get(propertyChance); !ok {
			continue
		}
		if chance, err := strconv.ParseFloat(n.Text(propertyChance), 64); err == nil && chance >= 0 && chance <= 1 {
			c[n] = chance
		}
		n.Set(propertyChance)
	}
	return c, own
}
