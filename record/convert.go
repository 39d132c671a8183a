package record

import (
	"strconv"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/sgf"
)

// FromSGF turns the main line of a game tree into a game. The moves are not
// replayed: see Game.Verify. Errors say what makes the record no game to learn
// from: not Go, a size out of range, a point off the board, stones set up in the
// middle. If only the end of the record is at fault, as where stones are set up after a move, the error
// is a *BreakError and the game is the part before it. Handicap stones that are
// counted but neither set up nor played stand on the fixed points of GTP 2.
func FromSGF(root *sgf.Node) (Game, error) {
	var b builder
	b.reset()
	for n := root; n != nil; {
		for _, p := range n.Properties {
			id := code([]byte(p.Ident))
			for i, v := range p.Values {
				b.value(id, []byte(v), i)
			}
		}
		if len(n.Children) == 0 {
			break
		}
		n = n.Children[0]
	}
	return b.game()
}

// ToSGF writes a game as a tree without variations. Thoughts become comments on their moves.
func ToSGF(g Game) *sgf.Tree {
	root := &sgf.Node{}
	set := func(ident, text string) {
		if text != "" {
			root.Set(ident, sgf.Escape(text))
		}
	}
	set("GM", "1")
	set("FF", "4")
	set("CA", "UTF-8")
	set("SZ", strconv.Itoa(g.Size))
	if !g.NoKomi {
		set("KM", komiText(g.Komi))
	}
	if g.Handicap > 0 {
		set("HA", strconv.Itoa(g.Handicap))
	}
	set("RU", g.Rules)
	set("RE", g.Result.String())
	set("BR", g.BlackRank.String())
	set("WR", g.WhiteRank.String())
	set("DT", g.Date.String())
	var stones [3][]sgf.Value
	for _, m := range g.Setup {
		stones[m.Color()] = append(stones[m.Color()], sgf.Point(m.Point(g.Size)))
	}
	root.Set("AB", stones[board.Black]...)
	root.Set("AW", stones[board.White]...)
	switch {
	case len(g.Setup) > 0 && g.First == board.Black:
		root.Set("PL", "B")
	case len(g.Setup) > 0 && g.First == board.White:
		root.Set("PL", "W")
	}
	node := root
	for i, m := range g.Moves {
		ident := "B"
		if m.Color() == board.White {
			ident = "W"
		}
		node = node.Add(ident, sgf.Point(m.Point(g.Size)))
		if i < len(g.Thoughts) && g.Thoughts[i].known() {
			node.Set("C", sgf.Escape(g.Thoughts[i].text(g.Size)))
		}
	}
	return &sgf.Tree{Root: root}
}
