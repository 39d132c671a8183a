package record

import "testing"

// What a parser makes of any text is written as text that it reads the same way.
func FuzzRecordTexts(f *testing.F) {
	for _, s := range []string{"9段", "P3段", "12k?", "2878", "B+R", "W+12.5", "b+resign", "0", "2016-03-09,10", "2016/3/9", "Void", "9 dan", "十段"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if r := ParseRank(s); ParseRank(r.String()) != r {
			t.Errorf("rank %q is %v (%d), which reads as %d", s, r, r, ParseRank(r.String()))
		}
		if r := ParseResult(s); ParseResult(r.String()) != r {
			t.Errorf("result %q is %+v, written %q", s, r, r)
		}
		if d := ParseDate(s); ParseDate(d.String()) != d {
			t.Errorf("date %q is %d, written %q", s, d, d)
		}
	})
}
