package sgf

import "strings"

// Tree is one game with its variations.
type Tree struct {
	Root *Node
}

// Node is one move or set of properties; its first child continues the main line.
type Node struct {
	Properties []Property
	Children   []*Node
	Line, Col  int // where it was read, from 1; 0 if it was not read
}

// Property is an identifier in capital letters with one value or more.
type Property struct {
	Ident  string
	Values []Value
}

// Value is a property's value as it stands between the brackets, escapes
// included. Text and SimpleText give its meaning, Escape makes one.
type Value string

// Get returns the first value of the property, and whether there is one.
func (n *Node) Get(ident string) (Value, bool) {
	for i := range n.Properties {
		if n.Properties[i].Ident == ident && len(n.Properties[i].Values) > 0 {
			return n.Properties[i].Values[0], true
		}
	}
	return "", false
}

// Text is the first value of the property as simple text, empty if there is none.
func (n *Node) Text(ident string) string {
	v, _ := n.Get(ident)
	return v.SimpleText()
}

// Set replaces the property's values, or adds the property at the end. Without
// values it removes the property.
func (n *Node) Set(ident string, values ...Value) {
	for i := range n.Properties {
		if n.Properties[i].Ident == ident {
			if len(values) == 0 {
				n.Properties = append(n.Properties[:i], n.Properties[i+1:]...)
			} else {
				n.Properties[i].Values = values
			}
			return
		}
	}
	if len(values) > 0 {
		n.Properties = append(n.Properties, Property{ident, values})
	}
}

// Add appends a child with one property and returns it.
func (n *Node) Add(ident string, values ...Value) *Node {
	child := &Node{}
	child.Set(ident, values...)
	n.Children = append(n.Children, child)
	return child
}

// MainLine is the root and the first child of each node after it.
func (t *Tree) MainLine() []*Node {
	var line []*Node
	for n := t.Root; n != nil; n = n.Children[0] {
		line = append(line, n)
		if len(n.Children) == 0 {
			break
		}
	}
	return line
}

// LineOf is a tree of one line with the properties of these nodes, which it shares. The first is the
// root.
func LineOf(path ...*Node) *Tree {
	tree := &Tree{}
	var last *Node
	for _, n := range path {
		next := &Node{Properties: n.Properties, Line: n.Line, Col: n.Col}
		if last == nil {
			tree.Root = next
		} else {
			last.Children = []*Node{next}
		}
		last = next
	}
	return tree
}

// Text is the value as FF[4] defines Text: escapes resolved, soft line breaks
// gone, line breaks as "\n", other white space as spaces.
func (v Value) Text() string {
	if !strings.ContainsAny(string(v), "\\\r\t\v\f") {
		return string(v)
	}
	out := make([]byte, 0, len(v))
	for i := 0; i < len(v); {
		if n := lineBreak(v[i:]); n > 0 {
			out = append(out, '\n')
			i += n
			continue
		}
		c := v[i]
		i++
		if c == '\\' {
			if i == len(v) {
				break
			}
			if n := lineBreak(v[i:]); n > 0 {
				i += n
				continue
			}
			c = v[i]
			i++
		}
		if c == '\t' || c == '\v' || c == '\f' {
			c = ' '
		}
		out = append(out, c)
	}
	return string(out)
}

// SimpleText is the value as FF[4] defines SimpleText: Text in one line.
func (v Value) SimpleText() string {
	return strings.ReplaceAll(v.Text(), "\n", " ")
}

// lineBreak is the length of the line break that v begins with: one of LF, CR,
// LF CR, CR LF; 0 if it begins with none.
func lineBreak(v Value) int {
	if v == "" || v[0] != '\n' && v[0] != '\r' {
		return 0
	}
	if len(v) > 1 && (v[1] == '\n' || v[1] == '\r') && v[1] != v[0] {
		return 2
	}
	return 1
}

// Escape makes a value of any text. "(;" is broken up, so that a game pasted into a
// comment never looks like the next game of the file.
func Escape(text string) Value {
	text = strings.ReplaceAll(text, `\`, `\\`)
	text = strings.ReplaceAll(text, "(;", `(\;`)
	return Value(strings.ReplaceAll(text, "]", `\]`))
}
