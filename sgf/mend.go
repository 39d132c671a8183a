package sgf

import (
	"bytes"
	"strings"
	"unicode"
)

// mendText reads a comment that begins at i. The comment's first closing bracket, at
// end, cannot be its last because nothing of a game follows it, as in
// "C[joe [3d]: hi]". mendText goes on to the first bracket after which the game
// continues, and returns the comment with the brackets before that one escaped. ok is
// false if there is no such bracket, or if moves or facts of the game would
// become part of the comment: then the comment was whole and the fault is what
// follows it. A comment that begins on the way to such a place would come to the
// same place, so it is not walked twice.
func (s *Scanner) mendText(i, end int) (v Value, last int, ok bool) {
	if end < s.mendless {
		return "", 0, false
	}
	var text strings.Builder
	t := s.text
	text.Write(t[i:end])
	for {
		next := ValueEnd(t, end+1)
		if next < 0 || holdsProperty(t[end+1:next]) {
			s.mendless = end + 1
			return "", 0, false
		}
		text.WriteString(`\]`)
		text.Write(t[end+1 : next])
		if end = next; continues(t, end+1) {
			return Value(text.String()), end, true
		}
	}
}

// continues says whether what stands at i may follow a value: another one, a
// property, a node, a variation or an end.
func continues(t []byte, i int) bool {
	if i = space(t, i); i == len(t) {
		return true
	}
	switch t[i] {
	case '[', ';', ')':
		return true
	case '(':
		i = space(t, i+1)
		return i < len(t) && t[i] == ';'
	}
	from := i
	for i < len(t) && isLetter(t[i]) {
		i++
	}
	if i == from {
		return false
	}
	// A name in small letters only is short and its bracket is close: "and [d]" is text.
	if small := bytes.IndexFunc(t[from:i], unicode.IsUpper) < 0; small && (i-from > 2 || i < len(t) && isSpace(t[i])) {
		return false
	}
	i = space(t, i)
	return i < len(t) && t[i] == '['
}

// holdsProperty says whether a text contains what looks like a node, ";Black[dd",
// or a property that matters to readers, "SZ[9", all of which have one or two
// capital letters. "Joe [3d" is neither.
func holdsProperty(t []byte) bool {
	for i, c := range t {
		if c != '[' {
			continue
		}
		end := i
		for end > 0 && isSpace(t[end-1]) {
			end--
		}
		from := end
		for from > 0 && isLetter(t[from-1]) {
			from--
		}
		if n := end - from; n > 0 && n <= 2 && t[end-1] < 'a' {
			return true
		}
		for from > 0 && isSpace(t[from-1]) {
			from--
		}
		if from > 0 && t[from-1] == ';' {
			return true
		}
	}
	return false
}
