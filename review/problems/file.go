package problems

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/sgf"
)

// The properties of SGF that a problem has: at the root what it is about and where it comes from, and at a variation
// whether its move is right or wrong.
const (
	about  = "GC"
	source = "SO"
	good   = "TE"
	bad    = "BM"
)

// Extension is what a file that Write has written is named with: readers take its lines for records.
const Extension = ".sgfl"

// Write writes the problems as records, one a line.
func Write(w io.Writer, list []Problem) error {
	for i := range list {
		text, err := list[i].tree().Append(nil)
		if err != nil {
			return fmt.Errorf("problem %d: %w", i+1, err)
		}
		line := bytes.ReplaceAll(bytes.TrimSpace(text), []byte("\n"), nil)
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// tree is the problem as a record.
func (p *Problem) tree() *sgf.Tree {
	t := record.Transcript{Game: p.Game}.Tree()
	t.Root.Set(about, sgf.Escape(string(p.Kind)))
	t.Root.Set(source, sgf.Escape(p.Source))
	end := t.MainLine()
	last, color := end[len(end)-1], record.Letter(p.Game.Position().ToMove())
	for _, moves := range []struct {
		list  []Move
		ident string
	}{{p.Right, good}, {p.Wrong, bad}} {
		for _, m := range moves.list {
			n := last.Add(color, sgf.Point(m.Point))
			n.Set(moves.ident, "1")
			n.Set("C", sgf.Escape(fmt.Sprintf("%.0f%%", 100*m.Value)))
		}
	}
	return t
}

// Read reads the problems of the files and folders, as record.Trees does. A record that is broken, has an illegal move
// or names no right move is an error with file and line. Values are those of the comments, 0 where there is none.
func Read(ctx context.Context, paths []string) ([]Problem, error) {
	var list []Problem
	var fault error
	err := record.Trees(ctx, paths, func(f record.Fault) {
		if fault == nil {
			fault = f
		}
	}, func(t *sgf.Tree, s record.Source) error {
		p, err := read(t)
		if err != nil {
			return fmt.Errorf("%s: %w", s, err)
		}
		if p.Source == "" {
			p.Source = s.String()
		}
		list = append(list, p)
		return nil
	})
	if err == nil {
		err = fault
	}
	return list, err
}

// read makes a problem of a record.
func read(t *sgf.Tree) (Problem, error) {
	p := Problem{Kind: Kind(strings.TrimSpace(t.Root.Text(about))), Source: t.Root.Text(source)}
	if p.Kind == "" {
		p.Kind = WholeBoard
	}
	record.PutHandicap(t)
	path := []*sgf.Node{t.Root}
	last := t.Root
	for !answers(last) {
		if len(last.Children) == 0 {
			return p, fmt.Errorf("no variation is marked as right: mark one with %s", good)
		}
		last = last.Children[0]
		path = append(path, last)
	}
	var err error
	if p.Game, err = record.ReadGame(sgf.LineOf(path...), board.Chinese(), -1); err != nil {
		return p, err
	}
	if p.Game.Over() {
		return p, fmt.Errorf("the game is over before the problem")
	}
	toMove := p.Game.Position().ToMove()
	for _, n := range last.Children {
		list := &p.Wrong
		if _, ok := n.Get(good); ok {
			list = &p.Right
		} else if _, ok := n.Get(bad); !ok {
			continue
		}
		v, ok := n.Get(record.Letter(toMove))
		if !ok {
			return p, fmt.Errorf("a variation at move %d has no move of %s", len(p.Game.Moves())+1, toMove)
		}
		m := Move{}
		if m.Point, err = sgf.ParseMove(v, p.Game.Size()); err != nil {
			return p, err
		}
		if err := p.Game.Legal(m.Point, toMove); err != nil {
			return p, fmt.Errorf("the variation %s: %w", m.Point.Vertex(p.Game.Size()), err)
		}
		var percent float64
		if _, err := fmt.Sscanf(n.Text("C"), "%f%%", &percent); err == nil && percent >= 0 && percent <= 100 {
			m.Value = percent / 100
		}
		*list = append(*list, m)
	}
	if len(p.Right) == 0 {
		return p, fmt.Errorf("no variation is marked as right: mark one with %s", good)
	}
	return p, nil
}

// answers says whether the variations of a node are judged.
func answers(n *sgf.Node) bool {
	for _, child := range n.Children {
		for _, ident := range []string{good, bad} {
			if _, ok := child.Get(ident); ok {
				return true
			}
		}
	}
	return false
}
