package gtp

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

// maxLine bounds one command line in bytes, without comments, control characters and spaces that
// mean nothing. The longest honest line sets a position or plays a whole game: some 20 kB. What is
// longer is read to its end, thrown away and refused.
const maxLine = 64 << 10

// maxComment is how much of a comment is kept: enough to know "# interrupt".
const maxComment = 64

var errLineTooLong = errors.New("line too long")

// command is one command line, taken apart.
type command struct {
	id   string // the digits in front, as given; "" without
	name string
	args []string
}

// readLine reads one line, however long, in bounded memory: without its end and the control
// characters, with one space for several, and of a comment only the beginning. It returns
// errLineTooLong, and the beginning of the line, where that is still more than maxLine bytes. The
// last line needs no newline.
func readLine(r *bufio.Reader) (string, error) {
	var line []byte
	begun, long := false, false
	room, comment := maxLine, false
	for {
		part, err := r.ReadSlice('\n')
		begun = begun || len(part) > 0
		for _, c := range part {
			switch {
			case c == '\t':
				c = ' '
			case c < ' ' || c == 0x7f:
				continue
			case c == '#' && !comment:
				comment, room = true, len(line)+maxComment
			}
			switch {
			case c == ' ' && (len(line) == 0 || line[len(line)-1] == ' '):
			case len(line) < room:
				line = append(line, c)
			case !comment:
				long = true
			}
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err == io.EOF && !begun, err != nil && err != io.EOF:
			return "", err
		case long:
			return string(line), errLineTooLong
		}
		return string(line), nil
	}
}

// parseCommand applies the preprocessing of the protocol and takes the line
// apart. ok is false for a line that asks for nothing: blank, or only a comment.
func parseCommand(line string) (c command, ok bool) {
	line = scrub(line)
	line, _, _ = strings.Cut(line, "#")
	line = strings.TrimLeft(line, " ")
	digits := 0
	for digits < len(line) && line[digits] >= '0' && line[digits] <= '9' {
		digits++
	}
	c.id = line[:digits]
	words := strings.Fields(line[digits:])
	if len(words) > 0 {
		c.name, c.args = words[0], words[1:]
	}
	return c, c.id != "" || c.name != ""
}

// scrub turns tabs into spaces and drops the other control characters.
func scrub(s string) string {
	clean := true
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] == 0x7f {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\t':
			b = append(b, ' ')
		case s[i] >= ' ' && s[i] != 0x7f:
			b = append(b, s[i])
		}
	}
	return string(b)
}

// appendResponse appends a whole response. Text is brought into the protocol's
// shape: no control characters but newlines, no empty line inside, none at its
// end. A newline at its start keeps the first line, such as the columns of a
// board, clear of the "=".
func appendResponse(dst []byte, id, text string, done bool) []byte {
	mark := byte('?')
	if done {
		mark = '='
	}
	dst = append(dst, mark)
	dst = append(dst, id...)
	first := !strings.HasPrefix(text, "\n")
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimRight(scrub(line), " ")
		if line == "" {
			continue
		}
		if first {
			dst = append(dst, ' ')
		} else {
			dst = append(dst, '\n')
		}
		first = false
		dst = append(dst, line...)
	}
	return append(dst, "\n\n"...)
}
