package review

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/sgf"
)

// What a review writes at most.
const (
	reviewMoves = 3  // other moves for each that was played
	reviewDepth = 12 // moves of a variation
)

// Losses from which a move is marked as bad, and as very bad.
const (
	badLoss     = 0.1
	veryBadLoss = 0.2
)

// signature begins the paragraph of a comment that a review writes.
const signature = "Tengen: "

// Annotate writes what was found into the record's nodes: Black's win rate in percent
// as SBKV, which Sabaki draws as a curve; the same in words below the comment that is
// there; other moves as variations; and marks for bad moves that have none. A second
// review replaces the words and the variations of the first, but not its marks.
func (r *Review) Annotate() {
	for i := range r.Positions {
		p := &r.Positions[i]
		if p.Analysis == nil {
			continue
		}
		if i > 0 {
			forget(r.Positions[i-1].Node, p.Node)
		}
		p.Node.Set("SBKV", sgf.Value(fmt.Sprintf("%.2f", 100*p.Black())))
		text := fmt.Sprintf("Black %.1f%%, White %.1f%%", 100*p.Black(), 100*(1-p.Black()))
		if p.Analysis.Visits > 0 {
			text += fmt.Sprintf(" after %d playouts", p.Analysis.Visits)
		}
		text += "."
		instead := r.Instead(i, reviewMoves)
		others := "Also read" // they need not be better
		if p.Loss >= 0.0005 {
			others = "Instead"
			text += fmt.Sprintf(" %s lost %.1f%%.", name(p.Move.Color), 100*p.Loss)
		}
		for k, m := range instead {
			if k == 0 {
				text += fmt.Sprintf(" %s, for %s: ", others, name(p.Move.Color))
			} else {
				text += ", "
			}
			text += fmt.Sprintf("%s %.1f%%", m.Point.Vertex(r.Size), 100*m.Winrate)
		}
		if len(instead) > 0 {
			text += "."
			r.vary(i, instead)
		}
		if i == 0 {
			text = "reviewed by " + r.Player + ". " + text
		}
		comment(p.Node, text)
		mark(p)
	}
}

func name(c board.Color) string {
	if c == board.White {
		return "White"
	}
	return "Black"
}

// comment appends a paragraph to the node's comment, in place of one that an earlier
// review wrote.
func comment(n *sgf.Node, text string) {
	var kept []string
	if v, ok := n.Get("C"); ok {
		for paragraph := range strings.SplitSeq(v.Text(), "\n\n") {
			if paragraph != "" && !strings.HasPrefix(paragraph, signature) {
				kept = append(kept, paragraph)
			}
		}
	}
	n.Set("C", sgf.Escape(strings.Join(append(kept, signature+text), "\n\n")))
}

// forget removes the variations of an earlier review after a node, but not what the record goes on with.
func forget(n, next *sgf.Node) {
	n.Children = slices.DeleteFunc(n.Children, func(child *sgf.Node) bool { return child != next && written(child) })
}

// written says whether a variation is as vary adds it: moves alone, the first of which has a comment of a review.
func written(n *sgf.Node) bool {
	v, _ := n.Get("C")
	text := v.Text()
	if !strings.HasPrefix(text, signature) || strings.Contains(text, "\n\n") || len(n.Properties) != 2 {
		return false
	}
	for len(n.Children) == 1 {
		if n = n.Children[0]; len(n.Properties) != 1 {
			return false
		}
	}
	return len(n.Children) == 0
}

// vary adds other moves than the one that led to position i as variations, unless
// the record has one that begins so.
func (r *Review) vary(i int, instead []player.MoveAnalysis) {
	parent := r.Positions[i-1].Node
	if parent == r.Positions[i].Node {
		return // no node between them that could have another child
	}
	for _, m := range instead {
		c := r.Positions[i].Move.Color
		if has(parent, c, m.Point) {
			continue
		}
		n := parent
		line := m.Variation
		if len(line) == 0 {
			line = []board.Point{m.Point}
		}
		for k, p := range line[:min(len(line), reviewDepth)] {
			n = n.Add(record.Letter(c), sgf.Point(p))
			if k == 0 {
				comment(n, fmt.Sprintf("%s %.1f%% after %d playouts.", name(c), 100*m.Winrate, m.Visits))
			}
			c = c.Opponent()
		}
	}
}

// has says whether a child of n begins with the move.
func has(n *sgf.Node, c board.Color, p board.Point) bool {
	for _, child := range n.Children {
		if v, ok := child.Get(record.Letter(c)); ok && v == sgf.Point(p) {
			return true
		}
	}
	return false
}

// mark marks a bad move, unless the record judges it already.
func mark(p *Reviewed) {
	if p.Loss < badLoss {
		return
	}
	for _, ident := range []string{"BM", "DO", "IT", "TE"} {
		if _, judged := p.Node.Get(ident); judged {
			return
		}
	}
	grade := sgf.Value("1")
	if p.Loss >= veryBadLoss {
		grade = "2"
	}
	p.Node.Set("BM", grade)
}
