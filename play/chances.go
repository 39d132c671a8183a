package play

import (
	"strconv"

	"github.com/tengen-go/tengen/sgf"
)

// chances are what a player expected when it moved: that Black wins, 0 to 1, by the node of the move.
type chances map[*sgf.Node]float64

// note writes them into the nodes. clear takes them out again.
func (c chances) note() (clear func()) {
	for n, chance := range c {
		n.Set(propertyChance, sgf.Escape(strconv.FormatFloat(chance, 'g', 4, 64)))
	}
	return func() {
		for n := range c {
			n.Set(propertyChance)
		}
	}
}

// takeChances takes out of a record what note wrote.
func takeChances(tree *sgf.Tree) chances {
	c := chances{}
	for rest := []*sgf.Node{tree.Root}; len(rest) > 0; {
		n := rest[len(rest)-1]
		rest = append(rest[:len(rest)-1], n.Children...)
		if _, ok := n.Get(propertyChance); !ok {
			continue
		}
		if chance, err := strconv.ParseFloat(n.Text(propertyChance), 64); err == nil && chance >= 0 && chance <= 1 {
			c[n] = chance
		}
		n.Set(propertyChance)
	}
	return c
}
