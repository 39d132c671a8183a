package sgf

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Bounds on one game; beyond them it is refused.
const (
	MaxNesting    = 1000    // variations within variations
	MaxNodes      = 1 << 20 // nodes
	MaxProperties = 1 << 21 // properties
)

// maxWalks is how many times as much as the whole text is walked through, behind brackets that close in no game of
// theirs. Hostile text could hold millions of these, each with a walk to the end.
const maxWalks = 100

// Scanner reads the games of decoded text one after the other.
type Scanner struct {
	file string
	text []byte
	pos  int

	counted int // text before it has been counted:
	line    int // its lines, and one
	col     int // the characters of its last line
	games   int
	pending error
	mended  error // the first thing mended in the game read last

	walked   int // bytes, behind brackets that did not close
	mendless int // no comment with its first closing bracket before this offset can be mended
}

// NewScanner reads text, which must be UTF-8 as Decode returns it; file is for
// messages.
func NewScanner(file string, text []byte) *Scanner {
	return &Scanner{file: file, text: text, line: 1}
}

// NewScannerAt is NewScanner for text that begins on the given line of the file.
func NewScannerAt(file string, text []byte, line int) *Scanner {
	return &Scanner{file: file, text: text, line: line}
}

// mostFaults is how many faults Parse gives at most, and one.
const mostFaults = 1000

// Parse decodes a file's bytes and reads all its games. It leaves broken games out.
// faults has the first thousand of them, and of what was mended in the others (see Scanner.Mended).
func Parse(file string, raw []byte) (trees []*Tree, faults []error) {
	text, _, err := Decode(raw, "")
	if err != nil {
		return nil, []error{fmt.Errorf("%s: %w", file, err)}
	}
	s, lost := NewScanner(file, text), false
	for {
		tree, err := s.Next()
		switch {
		case err == io.EOF:
			return trees, faults
		case err != nil:
			if len(faults) < mostFaults || !lost { // whoever looks for LeftOut finds one
				faults = append(faults, err)
			}
			lost = true
		default:
			trees = append(trees, tree)
			if err := s.Mended(); err != nil && len(faults) < mostFaults {
				faults = append(faults, err)
			}
		}
	}
}

// LeftOut says whether a fault that Parse gave is of a game, or of a file, that it left out.
func LeftOut(fault error) bool {
	var syntax *SyntaxError
	return !errors.As(fault, &syntax) || !syntax.Mended
}

// place is the line and column of an offset. Offsets mostly ascend, so it counts
// on from the last one.
func (s *Scanner) place(offset int) (line, col int) {
	if offset < s.counted {
		before := s.text[:offset]
		behind := bytes.Count(s.text[offset:s.counted], []byte{'\n'})
		return s.line - behind, utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
	}
	part := s.text[s.counted:offset]
	if n := bytes.Count(part, []byte{'\n'}); n > 0 {
		s.line += n
		s.col = 0
		part = part[bytes.LastIndexByte(part, '\n')+1:]
	}
	s.col += utf8.RuneCount(part)
	s.counted = offset
	return s.line, s.col + 1
}

func (s *Scanner) fault(offset int, format string, args ...any) *SyntaxError {
	line, col := s.place(offset)
	return &SyntaxError{File: s.file, Line: line, Col: col, Msg: fmt.Sprintf(format, args...)}
}

// Peek returns the text from the next game's opening parenthesis on, and the
// game's line, without reading it; nil if Next would not return a game.
func (s *Scanner) Peek() (rest []byte, line int) {
	if s.pending == nil {
		s.pending = s.find()
	}
	if s.pending != nil {
		return nil, 0
	}
	line, _ = s.place(s.pos)
	return s.text[s.pos:], line
}

// Skip passes over n bytes that the caller of Peek has read itself: a whole game.
func (s *Scanner) Skip(n int) {
	s.pos += n
	s.games++
}

// opensBare says whether a parenthesis opens a game with no semicolon at its root, as "(SZ[19]".
func opensBare(t []byte) bool {
	from := space(t, 1)
	i := from
	for i < len(t) && i < from+2 && t[i]-'A' < 26 {
		i++
	}
	return i > from && i < len(t) && t[i] == '['
}

