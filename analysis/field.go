package analysis

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"github.com/tengen-go/tengen/board"
)

// fault is what is wrong with a field of a query.
type fault struct{ field, text string }

func (f *fault) Error() string { return f.field + ": " + f.text }

// fields are the fields of an object, and those that were asked for.
type fields struct {
	raw   map[string]json.RawMessage
	asked map[string]bool
}

// newFields reads an object. Anything else gives nil.
func newFields(text []byte) *fields {
	f := &fields{asked: map[string]bool{}}
	if json.Unmarshal(text, &f.raw) != nil || f.raw == nil {
		return nil
	}
	return f
}

// get is the field of that name.
func (f *fields) get(name string) (value json.RawMessage, ok bool) {
	f.asked[name] = true
	value, ok = f.raw[name]
	return value, ok
}

// isString says whether a value is a string, which json.Unmarshal does not: it takes null for one.
func isString(value json.RawMessage) bool { return len(value) > 0 && value[0] == '"' }

// text is a field that is a string; ok is false for anything else.
func (f *fields) text(name string) (text string, ok bool) {
	value, _ := f.get(name)
	return text, isString(value) && json.Unmarshal(value, &text) == nil
}

// integer reads a whole number. A field that is not there leaves it as it is.
func (f *fields) integer(name string, to *int64, low, high int64, want string) *fault {
	value, ok := f.get(name)
	if !ok {
		return nil
	}
	var n int64
	if bytes.ContainsAny(value, "\"n.eE") || json.Unmarshal(value, &n) != nil || n < low || n > high {
		return &fault{name, want}
	}
	*to = n
	return nil
}

// number reads a number.
func (f *fields) number(name string, to *float64, low, high float64, want string) *fault {
	value, ok := f.get(name)
	if !ok {
		return nil
	}
	var x float64
	if bytes.ContainsAny(value, "\"n") || json.Unmarshal(value, &x) != nil || !(x >= low && x <= high) {
		return &fault{name, want}
	}
	*to = x
	return nil
}

// boolean reads true or false.
func (f *fields) boolean(name string, to *bool) *fault {
	value, ok := f.get(name)
	if !ok {
		return nil
	}
	switch string(value) {
	case "true", "false":
		*to = string(value) == "true"
		return nil
	}
	return &fault{name, "Must be a boolean"}
}

// player reads a colour.
func (f *fields) player(name string, to *board.Color) *fault {
	text, _ := f.text(name)
	c, ok := color(text)
	if !ok {
		return &fault{name, `Must be "b" or "w"`}
	}
	*to = c
	return nil
}

// color is the colour that a word names.
func color(word string) (c board.Color, ok bool) {
	switch strings.ToLower(word) {
	case "b", "black":
		return board.Black, true
	case "w", "white":
		return board.White, true
	}
	return board.Empty, false
}

// vertex reads "D4", "(3,15)", which is D4 on a board of 19, or "pass".
func vertex(word string, size int) (board.Point, bool) {
	var x, y int
	if strings.HasPrefix(word, "(") {
		if n, err := fmt.Sscanf(word, "(%d,%d)", &x, &y); n != 2 || err != nil {
			return board.NoPoint, false
		}
		if x < 0 || y < 0 || x >= size || y >= size {
			return board.NoPoint, false
		}
		return board.XY(x, y), true
	}
	p, err := board.ParseVertex(word, size)
	return p, err == nil
}

// points reads a list of points and passes.
func (f *fields) points(name string, size int) ([]board.Point, *fault) {
	const want = "Must be an array of GTP board vertices"
	value, _ := f.get(name)
	var list []json.RawMessage
	if json.Unmarshal(value, &list) != nil || list == nil {
		return nil, &fault{name, want}
	}
	points := make([]board.Point, 0, len(list))
	for _, item := range list {
		var word string
		if !isString(item) || json.Unmarshal(item, &word) != nil {
			return nil, &fault{name, want}
		}
		p, ok := vertex(word, size)
		if !ok {
			return nil, &fault{name, "Could not parse board location: " + word}
		}
		points = append(points, p)
	}
	return points, nil
}

// moves reads a list of pairs of a colour and a point.
func (f *fields) moves(name string, size int, passes bool) ([]board.Move, *fault) {
	const want = `Must be an array of pairs of the form: ["b" or "w", GTP board vertex]`
	value, _ := f.get(name)
	var list []json.RawMessage
	if json.Unmarshal(value, &list) != nil || list == nil {
		return nil, &fault{name, want}
	}
	moves := make([]board.Move, 0, len(list))
	for _, item := range list {
		var pair []json.RawMessage
		if json.Unmarshal(item, &pair) != nil || len(pair) != 2 || !isString(pair[0]) || !isString(pair[1]) {
			return nil, &fault{name, want}
		}
		var words [2]string
		for i := range words {
			if json.Unmarshal(pair[i], &words[i]) != nil {
				return nil, &fault{name, want}
			}
		}
		c, ok := color(words[0])
		if !ok {
			return nil, &fault{name, "Could not parse player: " + words[0]}
		}
		p, ok := vertex(words[1], size)
		if !ok || p == board.Pass && !passes {
			return nil, &fault{name, "Could not parse board location: " + words[1]}
		}
		moves = append(moves, board.Move{Point: p, Color: c})
	}
	return moves, nil
}

// integers reads a list of whole numbers; ok is false for anything else.
func (f *fields) integers(name string) (list []int64, given, ok bool) {
	value, given := f.get(name)
	if !given {
		return nil, false, true
	}
	if bytes.ContainsAny(value, "\"n") || json.Unmarshal(value, &list) != nil || list == nil {
		return nil, true, false
	}
	return list, true, true
}

// wholeOrHalf says whether a komi is a whole number or a half more.
func wholeOrHalf(komi float64) bool { return 2*komi == math.Trunc(2*komi) }
