package record

import "fmt"

// Date is a day as the number yyyymmdd; month and day are 0 where the record
// leaves them out, and the whole is 0 if it is unknown. Dates compare as numbers.
type Date int32

// NewDate packs a day; month and day may be 0.
func NewDate(year, month, day int) Date { return Date(year*10000 + month*100 + day) }

// ParseDate finds the first date in s, with year first: "2016-03-09,10",
// "2016/3/9", "2016.03", "1965". It is 0 if there is none.
func ParseDate(s string) Date {
	for i := 0; i+4 <= len(s); i++ {
		if i > 0 && isDigit(s[i-1]) {
			continue
		}
		year, n := number(s[i:])
		if n != 4 || year == 0 {
			continue
		}
		month, day, rest := 0, 0, s[i+4:]
		if v, n := part(rest); n > 0 && v >= 1 && v <= 12 {
			month = v
			if v, m := part(rest[n:]); m > 0 && v >= 1 && v <= 31 {
				day = v
			}
		}
		return NewDate(year, month, day)
	}
	return 0
}

// part reads a separator and one or two digits; n is the bytes taken, 0 for none.
func part(s string) (v, n int) {
	if len(s) < 2 || s[0] != '-' && s[0] != '/' && s[0] != '.' {
		return 0, 0
	}
	v, n = number(s[1:])
	if n < 1 || n > 2 {
		return 0, 0
	}
	return v, n + 1
}

// number reads the digits that s begins with; beyond nine it stops counting.
func number(s string) (v, n int) {
	for n < len(s) && isDigit(s[n]) {
		if n < 9 {
			v = v*10 + int(s[n]-'0')
		}
		n++
	}
	return v, n
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// Year is the year, 0 if unknown.
func (d Date) Year() int { return int(d) / 10000 }

// String is "2016-03-09", "2016-03", "2016", or empty if unknown.
func (d Date) String() string {
	year, month, day := int(d)/10000, int(d)/100%100, int(d)%100
	switch {
	case d == 0:
		return ""
	case month == 0:
		return fmt.Sprintf("%04d", year)
	case day == 0:
		return fmt.Sprintf("%04d-%02d", year, month)
	}
	return fmt.Sprintf("%04d-%02d-%02d", year, month, day)
}