// find moves to the next "(" that ";" follows, or a property of a root that has none.
func (s *Scanner) find() error {
	from := s.pos
	for {
		i := bytes.IndexByte(s.text[s.pos:], '(')
		if i < 0 {
			s.pos = len(s.text)
			break
		}
		s.pos += i
		if j := space(s.text, s.pos+1); j < len(s.text) && s.text[j] == ';' || opensBare(s.text[s.pos:]) {
			break
		}
		s.pos++
	}
	if s.games == 0 {
		// Mail headers and byte order marks before the first game are not its own.
		if s.pos == len(s.text) && from < len(s.text) {
			s.games++
			return s.fault(from, "no game: no \"(;\" found")
		}
	} else if i := bytes.IndexByte(s.text[from:s.pos], '['); i >= 0 {
		return s.fault(from+i, "text outside of any game")
	}
	if s.pos == len(s.text) {
		return io.EOF
	}
	return nil
}

// space skips white space from i.
func space(t []byte, i int) int {
	for i < len(t) && isSpace(t[i]) {
		i++
	}
	return i
}

func isSpace(c byte) bool { return c == ' ' || c-'\t' < 5 }

// Next reads the next game: a *SyntaxError if it is broken (the following call
// goes on behind it), io.EOF if there are no more.
func (s *Scanner) Next() (*Tree, error) {
	err := s.pending
	if err == nil {
		err = s.find()
	}
	s.pending, s.mended = nil, nil
	if err != nil {
		return nil, err
	}
	s.games++
	tree, at, depth, err := s.game()
	if err != nil {
		s.recover(at, depth)
		return nil, err
	}
	s.pos = at
	return tree, nil
}

// Mended is a *SyntaxError for the first fault that was mended in the game that
// Next returned last, nil if there was none. Three faults are mended, as what is
// meant is plain: brackets at the end of the file that do not close, a closing
// bracket within a comment that is not escaped, and a first node without a semicolon.
func (s *Scanner) Mended() error { return s.mended }

func (s *Scanner) mend(offset int, format string, args ...any) {
	if s.mended == nil {
		fault := s.fault(offset, format, args...)
		fault.Mended = true
		s.mended = fault
	}
}

// game reads one game. On an error, at is where and depth how many parentheses
// are open there.
func (s *Scanner) game() (tree *Tree, at, depth int, err error) {
	var (
		t          = s.text
		i          = s.pos
		root       *Node
		node       *Node   // the last of the sequence that is open
		parents    []*Node // nodes to which the open variations belong
		begun      bool    // the open sequence has a node
		closed     bool    // the open sequence has had its variations
		nodes      int
		properties int
		gameLine   int
	)
	gameLine, _ = s.place(i)
	for i < len(t) {
		c := t[i]
		switch {
		case isSpace(c):
			i++
		case c == ';':
			if depth == 0 {
				return nil, i, depth, s.fault(i, "node outside of the game")
			}
			if closed {
				return nil, i, depth, s.fault(i, "node after a variation that has ended")
			}
			if nodes++; nodes > MaxNodes {
				return nil, i, depth, s.fault(i, "more than %d nodes", MaxNodes)
			}
			n := &Node{}
			n.Line, n.Col = s.place(i)
			if node == nil {
				root = n
			} else {
				node.Children = append(node.Children, n)
			}
			node, begun = n, true
			i++
		case c == '(':
			if depth > 0 && !begun {
				return nil, i, depth, s.fault(i, "variation without a node before it")
			}
			if depth > 0 && OpensGame(s.text[i:]) {
				return nil, i, depth, s.fault(i, "the game of line %d is not closed before the next", gameLine)
			}
			if depth == MaxNesting {
				return nil, i, depth, s.fault(i, "variations nested deeper than %d", MaxNesting)
			}
			parents = append(parents, node)
			depth++
			begun, closed = false, false
			i++
		case c == ')':
			if !begun {
				return nil, i, depth, s.fault(i, "empty variation")
			}
			depth--
			node = parents[depth]
			parents = parents[:depth]
			i++
			if depth == 0 {
				return &Tree{root}, i, 0, nil
			}
			closed = true
		case isLetter(c):
			if root == nil && depth == 1 {
				s.mend(i, "the first node has no semicolon before it: taken as there")
				root = &Node{}
				root.Line, root.Col = s.place(i)
				node, begun, nodes = root, true, 1
			}
			if !begun || closed {
				return nil, i, depth, s.fault(i, "property outside of a node")
			}
			if properties++; properties > MaxProperties {
				return nil, i, depth, s.fault(i, "more than %d properties", MaxProperties)
			}
			p, next, err := s.property(i)
			if err != nil {
				return nil, next, depth, err
			}
			node.Properties = append(node.Properties, p)
			i = next
		case c == '[':
			return nil, i, depth, s.fault(i, "value without a property")
		default:
			r, _ := utf8.DecodeRune(t[i:])
			return nil, i, depth, s.fault(i, "unexpected character %q", r)
		}
	}
	if begun && depth > 0 {
		s.mend(i, "the file ends inside the game of line %d: taken as closed there", gameLine)
		return &Tree{root}, i, 0, nil
	}
	return nil, i, depth, s.fault(i, "the file ends inside the game of line %d", gameLine)
}

