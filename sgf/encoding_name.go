//go:build !js

package sgf

import (
	"fmt"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
)

// aliases are names seen in CA that the WHATWG index does not know.
var aliases = map[string]string{
	"cp936": "gbk", "ms936": "gbk", "euccn": "gb2312", "euc-cn": "gb2312", "gb-2312": "gb2312",
	"cp949": "euc-kr", "ms949": "euc-kr", "uhc": "euc-kr", "euckr": "euc-kr",
	"cp950": "big5", "ms950": "big5", "big-5": "big5",
	"cp932": "shift_jis", "shiftjis": "shift_jis", "s-jis": "shift_jis", "sjis": "shift_jis",
	"eucjp": "euc-jp", "latin-1": "latin1", "iso8859": "latin1", "utf8": "utf-8",
}

// singleByte says whether every character of an encoding is one byte.
func singleByte(e encoding.Encoding) bool {
	_, ok := e.(*charmap.Charmap)
	return ok
}

// byName finds an encoding by its name; nil is UTF-8.
func byName(name string) (encoding.Encoding, error) {
	name = strings.ToLower(strings.TrimSpace(name))
	if a, ok := aliases[name]; ok {
		name = a
	}
	e, err := htmlindex.Get(name)
	if err != nil {
		return nil, fmt.Errorf("unknown encoding %q", name)
	}
	if e == unicode.UTF8 {
		return nil, nil
	}
	return e, nil
}
