//go:build !js

package sgf

import (
	"bytes"
	"math"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// General detectors want prose, and a game record holds five names. The chooser
// therefore asks of each encoding how probable the bytes are if names were drawn
// from it: nearly always from the common characters that its standard puts into
// the rows of level 1, all alike. The smaller that set, the more each hit counts.

// candidate is one encoding and how its bytes read.
type candidate struct {
	name     string
	encoding encoding.Encoding
	// next is the length and the log probability of the character that b begins
	// with, b[0] ≥ 0x80; length 0 if there can be none.
	next func(b []byte, afterHigh bool) (n int, logp float64)
}

// The common characters have most of the probability, punctuation and signs some,
// all others the rest.
const (
	common  = 0.85
	signs   = 0.10
	rest    = 0.05
	foreign = 1e-7 // hardly ever seen in a name
)

var candidates = []candidate{
	{"gb18030", simplifiedchinese.GB18030, func(b []byte, _ bool) (int, float64) {
		if len(b) >= 4 && b[1] >= 0x30 && b[1] <= 0x39 {
			return 4, math.Log(foreign)
		}
		if len(b) < 2 || b[0] == 0x80 || b[0] == 0xff || b[1] < 0x40 || b[1] == 0x7f || b[1] == 0xff {
			return 0, 0
		}
		switch {
		case b[0] >= 0xb0 && b[0] <= 0xd7 && b[1] >= 0xa1:
			return 2, math.Log(common / 3755)
		case b[0] >= 0xa1 && b[0] <= 0xa3 && b[1] >= 0xa1:
			return 2, math.Log(signs / 282)
		}
		return 2, math.Log(rest / 20000)
	}},
	{"shift_jis", japanese.ShiftJIS, func(b []byte, _ bool) (int, float64) {
		if b[0] >= 0xa1 && b[0] <= 0xdf {
			return 1, math.Log(rest / 63) // half-width kana
		}
		if len(b) < 2 || b[0] == 0x80 || b[0] == 0xa0 || b[0] > 0xfc || b[1] < 0x40 || b[1] == 0x7f || b[1] > 0xfc {
			return 0, 0
		}
		switch c := int(b[0])<<8 | int(b[1]); {
		case c >= 0x829f && c <= 0x82f1, c >= 0x8340 && c <= 0x8396:
			return 2, math.Log(common / 2 / 169) // kana
		case c >= 0x889f && c <= 0x9872:
			return 2, math.Log(common / 2 / 2965)
		case c >= 0x8140 && c <= 0x829a:
			return 2, math.Log(signs / 209)
		}
		return 2, math.Log(rest / 3390)
	}},
	{"euc-kr", korean.EUCKR, func(b []byte, _ bool) (int, float64) {
		if len(b) < 2 || b[0] == 0x80 || b[0] == 0xff || b[1] < 0x41 || b[1] == 0xff {
			return 0, 0
		}
		switch {
		case b[0] >= 0xb0 && b[0] <= 0xc8 && b[1] >= 0xa1:
			return 2, math.Log(common / 2350)
		case b[0] >= 0xa1 && b[0] <= 0xa3 && b[1] >= 0xa1:
			return 2, math.Log(signs / 282)
		}
		return 2, math.Log(rest / 5 / 13000) // Chinese characters are rare in Korean names
	}},
	{"big5", traditionalchinese.Big5, func(b []byte, _ bool) (int, float64) {
		if len(b) < 2 || b[0] < 0x81 || b[0] == 0xff || b[1] < 0x40 || b[1] > 0x7e && b[1] < 0xa1 || b[1] == 0xff {
			return 0, 0
		}
		switch c := int(b[0])<<8 | int(b[1]); {
		case c >= 0xa440 && c <= 0xc67e:
			return 2, math.Log(common / 5401)
		case c >= 0xa140 && c <= 0xa3bf:
			return 2, math.Log(signs / 408)
		}
		return 2, math.Log(rest / 13000)
	}},
	{"windows-1252", charmap.Windows1252, func(b []byte, afterHigh bool) (int, float64) {
		// An accented letter stands among plain ones, where the double-byte readings
		// swallow one of those.
		p := signs / 64
		if b[0] >= 0xc0 {
			p = common / 64
		}
		if afterHigh {
			p /= 20
		}
		return 1, math.Log(p)
	}},
}

// asciiByte is what a plain byte costs, so that readings which take a plain byte
// as the second of a character have nothing for free.
var asciiByte = math.Log(1.0 / 40)

// choose decodes text of unknown encoding with the likeliest candidate under which
// every byte means something.
func choose(raw []byte) (text []byte, used string) {
	best, tried := -1, make([]bool, len(candidates))
	for range candidates {
		best = -1
		top := math.Inf(-1)
		for i := range candidates {
			if p, ok := candidates[i].probability(raw); ok && !tried[i] && p > top {
				best, top = i, p
			}
		}
		if best < 0 {
			break
		}
		tried[best] = true
		c := &candidates[best]
		text, err := decoded(raw, c.encoding)
		if err == nil && !bytes.ContainsRune(text, '\uFFFD') {
			return text, c.name
		}
	}
	return decodeWith(raw, nil), "utf-8"
}

// probability is the logarithm of the probability of raw; false if raw cannot be in
// this encoding.
func (c *candidate) probability(raw []byte) (float64, bool) {
	sum, afterHigh := 0.0, false
	for i := 0; i < len(raw); {
		if raw[i] < 0x80 {
			sum += asciiByte
			afterHigh = false
			i++
			continue
		}
		n, p := c.next(raw[i:], afterHigh)
		if n == 0 {
			return 0, false
		}
		sum += p
		afterHigh = true
		i += n
	}
	return sum, true
}