// property reads an identifier and its values from i.
func (s *Scanner) property(i int) (p Property, next int, err error) {
	t, from := s.text, i
	for i < len(t) && isLetter(t[i]) {
		i++
	}
	p.Ident = identifier(t[from:i])
	i = space(t, i)
	if i == len(t) || t[i] != '[' {
		return p, i, s.fault(from, "property %.20s has no value", p.Ident)
	}
	for i < len(t) && t[i] == '[' {
		end := ValueEnd(t, i+1)
		if end < 0 {
			return p, i, s.fault(i, "the value of %.20s is not closed", p.Ident)
		}
		v := Value(t[i+1 : end])
		if (p.Ident == "C" || p.Ident == "GC") && !continues(t, end+1) {
			if longer, e, ok := s.mendText(i+1, end); ok {
				s.mend(end, "a bracket in the comment is not escaped: taken as text")
				v, end = longer, e
			}
		}
		p.Values = append(p.Values, v)
		i = space(t, end+1)
	}
	return p, i, nil
}

// ValueEnd is the index of the bracket that closes the value beginning at i, −1 if
// there is none before another game begins.
func ValueEnd(t []byte, i int) int {
	end := closingBracket(t, i)
	if end-i >= len("(;GM[") && swallows(t, i, end) {
		return -1
	}
	return end
}

// closingBracket looks at each byte twice at most, however many escapes there are.
func closingBracket(t []byte, i int) int {
	bracket := i - 1 // the first bracket from i on, as soon as one has been looked for
	for {
		if bracket < i {
			n := bytes.IndexByte(t[i:], ']')
			if n < 0 {
				return -1
			}
			bracket = i + n
		}
		// Escapes run from the left: each backslash takes the byte after it.
		b := bytes.IndexByte(t[i:bracket], '\\')
		if b < 0 {
			return bracket
		}
		if i += b + 2; i > len(t) {
			return -1
		}
	}
}

// swallows says whether the value t[i:end] ends with the beginning of another
// game, "(;GM[1": its own bracket was forgotten, and this one closes the first
// property of the next game, which would lend its size, result and moves to this
// one. In a game that was pasted into a comment, the brackets are escaped.
func swallows(t []byte, i, end int) bool {
	k := bytes.LastIndex(t[i:end], []byte("(;"))
	return k >= 0 && OpensGame(t[i+k:]) && bytes.IndexByte(t[i+k:end], '\\') < 0
}

// identifier drops the small letters that FF[1] to FF[3] allow in names: Black is
// B, AddWhite is AW. A name in small letters only is taken as meant in capitals.
func identifier(name []byte) string {
	switch string(name) { // the commonest, without allocation
	case "B":
		return "B"
	case "W":
		return "W"
	case "C":
		return "C"
	}
	capitals := make([]byte, 0, len(name))
	for _, c := range name {
		if c < 'a' {
			capitals = append(capitals, c)
		}
	}
	if len(capitals) == 0 {
		return strings.ToUpper(string(name))
	}
	return string(capitals)
}

func isLetter(c byte) bool { return c|0x20-'a' < 26 }
