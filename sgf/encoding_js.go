package sgf

import (
	"fmt"

	"golang.org/x/text/encoding"
)

// A browser decodes files itself, and the tables of the Asian encodings are half a megabyte. So in a browser
// this package knows UTF-8 and UTF-16 only.

func byName(name string) (encoding.Encoding, error) {
	return nil, fmt.Errorf("encoding %q: in a browser only UTF-8 is read", name)
}

func singleByte(encoding.Encoding) bool { return false }

func choose(raw []byte) (text []byte, used string) { return decodeWith(raw, nil), "utf-8" }
