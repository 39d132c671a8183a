package record

import "github.com/tengen-go/tengen/sgf"

// fast reads the game that t begins with, "(" first, straight into the builder,
// without a tree. It returns the game's length in bytes. At anything but plain
// sound text it gives up (ok is false) and the tree decides: what fast accepts,
// the tree must read to the same game, which the tests and FuzzFast hold.
func (b *builder) fast(t []byte) (n int, ok bool) {
	if len(t) == 0 || t[0] != '(' {
		return 0, false
	}
	i, depth := 1, 1
	main := true   // on the main line: until the first variation ends
	begun := false // the open sequence has a node
	closed := false
	nodes, properties := 0, 0
	for i < len(t) {
		switch c := t[i]; {
		case c == ';':
			if closed || nodes == sgf.MaxNodes {
				return 0, false
			}
			begun = true
			nodes++
			// Nearly all text is ";B[pd];W[dd]": a move alone in its node, nothing
			// but the next node or the end behind it.
			if i+6 < len(t) && t[i+2] == '[' && t[i+5] == ']' && (t[i+1] == 'B' || t[i+1] == 'W') &&
				(t[i+6] == ';' || t[i+6] == ')') {
				x, y := t[i+3]-'a', t[i+4]-'a'
				if x < 26 && y < 26 {
					if main {
						m := coord(x) | coord(y)<<5
						if t[i+1] == 'W' {
							m |= coordWhite
						}
						b.coords = append(b.coords, m)
					}
					i += 6
					continue
				}
			}
			i++
		case c-'A' < 26:
			if !begun || closed {
				return 0, false
			}
			properties++
			from := i
			for i < len(t) && t[i]-'A' < 26 {
				i++
			}
			if i == len(t) || t[i] != '[' {
				return 0, false // white space, small letters, or an error
			}
			id := code(t[from:i])
			for v := 0; i < len(t) && t[i] == '['; v++ {
				end := sgf.ValueEnd(t, i+1)
				if end < 0 {
					return 0, false
				}
				if main {
					b.value(id, t[i+1:end], v)
				}
				for i = end + 1; i < len(t) && blank(t[i]); i++ {
				}
			}
		case blank(c):
			i++
		case c == '(':
			if !begun || depth == sgf.MaxNesting || sgf.OpensGame(t[i:]) {
				return 0, false
			}
			depth++
			begun, closed = false, false
			i++
		case c == ')':
			if !begun {
				return 0, false
			}
			i++
			if depth--; depth == 0 {
				return i, nodes <= sgf.MaxNodes && nodes+properties <= sgf.MaxProperties
			}
			main, closed = false, true
		default:
			return 0, false
		}
	}
	return 0, false
}

func blank(c byte) bool { return c == ' ' || c-'\t' < 5 }
