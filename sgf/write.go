package sgf

import (
	"errors"
	"fmt"
	"io"
)

// lineWidth is where Write begins a new line, between nodes only.
const lineWidth = 76

// Write writes the games as FF[4] in UTF-8: a root that names another format or
// character set, or none (which would mean FF[1] and Latin-1), is written with
// FF[4] and CA[UTF-8] in its place. A property that
// cannot be written (no capital-letter name, no value, a bracket not escaped) is
// an error.
func Write(w io.Writer, trees ...*Tree) error {
	for _, t := range trees {
		b, err := t.Append(nil)
		if err != nil {
			return err
		}
		if _, err := w.Write(append(b, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// Append appends the game's text to dst; see Write.
func (t *Tree) Append(dst []byte) ([]byte, error) {
	if t.Root == nil {
		return dst, errors.New("a game without a root cannot be written")
	}
	// Trees may be as deep as they like, so the way back up is kept here.
	type step struct {
		node     *Node
		brackets bool // the node opens a variation
		end      bool // close one instead
	}
	stack := []step{{node: t.Root, brackets: true}}
	line := len(dst)
	var err error
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if s.end {
			dst = append(dst, ')')
			continue
		}
		if last := len(dst) - 1; len(dst) > line && dst[last] == ')' || len(dst)-line > lineWidth {
			dst = append(dst, '\n')
			line = len(dst)
		}
		if s.brackets {
			dst = append(dst, '(')
			stack = append(stack, step{end: true})
		}
		if dst, err = s.node.append(dst, s.node == t.Root); err != nil {
			return dst, err
		}
		for i := len(s.node.Children) - 1; i >= 0; i-- {
			stack = append(stack, step{node: s.node.Children[i], brackets: len(s.node.Children) > 1})
		}
	}
	return dst, nil
}

// append writes one node.
func (n *Node) append(dst []byte, root bool) ([]byte, error) {
	dst = append(dst, ';')
	if _, ok := n.Get("FF"); root && !ok {
		dst = append(dst, "FF[4]"...)
	}
	if _, ok := n.Get("CA"); root && !ok {
		dst = append(dst, "CA[UTF-8]"...)
	}
	for _, p := range n.Properties {
		if err := p.check(); err != nil {
			return dst, err
		}
		dst = append(dst, p.Ident...)
		for _, v := range p.Values {
			if root && p.Ident == "FF" {
				v = "4"
			}
			if root && p.Ident == "CA" {
				v = "UTF-8"
			}
			dst = append(dst, '[')
			dst = append(dst, v...)
			dst = append(dst, ']')
		}
	}
	return dst, nil
}

// check says why a property cannot be written.
func (p *Property) check() error {
	if p.Ident == "" {
		return errors.New("a property without a name cannot be written")
	}
	for i := range len(p.Ident) {
		if c := p.Ident[i]; c < 'A' || c > 'Z' {
			return fmt.Errorf("property %q: a name has capital letters only", p.Ident)
		}
	}
	if len(p.Values) == 0 {
		return fmt.Errorf("property %s has no value", p.Ident)
	}
	for _, v := range p.Values {
		if t := []byte(v + "]"); ValueEnd(t, 0) < 0 && closingBracket(t, 0) >= 0 {
			return fmt.Errorf("property %s: value %q would look like another game; see Escape", p.Ident, v)
		}
		for i := 0; i < len(v); i++ {
			if v[i] == '\\' {
				i++
				if i == len(v) {
					return fmt.Errorf("property %s: value %q ends in a lone backslash; see Escape", p.Ident, v)
				}
			} else if v[i] == ']' {
				return fmt.Errorf("property %s: value %q holds a bracket that is not escaped; see Escape", p.Ident, v)
			}
		}
	}
	return nil
}
