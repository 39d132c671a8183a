package terminal

import (
	"cmp"
	"strings"
)

// plainLocale says whether the environment names the locale C or POSIX, which has no characters
// beyond ASCII. Where no locale is named the terminal is taken to have them, as most do.
func plainLocale(getenv func(string) string) bool {
	switch cmp.Or(getenv("LC_ALL"), getenv("LC_CTYPE"), getenv("LANG")) {
	case "C", "POSIX":
		return true
	}
	return false
}

// inASCII replaces every other character by one of ASCII.
func inASCII(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < 0x80:
			return r
		case r == '×':
			return 'x'
		case r == '‹':
			return '<'
		case r == '›':
			return '>'
		case r == '…':
			return '.'
		}
		return '?'
	}, s)
}
