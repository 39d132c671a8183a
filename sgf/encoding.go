package sgf

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// declaredWithin is how far into a file its CA property is looked for.
const declaredWithin = 64 << 10

// Declared is the value of the first CA property of undecoded text, empty if there
// is none.
func Declared(raw []byte) string {
	head := raw[:min(len(raw), declaredWithin)]
	for at := 0; ; {
		i := bytes.Index(head[at:], []byte("CA["))
		if i < 0 {
			return ""
		}
		i += at
		at = i + 3
		if i > 0 && isLetter(head[i-1]) {
			continue
		}
		if end := bytes.IndexByte(head[at:], ']'); end >= 0 && end < 40 {
			return string(head[at : at+end])
		}
	}
}

// Decode turns a file's bytes into UTF-8, and says from which encoding. The first of these
// decides: the given name; a byte order mark; zeros as UTF-16 has them; what CA declares (unless
// the bytes are plainly UTF-8); UTF-8 if the bytes are valid; the likeliest of GB18030,
// Shift_JIS, EUC-KR, Big5 and Windows-1252. Bytes that the encoding does not know become
// U+FFFD. Text that is UTF-8 already is returned as it is, not copied. The only error is a
// given name that is unknown.
func Decode(raw []byte, name string) (text []byte, used string, err error) {
	if name != "" {
		e, err := byName(name)
		if err != nil {
			return nil, "", err
		}
		return decodeWith(raw, e), strings.ToLower(name), nil
	}
	switch {
	case bytes.HasPrefix(raw, []byte{0xef, 0xbb, 0xbf}):
		return decodeWith(raw[3:], nil), "utf-8", nil
	case bytes.HasPrefix(raw, []byte{0xff, 0xfe}), bytes.HasPrefix(raw, []byte{0xfe, 0xff}):
		return decodeWith(raw, unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM)), "utf-16", nil
	}
	if order, ok := wide(raw); ok {
		return decodeWith(raw, unicode.UTF16(order, unicode.IgnoreBOM)), "utf-16", nil
	}
	if ascii(raw) {
		return raw, "utf-8", nil
	}
	long, bad := utf8Balance(raw)
	declared := Declared(raw)
	if declared != "" {
		// Many collections were converted to UTF-8 and kept the old CA. To believe it
		// would not only garble names: as GBK, the last byte of "段]" takes the bracket
		// with it and the next move is lost. Real GBK, Big5 and Shift_JIS hardly
		// ever look like UTF-8 throughout, but UTF-8 may have lost a byte here and there.
		// What begins with CA[ in single bytes is in none of the encodings that letters of ASCII have two bytes in.
		// In one of single bytes, accents and Cyrillic letters hardly ever make valid UTF-8 without a byte left over.
		e, err := byName(declared)
		outdated := long > 0 && 4*bad <= long || bad == 0 && singleByte(e)
		if err == nil && e != nil && keepsASCII(e) && !outdated {
			return decodeWith(raw, e), strings.ToLower(declared), nil
		}
	}
	// Servers cut names in the middle of a character, and conversions lose bytes of
	// some. Other encodings look like long UTF-8 sequences at one place in fifty.
	if bad == 0 || 3*long >= bad {
		return decodeWith(raw, nil), "utf-8", nil
	}
	text, used = choose(raw)
	return text, used, nil
}

// keepsASCII says whether the letters of ASCII are themselves in an encoding.
func keepsASCII(e encoding.Encoding) bool {
	const some = "(;CA[]SZ[9])"
	text, err := e.NewDecoder().String(some)
	return err == nil && text == some
}

// large is from where text is decoded without growing the result, which would take its memory twice.
const large = 8 << 20

// decoded is the text of bytes in e.
func decoded(raw []byte, e encoding.Encoding) ([]byte, error) {
	var room []byte
	if len(raw) > large {
		room = make([]byte, 0, 3*len(raw)) // no byte becomes more; what stays empty takes no memory
	}
	text, _, err := transform.Append(e.NewDecoder(), room, raw)
	return text, err
}

// decodeWith decodes from e, nil for UTF-8.
func decodeWith(raw []byte, e encoding.Encoding) []byte {
	if e != nil {
		if text, err := decoded(raw, e); err == nil {
			return text
		}
	}
	if utf8.Valid(raw) {
		return raw
	}
	return bytes.ToValidUTF8(raw, []byte("\uFFFD"))
}

// wide says whether text is UTF-16 without a mark: in its beginning every other byte is mostly 0, the
// upper half of a letter or a bracket, and none of those between is.
func wide(raw []byte) (unicode.Endianness, bool) {
	head := raw[:min(len(raw), 1024)&^1]
	var zeros [2]int
	for i, c := range head {
		if c == 0 {
			zeros[i&1]++
		}
	}
	switch {
	case len(raw)%2 != 0 || len(head) < 8:
	case zeros[0] == 0 && zeros[1] >= len(head)/4:
		return unicode.LittleEndian, true
	case zeros[1] == 0 && zeros[0] >= len(head)/4:
		return unicode.BigEndian, true
	}
	return unicode.LittleEndian, false
}

func ascii(b []byte) bool {
	for ; len(b) >= 8; b = b[8:] {
		if (b[0]|b[1]|b[2]|b[3]|b[4]|b[5]|b[6]|b[7])&0x80 != 0 {
			return false
		}
	}
	for _, c := range b {
		if c >= 0x80 {
			return false
		}
	}
	return true
}

// utf8Balance counts the characters of three bytes or more and the bytes that are
// not valid UTF-8.
func utf8Balance(b []byte) (long, bad int) {
	for len(b) > 0 {
		if b[0] < utf8.RuneSelf {
			b = b[1:]
			continue
		}
		r, n := utf8.DecodeRune(b)
		switch {
		case r == utf8.RuneError && n == 1:
			bad++
		case n >= 3:
			long++
		}
		b = b[n:]
	}
	return long, bad
}
