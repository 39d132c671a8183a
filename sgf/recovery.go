package sgf

import "bytes"

// OpensGame says whether the parenthesis that text begins with opens a game of its
// own even inside another, because its first property is one that only roots have.
func OpensGame(text []byte) bool {
	i := space(text, 1)
	if i >= len(text) || text[i] != ';' {
		return false
	}
	i = space(text, i+1)
	if i+2 >= len(text) {
		return false
	}
	switch string(text[i : i+3]) {
	case "GM[", "FF[", "SZ[", "CA[", "AP[":
		return true
	}
	return false
}

// recover moves behind a broken game: to the end of its parentheses, or to the
// beginning of another game. at is the place of the error, depth the number of
// parentheses open there.
func (s *Scanner) recover(at, depth int) {
	t := s.text
	for i := max(at, s.pos+1); i < len(t); i++ {
		switch t[i] {
		case '[':
			end := ValueEnd(t, i+1)
			if end < 0 {
				s.pos = s.nextGame(i)
				return
			}
			i = end
		case '(':
			if OpensGame(s.text[i:]) {
				s.pos = i
				return
			}
			depth++
		case ')':
			if depth--; depth <= 0 {
				s.pos = i + 1
				return
			}
		}
	}
	s.pos = len(t)
}

// nextGame is where a game opens behind the "[" at i. The value of that bracket is not
// closed, and within such a value other brackets mean nothing.
func (s *Scanner) nextGame(i int) int {
	t := s.text
	end := closingBracket(t, i+1)
	if end < 0 {
		end = len(t)
	}
	// Each of these has cost such a walk, and values that are closed never overlap.
	if s.walked += end - i; s.walked > maxWalks*len(t) {
		return len(t)
	}
	for {
		k := bytes.Index(t[i:], []byte("(;"))
		if k < 0 {
			return len(t)
		}
		if i += k; OpensGame(t[i:]) {
			return i
		}
		i++
	}
}
